/**
 * Attacks that once worked around the comparison of transaction and request, and must no longer work: on a real ledger,
 * behind a service that lies about what happened. The scenes of `outcomes` play the others.
 */
import type { Desk } from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { policy } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { answer, initOf, startStandIn } from '@countersign/testkit/service/stand-in';
import { Keypair, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { Api, Server } from '@stellar/stellar-sdk/rpc';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

const { passphrase } = NETWORKS.sandbox;
/** The clock that ledger, service and desks share. */
const clock = { now: Date.UTC(2026, 10, 22, 12) };
const time = () => clock.now + Math.floor(performance.now());
const sandbox = await startSandbox({ rateLimit: 0, now: time });

type Reply = { readonly status: number; readonly body: string };
/** What the service does with a submission: passes it on or not, and answers something. */
let lie: ((pass: () => Promise<Reply>) => Promise<Reply>) | undefined;
const service = await startStandIn(async (response, request) => {
  const pass = async () => {
    const reply = await fetch(`${sandbox.url}${request.url}`, initOf(request));
    return { status: reply.status, body: await reply.text() };
  };
  const isSend = request.url.includes('send-transaction');
  const { status, body } = isSend && lie !== undefined ? await lie(pass) : await pass();
  return answer(status, body)(response, request);
});
afterAll(async () => {
  await service.close();
  await sandbox.close();
});

let count = 0;
beforeEach(() => {
  count += 1;
  clock.now += 1_000_000;
  lie = undefined;
});
/** For a different escrow in each test. */
const asked = (changes: Record<string, unknown> = {}) =>
  ({ ...REQUEST, engagementId: `ATTACK-${count}`, ...changes }) as never;

const openDesk = (parts: Parameters<typeof openDeskOfTest>[0] = {}): Desk =>
  openDeskOfTest({
    on: { ...sandbox, url: service.url },
    now: time,
    patience: { alignMs: 1_000, acceptedMs: 100, unknownMs: 100, askEveryMs: 50, followEveryMs: 1_000, leaseMs: 1_000 },
    signUrl: (page) => page,
    ledger: openLedger([sandbox.rpcUrl], passphrase, { now: parts.now ?? time }),
    ...parts,
  });

type Signable = { readonly unsignedXdr?: string | undefined };
const signed = ({ unsignedXdr }: Signable): string => signWith(sandboxKeypair('client'), unsignedXdr);
const rpc = new Server(sandbox.rpcUrl, { allowHttp: true });
/** As a wallet does that submits by itself. */
const sendByWallet = async (signedXdr: string) =>
  (await rpc.sendTransaction(TransactionBuilder.fromXdr(signedXdr, passphrase))).status;
/** How many of these transactions the ledger has as successful. */
const settledOf = async (...made: readonly { readonly transactionHash: string }[]) => {
  const found = await Promise.all(made.map(({ transactionHash }) => rpc.getTransaction(transactionHash)));
  return found.filter(({ status }) => status === Api.GetTransactionStatus.SUCCESS).length;
};

test('one request makes one escrow where the wallet sends the signed transaction by itself', async () => {
  const desk = openDesk();
  const prepared = await desk.prepare('deploy', asked());
  await sendByWallet(signed(prepared));
  clock.now += 200_000;
  expect(await desk.status(prepared.id)).toMatchObject({ status: 'settled', by: 'ledger' });
  await expect(desk.prepare('deploy', asked())).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
});

describe('no text of the service decides', () => {
  test.each([
    ['the sequence is bad', 400, 'tx_bad_seq'],
    ['a counterparty’s title', 500, '"Website (tx_failed)" is being indexed'],
  ])('when it forwards a transaction and answers with %s', async (_, status, message) => {
    const desk = openDesk();
    const request = asked({ title: 'Website (tx_failed)' });
    const prepared = await desk.prepare('deploy', request);
    lie = async (pass) => {
      await pass();
      return { status, body: JSON.stringify({ message, error: 'Bad Request', statusCode: status }) };
    };
    expect(await desk.submit({ signedXdr: signed(prepared) })).toMatchObject({ status: 'settled', by: 'ledger' });
    await expect(desk.prepare('deploy', request)).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
  });

  test('when it claims a settlement that the ledger does not have', async () => {
    const desk = openDesk();
    const prepared = await desk.prepare('deploy', asked());
    const { contractId } = prepared;
    const body = JSON.stringify({ status: 'SUCCESS', message: 'settled', contractId });
    lie = async () => ({ status: 200, body });
    const accepted = await desk.submit({ signedXdr: signed(prepared), id: prepared.id });
    expect(accepted).toMatchObject({ status: 'accepted', by: 'service' });
    expect(accepted.next).toContain('Do not fund it');
    clock.now += 200_000;
    expect(await desk.status(prepared.id)).toMatchObject({ status: 'expired', by: 'ledger' });
  });
});

test('an outdated version can no longer be sent, here or by the wallet', async () => {
  const desk = openDesk();
  const milestones = (amount: string) => ({ milestones: [{ description: 'Site', amount }] });
  const old = await desk.prepare('deploy', asked(milestones('400.5')));
  clock.now += 2_000;
  const corrected = await desk.prepare('deploy', asked({ ...milestones('100'), platformFee: 4 }));
  const differences = [
    { field: 'platformFee', asked: '4 %', found: '5 %' },
    { field: 'milestones[0].amount', asked: '100', found: '400.5' },
  ];
  expect(corrected.replaces).toMatchObject({ id: old.id, differences });
  expect(await desk.status(old.id)).toMatchObject({ status: 'superseded', replacedBy: corrected.id });
  await expect(desk.submit({ signedXdr: signed(old) })).rejects.toMatchObject({ code: 'SUPERSEDED' });
  expect(await desk.submit({ signedXdr: signed(corrected) })).toMatchObject({ status: 'settled' });
  // Both have the same sequence number.
  expect(await sendByWallet(signed(old))).toBe('ERROR');
  expect(await settledOf(old, corrected)).toBe(1);
  const third = await desk.prepare('deploy', asked(milestones('90')));
  expect(third).toMatchObject({ status: 'to-confirm', judgement: { stops: [{ code: 'ANOTHER_VERSION_SETTLED' }] } });
  expect(third).not.toHaveProperty('unsignedXdr');
});

test('one stranger in all roles with a fee of 99 % gives nothing to sign before the person confirms', async () => {
  const stranger = Keypair.random().publicKey();
  const roles = Object.fromEntries(Object.keys(REQUEST.roles).map((role) => [role, stranger]));
  const desk = openDesk();
  const { id, status, judgement, signUrl, ...prepared } = await desk.prepare(
    'deploy',
    asked({ roles, platformFee: 99 }),
  );
  expect([status, judgement.stops.map(({ code }) => code)]).toEqual([
    'to-confirm',
    ['CAN_TAKE_ALONE', 'FEE_ABOVE_STOP'],
  ]);
  expect(prepared).not.toHaveProperty('unsignedXdr');
  expect((await desk.page(String(signUrl)).view()).offer).not.toHaveProperty('unsignedXdr');
  const { key: shown } = judgement;
  await expect(desk.confirm(id, { amount: '30', shown })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  const another = desk.confirm(id, { amount: '30.5', shown: 'another' });
  await expect(another).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
  expect(await desk.confirm(id, { amount: '30.5', shown })).toMatchObject({ unsignedXdr: expect.any(String) });
});

test('a clock that is set back an hour does not leave a transaction “sending” for an hour', async () => {
  const folder = temporaryFolder();
  let isDead = false;
  const dying = openDesk({
    folder,
    onCheckpoint: (step) => {
      if (step !== 'claimed' || isDead) return;
      isDead = true;
      throw new Error('killed');
    },
  });
  const prepared = await dying.prepare('deploy', asked());
  const signedXdr = signed(prepared);
  await dying.submit({ signedXdr }).catch(() => undefined);
  const desk = openDesk({ folder, now: () => time() - 3_600_000 });
  expect((await desk.status(prepared.id)).status).not.toBe('sending');
  expect(await desk.submit({ signedXdr })).toMatchObject({ status: 'settled' });
});

test('a discarded payment that the wallet sends after an equal one was prepared is not paid again unasked', async () => {
  const desk = openDesk();
  const deploy = await desk.prepare('deploy', asked());
  await desk.submit({ signedXdr: signed(deploy) });
  const { signer, trustline } = REQUEST;
  const payment = { signer, escrow: deploy.contractId, amount: '7', trustline };
  const first = await desk.prepare('fund', payment);
  await desk.discard(first.id);
  clock.now += 3_000;
  const second = await desk.prepare('fund', payment);
  await sendByWallet(signed(first));
  await expect(desk.submit({ signedXdr: signed(second) })).rejects.toThrow();
  const again = await desk.prepare('fund', payment);
  expect(again).toMatchObject({ status: 'to-confirm', judgement: { stops: [{ code: 'PAID_ALREADY' }] } });
  expect(again).not.toHaveProperty('unsignedXdr');
  expect(await settledOf(first, second)).toBe(1);
});

test('simultaneous requests of several people do not pass a limit together', async () => {
  const desk = openDesk({ policy: { ...policy, limits: [{ by: 'operator', maxPerDay: '70' }] } });
  const prepared = await Promise.allSettled(
    [1, 2, 3, 4].map((number) => {
      const person = { tenant: 'guild', id: `person ${number % 2}` };
      return desk.for(person).prepare('deploy', asked({ engagementId: `ATTACK-${count}-${number}` }));
    }),
  );
  expect(prepared.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2);
});
