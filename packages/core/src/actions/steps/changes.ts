/** What a step changes in an escrow, before and after, in words: computed from the two states, told by nobody. */
import { fromBasisPoints } from '../../escrow/amount.ts';
import { ROLE_NAMES } from '../../escrow/roles.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import { stateOf } from '../../kinds/progress.ts';
import { revealLine, revealParagraph } from '../../text/text.ts';
import { ROLE_WORDS } from '../../words/en/words.ts';
import { type Standing, written } from './standing.ts';
import type { Effect } from './step.ts';

/** Texts are cleaned for showing, addresses are whole. */
export type Change = { readonly what: string; readonly before: string; readonly after: string };

export function changesOf(standing: Standing, { after, pays, isAbout }: Effect): readonly Change[] {
  const { escrow: before, held } = standing;
  const paid = pays.reduce((sum, { units }) => sum + units, 0n);
  const left = `${isAbout ? 'about ' : ''}${money(standing, held - paid)}`;
  return [
    ...toldText('Title', before.title, after.title, revealLine),
    ...toldText('Engagement id', before.engagementId, after.engagementId, revealLine),
    ...toldText('Description', before.description, after.description, revealParagraph),
    ...told('Platform fee', `${fromBasisPoints(before.platformFee)} %`, `${fromBasisPoints(after.platformFee)} %`),
    ...ROLE_NAMES.flatMap((role) => told(ROLE_WORDS[role], before.roles[role] ?? NONE, after.roles[role] ?? NONE)),
    ...told('Amount', amountText(standing, before.amount), amountText(standing, after.amount)),
    ...told('Escrow', wholeState(before), wholeState(after)),
    ...milestoneChanges(standing, after),
    ...told('In the escrow', money(standing, held), paid === 0n ? money(standing, held) : left),
  ];
}

function milestoneChanges(standing: Standing, after: EscrowOnChain): readonly Change[] {
  const { escrow: before } = standing;
  const count = Math.max(before.milestones.length, after.milestones.length);
  return Array.from({ length: count }, (_, index) => {
    const [one, other] = [before.milestones[index], after.milestones[index]];
    const name = `Milestone ${index + 1}`;
    if (one === undefined || other === undefined) {
      return told(name, summed(standing, one), summed(standing, other));
    }
    return [
      ...toldText(`${name}: description`, one.description, other.description, revealParagraph),
      ...told(`${name}: amount`, amountText(standing, one.amount), amountText(standing, other.amount)),
      ...told(`${name}: receiver`, one.receiver ?? NONE, other.receiver ?? NONE),
      // The flags of the whole escrow are told once, for it.
      ...told(name, stateOf(ownFlags, one), stateOf(ownFlags, other)),
      ...toldText(`${name}: status`, one.status, other.status, revealLine),
      ...toldText(`${name}: evidence`, one.evidence, other.evidence, revealParagraph),
    ];
  }).flat();
}

const NONE = 'none';
const ownFlags = { flags: {} } as EscrowOnChain;

const told = (what: string, before: string, after: string): Change[] =>
  before === after ? [] : [{ what, before, after }];

/** What differs beyond what is shown of it, or in blanks alone, is a change as well. */
const toldText = (what: string, before: string, after: string, show: (text: string) => string): Change[] =>
  before === after ? [] : [{ what, before: show(before) || NONE, after: show(after) || NONE }];

const money = (standing: Standing, units: bigint): string => `${written(standing, units)} ${standing.token}`;

const amountText = (standing: Standing, units: bigint | undefined): string =>
  units === undefined ? NONE : money(standing, units);

function wholeState({ flags }: EscrowOnChain): string {
  if (flags === undefined) return '';
  return stateOf(ownFlags, { flags } as MilestoneOnChain);
}

function summed(standing: Standing, milestone: MilestoneOnChain | undefined): string {
  if (milestone === undefined) return NONE;
  const { description, amount, receiver } = milestone;
  const parts = [revealParagraph(description, 200), amount === undefined ? undefined : money(standing, amount)];
  return [...parts, receiver === undefined ? undefined : `to ${receiver}`].filter(Boolean).join(', ');
}
