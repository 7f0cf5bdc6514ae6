/** The bot's cards, as a phone shows their first screen: sent by the real bot to the local Discord, and drawn from that. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { DemoAccountName } from '@countersign/escrow-service';
import { drawn, SCREEN } from '@countersign/testkit/discord/drawn';
import {
  answered,
  buttonsOf,
  type Discord,
  openDiscord,
  type Person,
  textOf,
  until,
} from '@countersign/testkit/discord/local-discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { openTestBot, openWorld } from '@countersign/testkit/discord/open-bot';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import type { launch } from '@countersign/testkit/page/browser';

type Save = (name: string, png: Uint8Array) => Promise<void>;

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
  const take: Take = async (name, message, note) => {
    await page.setContent(drawn(message, note));
    const whole = await page.evaluate('document.body.scrollHeight');
    // Its first screen, or all of it where that is less.
    const height = Math.min(Number(whole), SCREEN.height);
    await save(`discord-${name}`, await page.screenshot({ clip: { x: 0, y: 0, width: SCREEN.width, height } }));
  };
  try {
    await life(discord, take);
  } finally {
    await bot.close();
    discord.close();
    await world.close();
  }
}

type Take = (name: string, message: Message, note?: string) => Promise<void>;

async function life(discord: Discord, take: Take): Promise<void> {
  const { client, provider } = { client: discord.person(), provider: discord.person() };
  const say = async (who: Person, command: string, options: Record<string, unknown> = {}) =>
    await answered(discord.command(who, command, options as never));
  const press = async (who: Person, card: Message, label: string) => {
    const click = discord.click(who, card, label);
    return await until(() => click.messages.find((each) => each !== card && each.components !== undefined));
  };
  const settle = async (name: DemoAccountName, who: Person, card: Message) => {
    await say(who, 'submit', { file: signCard(card, name) });
    await until(() => textOf(card).includes('## Settled'));
  };
  const fill = async (panel: Message, label: string, values: Record<string, string | readonly string[]>) => {
    const click = discord.click(client, panel, label);
    await until(() => click.modal);
    const shown = panel.versions;
    discord.submitModal(client, click, values);
    await until(() => panel.versions > shown);
  };
  await say(client, 'wallet', { address: addressOf('client') });
  await say(provider, 'wallet', { address: addressOf('provider') });

  const draft = await say(client, 'deploy');
  const { title, description, engagementId, milestones } = REQUEST;
  await fill(draft, 'Basics', { title, description, engagement: engagementId });
  await fill(draft, 'Milestones', {
    lines: milestones.map((milestone) => `${milestone.amount} | ${milestone.description}`).join('\n'),
  });
  await take('draft', draft);

  const deploy = await say(client, 'deploy', { file: requestFile(REQUEST) });
  await take('deploy', deploy);
  const where = await press(client, deploy, 'Ask for the signature');
  await answered(discord.click(client, where, 'In this channel'));
  const posted = () => discord.messagesIn(provider, discord.channel);
  await take('asked', await until(() => posted().at(-1)), EVERYBODY);
  await settle('client', client, deploy);
  await take('settled', deploy);

  const escrow = String(buttonsOf(deploy).find(({ label }) => label === 'Show the escrow')?.custom_id).split(':')[2];
  await say(client, 'follow', { escrow });
  const pay = await press(client, deploy, 'Fund');
  await take('payment', pay);
  const before = posted().length;
  await settle('client', client, pay);
  const told = await until(() => posted().length > before && posted().at(-1), 30_000);
  await take('announced', told as Message, EVERYBODY);
  await take('escrow', await say(provider, 'show', { escrow }));
  await take('list', await say(client, 'list'));
  const poster = { ...REQUEST, engagementId: 'LOGO-2', title: 'Poster series', platformFee: 45 };
  await take('stop', await say(client, 'deploy', { file: requestFile(poster) }));
}

const EVERYBODY = 'Everybody in the channel sees this';

const addressOf = (name: DemoAccountName): string =>
  String(SANDBOX_ACCOUNTS.find((account) => account.name === name)?.address);
