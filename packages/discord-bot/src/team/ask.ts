/** *Ask for the signature*: posts a card for the team, and lets in who is meant. */
import { createHash } from 'node:crypto';
import type { ActionName, Prepared } from '@countersign/core';
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { isStep } from '@countersign/core/results';
import { ROLE_WORDS, STEP_WORDS } from '@countersign/core/words';
import { isDeleted, postProblem } from '../posts.ts';
import { deskOf } from '../state.ts';
import type { Reply, Task } from '../task.ts';
import { code } from '../views/markdown.ts';
import { notice } from '../views/notice.ts';
import { button, buttons, container, link, text } from '../views/parts.ts';
import { linkTo, stageOf, teamMessage } from './team-card.ts';
import { placeOf, type TeamCard } from './team-rows.ts';
import { isLetInto, notLetIn, openThread, requireMayWrite } from './where.ts';

/** In the place of a member's id where nobody alone is meant. */
const NOBODY = '0';
const SHAPE = /^([0-9a-f]{32})\.(\d{1,20})$/;
const ASK_AGAIN_MS = 60_000;

/** Says who would be asked and where, before anybody is. */
export async function ask(task: Task, handle: string): Promise<Reply> {
  const there = await alreadyAsked(task, handle);
  return there ?? question(task, await task.desk.renew(handle, task.call));
}

function question(task: Task, { id, summary }: Prepared<ActionName>): Reply {
  const asked = whoIsMeant(task, summary.signer);
  const who =
    asked === undefined
      ? `Nobody else, or more than one member, has saved the signer’s wallet ${code(summary.signer)} here, so nobody is mentioned. Let somebody in with /escrow share, or from the card.`
      : `<@${asked}> has saved the signer’s wallet ${code(summary.signer)} here. They are mentioned, and can then see it, renew it, sign it, send it and discard it. Is it the right person?`;
  const target = `${id}.${asked ?? NOBODY}`;
  return {
    message: {
      components: container('plain', [
        text('### Where do you ask for the signature?'),
        text(who),
        text('The message shows the title and who is meant. Terms and amounts are seen only by who may sign.'),
        buttons(
          button('In a private thread', 'ask-thread', target, 'Primary'),
          button('In this channel', 'ask-here', target),
        ),
      ]),
    },
  };
}

export const askHere = (task: Task, id: string): Promise<Reply> => post(task, id, 'channel');
export const askInThread = (task: Task, id: string): Promise<Reply> => post(task, id, 'thread');

async function post(task: Task, id: string, where: 'channel' | 'thread'): Promise<Reply> {
  const { bot, desk, interaction, person, call } = task;
  const [, handle, named] = SHAPE.exec(id) ?? [];
  if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  if (where === 'channel') requireMayWrite(interaction);
  const there = await alreadyAsked(task, handle);
  if (there !== undefined) return there;
  const prepared = await desk.renew(handle, call);
  const meant = whoIsMeant(task, prepared.summary.signer);
  // Another member has that wallet by now: who asks sees first who that is.
  if ((meant ?? NOBODY) !== named) return question(task, prepared);
  const asked = meant !== undefined && (await letIn(task, handle, meant)) ? meant : null;
  const { team } = bot.state;
  const channel = where === 'thread' ? (interaction.parentId ?? interaction.channelId) : interaction.channelId;
  const card: TeamCard = {
    handle,
    guild: person.guildId,
    channel,
    thread: null,
    message: null,
    asker: person.userId,
    asked,
    ...about(prepared),
    shown: 'waiting',
  };
  if (!team.reserve(card)) return (await alreadyAsked(task, handle)) ?? BEING_POSTED;
  try {
    const thread = where === 'thread' ? await openThread(task, card) : null;
    const isIn = asked === null || thread === null || (await isLetInto(task, thread, asked));
    const mentions = asked === null || !isIn ? [] : [asked];
    const options = { mentions, nonce: nonceOf(handle, interaction.id) };
    const message = await bot.posts.post(thread ?? channel, teamMessage(card, 'waiting'), options);
    team.posted(handle, thread, message);
    const note = isIn ? [] : [notLetIn(asked)];
    return { message: askedMessage('Asked for the signature', { ...card, thread, message }, ...note) };
  } catch (thrown) {
    team.drop(handle);
    throw forPerson(thrown);
  }
}

