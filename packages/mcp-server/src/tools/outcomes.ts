/** What becomes of what was prepared: the tools that submit it, look it up and discard it, and the outcome as a model reads it. */
import {
  type Settlement,
  settlementSchema,
  type TransactionStatus,
  transactionStatusSchema,
} from '@countersign/core/results';
import * as z from 'zod';
import { shortDifferences } from '../views/escrow-view.ts';
import { defineTool } from './tool.ts';

/** The service's own description of the escrow is left out: it proves nothing, and its shape is the service's. */
export const settlementViewSchema = settlementSchema.omit({ escrow: true }).extend(moreSchema());
type SettlementView = z.output<typeof settlementViewSchema>;

export function settlementView({ escrow: _, ...told }: Settlement): SettlementView {
  return { ...told, ...shortLists(told) };
}

function moreSchema() {
  return { moreDifferences: z.number().optional(), moreChanges: z.number().optional() };
}

/** What differs or was changed; of many, what decides comes first. */
function shortLists({ differences, changedSince }: Pick<Settlement, 'differences' | 'changedSince'>) {
  const [other, changed] = [
    differences && shortDifferences(differences, 'moreDifferences'),
    changedSince && shortDifferences(changedSince, 'moreChanges'),
  ];
  return {
    ...(other === undefined ? {} : { differences: other.rows, ...other.left }),
    ...(changed === undefined ? {} : { changedSince: changed.rows, ...changed.left }),
  };
}

export const submitSignedXdr = defineTool({
  name: 'submit_signed_xdr',
  description:
    'Send a transaction that the person signed in their own wallet, for those who cannot open signUrl: the tool that ' +
    'prepared it gives unsignedXdr with includeXdr. Pass on unchanged what the wallet returned. If they ' +
    'signed on the signUrl page, id alone gives the outcome. It is checked against what was prepared, sent once, and ' +
    'cannot be taken back. partly-signed: kept, not sent; tell who can still sign, and until when. ' +
    'settled: the ledger has it; tell the contractId. taken: tell the person not to fund it. ' +
    'accepted: only the service says so; wait with get_transaction, do not fund. rejected, expired, displaced: tell the reason; ' +
    'the same tool with the id prepares it again. unknown: submit again with the id; prepare no other until then. ' +
    'Never ask for a key or seed.',
  annotations: {
    title: 'Submit a signed transaction',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject({
    signedXdr: z.string().optional().describe('Base64, as the wallet returned it'),
    id: z.string().optional().describe('Handle of what was prepared'),
  }),
  output: settlementViewSchema,
  afterTimeout:
    'It may have been sent. Submit again with the id to learn the outcome; do not prepare another until then.',
  run: async (desk, input, options) => settlementView(await desk.submit(input, options)),
});

export const statusViewSchema = transactionStatusSchema.omit({ network: true }).extend({
  expiresAt: transactionStatusSchema.shape.expiresAt.optional(),
  ...moreSchema(),
  note: z.string().optional().describe('How the call was understood'),
});
type StatusView = z.output<typeof statusViewSchema>;

/**
 * Without repetition, and with what to wait for.
 * @param note how an input that exceeded a limit was understood
 */
export function statusView(status: TransactionStatus, note?: string): StatusView {
  const { network: _, expiresAt, signUrl, ...told } = status;
  const waits = WAITS[status.status];
  return {
    ...told,
    ...shortLists(told),
    // What is withheld is prepared again when it is confirmed.
    ...(status.status === 'prepared' ? { expiresAt } : {}),
    ...(signUrl === undefined || OVER.includes(status.status) ? {} : { signUrl }),
    ...(waits === undefined || signUrl === undefined ? {} : { next: waits }),
    ...(note === undefined ? {} : { note }),
  };
}

/** The states in which nothing is left to do on the page. */
const OVER: readonly TransactionStatus['status'][] = ['settled', 'taken', 'superseded', 'declined', 'discarded'];

/** What to wait for while the person decides. */
const WAITS: Partial<Record<TransactionStatus['status'], string>> = {
  prepared:
    'Give the person signUrl, where they read and sign it; call get_transaction with waitSeconds 30, again until it is settled.',
  'to-confirm':
    'On signUrl the person reads what stands against it and confirms it by typing the amount, or leaves it; no argument can. It waits for them: confirming prepares it again. Call get_transaction with waitSeconds 30, again until it is settled.',
};

export const getTransaction = defineTool({
  name: 'get_transaction',
  description:
    'Tell what became of what was prepared; by says whose word that is. Use it after you gave the person signUrl, ' +
    'with waitSeconds up to 30, and again while they are still at it. settled: the ledger has it; tell any ' +
    'changedSince before it is funded. taken: tell the person not to fund it. accepted: only the service says so; ' +
    'wait, do not fund. rejected, expired, displaced: the tool that prepared it does so again with the id. unknown: ask again, prepare ' +
    'no other. to-confirm: the person confirms on signUrl. superseded: go on with replacedBy. declined: ask the ' +
    'person what they want; do not prepare it again unless they ask. Sends and changes nothing.',
  annotations: {
    title: 'Look up what was prepared',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject({
    id: z.string().optional().describe('Handle of what was prepared'),
    transactionHash: z.string().optional().describe('In place of the id'),
    waitSeconds: z.number().optional().describe('0 to 30: how long to wait for the outcome'),
  }),
  output: statusViewSchema,
  afterTimeout: 'Ask again.',
  run: async (desk, input, options) => {
    const { waitSeconds } = { ...(input as { readonly waitSeconds?: unknown }) };
    const isLong = typeof waitSeconds === 'number' && waitSeconds > LONGEST_WAIT;
    return statusView(await desk.lookUp(input, options), isLong ? SHORTENED : undefined);
  },
});

const LONGEST_WAIT = 30;
const SHORTENED = 'A call waits 30 s at most, so waitSeconds was taken as 30.';

export const discardEscrow = defineTool({
  name: 'discard_escrow',
  description:
    'End a prepared escrow, payment or action that was never sent, once the person says that they do not want it. Its page then says ' +
    'so, and a signature for it is refused. To correct one, call deploy_escrow with the corrected request and the ' +
    'same engagementId instead. What may have been sent is not ended: get_transaction tells what became of it.',
  annotations: {
    title: 'Discard what was prepared',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject({ id: z.string().describe('Handle of what was prepared') }),
  output: statusViewSchema,
  afterTimeout: 'Ask get_transaction whether it was discarded.',
  // The desk uses only the id; it scans the rest for secrets.
  run: async (desk, input, options) => {
    const { id } = input as { id?: unknown };
    const status = await desk.discard(typeof id === 'string' ? id : '', {
      ...options,
      beside: { ...options.beside, ...(input as object) },
    });
    return statusView(status);
  },
});
