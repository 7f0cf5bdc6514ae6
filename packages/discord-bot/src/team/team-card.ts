/** What a channel or thread sees of a request for a signature: no terms, no amounts, and who is meant. */
import type { Message } from '../interactions/answers.ts';
import { line } from '../views/markdown.ts';
import { button, buttons, type Colour, container, text } from '../views/parts.ts';
import type { Words } from '../words/index.ts';
import { isOver, type Stage } from './stage.ts';
import { placeOf, type TeamCard } from './team-rows.ts';
import { waitedForIn } from './waited-for.ts';

const COLOURS: Readonly<Record<Stage, Colour>> = {
  waiting: 'ready',
  sent: 'waiting',
  failed: 'bad',
  displaced: 'waiting',
  settled: 'good',
  taken: 'bad',
  declined: 'waiting',
  replaced: 'waiting',
  discarded: 'plain',
};

/** @param words the server's */
export function teamMessage(card: TeamCard, stage: Stage, words: Words): Message {
  const { team } = words;
  const { handle, title } = card;
  const heading = stage === 'waiting' ? waitingText(card, words) : team.HEADINGS[stage];
  const isToSign = stage === 'waiting' || stage === 'failed' || stage === 'displaced';
  const row = [
    button(team.OPEN_MY_CARD, 'team-open', handle, 'Primary'),
    button(team.I_AM_THE_SIGNER, 'team-signer', handle),
    ...(isToSign ? [button(team.ASK_AGAIN, 'ask-again', handle)] : []),
  ];
  return {
    components: container(COLOURS[stage], [
      text(`## ${line(title || team.PAYMENT, 100)}: ${line(heading, 80)}`),
      text(stage === 'waiting' ? askedText(card, words) : team.SENTENCES[stage]),
      ...(isOver(stage) && stage !== 'settled' ? [] : [buttons(...(stage === 'settled' ? row.slice(0, 1) : row))]),
      text(`-# ${team.SEEN_BY_YOU_ALONE}`),
    ]),
  };
}

function waitingText({ role }: TeamCard, { team, core }: Words): string {
  const waitedFor = waitedForIn(role);
  if (waitedFor === undefined) return team.waitingFor();
  return team.waitingFor(waitedFor.role, core.actions[waitedFor.step].title.toLowerCase());
}

function askedText({ asker, asked, isChosen }: TeamCard, { team }: Words): string {
  const sentence = team.asks(`<@${asker}>`, asked === null ? undefined : `<@${asked}>`);
  return isChosen === 1 ? `${sentence} ${team.NOTHING_PROVES}` : sentence;
}

/** The link to a team's card. */
export function linkTo(card: TeamCard): string {
  return `https://discord.com/channels/${card.guild}/${placeOf(card)}/${card.message}`;
}
