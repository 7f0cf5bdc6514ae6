/** What a person should weigh before they sign, though it is what was asked for: the most serious first. */
import type { Prepared } from '@countersign/core';
import { cleanLine } from '@countersign/core/text';
import { stopText, warningText } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import { CHANGED, type DifferencesCut, differenceLines, differenceParts } from './differences.ts';
import { line } from './markdown.ts';
import { text } from './parts.ts';

/** Room for every sentence of ours with the addresses in it. */
const LONGEST = 400;

const STOPS: Readonly<Record<Prepared['status'], string>> = {
  'to-confirm': 'Stop. There is nothing to sign until you confirm this',
  prepared: 'You confirmed this. Read it again before you sign',
};

export type JudgementCut = { readonly facts: number; readonly differences: DifferencesCut };

export function judgementParts(
  { status, judgement, replaces }: Prepared,
  { facts, differences }: JudgementCut,
): APIComponentInContainer[] {
  return [
    ...list(STOPS[status], judgement.stops.map(stopText)),
    ...list('Look twice', judgement.warnings.map(warningText)),
    ...list('Good to know', judgement.facts.slice(0, facts).map(warningText)),
    ...differenceParts(
      'This ends your earlier version. What is different',
      replaces?.differences,
      CHANGED,
      differences,
    ),
  ];
}

/** All of it, for a file. */
export function judgementLines({ judgement: { stops, warnings, facts }, replaces }: Prepared): string[] {
  const sentence = (label: string, words: string) => `${label}: ${cleanLine(words, 4_000)}`;
  return [
    ...stops.map((stop) => sentence('Stop', stopText(stop))),
    ...warnings.map((warning) => sentence('Look twice', warningText(warning))),
    ...facts.map((fact) => sentence('Good to know', warningText(fact))),
    ...differenceLines('Different from your earlier version', replaces?.differences ?? [], CHANGED),
  ];
}

function list(heading: string, sentences: readonly string[]): APIComponentInContainer[] {
  if (sentences.length === 0) return [];
  return [text([`**${heading}**`, ...sentences.map((sentence) => `- ${line(sentence, LONGEST)}`)].join('\n'))];
}
