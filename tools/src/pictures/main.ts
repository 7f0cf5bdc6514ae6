/**
 * `pnpm pictures`: the README's pictures, taken of the real pages and the real bot with the sandbox behind them; and the
 * icons for hosts.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drawn, SCREEN } from '@countersign/testkit/discord/drawn';
import {
  answered,
  buttonsOf,
  type Discord,
  openDiscord,
  textOf,
  until,
} from '@countersign/testkit/discord/local-discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { openTestBot, openWorld } from '@countersign/testkit/discord/open-bot';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, SPANISH, talkIn } from '@countersign/testkit/discord/talk';
import { hasBrowser, launch, PHONE } from '@countersign/testkit/page/browser';
import { openCardHost } from '@countersign/testkit/page/card-host';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { runWithOptions } from '../command-line/run-with-options.ts';

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

/** The first screen of the bot's cards on a phone: sent by the real bot to the local Discord, and drawn from that. */
async function discordPictures(browser: Awaited<ReturnType<typeof launch>>, save: Save): Promise<void> {
  const world = await openWorld();
  const discord = await openDiscord();
  const bot = await openTestBot(discord, world.env);
  const page = await browser.newPage({ viewport: SCREEN, deviceScaleFactor: 2 });
  const take: Take = async (name, message, { note, reader, isWhole = false } = {}) => {
    await page.setContent(drawn(message, note, reader));
    const whole = await page.evaluate('document.body.scrollHeight');
    // Its first screen, or all of it where that is less.
    const height = isWhole ? Number(whole) : Math.min(Number(whole), SCREEN.height);
    await save(
      `discord-${name}`,
      await page.screenshot({ fullPage: isWhole, clip: { x: 0, y: 0, width: SCREEN.width, height } }),
    );
  };
  try {
    await life(discord, take);
    await settingsAndSpanish(discord, take);
  } finally {
    await bot.close();
    discord.close();
    await world.close();
  }
}

type Take = (
  name: string,
  message: Message,
  about?: { readonly note?: string; readonly reader?: 'es'; readonly isWhole?: boolean },
) => Promise<void>;

async function life(discord: Discord, take: Take): Promise<void> {
  const [client, provider] = [discord.person(), discord.person()];
  const { say, press } = talkIn(() => discord);
  const settle = async (card: Message) => {
    await say(client, 'submit', { file: signCard(card, 'client') });
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
  await take('asked', await until(() => posted().at(-1)), { note: EVERYBODY });
  await settle(deploy);
  await take('settled', deploy);

  const escrow = String(buttonsOf(deploy).find(({ label }) => label === 'Show the escrow')?.custom_id).split(':')[2];
  await say(client, 'follow', { escrow });
  const pay = await press(client, deploy, 'Fund');
  const before = posted().length;
  await settle(pay);
  const announced = await until(() => posted().length > before && posted().at(-1), 30_000);
  await take('announced', announced as Message, { note: EVERYBODY });
  await take('escrow', await say(provider, 'show', { escrow }));
}

const BOCETOS = {
  title: 'Logo y guía de marca',
  description: 'Logo, colores y una breve guía de marca.',
  engagementId: 'LOGO-7',
  milestones: [
    { description: 'Tres bocetos', amount: '100' },
    { description: 'Archivos finales del logo', amount: '200' },
    { description: 'Guía de marca, 12 páginas', amount: '150' },
  ],
};

/** What a server sets, and what somebody reads there whose Discord speaks Spanish. */
async function settingsAndSpanish(discord: Discord, take: Take): Promise<void> {
  const { say } = talkIn(() => discord);
  const boss = discord.person({ manages: true });
  const panel = await say(boss, 'settings');
  const limits = discord.click(boss, panel, 'Change limits');
  await until(() => limits.modal);
  await answered(discord.submitModal(boss, limits, { maxAmount: '1000', maxPerDay: '2500' }));
  await take('settings', panel, { isWhole: true });

  const client = discord.person(SPANISH);
  await say(client, 'wallet', { address: addressOf('client') });
  const card = await say(client, 'deploy', { file: requestFile(BOCETOS) });
  await take('deploy-es', card, { reader: 'es' });
  await take('explain-es', await say(client, 'explain', { file: { file: String(card.files[0]?.text) } }), {
    reader: 'es',
  });
}

const EVERYBODY = 'Everybody in the channel sees this';

const FOLDER = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const WIDE = { viewport: { width: 1280, height: 800 } } as const;
const SIGN = /^Sign as demo account/;

const ICON = new URL('../../../packages/signing-page/src/browser/icon.svg', import.meta.url);
const ICONS = new URL('../../../packages/mcp-server/icons.json', import.meta.url);
/** Hosts and directories take these; each is as wide as it is high. */
const ICON_SIZES = [64, 128, 256, 512];

const USAGE = `usage: pnpm pictures [--icons]

  Takes the pictures of the documentation again, into docs/pictures. With --icons it draws the icons for hosts instead, from the
  signing page's icon, into packages/mcp-server/icons.json.`;

await runWithOptions({ usage: USAGE, options: { icons: { type: 'boolean' } } }, async ({ icons }) => {
  if (!hasBrowser) throw new Error('there is no Chromium here; install Debian’s package chromium');
  await (icons ? drawIcons() : takePictures());
});

async function drawIcons(): Promise<void> {
  const svg = await readFile(ICON, 'utf8');
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const png: Record<string, string> = {};
    for (const size of ICON_SIZES) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
      png[size] = (await page.screenshot({ omitBackground: true })).toString('base64');
    }
    // Of a changed drawing there would be new icons to draw.
    const of = createHash('sha256').update(svg).digest('hex');
    await writeFile(ICONS, `${JSON.stringify({ of, png }, undefined, 2)}\n`);
    process.stdout.write('packages/mcp-server/icons.json\n');
  } finally {
    await browser.close();
  }
}

async function takePictures(): Promise<void> {
  const scene = await openScene();
  const browser = await launch();
  try {
    await mkdir(FOLDER, { recursive: true });
    const deal = await scene.desk.prepare('deploy', deployInput(REQUEST));

    const wide = await browser.newPage(WIDE);
    await wide.goto(String(deal.signUrl));
    await wide.getByRole('button', { name: SIGN }).first().waitFor();
    await save('deal', await wide.screenshot());

    const phone = await browser.newPage(PHONE);
    await phone.goto(String(deal.signUrl));
    await phone.locator('.bar button').first().waitFor();
    await save('deal-on-a-phone', await phone.screenshot());

    await wide.getByRole('button', { name: SIGN }).first().click();
    await wide.getByRole('button', { name: 'Prepare the payment' }).waitFor();
    await save('what-follows', await wide.screenshot());

    await cardPicture();
    await discordPictures(browser, save);
  } finally {
    await browser.close();
    await scene.close();
  }
}

/** The card of a deploy, as a host shows it in a conversation. */
async function cardPicture(): Promise<void> {
  const host = await openCardHost();
  try {
    const { page, frame } = await host.show(await host.call('deploy_escrow', deployInput(REQUEST)), { width: 640 });
    await frame.getByRole('button', { name: 'Read and sign' }).waitFor();
    await page.setViewportSize({ width: 660, height: 1_400 });
    await save('card', await page.locator('iframe').screenshot());
  } finally {
    await host.close();
  }
}

async function save(name: string, png: Uint8Array): Promise<void> {
  await writeFile(`${FOLDER}${name}.png`, png);
  process.stdout.write(`docs/pictures/${name}.png\n`);
}
