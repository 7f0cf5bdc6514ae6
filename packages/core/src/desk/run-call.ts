/**
 * One call of the desk: its input is looked through for secrets once, its time is limited once, and what it gives is
 * redacted once, whatever the adapter.
 */
import { CountersignError } from '../errors/errors.ts';
import { redactStrings, refuseSecrets } from '../secrets/secrets.ts';
import type { ServiceCallOptions } from '../service/escrow-service.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';

/** Hosts give up on a call at 60 s. */
const CALL_BUDGET_MS = 45_000;
/** What a call may take beyond that to note an outcome that it did not learn, and to say so. */
const SETTLE_MS = 1_000;

/** What the call's parts need: its caller's options, with the deadline as the wall clock now has it. */
export type RunningCall = () => CallOptions & ServiceCallOptions;

type Parts = Pick<DeskContext, 'now' | 'scanner'>;

/**
 * @param input as it came in
 * @throws CountersignError SECRET_REFUSED before anything is done; SERVICE_TIMEOUT where the work does not end in time
 */
export async function runCall<T>(
  { now, scanner }: Parts,
  input: unknown,
  options: CallOptions,
  work: (call: RunningCall) => T | Promise<T>,
): Promise<T> {
  const { beside = {}, ...given } = options;
  refuseSecrets({ ...beside, ...(isPlain(input) ? input : { input }) }, scanner);
  const begun = performance.now();
  const call = () => ({ ...given, deadline: now() + CALL_BUDGET_MS - (performance.now() - begun) });
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const end = () => reject(new CountersignError('SERVICE_TIMEOUT', { message: TOO_LONG }));
    timer = setTimeout(end, CALL_BUDGET_MS + SETTLE_MS);
  });
  try {
    return redactStrings(await Promise.race([work(call), limit]), scanner.redact);
  } finally {
    clearTimeout(timer);
  }
}

const TOO_LONG = 'The call took too long and was ended.';

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
