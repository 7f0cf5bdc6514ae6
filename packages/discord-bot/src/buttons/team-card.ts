/** Answers of a team card's buttons, which only the person who pressed sees. */

import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { format } from '@countersign/core/text/message';
import type { Interaction } from '../discord/interaction.ts';
import { nonceOf } from '../discord/posts.ts';
import { ifFound } from '../state/state.ts';
import { placeOf, type TeamCard } from '../state/team-rows.ts';
import { hasProven, proversOf } from '../state/wallet-holders.ts';
import type { Reply, Task } from '../task.ts';
import { ask } from '../team/ask.ts';
import { askedMessage } from '../team/asked.ts';
import { isLetInto } from '../team/where.ts';
import { sharedMessage } from '../views/outcome.ts';
import { button, buttons, container, link, notice, refusal, text } from '../views/parts.ts';
import { isOver, letThemIn, linkTo, serverWords } from '../views/team-card.ts';
import { invalid, type Words } from '../words/index.ts';
import type { Stage } from '../words/keys.ts';
import { renew } from './card.ts';

/** The card with file and link for those who may sign, the outcome for those who may see it, else one sentence. */
export async function openTeamCard(task: Task, requestId: string): Promise<Reply> {
  return (await cardFor(task, requestId)) ?? { message: refusal(task.words.team.notYours, task.words) };
}

async function cardFor(task: Task, requestId: string): Promise<Reply | undefined> {
  const own = await ifFound(renew(task, requestId));
  if (own !== undefined) return own;
  const shared = await ifFound(task.desk.status(requestId, task.call));
  return shared && { message: sharedMessage(shared, {}, task.words) };
}

/** Anybody can save any wallet, so this opens nothing: the asker is notified, and decides. */
export async function claimSigner(task: Task, requestId: string): Promise<Reply> {
  const own = await cardFor(task, requestId);
  if (own !== undefined) return own;
  const { bot, person, interaction, words } = task;
  const card = await bot.state.team.get(requestId);
  const wallet = (await bot.state.wallet(person))?.address;
  const isHere = card?.guild === person.guildId && isPressedOn(card, interaction);
  if (!isHere || wallet !== card.signer) {
    return { message: refusal(`${words.team.notYours} ${words.team.ifSigner}`, words) };
  }
  const { userId } = person;
  const isProven = await hasProven(bot, person, card.signer);
  const ofServer = await serverWords(bot.state, card.guild);
  const { team } = ofServer;
  try {
    // A mention would bring back a member whom a moderator has removed from the thread.
    const outside = await bot.posts.outside(placeOf(card), [card.asker]);
    const { proven, unproven } = team.wantsToSign;
    const claim = {
      components: container('waiting', [
        text(format(isProven ? proven : unproven, { requester: `<@${card.asker}>`, member: `<@${userId}>` })),
        buttons(button(team.letIn, 'team-let', `${requestId}.${userId}`)),
        ...outside.map((id) => letThemIn(card, id, ofServer)),
      ]),
    };
    // One per person and card, while Discord remembers the nonce.
    const nonce = `${requestId.slice(0, 8)}${userId.slice(-16)}`;
    await bot.posts.post(placeOf(card), claim, { mentions: outside.length === 0 ? [card.asker] : [], nonce });
    if (outside.length > 0) return { message: notice(words.team.claimPosted, words.team.requesterNotThere) };
  } catch (thrown) {
    bot.log('warn', 'a signer could not be announced', { interaction: interaction.id });
    throw thrown;
  }
  return { message: notice(words.team.requesterNotified, words.team.onceLetIn) };
}

/** Only for members who see the card: otherwise outsiders could write into a private thread. */
const isPressedOn = (card: TeamCard, { channelId }: Interaction): boolean =>
  placeOf(card) === channelId && !isOver(card.shown as Stage);

/** Of both *Let them in*: to sign, by the owner only; and into a card's private thread. */
const SHAPE = /^([0-9a-f]{32})\.(\d{1,20})$/;

