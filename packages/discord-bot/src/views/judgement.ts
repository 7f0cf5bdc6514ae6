/** What a person should weigh before they sign, though it is what was asked for: the most serious first. */
import type { JudgementView, Prepared } from '@countersign/core';
import { stopText, warningText } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import { line } from './markdown.ts';
import { text } from './parts.ts';

/** Room for every sentence of ours with the addresses in it; what a version says differently may be cut. */
const LONGEST = 400;

/** The most facts and differences that are shown, and how much of each text. */
export type JudgementCut = { readonly facts: number; readonly differences: number; readonly found: number };

export function judgementParts(
  { status, judgement, replaces }: Prepared,
  { facts, differences, found }: JudgementCut,
): APIComponentInContainer[] {
  return [
    ...list(STOPS[status], judgement.stops.map(stopText)),
    ...list('Look twice', judgement.warnings.map(warningText)),
    ...list('Good to know', judgement.facts.slice(0, facts).map(warningText)),
    ...(replaces === undefined
      ? []
      : differenceParts('This ends your earlier version. What differs', replaces.differences, CHANGED, {
          most: differences,
          limit: found,
        })),
  ];
}

/** Whether some of it is left out. */
export function isJudgementCut(
  { judgement, replaces }: Pick<Prepared, 'judgement' | 'replaces'>,
  { facts, differences }: JudgementCut,
): boolean {
  return judgement.facts.length > facts || (replaces?.differences.length ?? 0) > differences;
}

const STOPS: Readonly<Record<Prepared['status'], string>> = {
  'to-confirm': 'Stop. There is nothing to sign until you confirm this',
  prepared: 'You confirmed this. Read it again before you sign',
};

type Differences = NonNullable<Prepared['replaces']>['differences'];
/** How what was asked and what was found are called. */
type Sides = { readonly asked: string; readonly found: string };

/** `asked` is the newer version. */
export const CHANGED: Sides = { asked: 'now', found: 'before' };

export function differenceParts(
  heading: string,
  differences: Differences,
  sides: Sides,
  { most, limit }: { readonly most: number; readonly limit: number },
): APIComponentInContainer[] {
  const lines = differences
    .slice(0, most)
    .map(
      ({ field, asked, found }) =>
        `- **${line(field, 80)}**: ${sides.asked} ${line(asked, limit)}, ${sides.found} ${line(found, limit)}`,
    );
  const left = differences.length - lines.length;
  if (differences.length === 0) return [];
  return [text([`**${heading}**`, ...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n'))];
}

function list(heading: string, sentences: readonly string[]): APIComponentInContainer[] {
  if (sentences.length === 0) return [];
  return [text([`**${heading}**`, ...sentences.map((sentence) => `- ${line(sentence, LONGEST)}`)].join('\n'))];
}

/** All of it as plain text, for a file. */
export function judgementText({ stops, warnings, facts }: JudgementView): string[] {
  return [
    ...stops.map((stop) => `Stop: ${stopText(stop)}`),
    ...[...warnings, ...facts].map((warning) => `Look twice: ${warningText(warning)}`),
  ];
}
