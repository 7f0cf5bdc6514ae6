/** What becomes of what was prepared: the tools that submit it, look it up and discard it, and the outcome as a model reads it. */
import {
  type Settlement,
  settlementSchema,
  type TransactionStatus,
  transactionStatusSchema,
} from '@countersign/core/results';
import { severalText } from '@countersign/core/words';
import * as z from 'zod';
import { shortDifferences } from '../views/escrow-view.ts';
import { defineTool } from './tool.ts';

/** The service's own description of the escrow is left out: it proves nothing, and its shape is the service's. */
export const settlementViewSchema = settlementSchema.omit({ escrow: true }).extend(moreSchema());
type SettlementView = z.output<typeof settlementViewSchema>;

export function settlementView({ escrow: _, ...rest }: Settlement): SettlementView {
  return { ...rest, ...shortLists(rest), next: nextOf(rest) };
}

/** Of several milestones, how to go on once one has settled. */
function nextOf({ plan, next }: Pick<Settlement, 'plan' | 'next'>): string {
  if (plan?.next === undefined || plan.stopped !== undefined) return next;
  const { id, signUrl } = plan.next;
  return `${severalText(plan)} ${id === undefined ? NOT_PREPARED : signUrl === undefined ? GET_IT : SIGN_IT}`;
}

const SIGN_IT =
  'It is prepared: give the person the signUrl of plan.next, then call get_transaction with waitSeconds 30.';
const GET_IT = 'It is prepared: prepare_action with the id of plan.next alone returns it.';
const NOT_PREPARED =
  'It is not prepared: prepare_action with the same escrow, action and milestones prepares it, or says why it cannot.';

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
    'Send a transaction that the person has signed in their own wallet. Call it only if they cannot sign on signUrl: the ' +
    'tool that prepared the transaction gives unsignedXdr and networkPassphrase when includeXdr is true, the person’s ' +
    'wallet signs that before expiresAt, and you pass on here, unchanged, what the wallet returned. It is compared with ' +
    'what was prepared and sent once, which cannot be taken back. Called again, or with the id alone, it never sends a ' +
    'second payment; it returns the outcome. In the result status says what became of it, by who reports that, message ' +
    'what it means and next what to do; only settled is final. Never ask for a key or seed.',
  annotations: {
    title: 'Submit a signed transaction',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject({
    signedXdr: z.string().optional().describe('Base64, as the wallet returned it'),
    id: z.string().optional().describe('The id that the preparing tool returned'),
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
  const { network: _, expiresAt, signUrl, ...rest } = status;
  const { plan } = status;
  const waits = WAITS[status.status];
  return {
    ...rest,
    ...shortLists(rest),
    // What is withheld is prepared again when it is confirmed.
    ...(status.status === 'prepared' ? { expiresAt } : {}),
    ...(signUrl === undefined || OVER.includes(status.status) ? {} : { signUrl }),
    ...(waits === undefined || signUrl === undefined
      ? {}
      : { next: plan === undefined ? waits : `${severalText(plan)} ${waits}` }),
    ...(status.status === 'settled' ? { next: nextOf(status) } : {}),
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
    'Find out what became of something that was prepared here: an escrow, a payment, a step or a trustline. Call it with ' +
    'waitSeconds 30 after you gave the person signUrl, and again while they read and sign; or when somebody asks about ' +
    'a transaction. In the result status says what became of it, by who reports that (the ledger, the service, or the ' +
    'records here), message what it means and next what to do now. Only settled means that the ledger has it: before ' +
    'that, never say that it is done. paid and paidAt say what a release or a decision paid, to whom and when. Tell ' +
    'the person any changedSince before anything is paid. Of a request for several milestones a wait ends when one ' +
    'has settled, with the link and the id of the next. It prepares and sends nothing.',
  annotations: {
    title: 'Look up what was prepared',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject({
    id: z.string().optional().describe('The id that the preparing tool returned'),
    transactionHash: z.string().optional().describe('In place of the id'),
    waitSeconds: z.number().optional().describe('0 to 30: how long to wait for the outcome'),
  }),
  output: statusViewSchema,
  afterTimeout: 'Ask again.',
  run: async (desk, input, options) => {
    const { waitSeconds } = input;
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
  input: z.strictObject({ id: z.string().describe('The id that the preparing tool returned') }),
  output: statusViewSchema,
  afterTimeout: 'Ask get_transaction whether it was discarded.',
  // The desk uses only the id; it scans the rest for secrets.
  run: async (desk, input, options) => {
    const { id } = input;
    const status = await desk.discard(typeof id === 'string' ? id : '', {
      ...options,
      alsoScanned: { ...options.alsoScanned, ...input },
    });
    return statusView(status);
  },
});
