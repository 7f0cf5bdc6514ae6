/**
 * Texts and lists of a bounded length. Zod's own `min` and `max` also read the `length` of other types, and comparing it
 * may call a stranger's `toString`; a refinement only sees the right type.
 */
import * as z from 'zod';
import { createProblem, type Problem } from '../errors/problems.ts';
import { failWith } from './issues.ts';

export const boundedText = (most: number) =>
  z
    .string()
    .refine((text) => text !== '', failWith(createProblem('EMPTY')))
    .refine((text) => text.length <= most, failWith(createProblem('LONGER_THAN', { most })));

/** Entries are parsed only if the list's length is allowed. */
export const boundedList = <Entry extends z.ZodType>(
  entry: Entry,
  most: number,
  problems: { readonly empty: Problem; readonly tooMany: Problem },
) =>
  z
    .array(z.unknown() as z.ZodType<z.input<Entry>, z.input<Entry>>)
    .refine((list) => list.length > 0, failWith(problems.empty))
    .refine((list) => list.length <= most, failWith(problems.tooMany))
    .pipe(z.array(entry));
