/** The rehearsal of testnet, played against testnet's stand-in: as expected, with a lagging RPC, and with surprises. */
import { parseSettings } from '@countersign/core';
import { openLedger } from '@countersign/core/ledger';
import { NETWORKS } from '@countersign/core/network';
import { LIVE_TESTNET } from '@countersign/sandbox-ledger';
import { startTestnet, type Testnet } from '@countersign/testkit/escrow-service/testnet';
import { startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { expect, onTestFinished, test } from 'vitest';
import { makeWallets } from '../tools/src/rehearse/accounts.ts';
import { type RehearsalRecord, recordSchema, recordText } from '../tools/src/rehearse/record.ts';
import { type Rehearsal, rehearse } from '../tools/src/rehearse/rehearse.ts';

const PATIENCE = { friendbotMs: 20_000, shownMs: 20_000, outcomeMs: 60_000, faucetMs: 60_000, pauseMs: 20 };
const [USDC] = NETWORKS.testnet.tokens;

async function testnet(feeAddress?: string): Promise<Testnet> {
  const t = await startTestnet(feeAddress);
  onTestFinished(() => t.close());
  return t;
}

type Played = { readonly record: RehearsalRecord; readonly lines: readonly string[] };
type Changes = Partial<Rehearsal> & { readonly env?: Record<string, string> };

/** Plays it, with a person next to it who visits the faucet. */
async function played(t: Testnet, { env = {}, tell, ...changes }: Changes = {}): Promise<Played> {
  const lines: string[] = [];
  const record = await rehearse({
    settings: parseSettings({ HOME: '/nonexistent', ...t.env, ...env }),
    friendbotUrl: t.friendbotUrl,
    releases: ['multi', 'single'],
    patience: PATIENCE,
    signal: new AbortController().signal,
    tell: (line) => {
      lines.push(line);
      const [, amount, address] = /Send ([\d.]+) USDC or more to (G\w{55})/.exec(line) ?? [];
      if (amount !== undefined && address !== undefined) void t.give(address, amount);
      tell?.(line);
    },
    ...changes,
  });
  return { record, lines };
}

const outcomes = ({ lives }: RehearsalRecord) =>
  lives.map(({ steps }) => steps.map(({ title, status }) => `${title}: ${status}`));
const odd = (record: RehearsalRecord) =>
  record.lives.flatMap(({ steps }) => steps).filter(({ status }) => status !== 'as expected');

test('through the service, every step of three lives is verified, settles, and moves exactly what was expected', async () => {
  const t = await testnet();
  const { record, lines } = await played(t);
  expect([record.result, record.trouble, odd(record)]).toEqual(['as expected', undefined, []]);
  expect(outcomes(record).map((steps) => steps.length)).toEqual([9, 6, 4]);
  expect(record).toMatchObject({
    carrier: { kind: 'service', host: new URL(t.env['ESCROW_API_URL'] as string).host, dialect: 'v1' },
    network: { name: 'testnet', passphrase: NETWORKS.testnet.passphrase },
    feeAddress: LIVE_TESTNET.feeAddress,
    token: { code: 'USDC', contract: USDC.address },
    pins: [{ codeHash: LIVE_TESTNET.wasmHash }, { codeHash: LIVE_TESTNET.single?.wasmHash }],
  });

  // The ledger itself, read apart from the rehearsal.
  const ledger = openLedger([t.rpcUrl], NETWORKS.testnet.passphrase);
  const { worker, platform } = record.accounts;
  const holders = [worker, platform, LIVE_TESTNET.feeAddress, ...record.lives.map(({ contractId }) => contractId)];
  const held = await ledger.balancesOf(holders.map((holder) => ({ holder: String(holder), token: USDC.address })));
  expect(held.map((balance) => balance?.units)).toEqual([49_100_000n, 1_275_000n, 255_000n, 0n, 0n, 0n]);
  const sent = record.lives.flatMap(({ steps }) => steps);
  for (const { transactionHash, ledger: included, feeXlm } of sent) {
    expect(await ledger.outcomeOf(String(transactionHash))).toEqual({ kind: 'settled', ledger: included });
    expect(Number(feeXlm)).toBeGreaterThan(0);
  }
  expect(recordSchema.parse(record)).toEqual(record);
  expect(`${JSON.stringify(record)} ${recordText(record)} ${lines.join(' ')}`).not.toMatch(/\bS[A-Z2-7]{55}\b/);
});

test('without a service, every step of three lives is built here, and moves exactly what was expected', async () => {
  const t = await testnet();
  const { STELLAR_NETWORK, STELLAR_RPC_URL } = t.env;
  const settings = parseSettings({
    HOME: '/nonexistent',
    ESCROW_SERVICE: 'direct',
    STELLAR_NETWORK,
    STELLAR_RPC_URL,
    STELLAR_RPC_RATE_LIMIT: '6000',
  });
  const { record } = await played(t, { settings });
  expect([record.result, record.trouble, odd(record)]).toEqual(['as expected', undefined, []]);
  expect(record).toMatchObject({ carrier: { kind: 'direct' }, token: { code: 'PLAY' } });
  expect(outcomes(record).map((steps) => steps.length)).toEqual([9, 6, 4]);
});

test('money that no one expected is named with the step, and the rehearsal goes on', async () => {
  const t = await testnet();
  const proxy = await startRpcProxy(t.rpcUrl);
  let worker = '';
  let isNext = false;
  proxy.answer = async ({ method }, pass) => {
    if (isNext && method === 'getTransaction') {
      isNext = false;
      await t.give(worker, '0.25');
    }
    return await pass();
  };
  const wallets = makeWallets(false);
  worker = wallets.worker.publicKey();
  const { record, lines } = await played(t, {
    wallets,
    env: { STELLAR_RPC_URL: proxy.url },
    releases: ['single'],
    patience: { ...PATIENCE, shownMs: 1_000 },
    tell: (line) => {
      if (/^ok +deploy/.test(line)) isNext = true;
    },
  });
  expect(record.result).toBe('differs');
  const differing = record.lives.map(({ steps }) => steps.filter(({ status }) => status !== 'as expected'));
  expect(differing).toMatchObject([[{ title: 'pay 2 in' }], [{ title: 'pay 2 in' }]]);
  expect(differing[0]?.[0]?.differences).toContainEqual({ field: 'worker', expected: 'nothing', found: '+0.25' });
  expect(lines).toContain('     worker: expected nothing, found +0.25');
});

test.each([
  [
    'is not verified',
    { ESCROW_SERVICE: '', ESCROW_API_DIALECT: 'v1', COUNTERSIGN_ALLOW_PARTLY: 'true' },
    /not verified \(partly\)/,
  ],
  ['a person must confirm', { COUNTERSIGN_FEE_STOP: '1' }, /a person must confirm it first: .*1\.5 %/],
] as const)('does not sign what %s, even if the settings would offer it', async (_, env, trouble) => {
  const t = await testnet();
  const { record } = await played(t, { env, releases: ['multi'] });
  const [deploy, ...others] = record.lives[0]?.steps ?? [];
  expect(deploy).toMatchObject({ status: 'failed', trouble: expect.stringMatching(trouble) });
  expect(new Set(others.map((step) => step.status))).toEqual(new Set(['not done']));
  expect(record).toMatchObject({ result: 'differs', lives: [{ name: 'multi-release' }] });
});
