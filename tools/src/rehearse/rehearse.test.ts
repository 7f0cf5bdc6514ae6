/** What a rehearsal refuses, what it says where it cannot go on, and what is in its record then. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSettings } from '@countersign/core';
import { NETWORKS } from '@countersign/core/network';
import { createSecretScanner } from '@countersign/core/secrets';
import { startTestnet } from '@countersign/testkit/escrow-service/testnet';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { getNetwork } from '@countersign/testkit/rpc/rpc-answers';
import { startRpcStandIn } from '@countersign/testkit/rpc/rpc-stand-in';
import { answer, type Responder, silence, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { Keypair } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RehearsalRecord, recordSchema, stepLines, writeRecord } from './record.ts';
import { type Rehearsal, rehearse, requireTestnet } from './rehearse.ts';
import { compared } from './stage.ts';

/** No one visits the faucet. */
const PATIENCE = { friendbotMs: 20_000, shownMs: 20_000, outcomeMs: 60_000, faucetMs: 300, pauseMs: 20 };

const t = await startTestnet();
afterAll(() => t.close());

async function played(env: Record<string, string> = {}, changes: Partial<Rehearsal> = {}): Promise<RehearsalRecord> {
  return await rehearse({
    settings: parseSettings({ HOME: '/nonexistent', ...t.env, ...env }),
    friendbotUrl: t.friendbotUrl,
    releases: ['single'],
    patience: PATIENCE,
    signal: new AbortController().signal,
    tell: () => {},
    ...changes,
  });
}

describe('a network that is not testnet', () => {
  test('is refused, and the public one before its other settings are looked at', async () => {
    expect(() => requireTestnet('public')).toThrow(/never runs there, since it would move real money/);
    expect(() => requireTestnet('sandbox')).toThrow(/on testnet alone/);
    const { code, stderr } = await runToolHere('rehearse', [], {
      env: { ...t.env, STELLAR_NETWORK: 'public', STELLAR_RPC_URL: 'not a URL' },
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('STELLAR_NETWORK is public.')]);
    expect(stderr).not.toContain('STELLAR_RPC_URL');
  });

  test('is refused in settings that reach the rehearsal itself', async () => {
    const settings = parseSettings({ HOME: '/nonexistent', ...t.env });
    const network = { ...NETWORKS.public };
    expect(await played({}, { settings: { ...settings, network } })).toMatchObject({
      result: 'failed',
      trouble: expect.stringContaining('STELLAR_NETWORK is public.'),
      setUp: [],
    });
  });

  test('is noticed by the passphrase of its RPC', async () => {
    const rpc = await startRpcStandIn({ getNetwork: [getNetwork(NETWORKS.public.passphrase)] });
    onTestFinished(() => rpc.close());
    expect(await played({ STELLAR_RPC_URL: rpc.url })).toMatchObject({
      result: 'failed',
      trouble: `The Stellar RPC at ${new URL(rpc.url).host} is of another network than testnet. Correct STELLAR_RPC_URL.`,
    });
  });
});

test('an RPC that does not answer is named, and one is needed', async () => {
  const rpc = await startRpcStandIn({});
  await rpc.close();
  const trouble = expect.stringMatching(/^The Stellar RPC at 127\.0\.0\.1:\d+ does not answer\./);
  expect(await played({ STELLAR_RPC_URL: rpc.url })).toMatchObject({ trouble });
  const { STELLAR_RPC_URL: _, ...env } = t.env;
  const settings = parseSettings({ HOME: '/nonexistent', ...env, COUNTERSIGN_WITHOUT_RPC: 'true' });
  expect(await played({}, { settings })).toMatchObject({
    trouble: expect.stringContaining('unset COUNTERSIGN_WITHOUT_RPC'),
  });
});

