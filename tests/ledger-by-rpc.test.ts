/** What the desk asks a Stellar RPC, asked of the embedded ledger's: tokens, accounts, and who must sign. */

import { openDesk, openSqliteStore, parseSettings } from '@countersign/core';
import { readTransaction } from '@countersign/core/envelope';
import { encodeStrKey } from '@countersign/core/escrow';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { createEscrowClient } from '@countersign/core/internal/service/index';
import { liveMulti } from '@countersign/core/kinds';
import { NETWORKS, type Network } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { otherKey, requestInput, sign } from '@countersign/testkit/fixtures/deploy-fixture';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { network as rpcNetwork, startRpc } from '@countersign/testkit/rpc/scripted-rpc';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

const network: Network = NETWORKS.sandbox;
const { passphrase } = network;
const [USDC] = NETWORKS.sandbox.tokens;
const client = sandboxKeypair('client');
const provider = sandboxKeypair('provider');

const sandbox = await startSandbox({ rateLimit: 0 });
afterAll(() => sandbox.close());

const signedBy = (envelope: string, ...keys: (typeof client)[]) =>
  sign(envelope, keys, () => readTransaction(envelope, passphrase).hash);

describe('the embedded ledger, asked through its RPC', () => {
  test('its token reports its decimals, and its address proves them', async () => {
    expect(await openLedger([sandbox.rpcUrl], passphrase).decimalsOf(USDC.address)).toBe(7);
  });

  test.each([
    ['the factory, which is no token', NETWORKS.sandbox.factory],
    ['a token that is not deployed', encodeStrKey('contract', new Uint8Array(32).fill(6))],
  ])('%s says none', async (_, contract) => {
    expect(await openLedger([sandbox.rpcUrl], passphrase).decimalsOf(contract)).toBeUndefined();
  });

  test('an account is reported with its own key’s weight, or as missing', async () => {
    const ledger = openLedger([sandbox.rpcUrl], passphrase);
    const found = await ledger.accountOf(client.publicKey());
    expect(found.kind === 'account' && [...found.entry.thresholds.toBytes()]).toEqual([1, 0, 0, 0]);
    expect(await ledger.accountOf(otherKey.publicKey())).toEqual({ kind: 'missing', ledger: expect.any(Number) });
  });

  test('a deploy is simulated before and after it settles, and its contract is seen with its escrow', async () => {
    const ledger = openLedger([sandbox.rpcUrl], passphrase);
    const desk = deskOn(network, false);
    const asked = requestInput({ signer: client.publicKey(), engagementId: 'seen on the ledger' });
    const { unsignedXdr = '', contractId, transactionHash } = await desk.prepare('deploy', asked);
    const before = await ledger.lookAt({ account: client.publicKey(), contracts: [contractId] });
    expect(before).toMatchObject({ kind: 'seen', contracts: new Map() });
    expect(await ledger.trialOf(unsignedXdr)).toMatchObject({ address: 'free' });
    expect(await ledger.outcomeOf(transactionHash)).toMatchObject({ kind: 'not-found', fromLedger: 1 });

    await desk.submit({ signedXdr: signedBy(unsignedXdr, client) });
    const after = await ledger.lookAt({ account: client.publicKey(), contracts: [contractId, USDC.address] });
    if (before.kind !== 'seen' || after.kind !== 'seen') throw new Error('not seen');
    expect(after.ledger).toBeGreaterThan(before.ledger);
    expect(after.account?.seqNum).toBe((before.account?.seqNum ?? 0n) + 1n);
    const { code, escrow } = after.contracts.get(contractId) ?? {};
    expect(code).toBe(network.wasmHash);
    expect(liveMulti.decode(escrow as never)).toMatchObject({
      problems: [],
      escrow: { engagementId: 'seen on the ledger' },
    });
    expect(after.contracts.get(USDC.address)).toEqual({ code: 'stellar-asset' });
    expect(await ledger.trialOf(unsignedXdr)).toMatchObject({ address: 'occupied' });
    const outcome = await ledger.outcomeOf(transactionHash);
    expect(outcome).toMatchObject({ kind: 'settled', ledger: after.ledger });
    expect(await ledger.historyOf()).toMatchObject({ oldestLedger: 1, latestLedger: after.ledger });
  });

  test('it does not answer for another network', async () => {
    const ledger = openLedger([sandbox.rpcUrl], NETWORKS.testnet.passphrase);
    expect(await ledger.decimalsOf(USDC.address)).toBeUndefined();
    expect(await ledger.accountOf(client.publicKey())).toEqual({ kind: 'no-answer' });
  });
});

