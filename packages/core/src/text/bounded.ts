/**
 * Texts and lists of a bounded length. Zod's own `min` and `max` also look at the `length` of what is neither, and
 * comparing it calls a `toString` that a stranger may have put there; a refinement sees the right type alone.
 */
import * as z from 'zod';

export const boundedText = (most: number) =>
  z
    .string()
    .refine((text) => text !== '', 'is empty')
    .refine((text) => text.length <= most, `is longer than ${most} characters`);

/** Entries are looked at only where there are as many as there may be. */
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
