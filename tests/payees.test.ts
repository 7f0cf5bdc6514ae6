/** Who can be paid, as the ledger shows it, at each place where a request names somebody; and a payee for each milestone. */
import type { Desk } from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { paidFrom, payability } from '@countersign/core/internal/risk/index';
import { readPayees } from '@countersign/core/internal/workflow/read/payability';
import { directNetwork } from '@countersign/core/network';
import type { Prepared } from '@countersign/core/results';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { codeWith } from '@countersign/testkit/fixtures/contract-code';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { contractOfCode, newcomer, runOperations, tokenContractOf } from '@countersign/testkit/ledger/newcomer';
import { Asset, Operation } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { arbiter, client, escrowOf, network, openJudgedScene, provider, request, settle } from './judged-scene.ts';

const { sandbox } = await openJudgedScene();
afterAll(() => sandbox.close());
const { rpcUrl } = sandbox;
const [usdc] = network.tokens as [(typeof network.tokens)[number]];
const asset = new Asset('USDC', usdc.issuer);
const wantsMemo = (value: string | null) => Operation.manageData({ name: 'config.memo_required', value });

/** An account that holds USDC. */
async function holder(...more: Parameters<typeof runOperations>[2][]) {
  const key = await newcomer(rpcUrl);
  await runOperations(rpcUrl, key, Operation.changeTrust({ asset }), ...more);
  return key;
}

describe('an account, as the ledger shows it', () => {
  async function judge(address: string, token = usdc.address, units = 100n) {
    const ledger = openLedger([rpcUrl], network.passphrase);
    const seen = await readPayees({ ledger, network }, token, [address]);
    return payability(
      { role: 'receiver', address, units, least: units },
      paidFrom(network, token, { signer: client }, seen),
      seen,
    );
  }

  test('takes what the limit of its trustline leaves', async () => {
    const key = await newcomer(rpcUrl);
    await runOperations(rpcUrl, key, Operation.changeTrust({ asset, limit: '5' }));
    const payment = Operation.payment({ destination: key.publicKey(), asset, amount: '2' });
    await runOperations(rpcUrl, sandboxKeypair('client'), payment);
    expect(await judge(key.publicKey(), usdc.address, 30_000_000n)).toEqual({ kind: 'payable' });
    expect(await judge(key.publicKey(), usdc.address, 30_000_001n)).toMatchObject({ lacks: 'room' });
  });

  test('is no payee while the issuer has not authorised its trustline, nor is the issuer itself', async () => {
    const [issuer, key] = [await newcomer(rpcUrl, '20'), await newcomer(rpcUrl)];
    const gold = new Asset('GOLD', issuer.publicKey());
    await runOperations(rpcUrl, issuer, Operation.setOptions({ setFlags: 1 }));
    await runOperations(rpcUrl, key, Operation.changeTrust({ asset: gold }));
    const token = await tokenContractOf(rpcUrl, sandboxKeypair('client'), gold);
    expect(await judge(key.publicKey(), token)).toEqual({ kind: 'not-yet', lacks: 'authorisation', fails: true });
    expect(await judge(issuer.publicKey(), token)).toEqual({ kind: 'to-confirm', is: 'issuer' });
  });
});

test('reports to the operator that the service’s account cannot be paid, and warns no one else', async () => {
  const feeAddress = (await newcomer(rpcUrl)).publicKey();
  const lines: string[] = [];
  const log = (level: string, line: string) => lines.push(`${level}: ${line}`);
  const desk = openDeskOfTest({ on: sandbox, network: { ...network, feeAddress }, log });
  const { stops, warnings, facts } = (await desk.prepare('deploy', request())).judgement;
  expect(JSON.stringify([stops, warnings])).not.toContain(feeAddress);
  expect(facts).toContainEqual({ code: 'SERVICE_CANNOT_BE_PAID', params: { address: feeAddress } });
  expect(lines).toContainEqual(expect.stringMatching(`^warn: .*${feeAddress} cannot take its share`));
});

