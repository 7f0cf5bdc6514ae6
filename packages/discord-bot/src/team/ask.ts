/** *Ask for the signature*: posts a card for the team, and lets in who is meant. */

import type { ActionName, Prepared } from '@countersign/core';
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { describeThrown } from '@countersign/core/platform/log';
import { isFunding, isStep, isTrustline } from '@countersign/core/results';
import { format } from '@countersign/core/text/message';
import { type APIButtonComponent, type APIComponentInContainer, ChannelType } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import { botLacks, possiblePlaces, type Where } from '../discord/permissions.ts';
import { nonceOf } from '../discord/posts.ts';
import { ifFound } from '../state/state.ts';
import type { TeamCard } from '../state/team-rows.ts';
import { hasProven, holdersOf } from '../state/wallet-holders.ts';
import type { Reply, Task } from '../task.ts';
import { code } from '../views/markdown.ts';
import { button, buttons, container, notice, text } from '../views/parts.ts';
import { titleOfPayment } from '../views/signing.ts';
import { keptOf, letThemIn, linkTo, teamMessageFor } from '../views/team-card.ts';
import { alreadyAsked, askedMessage, beingPosted, maySee } from './asked.ts';
import { forPersonOfThread, isLetInto, permissionsText, requireMayPost, takeBack, threadName } from './where.ts';

/** Says who would be asked and where, before anybody is. */
export async function ask(task: Task, requestId: string): Promise<Reply> {
  const there = await alreadyAsked(task, requestId);
  if (there !== undefined) return there;
  const prepared = await task.desk.renew(requestId, task.call);
  const place = await usualPlace(task);
  const member = await guessOf(task, prepared.summary.signer);
  if (place === undefined || !(await isCertain(task, member, prepared.summary.signer))) return question(task, prepared);
  try {
    return await post(task, targetOf(requestId, member), place, true);
  } catch (thrown) {
    // Another place may be possible.
    if (toCountersignError(thrown).code !== 'INPUT_INVALID') throw thrown;
    return await question(task, prepared);
  }
}

/**
 * At *Prepare*: posts the message of a new escrow where this member or the server has them, if nothing about that is
 * uncertain. @returns a sentence with its link. Never throws: the card is there all the same, with *Ask for the signature*
 */
export async function postAtOnce(
  task: Task,
  { id, summary, unsignedXdr }: Prepared<'deploy'>,
): Promise<string | undefined> {
  const { bot, words } = task;
  try {
    const place = await usualPlace(task);
    const member = await guessOf(task, summary.signer);
    const isSure = unsignedXdr !== undefined && (await isCertain(task, member, summary.signer));
    if (place === undefined || !isSure) return undefined;
    await post(task, targetOf(id, member), place);
    const card = await bot.state.team.get(id);
    return card && format(words.team.postedAt, { link: linkTo(card) });
  } catch (thrown) {
    bot.log('info', 'a new escrow was not posted', { interaction: task.interaction.id, cause: describeThrown(thrown) });
    return undefined;
  }
}

/** Where this member had such a message posted last, or else the server has it, if that is possible here. */
export async function usualPlace({ bot, person, interaction }: Task): Promise<Where | undefined> {
  const { servers } = bot.state;
  const place = (await servers.placeOf(person)) ?? (await servers.settingsOf(person.guildId)).place;
  return possiblePlaces(interaction).find((each) => each === place);
}

/** Nothing is granted, or only to a member who has proven that they are the signer. */
async function isCertain({ bot, person }: Task, member: string | undefined, signer: string): Promise<boolean> {
  if (member !== undefined) return await hasProven(bot, { ...person, userId: member }, signer);
  return (await bot.state.wallet(person))?.address === signer;
}

/** *Only for me*, and *Ask me next time*: nothing is posted before the member chooses a place. */
export async function askNoOne({ bot, person, words: { team } }: Task): Promise<Reply> {
  await bot.state.servers.setPlace(person, 'alone');
  return { message: notice(team.asksNextTime, team.listOpensIt) };
}

export const askHere = (task: Task, id: string): Promise<Reply> => post(task, id, 'channel');
export const askInThread = (task: Task, id: string): Promise<Reply> => post(task, id, 'private');

async function post(task: Task, id: string, where: Where, isUsual = false): Promise<Reply> {
  const { bot, desk, interaction, person, call, words } = task;
  const { requestId, member } = readTarget(id);
  const there = await alreadyAsked(task, requestId);
  if (there !== undefined) return there;
  await requireMayPost(task, where);
  const prepared = await desk.renew(requestId, call);
  // Another member has saved that wallet since, so the asker first sees who that is.
  if ((await guessOf(task, prepared.summary.signer)) !== member) return await question(task, prepared);
  const askedMember = member !== undefined && (await letIn(task, requestId, member)) ? member : null;
  const { team } = bot.state;
  const card: TeamCard = {
    handle: requestId,
    guild: person.guildId,
    channel: where === 'channel' ? interaction.channelId : (interaction.parentId ?? interaction.channelId),
    thread: null,
    message: null,
    asker: person.userId,
    asked: askedMember,
    ...about(prepared),
    shown: 'waiting',
  };
  if (!(await team.reserve(card))) return (await alreadyAsked(task, requestId)) ?? beingPosted(words);
  try {
    const message = await teamMessageFor(bot, card, 'waiting', isDeploy(prepared));
    const posted =
      where === 'channel' ? await postInChannel(task, card, message) : await postInThread(task, card, message);
    await team.posted(requestId, posted.thread, posted.message);
    await bot.state.servers.setPlace(person, where);
    const notes = [
      ...(member !== undefined && askedMember === null
        ? [text(format(words.team.notMentioned, { member: `<@${member}>` }))]
        : []),
      ...(isUsual ? [buttons(button(words.team.askMeNextTime, 'ask-alone', requestId))] : []),
    ];
    return {
      message: askedMessage(words.team.signatureRequested, { ...card, ...posted }, words, [...notes, ...posted.notes]),
    };
  } catch (thrown) {
    await team.drop(requestId);
    throw thrown;
  }
}

