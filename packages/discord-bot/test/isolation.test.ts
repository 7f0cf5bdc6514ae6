/** One member tries every way to reach what another member prepared. */
import { encodeStrKey } from '@countersign/core/escrow';
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
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { beforeEach, expect, test } from 'vitest';

const TITLE = 'Confidential rebrand';
const UNKNOWN = { id: '0123456789abcdef0123456789abcdef', hash: '7'.repeat(64) };

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ada: Person;
let bob: Person;
/** What Ada prepared, and everything about it that only she may see. */
let card: Message;
let own: { id: string; page: string; hash: string; contract: string; unsigned: string };

beforeEach(async () => {
  discord = await startDiscord();
  bot = await startTestBot(discord, await startWorld());
  [ada, bob] = [discord.person(), discord.person()];
  card = await deployAs(ada, { title: TITLE, engagementId: 'CONFIDENTIAL-7' });
  const text = textOf(card);
  own = {
    id: idOf(card),
    page: pageOf(card),
    hash: (await deskAs(ada).status(idOf(card))).transactionHash as string,
    contract: /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(text)?.[1] as string,
    unsigned: card.files[0]?.text as string,
  };
});

const linkOf = (message: Message) => buttonsOf(message).find(({ url }) => url !== undefined)?.url as string;
const idOf = (message: Message) => /Id `([0-9a-f]{32})`/.exec(textOf(message))?.[1] as string;
const pageOf = (message: Message) => /sign\/([0-9a-f]{32})/.exec(linkOf(message))?.[1] as string;
const deskAs = ({ userId, guildId }: Person) => bot.desk.for({ tenant: guildId ?? discord.guildId, id: userId });
const deployAs = (person: Person, changes: Record<string, unknown>) =>
  answered(discord.command(person, 'deploy', { file: requestFile(changes) }));
const submitAs = async (person: Person, options: Parameters<Discord['command']>[2]) =>
  await answered(discord.command(person, 'submit', options));
const requests = () => bot.desk.metrics().requests;

/** Says nothing that only Ada may know. Once it has settled, the ledger tells everybody its title. */
function expectNothingOfAdas(message: Message, title: readonly string[] = [TITLE]): void {
  const shown = JSON.stringify([message.components, message.files]);
  for (const secret of [own.id, own.page, ...title, 'CONFIDENTIAL', 'A logo in three steps']) {
    expect(shown).not.toContain(secret);
  }
}

/** One byte of the title is another, so that it is another transaction for the same escrow. */
function altered(xdr = own.unsigned): string {
  const bytes = Buffer.from(xdr, 'base64');
  const at = bytes.indexOf(TITLE);
  expect(at).toBeGreaterThan(0);
  bytes[at] = 'K'.charCodeAt(0);
  return bytes.toString('base64');
}

test('an id of another person is answered like an unknown one, whatever comes with it', async () => {
  const others = await deployAs(bob, { engagementId: 'BOBS' });
  const before = { asked: requests(), fetched: discord.fetched.length, versions: card.versions };
  const choices: Parameters<Discord['command']>[2][] = [
    {},
    { xdr: 'AAAA' },
    { xdr: own.unsigned },
    { xdr: altered() },
    { xdr: others.files[0]?.text as string },
    { file: signCard(others) },
    { file: signCard(card) },
    { xdr: 'AAAA', file: { file: 'AAAA' } },
  ];
  for (const options of choices) {
    const theirs = await submitAs(bob, { ...options, id: own.id });
    const unknown = await submitAs(bob, { ...options, id: UNKNOWN.id });
    expect(textOf(theirs)).toContain('HANDLE\\_NOT\\_FOUND');
    expect(textOf(theirs)).toBe(textOf(unknown));
  }
  expect({ asked: requests(), fetched: discord.fetched.length, versions: card.versions }).toEqual(before);
  expect((await deskAs(ada).status(own.id)).status).toBe('prepared');
});

