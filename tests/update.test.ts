/** A data folder of an earlier version, opened by this one: nothing in it is lost. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '@countersign/core';
import { networkWith, pinsOf, releasesOf } from '@countersign/core/network';
import { openState } from '@countersign/discord-bot/state';
import { openLedger, startSandbox } from '@countersign/escrow-service';
import { replayLedger } from '@countersign/sandbox-ledger/replay';
import { openTestDesk, startTestBot } from '@countersign/testkit/discord/bot';
import { answered, type Discord, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { type Message, newInteraction, newMessage } from '@countersign/testkit/discord/messages';
import { REQUEST } from '@countersign/testkit/discord/request';
import { Asset, Keypair } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import contents from './fixtures/data-folder/contents.json' with { type: 'json' };

const FIXTURES = path.join(import.meta.dirname, 'fixtures/data-folder');
const { settled, rejected, foreign, unknown, lost, renewed, newer, offered } = contents;

// Sets the clock to the files' time; by the machine's clock their contents would be too old.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: contents.madeAt + 1_000 });
  onTestFinished(() => void vi.useRealTimers());
});

function copyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'update-'));
  cpSync(FIXTURES, folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of the folder, with the sandbox that has its ledger. */
async function openFolder() {
  const folder = copyFolder();
  const sandbox = await startSandbox({ dataDir: folder, rateLimit: 0, now: () => Date.now() });
  onTestFinished(() => sandbox.close());
  const env = {
    ESCROW_API_URL: sandbox.url,
    STELLAR_NETWORK: 'sandbox',
    STELLAR_RPC_URL: sandbox.rpcUrl,
    COUNTERSIGN_DATA_DIR: folder,
    COUNTERSIGN_ALLOW_FOREIGN: 'true',
  };
  return { folder, env };
}

async function openFolderAtDesk() {
  const { env } = await openFolder();
  const { desk, close } = await openTestDesk(env);
  onTestFinished(close);
  return desk;
}

test('an unknown outcome is still resolved by asking the ledger', async () => {
  const desk = await openFolderAtDesk();
  expect(await desk.status(unknown.id)).toMatchObject({
    status: 'settled',
    by: 'ledger',
    transactionHash: unknown.hash,
  });
  await expect(desk.prepare('deploy', { id: unknown.id })).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
});

test('an outcome that the ledger does not know yet stays unknown, and its signed transaction can be sent again', async () => {
  const desk = await openFolderAtDesk();
  expect((await desk.status(lost.id)).status).toBe('unknown');
  await expect(desk.prepare('deploy', { ...REQUEST, engagementId: 'LOST' })).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
  });
  expect(await desk.submit({ id: lost.id })).toMatchObject({ status: 'settled', transactionHash: lost.hash });
});

test('decided handles answer as before', async () => {
  const desk = await openFolderAtDesk();
  const answer = async ({ signedXdr }: { signedXdr: string }) => {
    const { status, transactionHash, preparedHere = true } = await desk.submit({ signedXdr });
    return { status, hash: transactionHash, preparedHere };
  };
  expect(await answer(settled)).toEqual({ status: 'settled', hash: settled.hash, preparedHere: true });
  // The service had called it refused, which proves nothing; the ledger shows that another one came first.
  expect(await answer(rejected)).toEqual({ status: 'displaced', hash: rejected.hash, preparedHere: true });
  expect(await desk.status(rejected.id)).toMatchObject({ status: 'displaced', by: 'ledger' });
  expect(await answer(foreign)).toEqual({ status: 'settled', hash: foreign.hash, preparedHere: false });
  await expect(desk.prepare('deploy', { ...REQUEST, engagementId: 'SETTLED' })).rejects.toMatchObject({
    code: 'ALREADY_SETTLED',
  });
});

test.each([
  ['the newest', newer],
  ['an earlier one that has not expired', renewed],
])('of an escrow that was renewed, %s can be signed', async (_, offer) => {
  const desk = await openFolderAtDesk();
  expect((await desk.status(renewed.id)).transactionHash).toBe(newer.hash);
  expect(await desk.submit({ signedXdr: offer.signedXdr })).toMatchObject({
    status: 'settled',
    transactionHash: offer.hash,
  });
});

test('the ledger is unchanged, and matches its log', async () => {
  const { folder, env } = await openFolder();
  const { desk, close } = await openTestDesk(env);
  onTestFinished(close);
  const asked = await desk.balances({ signer: REQUEST.signer, addresses: [settled.contractId] });
  expect(asked.balances).toEqual([
    { address: settled.contractId, balance: '12.5', by: 'ledger', needed: '30.5', asset: 'USDC' },
  ]);
  expect(asked.balances).toMatchObject(contents.balances);
  // One ledger closed since: it added the live contracts.
  expect(replayLedger(folder)).toEqual({ ledgers: 6, transactions: 4, fundings: 0 });
});

