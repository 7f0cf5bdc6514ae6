/** What a channel or thread sees of a request for a signature: of an escrow the deal in two sentences, else its title and who is meant. */

import type { Desk, EscrowView, TransactionStatus } from '@countersign/core';
import { isStepName, ROLE_NAMES, type RoleName, type StepName } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import type { APIButtonComponent, APIComponentInContainer } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import { languageOfServer } from '../state/server-rows.ts';
import { deskOf, type State } from '../state/state.ts';
import { placeOf, type TeamCard } from '../state/team-rows.ts';
import { holdersIn } from '../state/wallet-holders.ts';
import { type Words, wordsOf } from '../words/index.ts';
import type { Stage } from '../words/keys.ts';
import { type LivingFacts, waitingLines } from './living-message.ts';
import { line } from './markdown.ts';
import { withNewWallets } from './members.ts';
import { COLOURS } from './outcome.ts';
import { button, buttons, container, section, text } from './parts.ts';

/** @param words the server's. @param deal of an escrow that waits for its signature */
export function teamMessage(card: TeamCard, stage: Stage, words: Words, deal?: Deal): Message {
  const { team, core } = words;
  const { handle: requestId, title } = card;
  const heading = stage === 'waiting' ? waitingText(card, words) : core.STATE_WORDS[stage];
  const isToSign = stage === 'waiting' || stage === 'rejected' || stage === 'displaced';
  const row = [
    button(isToSign ? team.openMyCard : words.living.details, 'team-open', requestId, 'Primary'),
    button(team.iAmTheSigner, 'team-signer', requestId),
    ...(isToSign ? [button(team.requestAgain, 'ask-again', requestId)] : []),
  ];
  if (deal !== undefined) return dealMessage(card, deal, row, words);
  return {
    components: container(stage === 'waiting' ? 'ready' : COLOURS[stage], [
      text(`## ${line(title || team.payment, 100)}: ${line(heading, 80)}`),
      text(stage === 'waiting' ? askedText(card, words) : team.sentences[stage]),
      ...(isOver(stage) && stage !== 'settled' ? [] : [buttons(...(stage === 'settled' ? row.slice(0, 1) : row))]),
      text(`-# ${team.seenByYouAlone}`),
    ]),
  };
}

type Deal = { readonly view: EscrowView; readonly holders: LivingFacts['holders'] };

function dealMessage(
  { asker, asked, signer }: TeamCard,
  { view, holders }: Deal,
  row: readonly APIButtonComponent[],
  words: Words,
): Message {
  const { members = [] } = holders.get(signer) ?? {};
  const [only, another] = members;
  const known = another === undefined ? only : members.find((each) => each === asker);
  const member = asked ?? known;
  const who = member === undefined ? words.card.signer : `<@${member}>`;
  const lines = waitingLines(view, who, { holders, changes: [] }, words);
  return { components: container('ready', [text(...lines), buttons(...row)]) };
}

function waitingText({ role }: TeamCard, { team, core }: Words): string {
  const waitedFor = waitedForIn(role);
  const waiting = team.waitingFor[waitedFor?.role ?? 'signer'];
  if (waitedFor === undefined) return waiting;
  return format(team.waitingForStep, { waiting, step: core.actions[waitedFor.step].title.toLowerCase() });
}

function askedText({ asker, asked }: TeamCard, { team }: Words): string {
  const { anyone, member } = team.requests;
  const requester = `<@${asker}>`;
  return asked === null ? format(anyone, { requester }) : format(member, { requester, member: `<@${asked}>` });
}

export function linkTo(card: TeamCard): string {
  return `https://discord.com/channels/${card.guild}/${placeOf(card)}/${card.message}`;
}

/** Everybody who reads the channel gets to know no more than that it was sent. */
export function stageOf({ status, neverSent }: TransactionStatus): Stage {
  if (neverSent || status === 'prepared' || status === 'to-confirm' || status === 'expired') return 'waiting';
  return status === 'sending' || status === 'accepted' ? 'unknown' : status;
}

const OVER: readonly Stage[] = ['settled', 'taken', 'declined', 'superseded', 'discarded'];

export const isOver = (stage: Stage): boolean => OVER.includes(stage);

/** Absent: the signer, without a role. */
type WaitedFor = { readonly step: StepName; readonly role: RoleName | undefined } | undefined;

const SHAPE = /^([a-z-]{1,40})\.([A-Za-z]{0,40})$/;

/** Whose signature is waited for, as the row keeps it: in no language. */
export const keptOf = (waitedFor: WaitedFor): string =>
  waitedFor === undefined ? '' : `${waitedFor.step}.${waitedFor.role ?? ''}`;

/** Rows of before hold English words, of which each means the signer. */
function waitedForIn(kept: string): WaitedFor {
  const [, step = '', role] = SHAPE.exec(kept) ?? [];
  return isStepName(step) ? { step, role: ROLE_NAMES.find((each) => each === role) } : undefined;
}

/** Who is meant and is not in the private thread: named without a mention, which would let them in. */
export const letThemIn = ({ handle: requestId }: TeamCard, userId: string, { team }: Words): APIComponentInContainer =>
  section(
    format(team.notInThread, { member: `<@${userId}>` }),
    button(team.letIn, 'team-thread', `${requestId}.${userId}`),
  );

/** Posts for everybody are in the server's language. */
export const serverWords = async ({ servers }: Pick<State, 'servers'>, guildId: string): Promise<Words> =>
  wordsOf(languageOfServer(await servers.settingsOf(guildId)));

/** As everybody reads it, in the server's language. @param isDeploy of an escrow, whose deal it shows while it waits */
export async function teamMessageFor(
  { desk, state, now }: { readonly desk: Desk; readonly state: State; readonly now: () => number },
  card: TeamCard,
  stage: Stage,
  isDeploy: boolean,
): Promise<Message> {
  const words = await serverWords(state, card.guild);
  if (!isDeploy || stage !== 'waiting') return teamMessage(card, stage, words);
  const { guild: guildId, asker: userId, handle: id, signer } = card;
  const view = await deskOf(desk, { guildId, userId }).get({ id });
  const receivers = view.milestones.flatMap(({ receiver = [] }) => receiver);
  const wallets = [...new Set([signer, view.roles.approver, ...[view.roles.receiver ?? []].flat(), ...receivers])];
  const holders = await holdersIn({ desk, state }, guildId, wallets);
  const message = teamMessage(card, stage, words, { view, holders });
  return await withNewWallets(message, { guildId, userId: '' }, state, now(), words, wallets);
}
