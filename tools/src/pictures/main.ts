/**
 * `pnpm pictures`: the README's pictures, taken of the real pages and the real bot with the sandbox behind them; and the
 * icons for hosts.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
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
import { deployInput, openScene, signAndSend, take } from '@countersign/testkit/page/scene';
import { startVitest } from 'vitest/node';
import { type Resources, withResources } from '../command-line/resources.ts';
import { runWithOptions } from '../command-line/run-with-options.ts';

type Browser = Awaited<ReturnType<typeof launch>>;

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
async function discordPictures(browser: Browser, resources: Resources): Promise<void> {
  const world = resources.use(await openWorld());
  const discord = resources.use(await openDiscord());
  resources.use(await openTestBot(discord, world.env));
  const page = await browser.newPage({ viewport: SCREEN, deviceScaleFactor: 2 });
  const take: Take = async (name, message, { note, reader, isWhole = false } = {}) => {
    await page.setContent(drawn(message, note, reader));
    const whole = Number(await page.evaluate('document.body.scrollHeight'));
    // Its first screen, or all of it where that is less.
    const height = isWhole ? whole : Math.min(whole, SCREEN.height);
    const clip = { x: 0, y: 0, width: SCREEN.width, height };
    await save(`discord-${name}`, await page.screenshot({ fullPage: isWhole, clip }));
  };
  await life(discord, take);
  await settingsAndSpanish(discord, take);
}

type Take = (
  name: string,
  message: Message,
  about?: { readonly note?: string; readonly reader?: 'es'; readonly isWhole?: boolean },
) => Promise<void>;

async function life(discord: Discord, take: Take): Promise<void> {
  const [client, provider] = [discord.person(), discord.person()];
  const { say, draft, press } = talkIn(() => discord);
  const settle = async (card: Message) => {
    await say(client, 'submit', { file: signCard(card, 'client') });
    await until(() => textOf(card).includes('## Settled'));
  };
  await say(client, 'wallet', { address: addressOf('client') });
  await say(provider, 'wallet', { address: addressOf('provider') });

  const { title, description, milestones } = REQUEST;
  const lines = milestones.map((milestone) => `${milestone.amount} | ${milestone.description}`).join('\n');
  await take('draft', await draft(client, { title, description, lines, worker: [provider.userId] }));

  const deploy = await say(client, 'deploy', { file: requestFile(REQUEST) });
  await take('deploy', deploy);
  const where = await press(client, deploy, 'Ask for the signature');
  await answered(discord.click(client, where, 'In this channel'));
  const posted = () => discord.messagesIn(provider, discord.channel);
  await take('asked', await until(() => posted().at(-1)), { note: EVERYBODY });
  await settle(deploy);
  await take('settled', deploy);

  const escrow = String(buttonsOf(deploy).find(({ label }) => label === 'Show the escrow')?.custom_id).split(':')[2];
  await until(() => posted().some((each) => textOf(each).includes(' USDC paid')), 30_000);
  const pay = await press(client, deploy, 'Fund');
  const before = posted().length;
  await settle(pay);
  const announced = await until(() => posted().length > before && posted().at(-1), 30_000);
  await take('announced', announced as Message, { note: EVERYBODY });
  await take('escrow', await say(provider, 'list', { escrow }));
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
  const { say, open } = talkIn(() => discord);
  const boss = discord.person({ manages: true });
  const panel = await say(boss, 'settings');
  const limits = await open(boss, panel, 'Change limits');
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

const USAGE = `usage: pnpm pictures [--icons | --states <folder> [--only <page>]]

  Takes the pictures of the documentation again, into docs/pictures. With --icons it draws the icons for hosts instead, from the
  signing page's icon, into packages/mcp-server/icons.json. With --states it takes every state of the pages and of the card, at
  390 and 1280 pixels, light and dark, in every language, and lists them in manifest.md of that folder; with --only those of
  sign, sign-public, escrow, escrows, prove or card.`;

const OPTIONS = { icons: { type: 'boolean' }, states: { type: 'string' }, only: { type: 'string' } } as const;
await runWithOptions({ usage: USAGE, options: OPTIONS }, async ({ icons, states, only }) => {
  if (!hasBrowser) throw new Error('there is no Chromium here; install Debian’s package chromium');
  if (states !== undefined) await takeStates(resolve(states), only === undefined ? '' : `${only},`);
  else await withResources(icons ? drawIcons : takePictures);
});

/** By the tests that bring each page into each state, which then also try every look for barriers. */
async function takeStates(folder: string, only: string): Promise<void> {
  process.env['COUNTERSIGN_PICTURES'] = folder;
  const files = ['.states.test.ts'];
  const testNamePattern = `has no barriers and cuts nothing off: ${only}`;
  const vitest = await startVitest('test', files, { watch: false, testNamePattern });
  await vitest.close();
  const pictures = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.png')).sort();
  const states = Map.groupBy(pictures, (name) => dirname(name));
  const rows = [...states].map(([state, names]) =>
    ['', state, names.map((name) => `[${basename(name, '.png')}](${name})`).join(' '), ''].join('|'),
  );
  await writeFile(`${folder}/manifest.md`, ['|state|pictures|', '|---|---|', ...rows, ''].join('\n'));
  process.stdout.write(`${pictures.length} pictures of ${states.size} states: ${folder}/manifest.md\n`);
}

async function drawIcons({ use }: Resources): Promise<void> {
  const svg = await readFile(ICON, 'utf8');
  const page = await use(await launch()).newPage();
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
}

async function takePictures(resources: Resources): Promise<void> {
  const scene = resources.use(await openScene());
  const browser = resources.use(await launch());
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

  await signAndSend(scene.desk, 'client', await scene.desk.prepare('fund', { id: deal.id }));
  await take(scene.desk, 'provider', 'change-status', { escrow: deal.contractId, milestone: 1 });
  await wide.goto(`${scene.url}/escrow/${deal.contractId}`);
  await wide.locator('.turn-list').waitFor();
  await save('escrow', await wide.screenshot());

  // The card of a deploy, as a host shows it in a conversation.
  const host = resources.use(await openCardHost());
  const { page, frame } = await host.show(await host.call('deploy_escrow', deployInput(REQUEST)), { width: 640 });
  await frame.getByRole('button', { name: 'Read and sign' }).waitFor();
  await page.setViewportSize({ width: 660, height: 1_400 });
  await save('card', await page.locator('iframe').screenshot());

  await discordPictures(browser, resources);
}

async function save(name: string, png: Uint8Array): Promise<void> {
  await writeFile(`${FOLDER}${name}.png`, png);
  process.stdout.write(`docs/pictures/${name}.png\n`);
}
