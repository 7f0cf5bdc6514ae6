/** A browser signs in by its wallet's own signature over a text or a transaction of ours, and by nothing else. */
import type { Desk } from '@countersign/core';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash, neverSentTransaction } from '@countersign/core/signatures';
import { codeOf } from '@countersign/testkit/desk/failure';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { folderOfFile } from '@countersign/testkit/processes/temporary-folder';
import { accountEntry } from '@countersign/testkit/rpc/scripted-rpc';
import {
  Account,
  Asset,
  type Keypair,
  Memo,
  Operation,
  Transaction,
  TransactionBuilder,
} from '@stellar/stellar-sdk/base';
import { beforeEach, expect, test } from 'vitest';
import type { Network } from '../../escrow/network.ts';
import type { SignInToSign } from '../model/wallet-proof-views.ts';

const { sandbox: SANDBOX, testnet: TESTNET } = NETWORKS;
const [client, provider] = [sandboxKeypair('client'), sandboxKeypair('provider')];
const ORIGIN = 'https://sign.example.org';
const WALLET = { origin: ORIGIN, address: client.publicKey() };
const clock = { now: 0 };
beforeEach(() => {
  clock.now = Date.parse('2026-11-28T12:00:00Z');
});

const folder = folderOfFile();
const openDesk = (network: Network): Desk => createTestDesk({ folder, network, policy, now: () => clock.now });
const desk = openDesk(SANDBOX);

const signed = (text: string, key: Keypair = client) => Buffer.from(key.sign(messageHash(text))).toString('base64');
const textFor = (wallet = WALLET) => desk.signInText(wallet, 'en');

test('shows whom the text is for, and opens a session of 12 hours with it, once', async () => {
  for (const language of ['en', 'es'] as const) {
    const { id, text, endsAt } = await desk.signInText(WALLET, language);
    for (const part of [ORIGIN, WALLET.address, 'sandbox', id]) expect(text).toContain(part);
    expect(endsAt).toBe(clock.now + 5 * 60_000);
    const proof = { id, signature: signed(text) };
    const { session, endsAt: until } = await desk.signIn(WALLET, proof);
    expect(until).toBe(clock.now + 12 * 3_600_000);
    expect(await desk.signedInWallet(session, ORIGIN)).toBe(WALLET.address);
    expect(await codeOf(desk.signIn(WALLET, proof))).toBe('PROOF_CLOSED');
  }
});

test('ends a session when the person signs out, after 12 hours, and at another origin', async () => {
  const open = async () => {
    const { id, text } = await textFor();
    return (await desk.signIn(WALLET, { id, signature: signed(text) })).session;
  };
  const [first, second] = [await open(), await open()];
  expect(await desk.signedInWallet(first, 'https://other.example.org')).toBeUndefined();
  await desk.signOut(first, 'https://other.example.org');
  expect(await desk.signedInWallet(first, ORIGIN)).toBe(WALLET.address);
  await desk.signOut(first, ORIGIN);
  expect(await desk.signedInWallet(first, ORIGIN)).toBeUndefined();
  expect(await desk.signedInWallet(second, ORIGIN)).toBe(WALLET.address);
  clock.now += 12 * 3_600_000;
  expect(await desk.signedInWallet(second, ORIGIN)).toBeUndefined();
  for (const none of ['', 'f'.repeat(32), "' OR 1=1"]) expect(await desk.signedInWallet(none, ORIGIN)).toBeUndefined();
});

test('refuses a signature of another wallet, over another text, without SEP-53’s prefix, and none', async () => {
  const { id, text } = await textFor();
  const unprefixed = Buffer.from(client.sign(Buffer.from(text))).toString('base64');
  for (const signature of [signed(text, provider), signed(`${text} `), unprefixed]) {
    expect(await codeOf(desk.signIn(WALLET, { id, signature }))).toBe('PROOF_NOT_SIGNED');
  }
  expect(await codeOf(desk.signIn(WALLET, { id }))).toBe('PROOF_NOT_SIGNED');
});