describe.each(['v1', 'direct'])('with %s', async (means) => {
  const on = means === 'direct' ? { network: directNetwork('sandbox'), service: undefined } : { network };
  const open = (): Desk => openDeskOfTest({ on: sandbox, ...on } as Parameters<typeof openDeskOfTest>[0]);
  const signer = sandboxKeypair('client');
  const exchange = (await holder(wantsMemo('1'))).publicKey();
  const vault = await contractOfCode(rpcUrl, signer, codeWith({ deposit: ['address'] }).bytes);
  const wallet = await contractOfCode(rpcUrl, signer, codeWith({ __check_auth: ['bytes32'] }).bytes);
  const ofPayee = (code: string, address: string) =>
    expect.objectContaining({ code, params: { role: 'receiver', address } });
  const stopsOf = async (prepared: Promise<{ readonly judgement: Prepared['judgement'] }>) =>
    (await prepared).judgement.stops;
  const { receiver: _, ...roles } = REQUEST.roles;
  const paying = (...receivers: readonly string[]) => ({
    ...request({}, { milestones: receivers.map((receiver) => ({ description: 'Poster', amount: '10', receiver })) }),
    roles,
  });

  test('blocks the issuer, an exchange’s account and a contract without __check_auth, and no smart wallet', async () => {
    const made = await open().prepare('deploy', paying(usdc.issuer, exchange, vault, wallet));
    expect(made.status).toBe('to-confirm');
    for (const [code, address] of [
      ['PAYEE_IS_ISSUER', usdc.issuer],
      ['PAYEE_NEEDS_MEMO', exchange],
      ['PAYEE_IS_NOT_WALLET', vault],
    ] as const) {
      expect(made.judgement.stops).toContainEqual(ofPayee(code, address));
    }
    expect(JSON.stringify(made.judgement.stops)).not.toContain(wallet);
    expect(made.judgement.facts).toContainEqual(ofPayee('PAYEE_IS_SMART_WALLET', wallet));
  });

  test('asks again about an exchange’s account when the escrow is paid, and when its receiver becomes one', async () => {
    const desk = open();
    const escrow = await escrowOf(desk, request(), false);
    const [first, second] = REQUEST.milestones;
    const milestones = [{ ...first, receiver: exchange }, { ...second }] as never;
    const update = await desk.prepare('update', { escrow, milestones });
    expect(update.judgement.stops).toContainEqual(ofPayee('PAYEE_NEEDS_MEMO', exchange));
    await settle(desk, update, 'platform');
    const payment = open().prepare('fund', { escrow, signer: client });
    expect(await stopsOf(payment)).toContainEqual(ofPayee('PAYEE_NEEDS_MEMO', exchange));
  });

  test('asks before a payment and a payout are sent whose payee has come to want a memo since', async () => {
    const key = await holder();
    const desk = open();
    const escrow = await escrowOf(desk, paying(key.publicKey()), false);
    const refused = { code: 'CONFIRMATION_NEEDED' };
    const payment = await desk.prepare('fund', { escrow, signer: client });
    await runOperations(rpcUrl, key, wantsMemo('1'));
    await expect(signAndSend(desk, 'client', payment)).rejects.toMatchObject(refused);
    const asked = await desk.prepare('fund', { id: payment.id });
    expect(asked.judgement.stops).toContainEqual(ofPayee('PAYEE_NEEDS_MEMO', key.publicKey()));
    await settle(desk, asked);
    await runOperations(rpcUrl, key, wantsMemo(null));
    await settle(desk, await desk.prepare('approve', { escrow, milestone: 1 }));
    const release = await desk.prepare('release', { escrow, milestone: 1 });
    expect(release.judgement.stops).toEqual([]);
    await runOperations(rpcUrl, key, wantsMemo('1'));
    await expect(signAndSend(desk, 'client', release)).rejects.toMatchObject(refused);
  });

  test('judges the shares of a decision and of a withdrawal in the same way', async () => {
    const desk = open();
    const escrow = await escrowOf(desk);
    for (const milestone of [1, 2])
      await settle(desk, await desk.prepare('dispute', { escrow, milestone, signer: client }));
    const poor = (await newcomer(rpcUrl)).publicKey();
    const shares = (address: string) => ({ escrow, distributions: [{ address, amount: '10' }] });
    for (const prepare of [
      (address: string) => desk.prepare('resolve', { ...shares(address), milestone: 1 }),
      (address: string) => desk.prepare('withdraw', shares(address)),
    ]) {
      for (const address of [usdc.address, String(network.factory), escrow]) {
        await expect(prepare(address)).rejects.toMatchObject({ fields: [{ path: 'distributions[0].address' }] });
      }
      await expect(prepare(poor)).rejects.toMatchObject({ code: 'STEP_NOT_POSSIBLE' });
      expect(await stopsOf(prepare(usdc.issuer))).toContainEqual(ofPayee('PAYEE_IS_ISSUER', usdc.issuer));
      expect(await stopsOf(prepare(exchange))).toContainEqual(ofPayee('PAYEE_NEEDS_MEMO', exchange));
    }
  });

  test('verifies each milestone with its receiver, pays it, and names an exchange of two receivers', async () => {
    const desk = open();
    const made = await desk.prepare('deploy', paying('provider', 'arbiter', 'provider'));
    expect(made).toMatchObject({ status: 'prepared', checked: 'verified' });
    expect(made.summary.costs.payees).toEqual([
      { address: provider, milestones: [1, 3], paid: '20', receiver: '18.94' },
      { address: arbiter, milestones: [2], paid: '10', receiver: '9.47' },
    ]);
    const escrow = await settle(desk, made);
    const receivers = async () =>
      (await desk.get({ contractId: escrow })).milestones?.map((each) => 'receiver' in each && each.receiver);
    expect(await receivers()).toEqual([provider, arbiter, provider]);
    const exchanged = paying('arbiter', 'provider', 'provider').milestones;
    const update = await desk.prepare('update', { escrow, milestones: exchanged });
    expect(update.summary.changes).toEqual([
      { what: 'Milestone 1: receiver', before: provider, after: arbiter },
      { what: 'Milestone 2: receiver', before: arbiter, after: provider },
    ]);
    await settle(desk, update, 'platform');
    expect(await receivers()).toEqual([arbiter, provider, provider]);
    await settle(desk, await desk.prepare('fund', { escrow, signer: client }));
    await settle(desk, await desk.prepare('approve', { escrow, milestone: 1 }));
    const release = await desk.prepare('release', { escrow, milestone: 1 });
    expect(release.summary.pays).toContainEqual(
      expect.objectContaining({ as: 'receiver', to: arbiter, amount: '9.47' }),
    );
    await settle(desk, release);
  });
});
