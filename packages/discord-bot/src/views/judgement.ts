/** What a person should weigh before they sign, though it is what was asked for: the most serious first. */
import type { Prepared } from '@countersign/core';
import { cleanLine } from '@countersign/core/text';
import { type Stop, stopLines, warningText } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import { CHANGED, type DifferencesCut, differenceLines, differenceParts } from './differences.ts';
import { line } from './markdown.ts';
import { text } from './parts.ts';

const STOPS: Readonly<Record<Prepared['status'], string>> = {
  'to-confirm': 'Stop. There is nothing to sign until you confirm this',
  prepared: 'You confirmed this. Read it again before you sign',
};

export type JudgementCut = DifferencesCut & { readonly facts: number };

/** More than any sentence of ours: what decides in it (addresses, hashes, amounts) is never cut. */
const WHOLE = 2_000;
/** Names of what differs; the differences themselves stand below, what decides first. */
const NAMES = 250;
const REPLACES: Readonly<Record<Prepared['status'], string>> = {
  'to-confirm': 'This will replace your earlier version. What is different',
  prepared: 'This replaces your earlier version. What is different',
};

export function judgementParts(
  { status, judgement, replaces }: Pick<Prepared, 'status' | 'judgement' | 'replaces'>,
  cut: JudgementCut,
): APIComponentInContainer[] {
  return [
    ...list(STOPS[status], stopSentences(judgement.stops)),
    ...list('Look twice', judgement.warnings.map(warningText)),
    ...differenceParts(REPLACES[status], replaces?.differences, CHANGED, cut),
  ];
}

/** What decides nothing, and may stand below the buttons. */
export function factParts({ judgement }: Pick<Prepared, 'judgement'>, { facts }: Pick<JudgementCut, 'facts'>) {
  return list('Good to know', judgement.facts.slice(0, facts).map(warningText));
}

/** All of it, for a file. */
export function judgementLines({ judgement: { stops, warnings, facts }, replaces }: Prepared): string[] {
  const sentence = (label: string, words: string) => `${label}: ${cleanLine(words, 4_000)}`;
  return [
    ...stopLines(stops).map((words) => sentence('Stop', words)),
    ...warnings.map((warning) => sentence('Look twice', warningText(warning))),
    ...facts.map((fact) => sentence('Good to know', warningText(fact))),
    ...differenceLines('Changed', replaces?.differences ?? [], CHANGED),
  ];
}

function stopSentences(stops: readonly Stop[]): string[] {
  const replaces = stops.filter(({ code }) => code === 'REPLACES_OPENED');
  const others = stops.filter(({ code }) => code !== 'REPLACES_OPENED');
  return [...stopLines(others), ...stopLines(replaces).map((words) => cleanLine(words, NAMES))];
}

function list(heading: string, sentences: readonly string[]): APIComponentInContainer[] {
  if (sentences.length === 0) return [];
  return [text([`**${heading}**`, ...sentences.map((sentence) => `- ${line(sentence, WHOLE)}`)].join('\n'))];
}
