/** What is posted of a followed escrow: one short message, with the buttons of those whose turn it is. */
import type { EscrowView } from '@countersign/core';
import { changeText, turnText } from '@countersign/core/words';
import type { APIButtonComponent, APIComponentInContainer } from 'discord.js';
import type { Message } from '../answers.ts';
import { turnButtons } from '../views/escrow-buttons.ts';
import { line, relativeTime } from '../views/markdown.ts';
import { button, buttons, container, section, text } from '../views/parts.ts';
import type { Watched } from './watch-tables.ts';
import type { Said } from './words.ts';

/** Of five beside each other, one shows the escrow, and one may put a reminder off. */
const MOST_STEPS = 3;
const MOST_TURNS = 3;
const MOST_OUTSIDE = 3;
const TITLE = 100;

type Turn = NonNullable<EscrowView['turn']>;

/** Where nothing can be told for certain, nobody is called on. */
export const turnOf = ({ turn = [], codeIs }: EscrowView): Turn => (codeIs === 'unknown' ? [] : turn);

/** Addresses whose turn it is. What anybody may do is nobody's in particular. */
export function calledOn(view: EscrowView): string[] {
  return [
    ...new Set(
      turnOf(view).flatMap(({ role, address }) => (role === 'anyone' || address === undefined ? [] : [address])),
    ),
  ];
}

/** @param isLast nothing more waits to be said there: only then it is said whose turn it is */
export function announcement(
  said: Said,
  view: EscrowView,
  about: { watched: Watched; members: readonly string[]; outside: readonly string[]; isLast: boolean },
): Message {
  const { watched, members, outside, isLast } = about;
  const what = [`**${line(view.title, TITLE)}**`, whatText(said, view)];
  if (!isLast) return { components: container('plain', [text(what.join('\n'))]) };
  const row = [
    ...turnButtons(view).slice(0, MOST_STEPS),
    button('Show', 'show', watched.escrow),
    ...snooze(said, watched),
  ];
  return {
    components: container(said.kind === 'reminder' ? 'waiting' : 'plain', [
      text([...what, nextText(view, members)].join('\n')),
      ...outsideParts(watched, outside),
      buttons(...row),
    ]),
  };
}

/** Posted where the following begins: it shows at once whether the bot may write there. */
export function beginning(view: EscrowView): Message {
  return {
    components: container('plain', [
      text(
        [
          `**${line(view.title, TITLE)}** is followed here: money, reports, approvals, payments and disputes.`,
          holdsText(view),
          nextText(view, []),
        ].join('\n'),
      ),
      buttons(...turnButtons(view).slice(0, MOST_STEPS), button('Show', 'show', view.contractId)),
    ]),
  };
}

function whatText(said: Said, view: EscrowView): string {
  switch (said.kind) {
    case 'change':
      return line(changeText(said.change), 500);
    case 'reminder':
      return `Nothing has happened since ${relativeTime(said.since)}.`;
    case 'interrupted':
      return `The bot was interrupted here, so this is how it stands now. ${holdsText(view)}`;
  }
}

const holdsText = ({ held, asset }: EscrowView): string =>
  held === undefined ? 'What it holds is not known.' : `It holds ${line(held, 60)} ${line(asset, 60)}.`;

function nextText(view: EscrowView, members: readonly string[]): string {
  if (view.codeIs === 'unknown' || view.turn === undefined) return '**Next** It could not be told whose turn it is.';
  const turns = turnOf(view);
  if (turns.length === 0) return '**Next** Nothing more is to be done.';
  // Of what one person does to each of many milestones, the first stands for all.
  const kinds = [...Map.groupBy(turns, ({ role, action }) => `${role} ${action}`).values()];
  const shown = kinds.slice(0, MOST_TURNS).flatMap(([first]) => {
    if (first === undefined) return [];
    const { address: _, ...turn } = first;
    return [line(turnText(turn), 200)];
  });
  const more = turns.length > shown.length ? [`And ${turns.length - shown.length} more.`] : [];
  return ['**Next**', ...shown, ...more, ...members.map((id) => `<@${id}>`)].join(' ');
}

/** Named without a mention, which would let them in to the thread (`let-in.ts`). */
function outsideParts({ number }: Watched, outside: readonly string[]): APIComponentInContainer[] {
  return outside
    .slice(0, MOST_OUTSIDE)
    .map((id) =>
      section(
        `<@${id}> has saved the wallet whose turn it is, and is not in this thread. Nothing proves that it is theirs.`,
        button('Let them in', 'watch-let', `${number}.${id}`),
      ),
    );
}

function snooze(said: Said, { number, changed }: Watched): APIButtonComponent[] {
  return said.kind === 'reminder' ? [button('Snooze 7 days', 'snooze', `${number}.${changed}`)] : [];
}