test('refuses a text that was made for another origin, wallet or network, was altered, or is over', async () => {
  const { id, text } = await textFor();
  const proof = { id, signature: signed(text) };
  const others = [
    { ...WALLET, origin: 'https://sign.example.com' },
    { ...WALLET, origin: 'http://sign.example.org' },
    { ...WALLET, address: provider.publicKey() },
  ];
  for (const wallet of others) expect(await codeOf(desk.signIn(wallet, proof))).toBe('PROOF_CLOSED');
  const [time, language, nonce, mac] = id.split('-') as [string, string, string, string];
  const altered = [
    [(Number.parseInt(time, 36) + 60).toString(36).padStart(8, '0'), language, nonce, mac],
    [time, 'es', nonce, mac],
    [time, language, 'f'.repeat(32), mac],
    [time, language, nonce, 'f'.repeat(32)],
    [time, language, nonce],
    [],
  ].map((parts) => parts.join('-'));
  for (const other of altered)
    expect(await codeOf(desk.signIn(WALLET, { ...proof, id: other })), other).toBe('PROOF_CLOSED');
  // The networks of one store have the same secret.
  const elsewhere = openDesk(TESTNET);
  expect(await codeOf(elsewhere.signIn(WALLET, proof))).toBe('PROOF_CLOSED');
  clock.now += 5 * 60_000 + 1_000;
  expect(await codeOf(desk.signIn(WALLET, proof))).toBe('PROOF_CLOSED');
});

const transactionOf = (toSign: SignInToSign, origin = ORIGIN): string | undefined =>
  neverSentTransaction({ ...toSign, origin, passphrase: toSign.networkPassphrase })?.xdr;

test('refuses the key that its account removed, while the ledger answers', async () => {
  const answers = {
    gone: accountEntry(WALLET.address, { thresholds: [0, 1, 1, 1] }),
    own: accountEntry(WALLET.address),
  };
  const signInBy = async (accountOf: () => Promise<object>) => {
    const withLedger = createTestDesk({ policy, now: () => clock.now, ledger: { accountOf } as never });
    const { id, text } = await withLedger.signInText(WALLET, 'en');
    return await codeOf(withLedger.signIn(WALLET, { id, signature: signed(text) }));
  };
  const found = (entry: object) => async () => ({ kind: 'account', entry, ledger: 1 });
  expect(await signInBy(found(answers.gone))).toBe('PROOF_NOT_SIGNED');
  expect(await signInBy(found(answers.own))).toBe('done');
  expect(await signInBy(async () => ({ kind: 'no-answer' }))).toBe('done');
});

const builderOf = (toSign: SignInToSign) => {
  const made = new Transaction(String(transactionOf(toSign)), SANDBOX.passphrase);
  const [operation] = made.operations;
  if (operation?.type !== 'manageData') throw new Error('no entry of data');
  const [minTime, maxTime] = [Number(made.timeBounds?.minTime), Number(made.timeBounds?.maxTime)];
  return { made, operation, name: operation.name, value: operation.value as never, minTime, maxTime };
};

type TransactionParts = {
  source?: string;
  sequence?: string;
  fee?: string;
  passphrase?: string;
  minTime?: number;
  maxTime?: number;
  operations?: readonly unknown[];
  memo?: Memo;
};

/** The transaction, written again with changes; without any it is the same. */
function rebuilt(toSign: SignInToSign, changes: TransactionParts = {}): Transaction {
  const { name, value, minTime, maxTime } = builderOf(toSign);
  const parts = {
    source: client.publicKey(),
    sequence: '0',
    fee: '100',
    passphrase: SANDBOX.passphrase,
    ...{ minTime, maxTime },
    operations: [Operation.manageData({ source: client.publicKey(), name, value })],
    ...changes,
  };
  const { fee, passphrase: networkPassphrase, memo } = parts;
  const timebounds = { minTime: parts.minTime, maxTime: parts.maxTime };
  const account = new Account(parts.source, String(BigInt(parts.sequence) - 1n));
  const builder = new TransactionBuilder(account, { fee, networkPassphrase, timebounds, ...(memo && { memo }) });
  for (const operation of parts.operations) builder.addOperation(operation as never);
  return builder.build();
}

