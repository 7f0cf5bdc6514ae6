/** The schema of a named address. Kept apart from its words, so that those load without zod. */
import * as z from 'zod';
import type { NamedAddress } from './names.ts';

export const namedAddressSchema = z.strictObject({
  field: z.string(),
  name: z.string(),
  address: z.string(),
  from: z.enum(['address-book', 'address', 'sandbox', 'network']),
  setBy: z.enum(['terminal', 'page']).optional(),
  setAt: z.string().optional(),
  before: z.string().optional(),
}) satisfies z.ZodType<NamedAddress>;
