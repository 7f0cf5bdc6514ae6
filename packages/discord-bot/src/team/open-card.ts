/** What the buttons of a team's card answer, to the person alone. */
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { renew } from '../buttons/renew.ts';
import type { Interaction } from '../interaction.ts';
import type { Reply, Task } from '../task.ts';
import { notice, refusal } from '../views/notice.ts';
import { sharedMessage } from '../views/outcome.ts';
import { button, buttons, container, text } from '../views/parts.ts';
import { forPerson } from './ask.ts';
import { isOver, type Stage } from './team-card.ts';
import { placeOf, type TeamCard } from './team-rows.ts';

const NOT_YOURS = 'Only who was asked for this signature, or is let in by who asked, can open this card.';
const SHAPE = /^([0-9a-f]{32})\.(\d{1,20})$/;

/** The card with its file and link for whoever may sign, what became of it for whoever may see it, else one sentence. */
export async function openTeamCard(task: Task, handle: string): Promise<Reply> {
  return (await cardFor(task, handle)) ?? { message: refusal(NOT_YOURS, task.words) };
}

async function cardFor(task: Task, handle: string): Promise<Reply | undefined> {
  try {
    return await renew(task, handle);
  } catch (thrown) {
    if (toCountersignError(thrown).code !== 'HANDLE_NOT_FOUND') throw thrown;
  }
  try {
    return { message: sharedMessage(await task.desk.status(handle, task.call)) };
  } catch (thrown) {
    if (toCountersignError(thrown).code !== 'HANDLE_NOT_FOUND') throw thrown;
    return undefined;
  }
}

/** Anybody can save any wallet, so saying so opens nothing: who asked is told, and decides. */
export async function claimSigner(task: Task, handle: string): Promise<Reply> {
  const own = await cardFor(task, handle);
  if (own !== undefined) return own;
  const { bot, person, interaction } = task;
  const card = bot.state.team.get(handle);
  const wallet = bot.state.wallet(person)?.address;
  if (
    card === undefined ||
    card.guild !== person.guildId ||
    wallet !== card.signer ||
    !isPressedOn(card, interaction)
  ) {
    return {
      message: refusal(
        `${NOT_YOURS} If you are the signer, save the signer’s address with /escrow wallet, then press again.`,
        task.words,
      ),
    };
  }
  const { userId } = person;
  const claim = {
    components: container('waiting', [
      text(
        `<@${card.asker}>: <@${userId}> has saved the signer’s wallet and wants to sign. Nothing proves that it is theirs.`,
      ),
      buttons(button('Let them in', 'team-let', `${handle}.${userId}`)),
    ]),
  };
  try {
    // One for each person and card, for as long as Discord remembers it.
    const nonce = `${handle.slice(0, 8)}${userId.slice(-16)}`;
    await bot.posts.post(placeOf(card), claim, { mentions: [card.asker], nonce });
  } catch (thrown) {
    bot.log('warn', 'a signer could not be announced', { interaction: interaction.id });
    throw forPerson(thrown);
  }
  return { message: notice('Who asked was told', 'Once they let you in, press “Open my card”.') };
}

/** Whoever reads the card there, while a signature is wanted: else somebody outside could write into a private thread. */
const isPressedOn = (card: TeamCard, { channelId }: Interaction): boolean =>
  placeOf(card) === channelId && !isOver(card.shown as Stage);

/** By the owner alone, which the desk decides. */
export async function letSignerIn({ bot, desk, person }: Task, id: string): Promise<Reply> {
  const [, handle, userId] = SHAPE.exec(id) ?? [];
  if (handle === undefined || userId === undefined) throw notTheirs();
  const card = bot.state.team.get(handle);
  if (bot.state.wallet({ ...person, userId })?.address !== card?.signer) {
    throw new CountersignError('INPUT_INVALID', {
      message: 'This member has another wallet saved by now.',
      remedy: 'Let them press “I am the signer” again.',
    });
  }
  try {
    await desk.grant(handle, { tenant: person.guildId, id: userId }, 'sign');
  } catch (thrown) {
    throw toCountersignError(thrown).code === 'HANDLE_NOT_FOUND' ? notTheirs() : thrown;
  }
  return { message: notice('Let in', `<@${userId}> can open the card and sign.`) };
}

const notTheirs = () =>
  new CountersignError('HANDLE_NOT_FOUND', {
    message: 'Only who prepared it can let somebody in.',
    remedy: 'Ask them to press this button.',
  });
