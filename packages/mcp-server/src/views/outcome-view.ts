/** The outcome of a transaction for a model: without repetition, and with what to wait for. */
import {
  type Settlement,
  settlementSchema,
  type TransactionStatus,
  transactionStatusSchema,
} from '@countersign/core/results';
import * as z from 'zod';

/** The service's own description of the escrow is left out: it proves nothing, and its shape is the service's. */
export const settlementViewSchema = settlementSchema.omit({ escrow: true });
export type SettlementView = z.output<typeof settlementViewSchema>;

export function settlementView({ escrow: _, ...told }: Settlement): SettlementView {
  return told;
}

export const statusViewSchema = transactionStatusSchema.omit({ network: true }).extend({
  expiresAt: transactionStatusSchema.shape.expiresAt.optional(),
  note: z.string().optional().describe('How the call was understood'),
});
export type StatusView = z.output<typeof statusViewSchema>;

/** @param note how an input that exceeded a limit was understood */
export function statusView(status: TransactionStatus, note?: string): StatusView {
  const { network: _, expiresAt, signUrl, ...told } = status;
  const waits = WAITS[status.status];
  return {
    ...told,
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
