/** Two versions, field by field. A field may hold a stranger's text. */
import type { Prepared } from '@countersign/core';
import { cleanLine } from '@countersign/core/text';
import type { APIComponentInContainer } from 'discord.js';
import type { Words } from '../words/index.ts';
import { line } from './markdown.ts';
import { text } from './parts.ts';

export type Differences = NonNullable<Prepared['replaces']>['differences'];

/** How the two sides are called. */
export type Sides = { readonly asked: string; readonly found: string };

/** Fields that hold nothing but a stranger's words. All others decide: addresses, amounts, numbers. */
const TEXT_FIELD = /^(?:engagementId|title|description|milestones\[\d+\]\.description)$/;
/** Longer than either side of what decides, which is never cut. */
const WHOLE = 200;

/** How many of them are shown, what decides first; and how much of each text. */
export type DifferencesCut = { readonly differences: number; readonly value: number };

/** The newer version is the requested one. */
export const changed = ({ NOW, BEFORE }: Words['card']): Sides => ({ asked: NOW, found: BEFORE });

export function differenceParts(
  heading: string,
  differences: Differences | undefined,
  sides: Sides,
  cut: DifferencesCut,
  { card, core }: Words,
): APIComponentInContainer[] {
  if (differences === undefined || differences.length === 0) return [];
  const [texts = [], deciding = []] = [true, false].map((isText) =>
    differences.filter(({ field }) => TEXT_FIELD.test(field) === isText),
  );
  const shown = [...deciding, ...texts].slice(0, cut.differences).map(({ field, asked, found }) => {
    const limit = TEXT_FIELD.test(field) ? cut.value : WHOLE;
    return `- **${line(core.fieldText(field), 80)}**: ${sides.asked} ${line(asked, limit)}, ${sides.found} ${line(found, limit)}`;
  });
  const left = differences.length - shown.length;
  return [text([`**${heading}**`, ...shown, ...(left > 0 ? [`- ${card.MORE(left)}`] : [])].join('\n'))];
}

/** For a file, each in a line. */
export function differenceLines(label: string, differences: Differences, sides: Sides, { core }: Words): string[] {
  return differences.map(
    ({ field, asked, found }) =>
      `${label}: ${cleanLine(core.fieldText(field))}: ${sides.asked} ${cleanLine(asked, 1_000)}, ${sides.found} ${cleanLine(found, 1_000)}`,
  );
}