test('anyone with a signed transaction may send it, and learns only what the ledger tells everybody', async () => {
  const unsigned = await submitAs(bob, { xdr: own.unsigned });
  expect(textOf(unsigned)).toContain('XDR\\_NOT\\_SIGNED');
  expect(textOf(unsigned)).not.toContain('handed out');
  const signed = signCard(card);
  for (let time = 0; time < 2; time += 1) {
    const sent = await submitAs(bob, { file: signed });
    expect(textOf(sent)).toContain('## Settled');
    expect(textOf(sent)).toContain(own.contract);
    expectNothingOfAdas(sent, []);
  }
  // Without a signature it proves nothing, also when the outcome is known.
  expect(textOf(await submitAs(bob, { xdr: own.unsigned }))).toContain('XDR\\_NOT\\_SIGNED');
  expect(requests().send).toBe(1);
  await until(() => textOf(card).includes('Settled'));
});

test('an id, a hash, an address or a link in place of the transaction is answered like an unknown one', async () => {
  const address = encodeStrKey('contract', new Uint8Array(32).fill(9));
  const link = linkOf(card);
  const pairs = [
    [own.id, UNKNOWN.id],
    [own.hash, UNKNOWN.hash],
    [own.contract, address],
    [link, link.replace(own.page, UNKNOWN.id)],
    [
      `https://stellar.expert/explorer/testnet/tx/${own.hash}`,
      `https://stellar.expert/explorer/testnet/tx/${UNKNOWN.hash}`,
    ],
  ] as const;
  // Without what Bob typed himself.
  const readText = (message: Message) => textOf(message).replace(/“[^”]*”/, '');
  for (const [theirs, unknown] of pairs) {
    expect(textOf(await submitAs(bob, { xdr: theirs }))).toBe(textOf(await submitAs(bob, { xdr: unknown })));
    expect(readText(await submitAs(bob, { id: theirs }))).toBe(readText(await submitAs(bob, { id: unknown })));
    const balance = async (escrow: string) => readText(await answered(discord.command(bob, 'list', { escrow })));
    if (theirs !== own.contract) expect(await balance(theirs)).toBe(await balance(unknown));
  }
});

test('a file that names another person’s id prepares nothing', async () => {
  const before = requests();
  const ask = async (id: string) =>
    textOf(await answered(discord.command(bob, 'deploy', { file: { file: JSON.stringify({ id }) } })));
  expect(await ask(own.id)).toBe(await ask(UNKNOWN.id));
  expect(await ask(own.id)).toContain('HANDLE\\_NOT\\_FOUND');
  expect(requests()).toEqual(before);
});

test('a newer version of one person’s escrow ends nothing of another person’s with the same engagement id', async () => {
  const theirs = await deployAs(bob, { title: TITLE, engagementId: 'CONFIDENTIAL-7', platformFee: 7 });
  for (const secret of [own.id, own.page]) expect(JSON.stringify(theirs)).not.toContain(secret);
  expect((await deskAs(ada).status(own.id)).status).toBe('prepared');
});

test('forged buttons with another person’s id are answered like those with an unknown one', async () => {
  const help = await answered(discord.command(bob, 'help'));
  const press = async (customId: string) => {
    const clicked = discord.clickId(bob, help, customId);
    await until(() => clicked.acknowledgedAt);
    // A modal shows nothing of anybody; what is typed into it is answered.
    const click = clicked.modal === undefined ? clicked : discord.submitModal(bob, clicked, { amount: '30.5' });
    return textOf(await until(() => click.messages.find((each) => each !== help && each.components !== undefined)));
  };
  const before = { asked: requests(), versions: card.versions };
  for (const action of ['renew', 'details', 'discard', 'discard-yes', 'check', 'failed', 'failed-yes', 'confirm']) {
    for (const theirs of [own.id, own.hash, own.page]) {
      const answer = await press(`v1:${action}:${theirs}`);
      expect(answer).toContain('HANDLE\\_NOT\\_FOUND');
      expect(answer).toBe(await press(`v1:${action}:${UNKNOWN.id}`));
    }
  }
  expect({ asked: requests(), versions: card.versions }).toEqual(before);
  expect((await deskAs(ada).status(own.id)).status).toBe('prepared');
});

test('explaining another person’s transaction says what it contains, but not where it is signed', async () => {
  const explained = await answered(discord.command(bob, 'explain', { file: { file: own.unsigned } }));
  const shown = JSON.stringify([explained.components, explained.files]);
  expect(shown).toContain(TITLE);
  for (const secret of [own.id, own.page]) expect(shown).not.toContain(secret);
});
