/** What a channel or thread sees of a request for a signature: no terms, no amounts, and who is meant. */
import type { TransactionStatus } from '@countersign/core';
import type { Message } from '../answers.ts';
import { line } from '../views/markdown.ts';
import { button, buttons, type Colour, container, text } from '../views/parts.ts';
import { placeOf, type TeamCard } from './team-rows.ts';

export type Stage = 'waiting' | 'sent' | 'expired' | 'settled' | 'taken' | 'declined' | 'replaced' | 'discarded';

const STAGES: Readonly<Record<TransactionStatus['status'], Stage>> = {
  prepared: 'waiting',
  'to-confirm': 'waiting',
  sending: 'sent',
  accepted: 'sent',
  unknown: 'sent',
  expired: 'expired',
  rejected: 'expired',
  settled: 'settled',
  taken: 'taken',
  declined: 'declined',
  superseded: 'replaced',
  discarded: 'discarded',
};

export function stageOf({ status, neverSent }: TransactionStatus): Stage {
  return neverSent ? 'expired' : STAGES[status];
}

const OVER: readonly Stage[] = ['settled', 'taken', 'declined', 'replaced', 'discarded'];

export function isOver(stage: Stage): boolean {
  return OVER.includes(stage);
}

const HEADINGS: Readonly<Record<Exclude<Stage, 'waiting'>, string>> = {
  sent: 'signed and sent',
  expired: 'not signed in time',
  settled: 'settled',
  taken: 'do not pay',
  declined: 'declined',
  replaced: 'replaced by a newer version',
  discarded: 'discarded',
};

const COLOURS: Readonly<Record<Stage, Colour>> = {
  waiting: 'ready',
  sent: 'waiting',
  expired: 'waiting',
  settled: 'good',
  taken: 'bad',
  declined: 'waiting',
  replaced: 'waiting',
  discarded: 'plain',
};

const SENTENCES: Readonly<Record<Exclude<Stage, 'waiting'>, string>> = {
  sent: 'The network decides now. Do not sign another one.',
  expired: 'It can be signed again: “Open my card” prepares it anew, and “Ask again” asks for it.',
  settled: 'The ledger has it.',
  taken: 'Another contract stands at its address. Pay nothing to it, and tell the person who runs this bot.',
  declined: 'The person who had it open declined it. Ask what is wanted instead.',
  replaced: 'Sign the newer one.',
  discarded: 'It is not wanted any more.',
};

export function teamMessage(card: TeamCard, stage: Stage): Message {
  const { handle, title, role, asker, asked } = card;
  const heading = stage === 'waiting' ? `waiting for ${role}` : HEADINGS[stage];
  const sentence =
    stage === 'waiting'
      ? `<@${asker}> asks ${asked === null ? 'whoever may sign' : `<@${asked}>`} for the signature.`
      : SENTENCES[stage];
  const again = stage === 'expired' ? [button('Ask again', 'ask-again', handle)] : [];
  const row = [
    button('Open my card', 'team-open', handle, 'Primary'),
    button('I am the signer', 'team-signer', handle),
    ...again,
  ];
  return {
    components: container(COLOURS[stage], [
      text(`## ${line(title, 100)}: ${line(heading, 60)}`),
      text(sentence),
      ...(isOver(stage) && stage !== 'settled' ? [] : [buttons(...(stage === 'settled' ? row.slice(0, 1) : row))]),
      text('-# What the buttons show is seen by you alone.'),
    ]),
  };
}

/** Where a team's card stands, as an address that Discord opens. */
export function linkTo(card: TeamCard): string {
  return `https://discord.com/channels/${card.guild}/${placeOf(card)}/${card.message}`;
}
