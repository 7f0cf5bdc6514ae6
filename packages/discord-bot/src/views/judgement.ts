/** What a person should weigh before they sign, though it is what was asked for: the most serious first. */
import type { Prepared } from '@countersign/core';
import { cleanLine } from '@countersign/core/text';
import { ROLE_WORDS, type Stop, stopText, warningText } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import { CHANGED, type DifferencesCut, differenceLines, differenceParts } from './differences.ts';
import { line } from './markdown.ts';
import { text } from './parts.ts';

const STOPS: Readonly<Record<Prepared['status'], string>> = {
  'to-confirm': 'Stop. There is nothing to sign until you confirm this',
  prepared: 'You confirmed this. Read it again before you sign',
};

/** `sentence`: room for every sentence of ours with the addresses in it; what two versions say may be cut. */
export type JudgementCut = DifferencesCut & { readonly facts: number; readonly sentence: number };

export function judgementParts(
  { status, judgement, replaces }: Prepared,
  cut: JudgementCut,
): APIComponentInContainer[] {
  return [
    ...list(STOPS[status], stopSentences(judgement.stops), cut.sentence),
    ...list('Look twice', judgement.warnings.map(warningText), cut.sentence),
    ...list('Good to know', judgement.facts.slice(0, cut.facts).map(warningText), cut.sentence),
    ...differenceParts('This ends your earlier version. What is different', replaces?.differences, CHANGED, cut),
  ];
}

/** All of it, for a file. */
export function judgementLines({ judgement: { stops, warnings, facts }, replaces }: Prepared): string[] {
  const sentence = (label: string, words: string) => `${label}: ${cleanLine(words, 4_000)}`;
  return [
    ...stops.map((stop) => sentence('Stop', stopText(stop))),
    ...warnings.map((warning) => sentence('Look twice', warningText(warning))),
    ...facts.map((fact) => sentence('Good to know', warningText(fact))),
    ...differenceLines('Changed', replaces?.differences ?? [], CHANGED),
  ];
}

/** What is wrong with several roles is said once, and then named for the others. */
function stopSentences(stops: readonly Stop[]): string[] {
  const rolesOf = ({ code }: Stop) =>
    stops.flatMap((stop) => (stop.code === code && 'role' in stop.params ? stop.params.role : []));
  return stops.flatMap((stop) => {
    const [first, ...others] = rolesOf(stop);
    if (!('role' in stop.params)) return stopText(stop);
    if (stop.params.role !== first) return [];
    return `${stopText(stop)}${others.length === 0 ? '' : ` The same for: ${others.map((role) => ROLE_WORDS[role]).join(', ')}.`}`;
  });
}

function list(heading: string, sentences: readonly string[], limit: number): APIComponentInContainer[] {
  if (sentences.length === 0) return [];
  return [text([`**${heading}**`, ...sentences.map((sentence) => `- ${line(sentence, limit)}`)].join('\n'))];
}
