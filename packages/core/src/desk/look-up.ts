/** A handle or a transaction looked up by what a person or model wrote. */
import * as z from 'zod';
import { parseInput } from '../escrow/parse-input.ts';
import { boundedText } from '../text/bounded.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import type { TransactionStatus } from './results.ts';
import { readStatus, waitForOutcome } from './status.ts';

const reference = boundedText(100);
const lookUpSchema = z
  .strictObject({
    id: reference.optional(),
    transactionHash: reference.optional(),
    /** A longer wait is cut to the longest allowed. */
    waitSeconds: z.number().min(0, 'is negative; give 0 to 30').optional(),
  })
  .refine(({ id, transactionHash }) => (id === undefined) !== (transactionHash === undefined), {
    message: 'give id or transactionHash',
  });

/** @throws CountersignError INPUT_INVALID, SECRET_REFUSED, HANDLE_NOT_FOUND, CANCELLED */
export async function lookUp(
  context: DeskContext,
  input: unknown,
  options: CallOptions = {},
): Promise<TransactionStatus> {
  const { id, transactionHash, waitSeconds = 0 } = parseInput(lookUpSchema, input);
  const wanted = id ?? transactionHash?.toLowerCase() ?? '';
  return waitSeconds === 0
    ? await readStatus(context, wanted, options)
    : await waitForOutcome(context, wanted, waitSeconds * 1_000, options);
}
