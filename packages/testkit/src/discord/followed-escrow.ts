/** An escrow on the ledger that its four people can follow in a channel. */
import { expect } from 'vitest';
import { startTestBot } from './bot.ts';
import { type Person, until } from './discord.ts';
import { useEscrow } from './escrow-scene.ts';
import type { Message } from './messages.ts';
import { signCard } from './request.ts';
import { plain } from './talk.ts';

export function useFollowedEscrow() {
  const { scene, now, ...talk } = useEscrow();
  const say = (who: Person, command: string, options: Record<string, unknown> = {}, at = scene.channel) =>
    talk.say({ ...who, channel: at }, command, options);
  const pressOn = (who: Person, escrow: string, name: string, at = scene.channel) =>
    talk.pressOn({ ...who, channel: at }, escrow, name);
  const reportOf = () => scene.channel.messages.slice(1).map(plain);
  const last = () => scene.channel.messages.at(-1) as Message;

  /** The card that answers the press of a button of a post, which only the person sees. */
  async function press(who: Person, on: Message, label: string, texts?: Record<string, string>): Promise<Message> {
    const card = await (texts === undefined ? talk.press(who, on, label) : talk.fill(who, on, label, texts));
    expect(card.ephemeral).toBe(true);
    return card;
  }

  async function settle(name: keyof typeof scene.people, card: Message): Promise<void> {
    expect(plain(await say(scene.people[name], 'submit', { file: signCard(card, name) }))).toContain('## Settled');
  }

  /** Until so many announcements stand beneath the beginning; the newest has what is expected of it. */
  async function announced(count: number, ...parts: readonly string[]): Promise<Message> {
    await until(() => scene.channel.messages.length > count);
    for (const part of parts) expect(plain(last())).toContain(part);
    expect(scene.channel.messages).toHaveLength(count + 1);
    return last();
  }

  async function restart(): Promise<void> {
    await scene.bot.close();
    scene.bot = await startTestBot(scene.discord, scene.world, now);
  }

  async function follow(): Promise<void> {
    expect(plain(await pressOn(scene.people.client, scene.escrow, 'follow'))).toContain('### Followed');
  }

  return { ...talk, ...{ scene, now, say, last, press, pressOn, settle, announced, restart, follow }, told: reportOf };
}
