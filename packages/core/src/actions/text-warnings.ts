/** Warnings about an escrow's texts: shown and not refused, since none of them alone is wrong. */
import { summaryWords as english } from '../words/en-core.ts';
import type { SummaryWords } from '../words/language.ts';
import type { Script } from '../words/summary.ts';

type EscrowTexts = {
  readonly engagementId: string;
  readonly title: string;
  readonly description: string;
  readonly milestones: readonly { readonly description: string }[];
};

/** Letters of these look alike one by one; no language writes a word with two of them (UTS 39, mixed scripts). */
const LOOKALIKES = [
  ['Latin', /\p{Script=Latin}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['mathematical', /[\u{1d400}-\u{1d7ff}]/u],
] as const satisfies readonly (readonly [Script, RegExp])[];
/** Most texts have none of the others, and need no look at their words. */
export const FOREIGN = new RegExp(
  LOOKALIKES.slice(1)
    .map(([, pattern]) => pattern.source)
    .join('|'),
  'u',
);
/** Units and symbols (kΩ, μm, Δt) mix honestly, and are short. */
const SHORTEST_WORD = 4;

/** Stellar's addresses, hashes and keys are 56 or more such characters; a few may be look-alikes of others. */
const ADDRESS_LIKE = /[\p{L}\p{N}]{40,}/u;

/** Styled alphabets that stand in for bold or italic, which no field of ours lets a text have. */
const STYLED = /[\u{1d400}-\u{1d7ff}]{2}/u;

/** One line for each thing to look at; none for an ordinary escrow. */
export function textWarnings(escrow: EscrowTexts, { troubleText }: SummaryWords = english): string[] {
  const { engagementId, title, description, milestones } = escrow;
  const texts = [
    ['engagementId', engagementId],
    ['title', title],
    ['description', description],
    ...milestones.map((milestone, index) => [`milestones[${index}].description`, milestone.description] as const),
  ] as const;
  return texts.flatMap(([field, text]) => [
    ...mixed(text).map((scripts) => troubleText(field, { mixed: scripts })),
    ...(ADDRESS_LIKE.test(text) ? [troubleText(field, 'address')] : []),
    ...(STYLED.test(text) ? [troubleText(field, 'styled')] : []),
  ]);
}

/** The scripts of the first word that mixes some: Latin and Cyrillic. */
function mixed(text: string): Script[][] {
  if (!FOREIGN.test(text)) return [];
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if ([...word].length < SHORTEST_WORD) continue;
    const scripts = LOOKALIKES.filter(([, pattern]) => pattern.test(word)).map(([name]) => name);
    if (scripts.length > 1) return [scripts];
  }
  return [];
}
