/**
 * Texts and lists of a bounded length. Zod's own `min` and `max` also read the `length` of other types, and comparing it
 * may call a stranger's `toString`; a refinement only sees the right type.
 */
import * as z from 'zod';

export const boundedText = (most: number) =>
  z
    .string()
    .refine((text) => text !== '', 'is empty')
    .refine((text) => text.length <= most, `is longer than ${most} characters`);

/** Entries are parsed only if the list's length is allowed. */
export const boundedList = <Entry extends z.ZodType>(
  entry: Entry,
  most: number,
  words: { readonly empty: string; readonly tooMany: string },
) =>
  z
    .array(z.unknown())
    .refine((list) => list.length > 0, words.empty)
    .refine((list) => list.length <= most, words.tooMany)
    .pipe(z.array(entry));
