/**
 * Runs one call of the desk for any adapter: scans its input for secrets, limits its time, and redacts its result.
 */
import { CountersignError, toCountersignError } from '../errors/errors.ts';
import { redactStrings, refuseSecrets } from '../secrets/secrets.ts';
import type { ServiceCallOptions } from '../service/escrow-service.ts';
import { isObject } from '../text/fields.ts';
import { CALL_BUDGET_MS, newCallId } from './call.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';

/** How much longer a call may take to record that an outcome is unknown, and to return. */
const SETTLE_MS = 1_000;

/** The options of the call's parts: the caller's, with the deadline on the present wall clock. */
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
  const { beside = {}, begun = performance.now(), callId = newCallId(), ...given } = options;
  refuseSecrets({ ...beside, ...(isObject(input) ? input : { input }) }, scanner);
  const left = () => CALL_BUDGET_MS - (performance.now() - begun);
  // The service client has the deadline itself; everything else is aborted by this signal, a moment later.
  const over = AbortSignal.timeout(Math.max(Math.ceil(left() + SETTLE_MS / 2), 0));
  const signal = given.signal === undefined ? over : AbortSignal.any([given.signal, over]);
  const call = () => ({ ...given, callId, signal, deadline: now() + left() });
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const end = () => reject(new CountersignError('SERVICE_TIMEOUT', { message: TOO_LONG }));
    timer = setTimeout(end, left() + SETTLE_MS);
  });
  try {
    return redactStrings(await Promise.race([work(call), limit]), scanner.redact);
  } catch (error) {
    // Aborted by our signal, not by the caller's. Any other error says more than a timeout.
    const isOurs = over.aborted && given.signal?.aborted !== true && toCountersignError(error).code === 'CANCELLED';
    throw isOurs ? new CountersignError('SERVICE_TIMEOUT', { message: TOO_LONG, cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

const TOO_LONG = 'The call took too long and was ended.';
