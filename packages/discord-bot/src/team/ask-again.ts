/** *Ask again*: a new message that mentions the member, since edits of the card notify nobody. */
import type { Reply, Task } from '../task.ts';
import { buttons, container, link, text } from '../views/parts.ts';
import { proversOf } from '../wallets/holders.ts';
import { ask, nonceOf } from './ask.ts';
import { askedMessage } from './asked.ts';
import { letThemIn } from './outside.ts';
import { forPerson } from './post-error.ts';
import { serverWords } from './server-words.ts';
import { linkTo } from './team-card.ts';
import { placeOf, type TeamCard } from './team-rows.ts';

const ASK_AGAIN_MS = 60_000;

export async function askAgain(task: Task, handle: string): Promise<Reply> {
  const { bot, desk, call, words } = task;
  const card = await bot.state.team.get(handle);
  await desk.renew(handle, call);
  if (card === undefined) return await ask(task, handle);
  const ofServer = await serverWords(bot.state, card.guild);
  const { team } = ofServer;
  const called = await calledAgain(task, card);
  try {
    // A mention would bring back a member whom a moderator has removed from the thread.
    const outside = await bot.posts.outside(placeOf(card), called);
    const again = {
      components: container('ready', [
        text(team.askedAgain(card.asked === null ? undefined : `<@${card.asked}>`)),
        ...outside.map((id) => letThemIn(card, id, ofServer)),
        buttons(...link(team.TO_THE_CARD, linkTo(card))),
      ]),
    };
    // One a minute, no matter who presses.
    const nonce = nonceOf(handle, String(Math.floor(Date.now() / ASK_AGAIN_MS)));
    await bot.posts.post(placeOf(card), again, { mentions: outside.length === 0 ? called : [], nonce });
    const notes = outside.map((id) => text(words.team.notInThread(`<@${id}>`)));
    return { message: askedMessage(words.team.ASKED_AGAIN, card, words, notes) };
  } catch (thrown) {
    throw forPerson(thrown, words);
  }
}

/** No one is mentioned for their own press, nor for a wallet that another member has proven since. */
async function calledAgain({ bot, person }: Task, { asked, isChosen, guild, signer }: TeamCard): Promise<string[]> {
  if (asked === null || asked === person.userId) return [];
  const proven = isChosen === 1 ? [] : await proversOf(bot, guild, signer);
  return proven.length === 0 || proven.includes(asked) ? [asked] : [];
}
