/** Warnings about a transaction that matches its request, the most serious first. */
import type { Prepared } from '@countersign/core';
import { cleanLine } from '@countersign/core/text';
import type { Stop } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import type { Words } from '../words/index.ts';
import { changed, type DifferencesCut, differenceLines, differenceParts } from './differences.ts';
import { line } from './markdown.ts';
import { text } from './parts.ts';

export type JudgementCut = DifferencesCut & { readonly facts: number };

/** More than any sentence of ours: what decides in it (addresses, hashes, amounts) is never cut. */
const WHOLE = 2_000;
/** The names of differing fields; the differences follow below, decisive ones first. */
const NAMES = 250;

export function judgementParts(
  { status, judgement, replaces }: Pick<Prepared, 'status' | 'judgement' | 'replaces'>,
  cut: JudgementCut,
  words: Words,
): APIComponentInContainer[] {
  const { card, core } = words;
  const isOpen = status === 'prepared';
  const replacing = isOpen ? card.REPLACES : card.WILL_REPLACE;
  return [
    ...list(isOpen ? card.STOP_CONFIRMED : card.STOP_UNCONFIRMED, stopSentences(judgement.stops, words)),
    ...list(card.LOOK_TWICE, judgement.warnings.map(core.warningText)),
    ...differenceParts(replacing, replaces?.differences, changed(card), cut, words),
  ];
}

/** Notes that decide nothing, and may come below the buttons. */
export function factParts(
  { judgement }: Pick<Prepared, 'judgement'>,
  { facts }: Pick<JudgementCut, 'facts'>,
  { card, core }: Words,
) {
  return list(card.GOOD_TO_KNOW, judgement.facts.slice(0, facts).map(core.warningText));
}

/** All of it, for a file. */
export function judgementLines({ judgement: { stops, warnings, facts }, replaces }: Prepared, words: Words): string[] {
  const { card, core } = words;
  const sentence = (label: string, said: string) => `${label}: ${cleanLine(said, 4_000)}`;
  return [
    ...core.stopLines(stops).map((said) => sentence(card.STOP, said)),
    ...warnings.map((warning) => sentence(card.LOOK_TWICE, core.warningText(warning))),
    ...facts.map((fact) => sentence(card.GOOD_TO_KNOW, core.warningText(fact))),
    ...differenceLines(card.CHANGED, replaces?.differences ?? [], changed(card), words),
  ];
}

function stopSentences(stops: readonly Stop[], { core }: Words): string[] {
  const replaces = stops.filter(({ code }) => code === 'REPLACES_OPENED');
  const others = stops.filter(({ code }) => code !== 'REPLACES_OPENED');
  return [...core.stopLines(others), ...core.stopLines(replaces).map((said) => cleanLine(said, NAMES))];
}

function list(heading: string, sentences: readonly string[]): APIComponentInContainer[] {
  if (sentences.length === 0) return [];
  return [text([`**${heading}**`, ...sentences.map((sentence) => `- ${line(sentence, WHOLE)}`)].join('\n'))];
}