test('an unknown token is verified by what it reports, from request to settlement', async () => {
  const asked = requestInput({
    signer: client.publicKey(),
    trustline: { address: USDC.address, decimals: 10_000_000 },
  });
  const withRpc = deskOn({ ...network, tokens: [] }, true);
  const prepared = await withRpc.prepare('deploy', asked);
  expect(prepared).toMatchObject({
    checked: 'verified',
    summary: { total: '30.5000001', token: { address: USDC.address } },
  });
  expect(
    await withRpc.submit({ signedXdr: signedBy(prepared.unsignedXdr ?? '', client), id: prepared.id }),
  ).toMatchObject({
    status: 'settled',
    contractId: prepared.contractId,
  });
  const without = deskOn({ ...network, tokens: [] }, false);
  await expect(without.prepare('deploy', { ...asked, engagementId: 'another' })).rejects.toMatchObject({
    code: 'TRANSACTION_PARTLY_VERIFIED',
    detail: expect.stringMatching(/they were not read from the token/),
  });
});

test('the desk asks the RPC that STELLAR_RPC_URL names or the sandbox itself, unless none is wanted', async () => {
  const asked = requestInput({ signer: client.publicKey(), engagementId: 'by the settings' });
  for (const [env, code] of [
    [{ STELLAR_RPC_URL: sandbox.rpcUrl }, 'SIGNATURE_NOT_NEEDED'],
    [{}, 'SIGNATURE_NOT_NEEDED'],
    [{ COUNTERSIGN_WITHOUT_RPC: 'true' }, 'MULTISIG_NOT_SUPPORTED'],
  ] as const) {
    const desk = await openDesk(
      parseSettings({
        ESCROW_API_URL: sandbox.url,
        STELLAR_NETWORK: 'sandbox',
        COUNTERSIGN_DATA_DIR: temporaryFolder(),
        ...env,
      }),
    );
    onTestFinished(() => desk.close());
    const { unsignedXdr = '', id } = await desk.prepare('deploy', asked);
    const signedXdr = signedBy(unsignedXdr, client, provider);
    await expect(desk.submit({ signedXdr, id })).rejects.toMatchObject({ code });
  }
});

test('a start with an RPC of another network is refused, and names the setting', async () => {
  const { url } = await startRpc({ getNetwork: rpcNetwork(NETWORKS.testnet.passphrase) });
  const env = { ESCROW_API_URL: sandbox.url, STELLAR_NETWORK: 'sandbox', STELLAR_RPC_URL: url };
  const store = openSqliteStore(undefined, 'sandbox');
  await expect(openDesk(parseSettings(env), { store })).rejects.toMatchObject({
    code: 'SETTING_INVALID',
    operatorRemedy: expect.stringContaining('STELLAR_RPC_URL'),
  });
});

function deskOn(network: Network, asksLedger: boolean) {
  const { url: baseUrl, accessToken, apiKey } = sandbox;
  const store = openSqliteStore(undefined, 'sandbox');
  return openDeskOfTest({
    service: createEscrowClient({ baseUrl, accessToken, apiKey, requestsPerMinute: 50 }),
    store,
    network,
    ...(asksLedger ? { ledger: openLedger([sandbox.rpcUrl], passphrase) } : {}),
  });
}
