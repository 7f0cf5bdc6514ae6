/** How a call fails. */
import { CountersignError, type ErrorCode, toCountersignError } from '@countersign/core/errors';

export async function failure(call: Promise<unknown>): Promise<CountersignError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof CountersignError) return thrown;
  throw new Error(`an error of ours was expected, not ${thrown}`);
}

/** The code of its error, or `done` when it does not fail. */
export const codeOf = (call: Promise<unknown>): Promise<ErrorCode | 'done'> =>
  call.then(
    () => 'done',
    (error: unknown) => toCountersignError(error).code,
  );
