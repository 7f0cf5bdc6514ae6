/** What a step changes in an escrow, before and after, in words: computed from the two states. */
import { fromBasisPoints } from '../../escrow/amount.ts';
import { ROLE_NAMES } from '../../escrow/roles.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import { stateOf } from '../../kinds/progress.ts';
import { revealLine, revealParagraph } from '../../text/text.ts';
import type { SummaryWords } from '../../words/words-of-language.ts';
import { type Standing, written } from './standing.ts';
import type { Effect } from './step.ts';

/** Texts are cleaned for showing, addresses are whole. */
export type Change = { readonly what: string; readonly before: string; readonly after: string };

export function changesOf(
  standing: Standing,
  { after, pays, isAbout }: Effect,
  words: SummaryWords,
): readonly Change[] {
  const { FIELD_NAMES, NONE, ROLE_WORDS, aboutText } = words;
  const { told, toldText, amountText, wholeState } = tellers(standing, words);
  const { escrow: before, held } = standing;
  const paid = pays.reduce((sum, { units }) => sum + units, 0n);
  const rest = money(standing, held - paid);
  const left = isAbout ? aboutText(rest) : rest;
  return [
    ...toldText(FIELD_NAMES.title, before.title, after.title, revealLine),
    ...toldText(FIELD_NAMES.engagementId, before.engagementId, after.engagementId, revealLine),
    ...toldText(FIELD_NAMES.description, before.description, after.description, revealParagraph),
    ...told(
      FIELD_NAMES.platformFee,
      `${fromBasisPoints(before.platformFee)} %`,
      `${fromBasisPoints(after.platformFee)} %`,
    ),
    ...ROLE_NAMES.flatMap((role) => told(ROLE_WORDS[role], before.roles[role] ?? NONE, after.roles[role] ?? NONE)),
    ...told(FIELD_NAMES.amount, amountText(before.amount), amountText(after.amount)),
    ...told(FIELD_NAMES.escrow, wholeState(before), wholeState(after)),
    ...milestoneChanges(standing, after, words),
    ...told(FIELD_NAMES.held, money(standing, held), paid === 0n ? money(standing, held) : left),
  ];
}

function milestoneChanges(standing: Standing, after: EscrowOnChain, words: SummaryWords): readonly Change[] {
  const { escrow: before } = standing;
  const { MILESTONE_FIELD_NAMES: names, MILESTONE_STATE_WORDS: states, NONE, milestoneName } = words;
  const { told, toldText, amountText, summed } = tellers(standing, words);
  const count = Math.max(before.milestones.length, after.milestones.length);
  return Array.from({ length: count }, (_, index) => {
    const [one, other] = [before.milestones[index], after.milestones[index]];
    const name = milestoneName(index + 1);
    if (one === undefined || other === undefined) return told(name, summed(one), summed(other));
    return [
      ...toldText(`${name}: ${names.description}`, one.description, other.description, revealParagraph),
      ...told(`${name}: ${names.amount}`, amountText(one.amount), amountText(other.amount)),
      ...told(`${name}: ${names.receiver}`, one.receiver ?? NONE, other.receiver ?? NONE),
      // Flags of the whole escrow are shown once, for the escrow.
      ...told(name, states[stateOf(ownFlags, one)], states[stateOf(ownFlags, other)]),
      ...toldText(`${name}: ${names.status}`, one.status, other.status, revealLine),
      ...toldText(`${name}: ${names.evidence}`, one.evidence, other.evidence, revealParagraph),
    ];
  }).flat();
}

const ownFlags = { flags: {} } as EscrowOnChain;

const money = (standing: Standing, units: bigint): string => `${written(standing, units)} ${standing.token}`;

function tellers(standing: Standing, { MILESTONE_STATE_WORDS, NONE, toText }: SummaryWords) {
  return {
    told: (what: string, before: string, after: string): Change[] =>
      before === after ? [] : [{ what, before, after }],
    /** A difference past the cut, or in white space only, is a change too. */
    toldText: (what: string, before: string, after: string, show: (text: string) => string): Change[] =>
      before === after ? [] : [{ what, before: show(before) || NONE, after: show(after) || NONE }],
    amountText: (units: bigint | undefined): string => (units === undefined ? NONE : money(standing, units)),
    wholeState: ({ flags }: EscrowOnChain): string =>
      flags === undefined ? '' : MILESTONE_STATE_WORDS[stateOf(ownFlags, { flags } as MilestoneOnChain)],
    summed(milestone: MilestoneOnChain | undefined): string {
      if (milestone === undefined) return NONE;
      const { description, amount, receiver } = milestone;
      const parts = [revealParagraph(description, 200), amount === undefined ? undefined : money(standing, amount)];
      return [...parts, receiver === undefined ? undefined : toText(receiver)].filter(Boolean).join(', ');
    },
  };
}
