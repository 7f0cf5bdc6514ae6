/** A bot in a server, and an escrow on the ledger that its four people can follow in a channel, anew for each test of a file. */
import { beforeEach, expect } from 'vitest';
import { startTestBot, startWorld } from './bot.ts';
import { answered, type Discord, type Person, startDiscord, textOf, until } from './discord.ts';
import type { Channel, Message } from './messages.ts';
import { requestFile, signCard } from './request.ts';
import { addressOf, plain } from './talk.ts';

const NAMES = ['client', 'provider', 'platform', 'arbiter'] as const;
type Name = (typeof NAMES)[number];

export type Scene = {
  discord: Discord;
  world: Record<string, string>;
  bot: Awaited<ReturnType<typeof startTestBot>>;
  people: Record<Name, Person>;
  channel: Channel;
  escrow: string;
  /** How far the bot's clock is ahead. */
  clock: number;
};

/** @returns the scene of the running test, and what can be done in it */
export function useFollowedEscrow() {
  const scene = {} as Scene;
  const now = () => Date.now() + scene.clock;
  const say = (who: Person, command: string, options: Record<string, unknown> = {}, at = scene.channel) =>
    answered(scene.discord.command({ ...who, channel: at }, command, options as never));
  const told = () => scene.channel.messages.slice(1).map(plain);
  const last = () => scene.channel.messages.at(-1) as Message;

  /** The card that answers the press of a button of a post, which only the person sees. */
  async function press(who: Person, on: Message, label: string, texts?: Record<string, string>): Promise<Message> {
    const click = scene.discord.click(who, on, label);
    const asked =
      texts === undefined ? click : scene.discord.submitModal(who, (await until(() => click.modal)) && click, texts);
    const card = await until(() => asked.messages.find((each) => each !== on && each.components !== undefined));
    expect(card.ephemeral).toBe(true);
    return card;
  }

  async function settle(name: Name, card: Message): Promise<void> {
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
    expect(plain(await say(scene.people.client, 'follow', { escrow: scene.escrow }))).toContain('### Followed');
  }

  beforeEach(async () => {
    scene.clock = 0;
    scene.discord = await startDiscord();
    scene.world = await startWorld();
    scene.bot = await startTestBot(scene.discord, scene.world, now);
    scene.channel = scene.discord.channel;
    scene.people = Object.fromEntries(NAMES.map((name) => [name, scene.discord.person()])) as Scene['people'];
    for (const name of NAMES) await say(scene.people[name], 'wallet', { address: addressOf(name) });
    const deploy = await say(scene.people.client, 'deploy', { file: requestFile() });
    const [, escrow = ''] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(deploy)) ?? [];
    scene.escrow = escrow;
    await settle('client', deploy);
  });
  return { scene, now, say, told, last, press, settle, announced, restart, follow };
}