test('the live contracts are added to a ledger of an earlier version, once, and its log records it', async () => {
  const folder = copyFolder();
  // A replay opens nothing.
  expect(replayLedger(folder)).toEqual({ ledgers: 5, transactions: 4, fundings: 0 });
  const open = async () => {
    const ledger = openLedger({ dataDir: folder, now: () => Date.now() });
    const latest = ledger.view(({ latest: { sequence } }) => sequence);
    ledger.close();
    return latest;
  };
  expect([await open(), await open()]).toEqual([6, 6]);

  const sandbox = await startSandbox({ dataDir: folder, rateLimit: 0, now: () => Date.now() });
  const rpc = new Server(sandbox.rpcUrl, { allowHttp: true });
  const v1 = networkWith('sandbox', 'v1');
  for (const release of releasesOf(v1)) {
    const { factory, wasmHash } = pinsOf(v1, release);
    const { executable } = await rpc.getContractInstance(factory as string);
    expect(String((executable as { wasmHash: unknown }).wasmHash)).toBe(wasmHash);
  }
  const [token] = v1.tokens;
  const asset = new Asset(token?.code as string, token?.issuer);
  expect((await rpc.getAssetBalance(v1.feeAddress as string, asset, v1.passphrase)).balanceEntry?.amount).toBe('0');
  // Earlier entries are unchanged.
  expect((await rpc.getTransaction(settled.hash)).status).toBe('SUCCESS');
  await rpc.requestAirdrop(Keypair.random().publicKey());
  await sandbox.close();
  expect(replayLedger(folder)).toEqual({ ledgers: 7, transactions: 4, fundings: 1 });
});

/** Each file, opened by its own package. */
const OPENERS: Readonly<Record<string, (folder: string) => { close(): void }>> = {
  'prepared.sqlite': (folder) => openSqliteStore(folder, 'sandbox'),
  'discord.sqlite': (folder) => openState(folder, 'sandbox'),
  'sandbox-ledger.sqlite': (dataDir) => openLedger({ dataDir, now: () => Date.now() }),
};
const FILES = Object.entries(OPENERS);

test('each file that is migrated leaves a copy, once, and one that is current leaves none', () => {
  const folder = copyFolder();
  const copies = () => readdirSync(folder).filter((name) => name.includes('.sqlite.'));
  for (const [, open] of FILES) open(folder).close();
  const kept = copies();
  expect(kept).toEqual([
    expect.stringMatching(/^discord\.sqlite\.v0-2026-11-20T10-01-16\.\d+Z$/),
    expect.stringMatching(/^prepared\.sqlite\.v1-2026-11-20T10-01-16\.\d+Z$/),
    expect.stringMatching(/^sandbox-ledger\.sqlite\.v2-2026-11-20T10-01-16\.\d+Z$/),
  ]);
  for (const [, open] of FILES) open(folder).close();
  expect(copies()).toEqual(kept);
});

function changed(folder: string, name: string, statement: string): Buffer {
  const file = path.join(folder, name);
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
  return readFileSync(file);
}

test.each(FILES)('a newer %s is refused by name, and not a byte of it is changed', (name, open) => {
  const folder = copyFolder();
  open(folder).close();
  const bytes = changed(folder, name, 'PRAGMA user_version = 99');
  expect(() => open(folder)).toThrowError(
    expect.objectContaining({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(new RegExp(`${name} cannot be used: it was made by a newer version`)),
      operatorRemedy: expect.stringContaining('Update Countersign'),
    }),
  );
  expect(readFileSync(path.join(folder, name)).equals(bytes)).toBe(true);
});

test.each(FILES)('a %s of another program is refused as that', (name, open) => {
  const folder = copyFolder();
  const bytes = changed(folder, name, 'PRAGMA application_id = 7');
  expect(() => open(folder)).toThrow(/belongs to another program/);
  expect(readFileSync(path.join(folder, name)).equals(bytes)).toBe(true);
});

/** The message of a card from an earlier process, on the screen of a person who still sees it. */
function shownBefore(discord: Discord, card: (typeof contents.cards)[number]): Message {
  const message = { ...newMessage(card.userId, true), id: card.messageId };
  discord.interactions.set(card.token, {
    ...newInteraction(card.userId, undefined),
    token: card.token,
    acknowledgedAt: 0,
    messages: [message],
  });
  return message;
}

test('the bot’s open cards become their results, and people keep their wallets and escrows', async () => {
  const [person, other] = contents.people as [(typeof contents.people)[0], (typeof contents.people)[0]];
  const [unknownCard, offeredCard] = contents.cards as [(typeof contents.cards)[0], (typeof contents.cards)[0]];
  const discord = await startDiscord({ applicationId: unknownCard.applicationId });
  const resolved = shownBefore(discord, unknownCard);
  const waiting = shownBefore(discord, offeredCard);
  const { env } = await openFolder();
  const bot = await startTestBot(discord, env);
  await until(() => textOf(resolved).includes('Settled'));
  await until(() => textOf(waiting).includes('Ready to sign'));
  await bot.desk.submit({ signedXdr: offered.signedXdr });
  await until(() => textOf(waiting).includes('Settled'));
  expect(textOf(await answered(discord.command(person, 'wallet')))).toContain(REQUEST.signer);
  expect(textOf(await answered(discord.command(other, 'wallet')))).toContain(REQUEST.roles.serviceProvider);
  const pending = discord.command(person, 'pending');
  await until(() => pending.messages.filter(({ components }) => components !== undefined).length === 3);
});