type Posted = { thread: string | null; message: string; notes: readonly APIComponentInContainer[] };

async function postInChannel(task: Task, card: TeamCard, shown: Message): Promise<Posted> {
  const { bot, interaction, words } = task;
  const called = card.asked === null ? [] : [card.asked];
  // A mention in a private thread adds the member, even one whom a moderator has removed.
  const isPrivate = interaction.channel?.type === ChannelType.PrivateThread;
  const outside = isPrivate ? await bot.posts.outside(card.channel, called) : [];
  const message = await say(task, card, shown, card.channel, outside.length === 0 ? called : []);
  return { thread: null, message, notes: outside.map((id) => letThemIn(card, id, words)) };
}

async function postInThread(task: Task, card: TeamCard, shown: Message): Promise<Posted> {
  const { bot, words } = task;
  const { asker, asked: askedMember } = card;
  const thread = await bot.posts.openThread(card.channel, await threadName(bot, card));
  try {
    await bot.posts.addMember(thread, asker);
    const isIn = askedMember === null || (await isLetInto(task, thread, askedMember));
    const message = await say(task, card, shown, thread, askedMember === null || !isIn ? [] : [askedMember]);
    return { thread, message, notes: isIn ? [] : [text(format(words.team.notLetIn, { member: `<@${askedMember}>` }))] };
  } catch (thrown) {
    throw forPersonOfThread(thrown, await takeBack(task, thread), words);
  }
}

async function say({ bot, interaction }: Task, card: TeamCard, message: Message, place: string, mentions: string[]) {
  return await bot.posts.post(place, message, { mentions, nonce: nonceOf(card.handle, interaction.id) });
}

export const isDeploy = (prepared: Prepared<ActionName>): prepared is Prepared<'deploy'> =>
  !isFunding(prepared) && !isStep(prepared) && !isTrustline(prepared);

function about(prepared: Prepared<ActionName>): Pick<TeamCard, 'title' | 'role' | 'signer' | 'contract'> {
  const { summary, contractId } = prepared;
  const title = (isFunding(prepared) ? titleOfPayment(prepared) : 'title' in summary ? summary.title : undefined) ?? '';
  const common = { title, signer: summary.signer, contract: contractId ?? '' };
  if (!isStep(prepared)) return { ...common, role: keptOf(undefined) };
  const { role, step } = prepared.summary;
  return { ...common, role: keptOf({ role, step }) };
}

async function question(task: Task, { id, summary }: Prepared<ActionName>): Promise<Reply> {
  const { team } = task.words;
  const member = await guessOf(task, summary.signer);
  return {
    message: {
      components: container('plain', [
        text(`### ${team.whereHeading}`),
        text(await whoText(task, member, summary.signer)),
        text(team.whatIsShown),
        ...placesParts(task, targetOf(id, member)),
      ]),
    },
  };
}

/** Only places where the bot and the person may write. */
function placesParts({ interaction, words: { team } }: Task, target: string): APIComponentInContainer[] {
  const choices: Readonly<Record<Where, () => APIButtonComponent>> = {
    private: () => button(team.inPrivateThread, 'ask-thread', target, 'Primary'),
    channel: () => button(team.inThisChannel, 'ask-here', target),
  };
  const places = possiblePlaces(interaction);
  const lacks = [...new Set([...botLacks(interaction, 'private'), ...botLacks(interaction, 'channel')])];
  return [
    buttons(...places.map((place) => choices[place]()), button(team.onlyForMe, 'ask-alone', target)),
    ...(lacks.length === 0
      ? []
      : [text(`-# ${format(team.forMorePlaces, { permissions: permissionsText(lacks, team) })}`)]),
  ];
}

async function whoText({ bot, person, words }: Task, member: string | undefined, signer: string): Promise<string> {
  const { team } = words;
  if (member === undefined) return format(team.noSignerKnown, { signer: code(signer) });
  const isProven = await hasProven(bot, { ...person, userId: member }, signer);
  return format(isProven ? team.proven : team.guessed, { member: `<@${member}>`, signer: code(signer) });
}

/** In place of a member's id if no single member is meant. */
const NO_ONE = '0';
const SHAPE = /^([0-9a-f]{32})\.c?(\d{1,20})$/;

/** Kept in the buttons, so that who was shown survives a restart. Those of an earlier version may have a `c`. */
const targetOf = (requestId: string, member: string | undefined): string => `${requestId}.${member ?? NO_ONE}`;

/** @throws CountersignError HANDLE_NOT_FOUND */
function readTarget(id: string): { readonly requestId: string; readonly member: string | undefined } {
  const [, requestId, member] = SHAPE.exec(id) ?? [];
  if (requestId === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  return { requestId, member: member === NO_ONE ? undefined : member };
}

/** The one other member who holds this wallet. Where several or none do, it is unknown who is meant. */
async function guessOf({ bot, person }: Task, signer: string): Promise<string | undefined> {
  const { members } = await holdersOf(bot, person.guildId, signer);
  const [member, another] = members.filter((each) => each !== person.userId);
  return another === undefined ? member : undefined;
}

/** Only the owner lets in. @returns whether the member may open the card */
async function letIn({ bot, desk, person, call }: Task, requestId: string, userId: string): Promise<boolean> {
  const granting = desk.grant(requestId, { tenant: person.guildId, id: userId }, 'sign');
  return (await ifFound(granting.then(() => true))) ?? (await maySee(bot.desk, { ...person, userId }, requestId, call));
}
