/** Fields of a JSON body. */
import { CountersignError, fieldProblem } from '@countersign/core/errors';
import { isObject } from '@countersign/core/text/fields';
import type { Context } from 'hono';

/** @throws CountersignError INPUT_INVALID where there is no such text */
export async function textOf(c: Context, name: string): Promise<string> {
  const value = await optionalText(c, name);
  if (value !== undefined) return value;
  throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem(name, 'MISSING')] });
}

export async function optionalText(c: Context, name: string): Promise<string | undefined> {
  const value = (await bodyOf(c))[name];
  return typeof value === 'string' ? value : undefined;
}

/** For callers that report each invalid field themselves. */
export async function bodyOf(c: Context): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await c.req.json().catch(() => undefined);
  return isObject(body) ? body : {};
}
