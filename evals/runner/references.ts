/** `{ "from": "prepared", "field": "summary.total" }`: a value of an earlier result. So nothing is ever copied. */
import * as z from 'zod';

export const referenceSchema = z.strictObject({ from: z.string(), field: z.string() });
type Reference = z.output<typeof referenceSchema>;

/** What steps gave, by the name that they have in the conversation. */
export type Results = ReadonlyMap<string, unknown>;

/** A reference to what no step gave; a model may never come so far. */
export class UnresolvedReference extends Error {}

/** A copy of `value` with what its references stand for. @throws UnresolvedReference */
export function resolveReferences(value: unknown, results: Results): unknown {
  if (isReference(value)) return valueAt(value, results);
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, results));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveReferences(item, results)]));
}

/** A text, or parts of one. @throws UnresolvedReference */
export function resolveText(text: string | readonly unknown[], results: Results): string {
  return typeof text === 'string' ? text : text.map((part) => String(resolveReferences(part, results))).join('');
}

function isReference(value: unknown): value is Reference {
  return referenceSchema.safeParse(value).success;
}

function valueAt({ from, field }: Reference, results: Results): unknown {
  const found = fieldOf(results.get(from), field);
  if (found === undefined) throw new UnresolvedReference(`${from}.${field}`);
  return found;
}

/** @param path such as `milestones.1.missing` */
export function fieldOf(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, part) => (inner as Readonly<Record<string, unknown>> | undefined)?.[part], value);
}
