/** What a person can do with an escrow, and whose turn it is. */
import type { ActionWords } from '../actions/words.ts';
import { format } from '../text/message.ts';
import type { CoreMessages } from './catalogue.ts';
import type { Acted, TurnWords } from './data/life.ts';
import { groupTurns } from './naming.ts';
import { joinedTo, milestonesText } from './words.ts';

type Milestones = number | readonly number[] | undefined;

/** "open a dispute over milestone 2", "approve milestones 1–3" */
export const actText = (messages: CoreMessages, action: Acted, milestones?: Milestones): string =>
  withMilestones(messages, messages.actions[action].verb, action, milestones);

/** What a state means for an action: "Nothing was paid.", "Do not sign another payment."; empty where it means nothing more. */
export function meansText(messages: CoreMessages, action: Acted, state: string): string {
  const { outcomes = {} }: Pick<ActionWords, 'verb' | 'outcomes'> = messages.actions[action];
  const ofAll: Readonly<Partial<Record<string, string>>> = messages.outcomes;
  return outcomes[state] ?? ofAll[state] ?? '';
}

/** "Approver (G…) approves milestone 2.", "You approve milestone 2." */
export function turnText(messages: CoreMessages, turn: TurnWords): string {
  const { role, address, name, action, milestone, milestones = milestone, isYou } = turn;
  const { actions, parties, turns, yourTurns } = messages;
  if (isYou) return `${withMilestones(messages, yourTurns[action], action, milestones)}.`;
  const who = role === 'anyone' ? turns.someone : parties[role];
  return format(turns.other, {
    who: name ?? (address === undefined ? who : `${who} (${address})`),
    turn: withMilestones(messages, actions[action].turn, action, milestones),
  });
}

/** Whose turn it is, in a few sentences. An empty list means no one's. */
export const turnsText = (messages: CoreMessages, turns: readonly TurnWords[]): string =>
  turns.length === 0
    ? messages.turns.nothing
    : groupTurns(turns)
        .map((turn) => turnText(messages, turn))
        .join(' ');

function withMilestones(messages: CoreMessages, words: string, action: Acted, milestones: Milestones): string {
  if (milestones === undefined) return words;
  const { preposition }: Pick<ActionWords, 'verb' | 'preposition'> = messages.actions[action];
  const numbers = [milestones].flat();
  return joinedTo(messages, preposition === undefined ? words : `${words} ${preposition}`, {
    plain: milestonesText(messages, numbers),
    of: milestonesText(messages, numbers, messages.ofMilestones),
  });
}
