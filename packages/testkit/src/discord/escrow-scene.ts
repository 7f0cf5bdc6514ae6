/** A bot in a server, and an escrow on the ledger that its four people press buttons of, again for each test of a file. */
import { beforeEach, expect } from 'vitest';
import { startTestBot, startWorld } from './bot.ts';
import { type Channel, type Discord, type Person, startDiscord, textOf, until } from './discord.ts';
import type { Message } from './messages.ts';
import { requestFile, signCard } from './request.ts';
import { addressOf, contractIn, plain, talkIn } from './talk.ts';

const NAMES = ['client', 'provider', 'platform', 'arbiter'] as const;
type Name = (typeof NAMES)[number];

type EscrowSetup = {
  discord: Discord;
  world: Record<string, string>;
  bot: Awaited<ReturnType<typeof startTestBot>>;
  people: Record<Name, Person>;
  /** The first of the server. */
  channel: Channel;
  escrow: string;
  /** How far the bot's clock is ahead. */
  clock: number;
};

/** In a minute. */
const UNLIMITED = {
  ESCROW_RATE_LIMIT: '1000',
  DISCORD_PERSON_RATE_LIMIT: '1000',
  DISCORD_SERVER_RATE_LIMIT: '1000',
} as const;

export const CANCEL = 'Cancel and refund';

export function useEscrow() {
  const scene = {} as EscrowSetup;
  const now = () => Date.now() + scene.clock;
  const talk = talkIn(() => scene.discord);
  const { say, press } = talk;
  const show = (who: Person) => say(who, 'list', { escrow: scene.escrow });
  /** Signs a card, sends it, and waits until the card itself says so. */
  async function settle(name: Name, card: Message): Promise<string> {
    const sent = await say(scene.people[name], 'submit', { file: signCard(card, name) });
    expect(plain(sent)).toContain('## Settled');
    await until(() => textOf(card).includes('Settled'));
    return plain(card);
  }
  async function fund(): Promise<void> {
    const card = await press(scene.people.client, await show(scene.people.client), 'Fund');
    expect(plain(card)).toContain('**30.5 USDC** into this escrow');
    expect(await settle('client', card)).toContain('**Next** Service provider');
  }

  beforeEach(async () => {
    scene.clock = 0;
    scene.discord = await startDiscord();
    scene.channel = scene.discord.channel;
    // One person does in a minute what takes days.
    scene.world = { ...(await startWorld()), ...UNLIMITED };
    scene.bot = await startTestBot(scene.discord, scene.world, now);
    scene.people = Object.fromEntries(NAMES.map((name) => [name, scene.discord.person()])) as typeof scene.people;
    for (const name of NAMES) await say(scene.people[name], 'wallet', { address: addressOf(name) });
    const deploy = await say(scene.people.client, 'deploy', { file: requestFile() });
    scene.escrow = contractIn(deploy);
    await say(scene.people.client, 'submit', { file: signCard(deploy) });
  });
  return { scene, now, ...talk, show, settle, fund };
}
