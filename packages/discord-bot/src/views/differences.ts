/** Two versions of the same, field by field. What stands in a field may be a stranger's text. */
import type { Prepared } from '@countersign/core';
import { cleanLine } from '@countersign/core/text';
import type { APIComponentInContainer } from 'discord.js';
import { line } from './markdown.ts';
import { text } from './parts.ts';

export type Differences = NonNullable<Prepared['replaces']>['differences'];

/** How the two sides are called. */
export type Sides = { readonly asked: string; readonly found: string };

/** How many of them are shown, and how much of each value. */
export type DifferencesCut = { readonly differences: number; readonly value: number };

/** Of two versions the newer one is what was asked for. */
export const CHANGED: Sides = { asked: 'now', found: 'before' };

export function differenceParts(
  heading: string,
  differences: Differences | undefined,
  sides: Sides,
  cut: DifferencesCut,
): APIComponentInContainer[] {
  if (differences === undefined || differences.length === 0) return [];
  const shown = differences.slice(0, cut.differences).map(({ field, asked, found }) => {
    return `- **${line(field, 80)}**: ${sides.asked} ${line(asked, cut.value)}, ${sides.found} ${line(found, cut.value)}`;
  });
  const left = differences.length - shown.length;
  return [text([`**${heading}**`, ...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n'))];
}

/** For a file, each in a line. */
export function differenceLines(label: string, differences: Differences, sides: Sides): string[] {
  return differences.map(
    ({ field, asked, found }) =>
      `${label}: ${cleanLine(field)}: ${sides.asked} ${cleanLine(asked, 1_000)}, ${sides.found} ${cleanLine(found, 1_000)}`,
  );
}