/** A new message that tells who is meant; the card itself tells nobody of its changes. */
export async function askAgain(task: Task, handle: string): Promise<Reply> {
  const { bot, desk, call } = task;
  const card = bot.state.team.get(handle);
  await desk.renew(handle, call);
  if (card === undefined) return await ask(task, handle);
  const who = card.asked === null ? 'whoever may sign' : `<@${card.asked}>`;
  const again = {
    components: container('ready', [
      text(`${who}: the signature is asked for again.`),
      buttons(...link('To the card', linkTo(card))),
    ]),
  };
  try {
    // One in a minute, whoever presses.
    const nonce = nonceOf(handle, String(Math.floor(Date.now() / ASK_AGAIN_MS)));
    await bot.posts.post(placeOf(card), again, { mentions: card.asked === null ? [] : [card.asked], nonce });
  } catch (thrown) {
    throw forPerson(thrown);
  }
  return { message: askedMessage('Asked again', card) };
}

/** The card that was posted for it, unless somebody deleted it meanwhile. */
async function alreadyAsked({ bot, desk, call }: Task, handle: string): Promise<Reply | undefined> {
  const { team } = bot.state;
  const card = team.get(handle);
  if (card === undefined) return undefined;
  // Its rights come first: to others it is unknown.
  const stage = stageOf(await desk.status(handle, call));
  if (card.message === null) return BEING_POSTED;
  try {
    await bot.posts.change(placeOf(card), card.message, teamMessage(card, stage));
    return { message: askedMessage('The signature was asked for already', card) };
  } catch (thrown) {
    if (!isDeleted(thrown)) throw forPerson(thrown);
    team.drop(handle);
    return undefined;
  }
}

const BEING_POSTED: Reply = {
  message: notice('It is being posted', 'Press it again in a few minutes if nothing appears.'),
};

function askedMessage(heading: string, card: TeamCard, ...notes: readonly string[]) {
  return {
    components: container('plain', [
      text(`### ${heading}`),
      text('The card there changes by itself.'),
      ...notes.map(text),
      buttons(...link('To the card', linkTo(card))),
    ]),
  };
}

/** The one other member who has saved this wallet here. Where there are several, nobody knows who is meant. */
function whoIsMeant({ bot, person }: Task, signer: string): string | undefined {
  const others = bot.state.membersWith(person.guildId, signer).filter((each) => each !== person.userId);
  return others.length === 1 ? others[0] : undefined;
}

/** Only the owner lets in. @returns whether the member may open the card */
async function letIn({ bot, desk, person, call }: Task, handle: string, userId: string): Promise<boolean> {
  try {
    await desk.grant(handle, { tenant: person.guildId, id: userId }, 'sign');
    return true;
  } catch (thrown) {
    if (toCountersignError(thrown).code !== 'HANDLE_NOT_FOUND') throw thrown;
  }
  return await deskOf(bot.desk, { ...person, userId })
    .status(handle, call)
    .then(
      () => true,
      () => false,
    );
}

function about(prepared: Prepared<ActionName>): Pick<TeamCard, 'title' | 'role' | 'signer' | 'contract'> {
  const { summary, contractId } = prepared;
  const title = ('title' in summary ? summary.title : undefined) ?? 'Payment';
  const common = { signer: summary.signer, contract: contractId ?? '' };
  if (!isStep(prepared)) return { ...common, title, role: 'the signer' };
  const { role, step } = prepared.summary;
  const who = role === undefined ? 'the signer' : `the ${ROLE_WORDS[role].toLowerCase()}`;
  return { ...common, title, role: `${who} (${STEP_WORDS[step].title.toLowerCase()})` };
}

function nonceOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('.')).digest('hex').slice(0, 24);
}

export function forPerson(thrown: unknown): unknown {
  const sentence = postProblem(thrown);
  if (sentence === undefined) return thrown;
  return new CountersignError('INPUT_INVALID', {
    message: sentence,
    remedy: 'Ask a moderator of this server, or use another channel.',
    cause: thrown,
  });
}