const proofOf = (toSign: SignInToSign, transaction: Transaction, key: Keypair = client) => {
  transaction.sign(key);
  return { id: toSign.id, signedXdr: transaction.toXdr() };
};

test('opens a session with the signed transaction, which names the host and can never be sent', async () => {
  const toSign = await textFor();
  const { made, operation, minTime, maxTime } = builderOf(toSign);
  expect([made.sequence, made.source, operation.source]).toEqual(['0', WALLET.address, WALLET.address]);
  expect(operation.name).toBe('sign.example.org auth');
  expect(maxTime - minTime).toBe(300);
  const { session } = await desk.signIn(WALLET, proofOf(toSign, rebuilt(toSign)));
  expect(await desk.signedInWallet(session, ORIGIN)).toBe(WALLET.address);
});

const entry = (toSign: SignInToSign, changes: object) => {
  const { name, value } = builderOf(toSign);
  return Operation.manageData({ source: client.publicKey(), name, value, ...changes });
};

test.each<[string, (toSign: SignInToSign) => TransactionParts]>([
  ['a sequence number that an account may have', () => ({ sequence: '1' })],
  ['another source', () => ({ source: provider.publicKey() })],
  ['another fee', () => ({ fee: '200' })],
  ['a memo', () => ({ memo: Memo.text('hello') })],
  ['a signature for another network', () => ({ passphrase: TESTNET.passphrase })],
  ['an earlier beginning', (toSign) => ({ minTime: builderOf(toSign).minTime - 1 })],
  ['a later end', (toSign) => ({ maxTime: builderOf(toSign).maxTime + 1 })],
  ['no end', () => ({ minTime: 0, maxTime: 0 })],
  ['another host', (toSign) => ({ operations: [entry(toSign, { name: 'sign.example.com auth' })] })],
  ['the hash of another text', (toSign) => ({ operations: [entry(toSign, { value: Buffer.alloc(32, 7) })] })],
  ['an operation of another account', (toSign) => ({ operations: [entry(toSign, { source: provider.publicKey() })] })],
  ['an operation without its account', (toSign) => ({ operations: [entry(toSign, { source: undefined })] })],
  ['a second operation', (toSign) => ({ operations: [entry(toSign, {}), entry(toSign, {})] })],
  [
    'a payment',
    () => ({
      operations: [Operation.payment({ destination: provider.publicKey(), asset: Asset.native(), amount: '1' })],
    }),
  ],
])('refuses a signed transaction with %s', async (_, changes) => {
  const toSign = await textFor();
  const proof = proofOf(toSign, rebuilt(toSign, changes(toSign)));
  expect(await codeOf(desk.signIn(WALLET, proof))).toBe('PROOF_NOT_SIGNED');
});

test('refuses the transaction unsigned, signed by another wallet, of another text, and anything unreadable', async () => {
  const toSign = await textFor();
  const { id } = toSign;
  const attempts = [
    [{ id, signedXdr: String(transactionOf(toSign)) }, 'PROOF_NOT_SIGNED'],
    [proofOf(toSign, rebuilt(toSign), provider), 'PROOF_NOT_SIGNED'],
    [{ ...proofOf(await textFor(), rebuilt(await textFor())), id }, 'PROOF_NOT_SIGNED'],
    [{ id, signedXdr: 'AAAA' }, 'XDR_UNREADABLE'],
  ] as const;
  for (const [proof, code] of attempts) expect(await codeOf(desk.signIn(WALLET, proof))).toBe(code);
});

test('gives no transaction where the host’s name does not fit into its entry, and no text for anything but an account', async () => {
  const origin = `https://${'a'.repeat(60)}.example.org`;
  expect(transactionOf(await textFor({ ...WALLET, origin }), origin)).toBeUndefined();
  for (const address of ['', 'GABC', SANDBOX.tokens[0]?.address ?? 'C']) {
    expect(await codeOf(textFor({ ...WALLET, address }))).toBe('INPUT_INVALID');
  }
});
