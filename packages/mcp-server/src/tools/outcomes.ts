/** What becomes of what was prepared, as a model reads it, and the tool that submits what a wallet signed. */
import {
  type Settlement,
  settlementSchema,
  type TransactionStatus,
  transactionStatusSchema,
} from '@countersign/core/results';
import { severalText } from '@countersign/core/words';
import * as z from 'zod';
import { shortDifferences } from '../views/escrow-view.ts';
import { defineTool, PREPARES } from './tool.ts';

/** The service's own description of the escrow is left out: it proves nothing, and its shape is the service's. */
const settlementViewSchema = settlementSchema
  .omit({ contractId: true, paid: true })
  .extend({ ...named(), ...moreSchema() });

export function settlementView({ escrow: _, ...rest }: Settlement): z.output<typeof settlementViewSchema> {
  return { ...renamed(rest), ...shortLists(rest), next: nextOf(rest) };
}

/** The fields that have the names of all results: an escrow’s `paid` is a list of another kind. */
function named() {
  const { contractId, paid } = settlementSchema.shape;
  return { escrow: contractId, payouts: paid };
}

function renamed<Status extends Pick<Settlement, 'contractId' | 'paid'>>({
  contractId: escrow,
  paid: payouts,
  ...rest
}: Status) {
  return { ...rest, ...(escrow === undefined ? {} : { escrow }), ...(payouts === undefined ? {} : { payouts }) };
}

/** Of several milestones, how to go on once one has settled. */
function nextOf({ plan, next }: Pick<Settlement, 'plan' | 'next'>): string {
  if (plan?.next === undefined || plan.stopped !== undefined) return next;
  const { id, signUrl } = plan.next;
  return `${severalText(plan)} ${id === undefined ? NOT_PREPARED : signUrl === undefined ? GET_IT : SIGN_IT}`;
}

const SIGN_IT =
  'It is prepared: give the person the signUrl of plan.next, then call get_escrow with its id and waitSeconds 30.';
const GET_IT = 'It is prepared: prepare_step with the id of plan.next alone returns it.';
const NOT_PREPARED =
  'It is not prepared: prepare_step with the same escrow, step and milestones prepares it, or says why it cannot.';

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
    'Send a transaction that the person has signed in their own wallet. Call it only if they cannot sign on signUrl: with ' +
    'includeXdr the tool that prepares it gives unsignedXdr and networkPassphrase, their wallet signs that before ' +
    'expiresAt, and you pass on, unchanged, what it returned. It is compared with what was prepared and sent once, which ' +
    'cannot be taken back. Called again, or with the id alone, it sends no second payment; it returns the outcome. Only ' +
    'status settled is final. Never ask for a key or seed.',
  annotations: { title: 'Submit a signed transaction', ...PREPARES, destructiveHint: true },
  input: z.strictObject({
    signedXdr: z.string().optional().describe('Base64, as the wallet returned it'),
    id: z.string().optional().describe('The id that the preparing tool returned'),
  }),
  output: settlementViewSchema,
  afterTimeout:
    'It may have been sent. Submit again with the id to learn the outcome; do not prepare another until then.',
  run: async (desk, input, options) => settlementView(await desk.submit(input, options)),
});

const { displacedBy } = transactionStatusSchema.shape;
export const statusViewSchema = transactionStatusSchema.omit({ network: true, contractId: true, paid: true }).extend({
  ...named(),
  displacedBy: displacedBy.unwrap().omit({ contractId: true }).extend({ escrow: z.string().optional() }).optional(),
  expiresAt: transactionStatusSchema.shape.expiresAt.optional(),
  ...moreSchema(),
  note: z.string().optional().describe('How the call was understood'),
});
type StatusView = z.output<typeof statusViewSchema>;

/** Without repetition, and with what to wait for. @param note how an input that exceeded a limit was understood */
export function statusView(status: TransactionStatus, note?: string): StatusView {
  const { network: _, expiresAt, signUrl, displacedBy, ...rest } = status;
  const { plan } = status;
  const waits = WAITS[status.status];
  return {
    ...renamed(rest),
    ...(displacedBy === undefined ? {} : { displacedBy: escrowIn(displacedBy) }),
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

const escrowIn = <Row extends { readonly contractId?: string | undefined }>({ contractId: escrow, ...row }: Row) => ({
  ...row,
  ...(escrow === undefined ? {} : { escrow }),
});

/** The states in which nothing is left to do on the page. */
const OVER: readonly TransactionStatus['status'][] = ['settled', 'taken', 'superseded', 'declined', 'discarded'];

/** What to wait for while the person decides. */
const WAITS: Partial<Record<TransactionStatus['status'], string>> = {
  prepared:
    'Give the person signUrl, where they read and sign it; call get_escrow with the id and waitSeconds 30, again until it is settled.',
  'to-confirm':
    'On signUrl the person reads what stands against it and confirms it by typing the amount, or leaves it; no argument can. It waits for them: confirming prepares it again. Call get_escrow with the id and waitSeconds 30, again until it is settled.',
};
