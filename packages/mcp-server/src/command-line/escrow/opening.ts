/** How an escrow begins at a terminal: deployed from a file, then funded. */
import type { PrepareInput } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { isAddress } from '@countersign/core/escrow';
import { UsageError } from '../run-command.ts';

/** A number with more digits than a float holds stays text. */
const MOST_DIGITS = 15;

/**
 * @param text the request of a deploy, as JSON
 * @throws CountersignError INPUT_INVALID if it is not a JSON object
 */
export function deployIn(text: string): PrepareInput<'deploy'> {
  let input: unknown;
  try {
    input = JSON.parse(text, keepDigits);
  } catch (cause) {
    throw notRequest('is not JSON', cause);
  }
  // The desk checks its fields.
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as PrepareInput<'deploy'>;
  throw notRequest('must hold one object, with the fields of an escrow');
}

function keepDigits(this: unknown, _: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = typeof value === 'number' ? context?.source : undefined;
  return source !== undefined && source.replace(/\D/g, '').length > MOST_DIGITS ? source : value;
}

const notRequest = (problem: string, cause?: unknown): CountersignError =>
  new CountersignError('INPUT_INVALID', { fields: [{ path: 'file', problem }], cause });

/**
 * @param payer an address, or a name; absent where the settings name a signer, or it is whose escrow it is
 * @throws UsageError where nobody is known who pays
 */
export function fundingOf(escrow: string, amount: string | undefined, payer: string | undefined): PrepareInput<'fund'> {
  const isListed = isAddress(escrow, ['contract']);
  if (isListed && payer === undefined) throw new UsageError('--as is missing; write --as NAME of who pays.');
  return {
    ...(isListed ? { escrow } : { id: escrow }),
    ...(amount === undefined ? {} : { amount }),
    ...(payer === undefined ? {} : { signer: payer }),
  };
}
