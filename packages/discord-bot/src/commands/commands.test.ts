import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import {
  answered,
  buttonsOf,
  type Discord,
  type Person,
  startDiscord,
  textOf,
  until,
} from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { REQUEST, requestFile, SIGNER } from '@countersign/testkit/discord/request';
import { talkIn } from '@countersign/testkit/discord/talk';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { beforeEach, expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { ESCROW_WITH } from './index.ts';
import { walletShown } from './wallet.ts';

let discord: Discord;
let person: Person;
let bot: Awaited<ReturnType<typeof startTestBot>>;

beforeEach(async () => {
  discord = await startDiscord();
  bot = await startTestBot(discord, await startWorld());
  person = discord.person();
});

const { open } = talkIn(() => discord);
const say = async (...args: Parameters<Discord['command']> extends [Person, ...infer Rest] ? Rest : never) =>
  await answered(discord.command(person, ...args));

test('problems of a file come all at once, each with its path and its line', async () => {
  const file = `signer: ${SIGNER}
title: Logo
milestones:
  - description: Sketches
    amount: "-3"
  - amount: 1
`;
  const answer = textOf(await say('deploy', { file: { file } }));
  expect(answer).toContain('**Milestone 1\\: amount** (line 5) is negative');
  expect(answer).toContain('**Milestone 2\\: description** (line 6) is missing');
  expect(answer).toContain('**Engagement id** (line 1) is missing');
});

test('credentials that the service refuses: the log names the settings, and the card does not', async () => {
  await bot.close();
  const wrong = { ESCROW_ACCESS_TOKEN: 'not-the-token-of-the-service' };
  const { lines } = await startTestBot(discord, { ...(await startWorld()), ...wrong });
  const card = textOf(await say('deploy', { file: requestFile() }));
  expect(card).toContain('SERVICE\\_UNAUTHORIZED');
  expect(card).not.toContain('ESCROW');
  const line = await until(() => lines.find(({ outcome }) => outcome === 'SERVICE_UNAUTHORIZED'));
  expect(line).toMatchObject({ message: 'interaction', remedy: expect.stringContaining('ESCROW_ACCESS_TOKEN') });
});

test('prepares a payee’s trustline from the card that warns, for its owner alone to sign', async () => {
  await bot.close();
  const world = await startWorld();
  bot = await startTestBot(discord, world);
  const worker = await newcomer(world['STELLAR_RPC_URL'] as string);
  const address = worker.publicKey();
  const card = await say('deploy', { file: requestFile({ roles: { ...REQUEST.roles, receiver: address } }) });
  expect(textOf(card)).toContain('does not accept this token yet');
  const trustline = await answered(discord.click(person, card, 'Prepare trustline'));
  const text = textOf(trustline);
  for (const part of ['a trustline for USDC', address, 'Only its owner can sign', 'not your saved wallet']) {
    expect(text).toContain(part);
  }
  await say('wallet', { address });
  const own = textOf(await answered(discord.click(person, card, 'Prepare trustline')));
  expect(own).not.toContain('not your saved wallet');
  const signedXdr = signWith(worker, trustline.files[0]?.text as string);
  expect(textOf(await say('submit', { file: { file: signedXdr } }))).toContain('Settled');
  expect(textOf(await answered(discord.click(person, card, 'Prepare trustline')))).toContain(
    'has a trustline for USDC',
  );
});

test('explain warns of a fee above what the settings of the installation name', async () => {
  const card = await say('deploy', { file: requestFile() });
  const file = { file: card.files[0]?.text as string };
  expect(textOf(await say('explain', { file }))).not.toContain('The platform fee is');
  await bot.close();
  await startTestBot(discord, { ...(await startWorld()), COUNTERSIGN_FEE_STOP: '1' });
  expect(textOf(await say('explain', { file }))).toMatch(/The platform fee is .* of each payment, more than 1 %/);
});

test('outside a server only reading and the own wallet work, with records apart from every server', async () => {
  await say('wallet', { address: SIGNER });
  for (const where of [{ guildId: null }, { isAlone: true }]) {
    const there = { ...person, ...where };
    const asked = async (command: string, options = {}) =>
      textOf(await answered(discord.command(there, command, options)));
    expect(await asked('deploy', { file: requestFile() })).toContain('in a server');
    expect(await asked('list')).toContain('You have prepared none');
    if (where.guildId === null) expect(await asked('wallet')).toContain('No wallet is saved');
    expect(await asked('wallet', { address: SIGNER })).toContain(SIGNER);
  }
  expect(textOf(await answered(discord.command(discord.person({ guildId: null }), 'wallet')))).toContain('No wallet');
});

test('helps a new account on testnet to XLM, a trustline and USDC, and nowhere else', () => {
  const wallet = { address: SIGNER, setAt: 0, provenAt: undefined };
  const linksOn = (network: 'testnet' | 'sandbox' | 'public') =>
    buttonsOf(walletShown(wallet, {}, network, wordsOf('en')) as never).flatMap(({ url }) => url ?? []);
  expect(linksOn('testnet')).toEqual([`https://friendbot.stellar.org/?addr=${SIGNER}`, 'https://faucet.circle.com/']);
  expect([...linksOn('sandbox'), ...linksOn('public')]).toEqual([]);
});

test('opens the form of a new escrow for the person in whose menu it was chosen', async () => {
  const worker = discord.person();
  const asked = discord.userCommand(person, ESCROW_WITH, worker.userId);
  await until(() => asked.modal);
  expect(JSON.stringify(asked.modal)).toContain(worker.userId);
});

async function fillIn(panel: Message, button: string, values: Record<string, string>): Promise<void> {
  const { versions } = panel;
  discord.submitModal(person, await open(person, panel, button), values);
  await until(() => panel.versions > versions);
}

test('a limit applies to the person who set it, in that server, until they remove it', async () => {
  const deploy = async (who = person) =>
    textOf(await answered(discord.command(who, 'deploy', { file: requestFile() }))).replaceAll('\\', '');
  const panel = await say('wallet');
  expect(textOf(panel)).not.toContain('at most');
  await fillIn(panel, 'My limits', { 'max-amount': '30', 'max-per-day': '' });
  expect(textOf(panel)).toMatch(/One escrow\*\* at most 30\n/);
  const refused = await deploy();
  expect(refused).toContain('LIMIT_REACHED');
  expect(refused).toContain('You set this limit');
  expect(await deploy(discord.person())).toContain('Ready to sign');
  expect(await deploy({ ...person, guildId: '112233445566778899' })).toContain('Ready to sign');
  await fillIn(panel, 'My limits', { 'max-amount': '', 'max-per-day': ' 30.5 ' });
  expect(textOf(panel)).toMatch(/One day.* at most 30\\\.5/);
  expect(await deploy()).toContain('Ready to sign');
});
