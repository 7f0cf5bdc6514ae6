/** A bot in a server, a member who manages the server and one who does not, again for each test of a file. */
import { beforeEach, expect } from 'vitest';
import { startTestBot, startWorld } from './bot.ts';
import { type Discord, type Person, startDiscord, textOf, until } from './discord.ts';
import type { Interaction, Message } from './messages.ts';
import { requestFile, signCard } from './request.ts';
import { plain, talkIn } from './talk.ts';

type SettingsSetup = {
  discord: Discord;
  world: Record<string, string>;
  bot: Awaited<ReturnType<typeof startTestBot>>;
  boss: Person;
  ada: Person;
};

export function useServer() {
  const scene = {} as SettingsSetup;
  async function restart(env: Record<string, string> = {}): Promise<void> {
    await scene.bot.close();
    scene.bot = await startTestBot(scene.discord, { ...scene.world, ...env });
  }

  const { say, draft, pressOn } = talkIn(() => scene.discord);
  const replyOf = async (...asked: Parameters<typeof say>) => plain(await say(...asked));
  const openPanel = () => say(scene.boss, 'settings');

  /** The answer to a press, whether it changes the message or is a message next to it. */
  async function answerTo(asked: Interaction, on: Message, versions: number): Promise<string> {
    const answer = await until(() =>
      asked.messages.find((each) => (each === on ? each.versions > versions : each.components !== undefined)),
    );
    return plain(answer);
  }
  function choose(who: Person, panel: Message, name: string, values: readonly string[]): Promise<string> {
    const { versions } = panel;
    return answerTo(scene.discord.choose(who, panel, name, values), panel, versions);
  }
  /** On a message of their own that no follower changes meanwhile. */
  async function press(who: Person, customId: string): Promise<string> {
    const on = await say(who, 'wallet');
    return await answerTo(scene.discord.clickId(who, on, customId), on, on.versions);
  }
  async function fill(panel: Message, label: string, values: Record<string, string | string[]>): Promise<string> {
    const click = scene.discord.click(scene.boss, panel, label);
    await until(() => click.modal);
    const { versions } = panel;
    return await answerTo(scene.discord.submitModal(scene.boss, click, values), panel, versions);
  }
  const restrict = async (act: string, roles: readonly string[]) =>
    await choose(scene.boss, await openPanel(), `v1:settings-roles:${act}`, roles);

  async function settled(who: Person, changes: Record<string, unknown> = {}): Promise<string> {
    const card = await say(who, 'deploy', { file: requestFile(changes) });
    const [, address = ''] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(card)) ?? [];
    expect(plain(await say(who, 'submit', { file: signCard(card) }))).toContain('Settled');
    return address;
  }

  beforeEach(async () => {
    scene.discord = await startDiscord();
    scene.world = await startWorld();
    scene.bot = await startTestBot(scene.discord, scene.world);
    [scene.boss, scene.ada] = [scene.discord.person({ manages: true }), scene.discord.person()];
  });
  return { scene, say, draft, pressOn, replyOf, openPanel, answerTo, choose, press, fill, restrict, restart, settled };
}
