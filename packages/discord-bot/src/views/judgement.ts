/** Warnings about a transaction that matches its request, the most serious first. */

import type { ActionName, Prepared } from '@countersign/core';
import { cleanLine, withFewAddresses } from '@countersign/core/text';
import { format } from '@countersign/core/text/message';
import { type BlockingWarning, type Fact, isOfPayee, type Naming, naming } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import type { Words } from '../words/index.ts';
import { line } from './markdown.ts';
import { ALL, firstLines, text, textIfAny } from './parts.ts';

/** `isWhole`: for a file, with all addresses. */
export type JudgementCut = DifferencesCut & { readonly facts: number; readonly isWhole?: true };

/** More than any sentence of ours: what decides in it (addresses, hashes, amounts) is never cut. */
const WHOLE = 2_000;
/** The names of differing fields; the differences follow below, decisive ones first. */
const NAMES = 250;

type Judged = Pick<Prepared<ActionName>, 'judgement' | 'names' | 'summary'>;

/** Names for the sentences of a card: all parties of an escrow are listed on it, and the signer of anything else. */
export const namesIn = ({ names = [], summary }: Pick<Prepared<ActionName>, 'names' | 'summary'>): Naming =>
  naming(names, 'roles' in summary ? names.map(({ address }) => address) : [summary.signer]);

export function judgementParts(
  prepared: Judged & Pick<Prepared, 'status' | 'replaces'>,
  cut: JudgementCut,
  words: Words,
): APIComponentInContainer[] {
  const { status, judgement: risk, replaces } = prepared;
  const named = namesIn(prepared);
  const { card, core } = words;
  const isOpen = status === 'prepared';
  const replacing = isOpen ? card.replaces : card.willReplace;
  return [
    ...list(isOpen ? card.stopConfirmed : card.stopUnconfirmed, stopSentences(risk.stops, named, words), cut, card),
    ...list(card.lookTwice, core.warningLines(risk.warnings, named), cut, card),
    ...differenceParts(replacing, replaces?.differences, changed(card), cut, words),
  ];
}

/** More are behind *Details*. */
const SHORT: JudgementCut = { facts: 0, differences: 8, value: 60 };

/**
 * Of a short card: every blocking warning, and what it replaces while that must be confirmed; else who cannot be paid, or
 * the most serious other warning.
 */
export function shortJudgementParts(prepared: Judged & Pick<Prepared, 'status' | 'replaces'>, words: Words) {
  const { judgement: risk, names = [], summary, status, replaces } = prepared;
  const { card, core, language } = words;
  const named = naming(
    names,
    names.map(({ address }) => address),
  );
  const sentence = (fact: Fact) => {
    if (fact.code !== 'CAN_TAKE_TOGETHER' || fact.params.way !== 'dispute') return core.warningText(fact);
    const { parties, resolver } = fact.params;
    if (resolver === undefined) return core.warningText(fact);
    const list = new Intl.ListFormat(language, { type: 'disjunction' });
    return format(card.mayDispute, {
      parties: list.format(parties.map(({ address }) => address)),
      resolver: resolver.address,
    });
  };
  const payees = risk.warnings.filter(isOfPayee);
  const first = payees.length > 0 ? payees : risk.warnings.slice(0, 1);
  const texts = 'warnings' in summary ? (summary.warnings ?? []) : [];
  const all = [...core.warningLines(first, named, sentence), ...texts];
  const shown = payees.length > 0 ? all.slice(0, all.length - texts.length) : all.slice(0, 1);
  const left = risk.warnings.length - first.length + all.length - shown.length;
  const lines = shown.map(
    (each) =>
      `⚠️ ${line(
        withFewAddresses(each, (more) => format(card.more, { left: more })),
        WHOLE,
      )}`,
  );
  const more = left === 0 || lines.length === 0 ? [] : [`-# ${format(card.moreInDetails, { left })}`];
  return [
    ...list(
      status === 'prepared' ? card.stopConfirmed : card.stopUnconfirmed,
      stopSentences(risk.stops, named, words),
      SHORT,
      card,
    ),
    ...textIfAny([...lines, ...more]),
    ...(status === 'prepared'
      ? []
      : differenceParts(card.willReplace, replaces?.differences, changed(card), SHORT, words)),
  ];
}

/** Notes that decide nothing, and may come below the buttons. */
export function factParts(prepared: Judged, cut: JudgementCut, { card, core }: Words) {
  const sentences = core.warningLines(prepared.judgement.facts, namesIn(prepared)).slice(0, cut.facts);
  return list(card.goodToKnow, sentences, cut, card);
}

function stopSentences(blockers: readonly BlockingWarning[], named: Naming, { core }: Words): string[] {
  const replaces = blockers.filter(({ code }) => code === 'REPLACES_OPENED');
  const others = blockers.filter(({ code }) => code !== 'REPLACES_OPENED');
  return [
    ...core.stopLines(others, named),
    ...core.stopLines(replaces, named).map((shownText) => cleanLine(shownText, NAMES)),
  ];
}

/** Of very many addresses a few; the file has them all. */
function list(heading: string, sentences: readonly string[], { isWhole }: JudgementCut, { more }: Words['card']) {
  if (sentences.length === 0) return [];
  const others = (left: number) => format(more, { left });
  const lines = sentences.map((sentence) =>
    isWhole ? `- ${line(sentence, ALL)}` : `- ${line(withFewAddresses(sentence, others), WHOLE)}`,
  );
  return [text(`**${heading}**`, ...lines)];
}

/** Two versions, field by field. A field may hold a stranger's text. */
type Differences = NonNullable<Prepared['replaces']>['differences'];

type Sides = { readonly asked: string; readonly found: string };

/** Fields that hold nothing but a stranger's words. All others decide: addresses, amounts, numbers. */
const TEXT_FIELD = /^(?:engagementId|title|description|milestones\[\d+\]\.description)$/;
/** Longer than either side of what decides, which is never cut. */
const DECIDING = 200;

/** How many of them are shown, what decides first; and how much of each text. */
export type DifferencesCut = { readonly differences: number; readonly value: number };

/** The newer version is the requested one. */
export const changed = ({ now, before }: Words['card']): Sides => ({ asked: now, found: before });

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
  const lines = [...deciding, ...texts].map(({ field, asked, found }) => {
    const limit = TEXT_FIELD.test(field) ? cut.value : DECIDING;
    return `**${line(core.fieldText(field), 80)}**: ${sides.asked} ${line(asked, limit)}, ${sides.found} ${line(found, limit)}`;
  });
  return [text(`**${heading}**`, ...firstLines(lines, cut.differences, card.more).map((each) => `- ${each}`))];
}
