/** Reads a JSON body without losing a digit of the money in it. */
import { expandJsonNumber } from '@countersign/core/escrow';
import { isObject } from '@countersign/core/text/fields';
import type { Context } from 'hono';

/** Fields whose numbers keep every digit; all others are parsed as usual. */
const EXACT_FIELDS: ReadonlySet<string> = new Set(['amount', 'platformFee', 'receiverMemo']);

export class BodyError extends Error {}

/**
 * @param exact converts a number in an exact field, given as a decimal string; default: the string itself
 * @throws BodyError where the body is not a JSON object, or not sent as JSON
 */
export async function readJsonBody(
  c: Context,
  exact: (decimal: string) => unknown = (decimal) => decimal,
): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json(\s*;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new BodyError('Content-Type must be application/json');
  }
  const body = parseExactly(await c.req.text(), exact);
  if (!isObject(body)) throw new BodyError('The body must be a JSON object');
  return body;
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

function parseExactly(text: string, exact: (decimal: string) => unknown): unknown {
  const exactly = (value: number, source: string): unknown => {
    const decimal = expandJsonNumber(source);
    return decimal === undefined ? value : exact(decimal);
  };
  const revive: Reviver = (key, value, { source }) =>
    typeof value === 'number' && source !== undefined && EXACT_FIELDS.has(key) ? exactly(value, source) : value;
  try {
    return (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, revive);
  } catch {
    throw new BodyError('The body is not valid JSON');
  }
}