describe('friendbot', () => {
  const refusal = async (scene: Responder, friendbotMs = PATIENCE.friendbotMs) => {
    const { url: friendbotUrl } = await startScriptedService(scene);
    const patience = { ...PATIENCE, friendbotMs, shownMs: 300 };
    const { result, trouble, setUp } = await played({}, { friendbotUrl, patience });
    expect([result, setUp.length, setUp[0]?.status]).toEqual(['failed', 1, 'failed']);
    return trouble;
  };

  test('is quoted when it refuses', async () => {
    const text = await refusal(answer(429, { detail: 'too many\nrequests' }));
    expect(text).toMatch(/did not fund G\w{55}: it answered with HTTP status 429 \(“too many requests”\)\. Try again/);
  });

  test('is asked again when it is slow or broken, and the ledger decides', async () => {
    expect(await refusal(silence, 200)).toMatch(/it did not answer within 0\.2 s\. Try again later\.$/);
    let asked = 0;
    const { url } = await startScriptedService(async (response, { url: query }) => {
      asked += 1;
      if (asked % 2 === 0) await fetch(`${t.friendbotUrl}${query.slice(1)}`);
      response.writeHead(502).end();
    });
    const { setUp } = await played({}, { friendbotUrl: url });
    expect(setUp.slice(0, 4).map(({ status }) => status)).toEqual(Array(4).fill('as expected'));
  });

  test('points to the RPC when it funds accounts that the RPC does not show', async () => {
    expect(await refusal(answer(200, {}))).toMatch(
      /funded G\w{55}, but the Stellar RPC at 127\.0\.0\.1 does not show the account after 0\.3 s\. It lags/,
    );
  });
});

test('a faucet that no one visits ends the wait', async () => {
  const { trouble, lives } = await played();
  expect(trouble).toMatch(/After 1 min G\w{55} did not have 4 USDC\. Run the rehearsal again\.$/);
  expect(lives).toEqual([]);
});

describe('the command', () => {
  const run = (...args: string[]) => runToolHere('rehearse', args, { env: { HOME: '/nonexistent', ...t.env } });

  test('refuses a friendbot without https, a folder that is in use, and a secret', async () => {
    const used = temporaryFolder();
    writeFileSync(path.join(used, 'kept.txt'), 'mine');
    for (const [args, message] of [
      [['--friendbot', 'http://friendbot.example'], '--friendbot must be https'],
      [['--record', used], '--record names a folder that is not empty.'],
      [['--sharp'], 'There is no option'],
    ] as const) {
      expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    }
    const seed = Keypair.random().secret();
    const { code, stderr } = await run('--record', seed);
    expect([code, stderr.includes(seed)]).toEqual([1, false]);
  });

  test('writes the record of a rehearsal that could not begin, and ends with 1', async () => {
    const folder = path.join(temporaryFolder(), 'record');
    const { url } = await startScriptedService(answer(400, ''));
    const { code, stdout } = await run('--record', folder, '--friendbot', url, '--multi');
    expect([code, stdout]).toEqual([1, expect.stringContaining(`The record: ${folder}/rehearsal.txt`)]);
    const record = recordSchema.parse(JSON.parse(readFileSync(path.join(folder, 'rehearsal.json'), 'utf8')));
    expect(record).toMatchObject({ result: 'failed', network: { friendbot: new URL(url).host } });
  });
});

describe('the record', () => {
  test('holds no secret, also where an answer contained it', async () => {
    const folder = path.join(temporaryFolder(), 'record');
    mkdirSync(folder);
    const seed = Keypair.random().secret();
    const { url } = await startScriptedService(answer(400, ''));
    const record = await played({}, { friendbotUrl: url });
    const files = await writeRecord({ ...record, trouble: `It received ${seed}.` }, folder, createSecretScanner());
    const texts = Object.values(files).map((file) => readFileSync(file, 'utf8'));
    for (const text of texts) {
      expect(text).not.toContain(seed);
      expect(text).toContain('[secret seed]');
      expect(text).toContain(record.accounts['client']);
    }
    await expect(writeRecord(record, folder, createSecretScanner())).rejects.toMatchObject({ code: 'EEXIST' });
  });

  test('names each difference', () => {
    const step = { title: 'pay 2 in', by: 'client', status: 'differs' } as const;
    const found = compared({ client: '-2', escrow: '+2' }, { client: '-2', worker: '+0.1' });
    expect(stepLines({ ...step, ...found })).toEqual([
      'DIFF pay 2 in (client)',
      '     client -2, worker +0.1',
      '     escrow: expected +2, found nothing',
      '     worker: expected nothing, found +0.1',
    ]);
  });
});