/** By the owner only, which the desk checks. */
export async function letSignerIn({ bot, desk, person, words }: Task, id: string): Promise<Reply> {
  const [, requestId, userId] = SHAPE.exec(id) ?? [];
  if (requestId === undefined || userId === undefined) throw notTheirs(words);
  const card = await bot.state.team.get(requestId);
  if ((await bot.state.wallet({ ...person, userId }))?.address !== card?.signer) {
    throw invalid(words, { message: words.team.otherWalletByNow, remedy: words.team.pressSignerAgain });
  }
  try {
    await desk.grant(requestId, { tenant: person.guildId, id: userId }, 'sign');
  } catch (thrown) {
    throw toCountersignError(thrown).code === 'HANDLE_NOT_FOUND' ? notTheirs(words) : thrown;
  }
  // It replaces the message that everybody read.
  const { team: ofServer } = await serverWords(bot.state, person.guildId);
  return { message: notice(ofServer.letInHeading, format(ofServer.mayOpenAndSign, { member: `<@${userId}>` })) };
}

/**
 * Pressed by somebody in the thread who may see the request. It grants no right to the transaction.
 * @throws CountersignError HANDLE_NOT_FOUND
 */
export async function letIntoThread(task: Task, id: string): Promise<Reply> {
  const { bot, desk, person, interaction, call, words } = task;
  const { team } = words;
  const [, requestId = '', userId = ''] = SHAPE.exec(id) ?? [];
  await desk.status(requestId, call);
  const card = await bot.state.team.get(requestId);
  if (card === undefined || ![card.asker, card.asked].includes(userId)) {
    throw new CountersignError('HANDLE_NOT_FOUND');
  }
  if (placeOf(card) !== interaction.channelId)
    return { message: notice(team.notLetInHeading, team.notItsThread, 'bad') };
  const member = `<@${userId}>`;
  if (!(await isLetInto(task, placeOf(card), userId))) {
    return { message: notice(team.notLetInHeading, format(team.cannotEnter, { member }), 'bad') };
  }
  bot.log('info', 'let into a thread', { guild: person.guildId, channel: placeOf(card), user: person.userId });
  return { message: notice(team.letInHeading, format(team.isInThread, { member })) };
}

const notTheirs = ({ team, language }: Words) =>
  new CountersignError('HANDLE_NOT_FOUND', { message: team.onlyOwnerLetsIn, remedy: team.askOwnerToPress, language });

const ASK_AGAIN_MS = 60_000;

/** *Ask again*: a new message that mentions the member, since edits of the card notify no one. */
export async function askAgain(task: Task, requestId: string): Promise<Reply> {
  const { bot, desk, call, words } = task;
  const card = await bot.state.team.get(requestId);
  await desk.renew(requestId, call);
  if (card === undefined) return await ask(task, requestId);
  const ofServer = await serverWords(bot.state, card.guild);
  const { team } = ofServer;
  const called = await calledAgain(task, card);
  // A mention would bring back a member whom a moderator has removed from the thread.
  const outside = await bot.posts.outside(placeOf(card), called);
  const { anyone, member } = team.requestedAgain;
  const again = {
    components: container('ready', [
      text(card.asked === null ? anyone : format(member, { member: `<@${card.asked}>` })),
      ...outside.map((id) => letThemIn(card, id, ofServer)),
      buttons(...link(team.toTheCard, linkTo(card))),
    ]),
  };
  // One a minute, no matter who presses.
  const nonce = nonceOf(requestId, String(Math.floor(Date.now() / ASK_AGAIN_MS)));
  await bot.posts.post(placeOf(card), again, { mentions: outside.length === 0 ? called : [], nonce });
  const notes = outside.map((id) => text(format(words.team.notInThread, { member: `<@${id}>` })));
  return { message: askedMessage(words.team.requestedAgainHeading, card, words, notes) };
}

/** No one is mentioned for their own press, nor for a wallet that another member has proven since. */
async function calledAgain({ bot, person }: Task, { asked, guild, signer }: TeamCard): Promise<string[]> {
  if (asked === null || asked === person.userId) return [];
  const proven = await proversOf(bot, guild, signer);
  return proven.length === 0 || proven.includes(asked) ? [asked] : [];
}
