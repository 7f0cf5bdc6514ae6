/** The bot's cards, as a phone shows their first screen: sent by the real bot to the local Discord, and drawn from that. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { drawn, SCREEN } from '@countersign/testkit/discord/drawn';
import {
  answered,
  buttonsOf,
  type Discord,
  openDiscord,
  type Person,
  until,
} from '@countersign/testkit/discord/local-discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { openTestBot, openWorld } from '@countersign/testkit/discord/open-bot';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import type { launch } from '@countersign/testkit/page/browser';

type Save = (name: string, png: Uint8Array) => Promise<void>;
type Name = 'client' | 'provider' | 'arbiter';

const REQUEST = {
  title: 'Logo and brand guide',
  description: 'Logo, colours and a short brand guide.',
  engagementId: 'LOGO-1',
  milestones: [
    { description: 'Three sketches', amount: '100' },
    { description: 'Final logo files', amount: '200' },
    { description: 'Brand guide, 12 pages', amount: '150' },
  ],
};

export async function discordPictures(browser: Awaited<ReturnType<typeof launch>>, save: Save): Promise<void> {
  const world = await openWorld();
  const discord = await openDiscord();
  const bot = await openTestBot(discord, world.env);
  const page = await browser.newPage({ viewport: SCREEN, deviceScaleFactor: 2 });
  const take = async (name: string, message: Message) => {
    await page.setContent(drawn(message));
    await save(`discord-${name}`, await page.screenshot());
  };
  try {
    await life(discord, take);
  } finally {
    await bot.close();
    discord.close();
    await world.close();
  }
}

async function life(discord: Discord, take: (name: string, message: Message) => Promise<void>): Promise<void> {
  const people: Record<Name, Person> = {
    client: discord.person(),
    provider: discord.person(),
    arbiter: discord.person(),
  };
  const say = async (who: Name, command: string, options: Record<string, unknown> = {}) =>
    await answered(discord.command(people[who], command, options as never));
  const press = async (who: Name, card: Message, label: string) => {
    const click = discord.click(people[who], card, label);
    return await until(() => click.messages.find((each) => each !== card && each.components !== undefined));
  };
  const settle = async (who: Name, card: Message) => {
    await say(who, 'submit', { file: signCard(card, who) });
    await until(() => JSON.stringify(card.components).includes('## Settled'));
  };
  for (const name of ['client', 'provider', 'arbiter'] as const) {
    await say(name, 'wallet', { address: SANDBOX_ACCOUNTS.find((account) => account.name === name)?.address });
  }
  const deploy = await say('client', 'deploy', { file: requestFile(REQUEST) });
  await take('deploy', deploy);
  await settle('client', deploy);
  await take('settled', deploy);
  const pay = await press('client', deploy, 'Fund');
  await take('payment', pay);
  await settle('client', pay);
  const escrow = String(buttonsOf(deploy).find(({ label }) => label === 'Show the escrow')?.custom_id).split(':')[2];
  await take('escrow', await say('provider', 'show', { escrow }));
  const stopped = await say('client', 'deploy', {
    file: requestFile({ ...REQUEST, engagementId: 'LOGO-2', title: 'Poster series', platformFee: 45 }),
  });
  await take('stop', stopped);
}
