import { encodeStrKey } from '@countersign/core/escrow';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
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
import { REQUEST, requestFile, SIGNER, signCard } from '@countersign/testkit/discord/request';
import { talkIn } from '@countersign/testkit/discord/talk';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { beforeEach, expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { ESCROW_WITH } from './index.ts';
import { walletShown } from './wallet.ts';

let discord: Discord;
let person: Person;
let bot: Awaited<ReturnType<typeof startTestBot>>;
const NEW_WALLET = SANDBOX_ACCOUNTS[1].address;

beforeEach(async () => {
  discord = await startDiscord();
  bot = await startTestBot(discord, await startWorld());
  person = discord.person();
});

const { change, fill, open, press } = talkIn(() => discord);
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

test('the remembered wallet signs a file without a signer; a change of it asks again', async () => {
  expect(textOf(await say('wallet'))).toContain('No wallet');
  expect(textOf(await say('wallet', { address: SIGNER }))).toContain(`\`${SIGNER}\``);
  const { signer: _, ...rest } = REQUEST;
  expect(textOf(await say('deploy', { file: { file: JSON.stringify(rest) } }))).toContain('Ready to sign');

  const change = await say('wallet', { address: NEW_WALLET });
  expect(textOf(change)).toContain(SIGNER);
  expect(textOf(change)).toContain(NEW_WALLET);
  expect(textOf(await say('wallet'))).toContain(SIGNER);
  await answered(discord.click(person, change, 'Change it'));
  expect(textOf(await say('wallet'))).toContain(NEW_WALLET);
});

test('a trustline is for the saved wallet, is listed while open, and its card says when it has settled', async () => {
  await bot.close();
  const world = await startWorld();
  bot = await startTestBot(discord, world);
  const worker = await newcomer(world['STELLAR_RPC_URL'] as string);
  const address = worker.publicKey();
  expect(buttonsOf(await say('wallet')).map(({ label }) => label)).toEqual([
    ...['Ana', 'Ben', 'Demo Platform', 'Cleo'],
    ...['Save my wallet', 'My limits'],
  ]);
  await say('wallet', { address });
  const trust = async () => await fill(person, await say('wallet'), 'Hold a token', { token: 'USDC' });
  const card = await trust();
  const text = textOf(card);
  for (const part of ['Ready to sign: a trustline for USDC', `\`${address}\``, 'No money moves', '0.5 XLM']) {
    expect(text).toContain(part);
  }
  expect(buttonsOf(card).map(({ label }) => label)).toEqual([
    'Read and sign',
    'Details',
    'Ask for the signature',
    'Renew',
    'Discard',
  ]);
  expect(textOf(await say('list', { status: 'open' }))).toContain('Ready to sign: a trustline for USDC');
  const signedXdr = signWith(worker, card.files[0]?.text as string);
  const settled = textOf(await say('submit', { file: { file: signedXdr } }));
  expect(settled).toContain('Settled');
  expect(settled).not.toMatch(/Fund|Escrow address/);
  await until(() => textOf(card).includes('Nothing more needs to be done.'));
  expect(textOf(await say('list', { status: 'open' }))).toContain('Nothing is pending');
  expect(textOf(await trust())).toContain('has a trustline for USDC');
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

test('a wallet that is no account address is refused', async () => {
  expect(textOf(await say('wallet', { address: SIGNER.toLowerCase() }))).toContain('lower case');
});

test('explain says what a transaction does, or that the input is not a transaction', async () => {
  const card = await say('deploy', { file: requestFile() });
  const explained = await say('explain', { file: { file: card.files[0]?.text as string } });
  expect(textOf(explained)).toContain('Creates an escrow for “Logo”');
  expect(textOf(await say('explain', { xdr: 'AAAA' }))).toContain('XDR\\_UNREADABLE');
  expect(textOf(await say('explain'))).toContain('missing');
  expect(textOf(await say('explain', { xdr: 'AAAA', file: { file: 'AAAA' } }))).toContain('give only one of them');
});

test('explain warns of a fee above what the settings of the installation name', async () => {
  const card = await say('deploy', { file: requestFile() });
  const file = { file: card.files[0]?.text as string };
  expect(textOf(await say('explain', { file }))).not.toContain('The platform fee is');
  await bot.close();
  await startTestBot(discord, { ...(await startWorld()), COUNTERSIGN_FEE_STOP: '1' });
  expect(textOf(await say('explain', { file }))).toMatch(/The platform fee is .* of each payment, more than 1 %/);
});

test('a balance where no contract exists says so, and asks for no wallet', async () => {
  const escrow = encodeStrKey('contract', new Uint8Array(32).fill(1));
  expect(textOf(await say('list', { escrow }))).toContain('No contract exists at this address');
});

test('help says how it works, in the words of this network', async () => {
  expect(textOf(await say('help'))).toContain('sandbox');
});

test('list asks which one an unknown title means', async () => {
  expect(textOf(await say('list', { escrow: 'not-an-address' }))).toContain('Which escrow?');
});

test('list shows open cards again, but nothing settled or discarded', async () => {
  expect(textOf(await say('list', { status: 'open' }))).toContain('Nothing is pending');
  const first = await say('deploy', { file: requestFile() });
  const second = await say('deploy', { file: requestFile({ engagementId: 'ENG-2', title: 'Second' }) });
  const again = discord.command(person, 'list', { status: 'open' });
  await until(() => again.messages.length === 2 && again.messages.every(({ components }) => components !== undefined));
  expect(again.messages.map((message) => textOf(message).split('\n')[0]).sort()).toEqual([
    '## Ready to sign: Logo',
    '## Ready to sign: Second',
  ]);
  await change(person, await press(person, second, 'Discard'), 'discard-yes');
  await say('submit', { file: signCard(first) });
  expect(textOf(await say('list', { status: 'open' }))).toContain('Nothing is pending');
  expect(textOf(await answered(discord.command(discord.person(), 'list', { status: 'open' })))).toContain(
    'Nothing is pending',
  );
});

test('renew brings a living card up to date; on a settled one it shows the result', async () => {
  const card = await say('deploy', { file: requestFile() });
  const shown = { ...card };
  await answered(discord.click(person, card, 'Renew'));
  expect(textOf(card)).toContain('Ready to sign');
  await say('submit', { file: signCard(card) });
  await until(() => textOf(card).includes('Settled'));
  await answered(discord.click(person, shown, 'Renew'));
  expect(textOf(shown)).toContain('Settled');
});

test('submit with only an id tells the outcome to the person who prepared it', async () => {
  const card = await say('deploy', { file: requestFile() });
  const id = /Id `([0-9a-f]{32})`/.exec(textOf(card))?.[1] as string;
  expect(textOf(await say('submit', { id }))).toContain('NOT\\_SIGNED\\_YET');
  await say('submit', { file: signCard(card) });
  expect(textOf(await say('submit', { id }))).toContain('Settled');
  expect(textOf(await answered(discord.command(discord.person(), 'submit', { id })))).toContain('HANDLE\\_NOT\\_FOUND');
  expect(textOf(await say('submit'))).toContain('missing');
});

test('another person’s click is refused politely, and changes nothing', async () => {
  const card = await say('deploy', { file: requestFile() });
  const before = card.versions;
  const stranger = discord.person();
  for (const label of ['Renew', 'Discard']) {
    const click = discord.click(stranger, card, label);
    const answer = await until(() => click.messages.find((each) => each !== card && each.components));
    expect(textOf(answer)).toContain('somebody else');
    expect(answer.ephemeral).toBe(true);
  }
  expect(card.versions).toBe(before);
  await answered(discord.click(person, card, 'Renew'));
});

test('a button of another version says what to do', async () => {
  const own = await say('help');
  const click = discord.clickId(person, own, 'v0:something');
  const answer = await until(() => click.messages.find((message) => message !== own));
  expect(textOf(answer)).toContain('/escrow list'.replace('/', '\\/'));
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

test('a wallet is saved in place by the button', async () => {
  const panel = await say('wallet');
  await fillIn(panel, 'Save my wallet', { address: ` ${SIGNER} ` });
  expect(textOf(panel)).toContain(`\`${SIGNER}\``);
  const newcomer = discord.person();
  const demo = await answered(discord.command(newcomer, 'wallet'));
  await answered(discord.click(newcomer, demo, 'Ana'));
  await until(() => textOf(demo).includes(`\`${SIGNER}\``));
});
