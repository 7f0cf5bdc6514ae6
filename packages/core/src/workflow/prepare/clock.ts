/** Whether this machine's clock, and not the builder of a transaction, is at fault for times that do not fit. */
import { CountersignError, type Difference } from '../../errors/errors.ts';
import type { DeskContext } from '../context.ts';

/** The network closes a ledger about every five seconds. */
const TOLERATED_MS = 60_000;
const MINUTE_MS = 60_000;

/** @returns CLOCK_WRONG where only times differ and the network's clock shows another one; else the same error */
export async function clockError(
  { ledger, now, words }: DeskContext,
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (!(error instanceof CountersignError) || error.code !== 'TRANSACTION_MISMATCH') return error;
  const differences: readonly Pick<Difference, 'field'>[] = error.differences ?? [];
  if (differences.length === 0 || differences.some(({ field }) => field !== 'time bounds')) return error;
  const history = await ledger?.historyOf(signal);
  const ahead = history === undefined ? 0 : now() - history.latest;
  if (Math.abs(ahead) <= TOLERATED_MS) return error;
  const minutes = Math.round(Math.abs(ahead) / MINUTE_MS);
  const by = minutes < 120 ? words.agoText(minutes, 'minutes') : words.agoText(Math.round(minutes / 60), 'hours');
  return new CountersignError('CLOCK_WRONG', {
    message: words.clockText(by, ahead > 0),
    language: words.language,
    cause: error,
  });
}
