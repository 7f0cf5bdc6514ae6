/** A trustline for one's own account, from request to settlement, on the embedded ledger. */

import type { Desk } from '@countersign/core';
import { NETWORKS, type Network, networkWith } from '@countersign/core/network';
import type { Prepared } from '@countersign/core/results';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { failure } from '@countersign/testkit/desk/failure';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { newcomer, runOperations, signWith } from '@countersign/testkit/ledger/newcomer';
import { Account, Asset, Keypair, Operation, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';
import { afterAll, expect, onTestFinished, test } from 'vitest';

const network: Network = NETWORKS.sandbox;
const [usdc] = NETWORKS.sandbox.tokens;
const client = sandboxKeypair('client');
const provider = sandboxKeypair('provider');

const sandbox = await startSandbox({ rateLimit: 0 });
afterAll(() => sandbox.close());

function openDesk(): Desk {
  return openDeskOfTest({ on: sandbox, network });
}

const signed = ({ unsignedXdr }: Pick<Prepared<'trust'>, 'unsignedXdr'>, key: Keypair): string =>
  signWith(key, unsignedXdr as string);

test('is prepared, signed and settled, and the account can be paid then', async () => {
  const desk = openDesk();
  const worker = await newcomer(sandbox.rpcUrl);
  const asked = { signer: worker.publicKey(), token: 'USDC' };
  const prepared = await desk.prepare('trust', asked);
  expect(prepared).toMatchObject({
    status: 'prepared',
    checked: 'verified',
    contractId: usdc.address,
    summary: { signer: worker.publicKey(), token: { code: 'USDC', issuer: usdc.issuer }, reserveXlm: '0.5' },
  });
  // A repeated request gives the same transaction, and so does its id.
  expect((await desk.prepare('trust', { ...asked, token: usdc.issuer })).transactionHash).toBe(
    prepared.transactionHash,
  );
  expect((await desk.prepare('trust', { id: prepared.id })).transactionHash).toBe(prepared.transactionHash);
  expect(await desk.submit({ signedXdr: signed(prepared, worker), id: prepared.id })).toMatchObject({
    status: 'settled',
    by: 'ledger',
    transactionHash: prepared.transactionHash,
    next: 'The account can hold the token now.',
  });
  const status = await desk.status(prepared.id);
  expect(status).toMatchObject({ status: 'settled', by: 'ledger' });
  // Its token's contract must not be taken for an address to pay.
  expect(JSON.stringify(status)).not.toContain(usdc.address);
  await runOperations(
    sandbox.rpcUrl,
    client,
    Operation.payment({ destination: worker.publicKey(), asset: new Asset('USDC', usdc.issuer), amount: '1' }),
  );
  expect(await failure(desk.prepare('trust', asked))).toMatchObject({
    code: 'ALREADY_ON_LEDGER',
    message: expect.stringContaining('has a trustline for USDC'),
    remedy: 'Nothing needs to be done: it can hold the token.',
  });
});

test('raises the limit of a trustline that has one, which holds nothing more back', async () => {
  const desk = openDesk();
  const asset = new Asset('USDC', usdc.issuer);
  const worker = await newcomer(sandbox.rpcUrl, '1.51');
  await runOperations(sandbox.rpcUrl, worker, Operation.changeTrust({ asset, limit: '5' }));
  const prepared = await desk.prepare('trust', { signer: worker.publicKey(), token: usdc.address });
  expect(await desk.submit({ signedXdr: signed(prepared, worker) })).toMatchObject({ status: 'settled' });
  await runOperations(
    sandbox.rpcUrl,
    client,
    Operation.payment({ destination: worker.publicKey(), asset, amount: '6' }),
  );
  expect(await failure(desk.prepare('trust', { signer: worker.publicKey(), token: usdc.address }))).toMatchObject({
    code: 'ALREADY_ON_LEDGER',
  });
});

test('is found settled if the wallet submitted it by itself', async () => {
  const desk = openDesk();
  const worker = await newcomer(sandbox.rpcUrl);
  const prepared = await desk.prepare('trust', { signer: worker.publicKey(), token: usdc.address });
  await new Server(sandbox.rpcUrl, { allowHttp: true }).sendTransaction(
    TransactionBuilder.fromXdr(signed(prepared, worker), network.passphrase),
  );
  expect(await desk.waitFor(prepared.id, 10_000)).toMatchObject({ status: 'settled', by: 'ledger' });
});

test.each([
  ['asset', { asset: new Asset('USDC', provider.publicKey()) }, {}],
  ['limit', { asset: new Asset('USDC', usdc.issuer), limit: '5' }, {}],
  ['source', { asset: new Asset('USDC', usdc.issuer) }, { source: provider }],
  ['operations', { asset: new Asset('USDC', usdc.issuer) }, { twice: true }],
] as const)(
  'refuses a trustline whose %s changed after it was offered, and does not send it',
  async (_, line, change) => {
    const desk = openDesk();
    const worker = await newcomer(sandbox.rpcUrl);
    const prepared = await desk.prepare('trust', { signer: worker.publicKey(), token: 'USDC' });
    const offered = TransactionBuilder.fromXdr(prepared.unsignedXdr as string, network.passphrase) as Transaction;
    const key = 'source' in change ? change.source : worker;
    const sequence = (BigInt(offered.sequence) - 1n).toString();
    const builder = new TransactionBuilder(new Account(key.publicKey(), sequence), {
      fee: offered.fee,
      networkPassphrase: network.passphrase,
      timebounds: { minTime: Number(offered.timeBounds?.minTime), maxTime: Number(offered.timeBounds?.maxTime) },
    }).addOperation(Operation.changeTrust(line));
    if ('twice' in change) builder.addOperation(Operation.changeTrust(line));
    const signedXdr = signed({ unsignedXdr: builder.build().toXdr() }, key);
    const error = await failure(desk.submit({ signedXdr, id: prepared.id }));
    expect(error).toMatchObject({ code: 'TRANSACTION_CHANGED' });
    expect(error.differences?.length).toBeGreaterThan(0);
    expect(await desk.status(prepared.id)).toMatchObject({ status: 'prepared' });
  },
);

test('is not offered for a contract that is not a token on the ledger', async () => {
  const desk = openDesk();
  const worker = await newcomer(sandbox.rpcUrl);
  const asset = new Asset('GOLD', provider.publicKey());
  const token = asset.contractId(network.passphrase);
  expect(await failure(desk.prepare('trust', { signer: worker.publicKey(), token }))).toMatchObject({
    code: 'INPUT_INVALID',
    fields: [{ path: 'token', problem: { code: 'NO_ASSET_CONTRACT' } }],
  });
});

test('is not offered if the account has too little XLM, or does not exist', async () => {
  const desk = openDesk();
  const poor = await newcomer(sandbox.rpcUrl, '1.2');
  expect(await failure(desk.prepare('trust', { signer: poor.publicKey(), token: 'USDC' }))).toMatchObject({
    code: 'INPUT_INVALID',
    message: 'The account lacks 0.301 XLM: a trustline holds back 0.5 XLM, and the fee is at most 0.001 XLM.',
  });
  const stranger = Keypair.random().publicKey();
  expect(await failure(desk.prepare('trust', { signer: stranger, token: 'USDC' }))).toMatchObject({
    code: 'SIGNER_NOT_FOUND',
  });
});

test('is named before a deploy if it is missing', async () => {
  const desk = openDesk();
  const worker = await newcomer(sandbox.rpcUrl);
  const input = requestInput({ signer: client.publicKey() });
  const roles = { ...input.roles, serviceProvider: worker.publicKey(), receiver: worker.publicKey() };
  const { judgement } = await desk.prepare('deploy', { ...input, roles } as never);
  expect(judgement.warnings).toContainEqual({
    code: 'TRUSTLINE_MISSING',
    params: { address: worker.publicKey(), role: 'receiver' },
  });
});

test('is named for today’s service’s fee account; a platform without one is why the service refuses', async () => {
  const v1 = networkWith('sandbox', 'v1');
  const own = await startSandbox({ rateLimit: 0, network: networkWith('sandbox', 'v1') });
  const desk = createTestDesk({
    on: own,
    network: v1,
  });
  onTestFinished(async () => {
    await desk.close();
    await own.close();
  });
  const platform = await newcomer(own.rpcUrl);
  const input = requestInput({ signer: client.publicKey() });
  const withPlatform = (platformAddress: string) => ({ ...input, roles: { ...input.roles, platformAddress } });
  const { summary, judgement } = await desk.prepare('deploy', withPlatform(provider.publicKey()) as never);
  expect(summary.costs.serviceAddress).toBe(v1.feeAddress);
  expect(JSON.stringify(judgement)).not.toContain(v1.feeAddress);
  expect(await failure(desk.prepare('deploy', withPlatform(platform.publicKey()) as never))).toMatchObject({
    code: 'SERVICE_REFUSED',
    message: expect.stringContaining(`By the ledger the platform’s account ${platform.publicKey()} has no trustline`),
    remedy: 'The owner of that account adds the trustline; then prepare the escrow again.',
  });
});
