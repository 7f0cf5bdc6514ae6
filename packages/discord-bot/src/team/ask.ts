/** *Ask for the signature*: posts a card for the team, and lets in who is meant. */
import { createHash } from 'node:crypto';
import type { ActionName, Prepared } from '@countersign/core';
import { isFunding, isStep } from '@countersign/core/results';
import { type APIComponentInContainer, ChannelType } from 'discord.js';
import type { Reply, Task } from '../task.ts';
import { titleOfPayment } from '../views/funding-card.ts';
import { text } from '../views/parts.ts';
import { hasProven } from '../wallets/proven.ts';
import { alreadyAsked, askedMessage, beingPosted } from './asked.ts';
import { letThemIn } from './outside.ts';
import type { Where } from './permissions.ts';
import { forPerson, forPersonOfThread } from './post-error.ts';
import { question } from './question.ts';
import { serverWords } from './server-words.ts';
import { teamMessage } from './team-card.ts';
import type { TeamCard } from './team-rows.ts';
import { keptOf } from './waited-for.ts';
import { isLetInto, requireMayPost, takeBack, threadName } from './where.ts';
import { chosenOf, guessOf, letIn, readTarget } from './whom.ts';

/** Says who would be asked and where, before anybody is. */
export async function ask(task: Task, handle: string): Promise<Reply> {
  const there = await alreadyAsked(task, handle);
  return there ?? question(task, await task.desk.renew(handle, task.call));
}

/** Chooses another member, or nobody, in place of the one who saved the wallet. Nothing is posted yet. */
export async function askWhom(task: Task, handle: string, [member]: readonly string[]): Promise<Reply> {
  const there = await alreadyAsked(task, handle);
  if (there !== undefined) return there;
  const prepared = await task.desk.renew(handle, task.call);
  return question(task, prepared, chosenOf(task, member));
}

export const askHere = (task: Task, id: string): Promise<Reply> => post(task, id, 'channel');
export const askInThread = (task: Task, id: string): Promise<Reply> => post(task, id, 'private');
export const askInPublicThread = (task: Task, id: string): Promise<Reply> => post(task, id, 'public');

async function post(task: Task, id: string, where: Where): Promise<Reply> {
  const { bot, desk, interaction, person, call, words } = task;
  const { handle, named } = readTarget(id);
  const there = await alreadyAsked(task, handle);
  if (there !== undefined) return there;
  await requireMayPost(task, where);
  const prepared = await desk.renew(handle, call);
  const guessed = await guessOf(task, prepared.summary.signer);
  // Another member has saved that wallet since, so the asker first sees who that is.
  if (!named.isChosen && guessed.member !== named.member) return await question(task, prepared);
  const meant = named.isChosen ? chosenOf(task, named.member)?.member : named.member;
  const asked = meant !== undefined && (await letIn(task, handle, meant)) ? meant : null;
  const isUnproven =
    named.isChosen && asked !== null && !(await hasProven(bot, { ...person, userId: asked }, prepared.summary.signer));
  const { team } = bot.state;
  const card: TeamCard = {
    handle,
    guild: person.guildId,
    channel: where === 'channel' ? interaction.channelId : (interaction.parentId ?? interaction.channelId),
    thread: null,
    message: null,
    asker: person.userId,
    asked,
    isChosen: isUnproven ? 1 : 0,
    ...about(prepared),
    shown: 'waiting',
  };
  if (!(await team.reserve(card))) return (await alreadyAsked(task, handle)) ?? beingPosted(words);
  try {
    const posted = where === 'channel' ? await postInChannel(task, card) : await postInThread(task, card, where);
    await team.posted(handle, posted.thread, posted.message);
    const notes = [...(meant !== undefined && asked === null ? [text(words.team.notAsked(`<@${meant}>`))] : [])];
    return {
      message: askedMessage(words.team.ASKED, { ...card, ...posted }, words, [...notes, ...posted.notes]),
    };
  } catch (thrown) {
    await team.drop(handle);
    throw forPerson(thrown, words);
  }
}

type Posted = { thread: string | null; message: string; notes: readonly APIComponentInContainer[] };

async function postInChannel(task: Task, card: TeamCard): Promise<Posted> {
  const { bot, interaction, words } = task;
  const called = card.asked === null ? [] : [card.asked];
  // A mention in a private thread adds the member, even one whom a moderator has removed.
  const isPrivate = interaction.channel?.type === ChannelType.PrivateThread;
  const outside = isPrivate ? await bot.posts.outside(card.channel, called) : [];
  const message = await say(task, card, card.channel, outside.length === 0 ? called : []);
  return { thread: null, message, notes: outside.map((id) => letThemIn(card, id, words)) };
}

async function postInThread(task: Task, card: TeamCard, where: 'private' | 'public'): Promise<Posted> {
  const { bot, words } = task;
  const { asker, asked } = card;
  const thread = await bot.posts.openThread(card.channel, await threadName(bot, card), where);
  try {
    await bot.posts.addMember(thread, asker);
    const isIn = asked === null || (await isLetInto(task, thread, asked));
    const message = await say(task, card, thread, asked === null || !isIn ? [] : [asked]);
    return { thread, message, notes: isIn ? [] : [text(words.team.notLetIn(`<@${asked}>`))] };
  } catch (thrown) {
    throw forPersonOfThread(thrown, await takeBack(task, thread), words);
  }
}

async function say({ bot, interaction }: Task, card: TeamCard, place: string, mentions: string[]): Promise<string> {
  const options = { mentions, nonce: nonceOf(card.handle, interaction.id) };
  return await bot.posts.post(place, teamMessage(card, 'waiting', await serverWords(bot.state, card.guild)), options);
}

function about(prepared: Prepared<ActionName>): Pick<TeamCard, 'title' | 'role' | 'signer' | 'contract'> {
  const { summary, contractId } = prepared;
  const title = (isFunding(prepared) ? titleOfPayment(prepared) : 'title' in summary ? summary.title : undefined) ?? '';
  const common = { title, signer: summary.signer, contract: contractId ?? '' };
  if (!isStep(prepared)) return { ...common, role: keptOf(undefined) };
  const { role, step } = prepared.summary;
  return { ...common, role: keptOf({ role, step }) };
}

export function nonceOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('.')).digest('hex').slice(0, 24);
}
