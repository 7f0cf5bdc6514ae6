/** Answers of a team card's buttons, which only the person who pressed sees. */
import { toCountersignError } from '@countersign/core/errors';
import { renew } from '../buttons/renew.ts';
import type { Interaction } from '../interactions/interaction.ts';
import type { Reply, Task } from '../task.ts';
import { notice, refusal } from '../views/notice.ts';
import { sharedMessage } from '../views/outcome.ts';
import { button, buttons, container, text } from '../views/parts.ts';
import { hasProven } from '../wallets/proven.ts';
import { letThemIn } from './outside.ts';
import { forPerson } from './post-error.ts';
import { serverWords } from './server-words.ts';
import { isOver, type Stage } from './stage.ts';
import { placeOf, type TeamCard } from './team-rows.ts';

/** The card with file and link for those who may sign, the outcome for those who may see it, else one sentence. */
export async function openTeamCard(task: Task, handle: string): Promise<Reply> {
  return (await cardFor(task, handle)) ?? { message: refusal(task.words.team.NOT_YOURS, task.words) };
}

async function cardFor(task: Task, handle: string): Promise<Reply | undefined> {
  try {
    return await renew(task, handle);
  } catch (thrown) {
    if (toCountersignError(thrown).code !== 'HANDLE_NOT_FOUND') throw thrown;
  }
  try {
    return { message: sharedMessage(await task.desk.status(handle, task.call), {}, task.words) };
  } catch (thrown) {
    if (toCountersignError(thrown).code !== 'HANDLE_NOT_FOUND') throw thrown;
    return undefined;
  }
}

/** Anybody can save any wallet, so this opens nothing: the asker is notified, and decides. */
export async function claimSigner(task: Task, handle: string): Promise<Reply> {
  const own = await cardFor(task, handle);
  if (own !== undefined) return own;
  const { bot, person, interaction, words } = task;
  const card = await bot.state.team.get(handle);
  const wallet = (await bot.state.wallet(person))?.address;
  if (
    card === undefined ||
    card.guild !== person.guildId ||
    wallet !== card.signer ||
    !isPressedOn(card, interaction)
  ) {
    return { message: refusal(`${words.team.NOT_YOURS} ${words.team.IF_SIGNER}`, words) };
  }
  const { userId } = person;
  const isProven = await hasProven(bot, person, card.signer);
  const ofServer = await serverWords(bot.state, card.guild);
  const { team } = ofServer;
  try {
    // A mention would bring back a member whom a moderator has removed from the thread.
    const outside = await bot.posts.outside(placeOf(card), [card.asker]);
    const claim = {
      components: container('waiting', [
        text(team.wantsToSign(`<@${card.asker}>`, `<@${userId}>`, isProven)),
        buttons(button(team.LET_IN, 'team-let', `${handle}.${userId}`)),
        ...outside.map((id) => letThemIn(card, id, ofServer)),
      ]),
    };
    // One per person and card, while Discord remembers the nonce.
    const nonce = `${handle.slice(0, 8)}${userId.slice(-16)}`;
    await bot.posts.post(placeOf(card), claim, { mentions: outside.length === 0 ? [card.asker] : [], nonce });
    if (outside.length > 0) return { message: notice(words.team.CLAIM_STANDS, words.team.ASKER_NOT_THERE) };
  } catch (thrown) {
    bot.log('warn', 'a signer could not be announced', { interaction: interaction.id });
    throw forPerson(thrown, words);
  }
  return { message: notice(words.team.ASKER_WAS_TOLD, words.team.ONCE_LET_IN) };
}

/** Only for members who see the card: otherwise outsiders could write into a private thread. */
const isPressedOn = (card: TeamCard, { channelId }: Interaction): boolean =>
  placeOf(card) === channelId && !isOver(card.shown as Stage);
