/** The schema of a reason. Kept apart from its words, so that those load without zod. */
import * as z from 'zod';
import type { Reason } from './reasons.ts';

export const reasonSchema = z.discriminatedUnion('code', [
  reason('FACTORY_NOT_PINNED', { factory: z.string() }),
  reason('CODE_NOT_PINNED', { code: z.string() }),
  reason('FEE_ADDRESS_NOT_PINNED', { address: z.string() }),
  reason('OTHER_KIND', { generation: z.string(), release: z.string() }),
  reason('TOKEN_NOT_ASKED', { token: z.string(), stored: z.boolean() }),
  reason('ONE_AMOUNT_FOR_ALL', {}),
  reason('ADDRESS_IN_DOUBT', { elsewhere: z.string() }),
  reason('KEPT_AS_TEXT', {}),
]) satisfies z.ZodType<Reason>;

function reason<const Code extends Reason['code'], Params extends z.core.$ZodLooseShape>(code: Code, params: Params) {
  return z.strictObject({ code: z.literal(code), params: z.strictObject(params) });
}
