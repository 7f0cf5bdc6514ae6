/** Who can be paid, at each place where a request names somebody, on the embedded ledger. */

import { type createDesk, type Desk, openDesk } from '@countersign/core';
import { type DialectName, NETWORKS, networkWith, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { Prepared } from '@countersign/core/results';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { codeWith } from '@countersign/testkit/fixtures/contract-code';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { contractOfCode, newcomer, runOperations } from '@countersign/testkit/ledger/newcomer';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { Asset, Operation } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

const [, PROVIDER] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [string, string];
const [usdc] = NETWORKS.sandbox.tokens;
const asset = new Asset('USDC', usdc.issuer);
const { receiver: _, ...roles } = REQUEST.roles;

const paying = (engagementId: string, ...receivers: readonly string[]) => ({
  ...REQUEST,
  engagementId,
  roles,
  milestones: receivers.map((receiver) => ({ description: 'Poster', amount: '10', receiver })),
});

describe.each<DialectName | 'direct'>(['seed', 'v1', 'direct'])('with %s', async (means) => {
  const network = networkWith('sandbox', means === 'v1' ? 'v1' : 'seed');
  const { factory } = network;
  const sandbox = await startSandbox({ rateLimit: 0, network });
  const memo = Operation.manageData({ name: 'config.memo_required', value: '1' });
  const exchange = await holder(memo);
  const client = sandboxKeypair('client');
  const vault = await contractOfCode(sandbox.rpcUrl, client, codeWith({ deposit: ['address'] }).bytes);
  const wallet = await contractOfCode(sandbox.rpcUrl, client, codeWith({ __check_auth: ['bytes32'] }).bytes);
  afterAll(() => sandbox.close());

  async function holder(...more: Parameters<typeof runOperations>[2][]): Promise<string> {
    const key = await newcomer(sandbox.rpcUrl);
    await runOperations(sandbox.rpcUrl, key, Operation.changeTrust({ asset }), ...more);
    return key.publicKey();
  }

  async function open(changes: Partial<Parameters<typeof createDesk>[0]> = {}): Promise<Desk> {
    const { rpcUrl } = sandbox;
    const environment = { ESCROW_SERVICE: 'direct', STELLAR_RPC_URL: rpcUrl, COUNTERSIGN_DATA_DIR: temporaryFolder() };
    const desk =
      means === 'direct'
        ? await openDesk(parseSettings(environment))
        : createTestDesk({ on: sandbox, network, ...changes });
    onTestFinished(() => desk.close());
    return desk;
  }

  /** Confirms what blocks it, signs it and sends it. */
  async function settle(desk: Desk, prepared: Prepared<never>, by: string, amount = '0'): Promise<void> {
    const { id, status, judgement } = prepared as Prepared;
    const open = status === 'prepared' ? prepared : await desk.confirm(id, { amount, shown: judgement.key });
    await signAndSend(desk, by, open as Prepared);
  }
  const stopsOf = ({ judgement }: Pick<Prepared, 'judgement'>) => judgement.stops.map(({ code }) => code);
  const ofPayee = (code: string, address: string) =>
    expect.objectContaining({ code, params: { role: 'receiver', address } });

  test('refuses to create an escrow that pays the token, or the factory', async () => {
    const desk = await open();
    for (const [address, code] of [
      [usdc.address, 'PAYEE_IS_TOKEN'],
      [factory as string, 'PAYEE_IS_FACTORY'],
    ] as const) {
      const one = desk.prepare('deploy', { ...REQUEST, roles: { ...REQUEST.roles, receiver: address } });
      await expect(one).rejects.toMatchObject({ fields: [{ path: 'roles.receiver', problem: { code } }] });
      const several = desk.prepare('deploy', paying('refused', PROVIDER, address));
      await expect(several).rejects.toMatchObject({
        code: 'INPUT_INVALID',
        fields: [{ path: 'milestones[1].receiver', problem: { code } }],
      });
    }
    const platform = desk.prepare('deploy', { ...REQUEST, roles: { ...REQUEST.roles, platformAddress: usdc.address } });
    await expect(platform).rejects.toMatchObject({ fields: [{ path: 'roles.platformAddress' }] });
  });

  test('blocks the issuer, an exchange’s account and a contract without __check_auth, and not a smart wallet', async () => {
    const desk = await open();
    const made = await desk.prepare('deploy', paying('blocked', usdc.issuer, exchange, vault, wallet));
    expect(made.status).toBe('to-confirm');
    expect(made.judgement.stops).toEqual(
      expect.arrayContaining([
        ofPayee('PAYEE_IS_ISSUER', usdc.issuer),
        ofPayee('PAYEE_NEEDS_MEMO', exchange),
        ofPayee('PAYEE_IS_NOT_WALLET', vault),
      ]),
    );
    expect(JSON.stringify(made.judgement.stops)).not.toContain(wallet);
    expect(made.judgement.facts).toContainEqual(ofPayee('PAYEE_IS_SMART_WALLET', wallet));
  });

  test('asks again about an exchange’s account when the escrow is paid, and when its receiver becomes one', async () => {
    const desk = await open();
    const made = await desk.prepare('deploy', { ...REQUEST, engagementId: 'later' });
    expect(stopsOf(made)).toEqual([]);
    await settle(desk, made as never, 'client');
    const escrow = made.contractId;
    const [first, second] = REQUEST.milestones;
    const update = await desk.prepare('update', {
      escrow,
      milestones: [{ ...first, receiver: exchange }, { ...second }],
    } as never);
    expect(update.judgement.stops).toContainEqual(ofPayee('PAYEE_NEEDS_MEMO', exchange));
    await settle(desk, update as never, 'platform', '30.5');
    const stranger = await open();
    const payment = await stranger.prepare('fund', { escrow, signer: REQUEST.signer });
    expect(payment.judgement.stops).toContainEqual(ofPayee('PAYEE_NEEDS_MEMO', exchange));
    const refused = desk.prepare('update', {
      escrow,
      addMilestones: [{ description: 'x', amount: '1', receiver: usdc.address }],
    } as never);
    await expect(refused).rejects.toMatchObject({ fields: [{ path: 'addMilestones[0].receiver' }] });
  });

  test.skipIf(means === 'direct')('reports to the operator that the service’s account cannot be paid', async () => {
    const feeAddress = (await newcomer(sandbox.rpcUrl)).publicKey();
    const lines: string[] = [];
    const log = (level: string, line: string) => lines.push(`${level}: ${line}`);
    const desk = await open({ network: { ...network, feeAddress }, log });
    const made = await desk.prepare('deploy', { ...REQUEST, engagementId: 'fee account' });
    expect(JSON.stringify([made.judgement.stops, made.judgement.warnings])).not.toContain(feeAddress);
    expect(made.judgement.facts).toContainEqual({ code: 'SERVICE_CANNOT_BE_PAID', params: { address: feeAddress } });
    const warned = lines.filter((line) => line.startsWith('warn: ') && line.includes(feeAddress));
    expect(warned).toEqual([expect.stringContaining('cannot take its share, so nothing can be paid out')]);
  });

  test('asks before a payment and a payout are sent whose payee has come to want a memo since', async () => {
    const key = await newcomer(sandbox.rpcUrl);
    const wantsMemo = (value: string | null) =>
      runOperations(sandbox.rpcUrl, key, Operation.manageData({ name: 'config.memo_required', value }));
    await runOperations(sandbox.rpcUrl, key, Operation.changeTrust({ asset }));
    const desk = await open();
    const made = await desk.prepare('deploy', paying('memo since', key.publicKey()));
    await settle(desk, made as never, 'client', '10');
    const escrow = made.contractId;
    const payment = await desk.prepare('fund', { escrow, signer: REQUEST.signer });
    await wantsMemo('1');
    await expect(settle(desk, payment as never, 'client')).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    const asked = await desk.prepare('fund', { id: payment.id } as never);
    expect(asked.judgement.stops).toContainEqual(ofPayee('PAYEE_NEEDS_MEMO', key.publicKey()));
    await settle(desk, asked as never, 'client', '10');
    await wantsMemo(null);
    await settle(desk, (await desk.prepare('approve', { escrow, milestone: 1 } as never)) as never, 'client', '0');
    const release = await desk.prepare('release', { escrow, milestone: 1 } as never);
    expect(stopsOf(release)).toEqual([]);
    await wantsMemo('1');
    await expect(settle(desk, release as never, 'client')).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
  });

  test('judges the shares of a decision and of a withdrawal in the same way', async () => {
    const desk = await open();
    const made = await desk.prepare('deploy', { ...REQUEST, engagementId: 'decision' });
    await settle(desk, made as never, 'client');
    const escrow = made.contractId;
    await settle(desk, (await desk.prepare('fund', { escrow, signer: REQUEST.signer })) as never, 'client');
    for (const milestone of [1, 2]) {
      await settle(
        desk,
        (await desk.prepare('dispute', { escrow, milestone, signer: REQUEST.signer } as never)) as never,
        'client',
      );
    }
    const poor = (await newcomer(sandbox.rpcUrl)).publicKey();
    const shares = (address: string) => ({ escrow, distributions: [{ address, amount: '10' }] });
    for (const prepare of [
      (address: string) => desk.prepare('resolve', { ...shares(address), milestone: 1 } as never),
      (address: string) => desk.prepare('withdraw', shares(address) as never),
    ]) {
      for (const address of [usdc.address, factory as string, escrow]) {
        await expect(prepare(address)).rejects.toMatchObject({ fields: [{ path: 'distributions[0].address' }] });
      }
      await expect(prepare(poor)).rejects.toMatchObject({ code: 'STEP_NOT_POSSIBLE' });
      for (const [address, code] of [
        [usdc.issuer, 'PAYEE_IS_ISSUER'],
        [exchange, 'PAYEE_NEEDS_MEMO'],
        [vault, 'PAYEE_IS_NOT_WALLET'],
      ] as const) {
        expect((await prepare(address)).judgement.stops).toContainEqual(ofPayee(code, address));
      }
    }
  });
});
