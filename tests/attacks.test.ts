/**
 * Attacks that once worked around the comparison of transaction and request, and must no longer work: one test each,
 * on a real ledger, behind a service that lies about what happened.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createDesk, createEscrowClient, type Desk, openSqliteStore } from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { createSecretScanner } from '@countersign/core/secrets';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { Keypair, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { Api, Server } from '@stellar/stellar-sdk/rpc';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

const network = NETWORKS.sandbox;
const client = sandboxKeypair('client');
const [, , , arbiter] = SANDBOX_ACCOUNTS;

/** What the lying service does with a submission: it passes it on or not, and answers something. */
type Lie = (pass: () => Promise<{ status: number; body: string }>) => Promise<{ status: number; body: string }>;

let sandbox: Sandbox;
let service: { readonly url: string; lie: Lie | undefined; close(): Promise<void> };
/** The clock that ledger, service and desks share. */
const clock = { now: Date.UTC(2026, 10, 22, 12) };
const time = () => clock.now + Math.floor(performance.now());
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: 0, now: () => time() });
  service = await startLyingService();
});
afterAll(async () => {
  await service.close();
  await sandbox.close();
});
let counted = 0;
beforeEach(() => {
  counted += 1;
  clock.now += 1_000_000;
});

async function startLyingService() {
  const lying = { lie: undefined as Lie | undefined };
  const server = createServer(async (request, response) => {
    const asked = await text(request);
    const pass = async () => {
      const answer = await fetch(`${sandbox.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(
          Object.entries(request.headers).flatMap(([name, value]) =>
            typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
              ? [[name, value]]
              : [],
          ),
        ),
        ...(request.method === 'POST' ? { body: asked } : {}),
      });
      return { status: answer.status, body: await answer.text() };
    };
    const isSend = request.url?.includes('send-transaction') === true;
    const { status, body } = isSend && lying.lie !== undefined ? await lying.lie(pass) : await pass();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((closed) => server.close(() => closed()));
  };
  return Object.assign(lying, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close });
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'countersign-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

type Options = {
  readonly dataDir?: string;
  readonly now?: () => number;
  readonly reached?: (step: string) => void;
  readonly limits?: readonly { readonly by: 'operator'; readonly maxPerDay: string }[];
  readonly isLedgerAsked?: boolean;
};

function openDesk({ dataDir, now = time, reached, limits = [], isLedgerAsked = true }: Options = {}): Desk {
  const desk = createDesk({
    service: createEscrowClient({
      baseUrl: service.url,
      accessToken: sandbox.accessToken,
      apiKey: sandbox.apiKey,
      requestsPerMinute: 10_000,
      now,
    }),
    store: openSqliteStore(dataDir, 'sandbox', now),
    network,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false, limits },
    scanner: createSecretScanner(),
    now,
    patience: { alignMs: 1_000, acceptedMs: 100, unknownMs: 100, askEveryMs: 50, followEveryMs: 1_000, leaseMs: 1_000 },
    signUrl: (page) => `http://127.0.0.1/sign/${page}`,
    ...(reached === undefined ? {} : { reached }),
    ...(isLedgerAsked ? { ledger: openLedger([sandbox.rpcUrl], network.passphrase, { now }) } : {}),
  });
  onTestFinished(() => desk.close());
  service.lie = undefined;
  return desk;
}

/** For a different escrow in each test. */
const asked = (changes: Record<string, unknown> = {}) =>
  ({ ...REQUEST, engagementId: `ATTACK-${counted}`, ...changes }) as never;

function signed(unsignedXdr: string | undefined, key: Keypair = client): string {
  const transaction = TransactionBuilder.fromXdr(unsignedXdr ?? '', network.passphrase) as Transaction;
  transaction.sign(key);
  return transaction.toXdr();
}

const ledger = () => new Server(sandbox.rpcUrl, { allowHttp: true });

/** As a wallet does that submits by itself. */
async function sendByWallet(signedXdr: string): Promise<string> {
  const transaction = TransactionBuilder.fromXdr(signedXdr, network.passphrase) as Transaction;
  return (await ledger().sendTransaction(transaction)).status;
}

/** How many of these transactions the ledger has as successful. */
async function settledOf(...hashes: readonly string[]): Promise<number> {
  const found = await Promise.all(hashes.map((hash) => ledger().getTransaction(hash)));
  return found.filter(({ status }) => status === Api.GetTransactionStatus.SUCCESS).length;
}

/** Signs and submits everything that a desk offers for a request, and counts how many settled. */
async function settleAgain(desk: Desk, before: string, request: unknown): Promise<number> {
  const offer = await desk.prepare('deploy', request as never).catch(() => undefined);
  if (offer === undefined) return await settledOf(before);
  await desk.submit({ signedXdr: signed(offer.unsignedXdr), id: offer.id }).catch(() => undefined);
  return await settledOf(before, offer.transactionHash);
}

describe('1. one request makes one escrow', () => {
  test('where the wallet sends the signed transaction by itself', async () => {
    const desk = openDesk();
    const offer = await desk.prepare('deploy', asked());
    await sendByWallet(signed(offer.unsignedXdr));
    clock.now += 200_000;
    expect(await desk.status(offer.id)).toMatchObject({ status: 'settled', by: 'ledger' });
    expect(await settleAgain(desk, offer.transactionHash, asked())).toBe(1);
    await expect(desk.prepare('deploy', asked())).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
  });

  test('with a restored backup', async () => {
    const [before, after] = [folder(), folder()];
    const desk = openDesk({ dataDir: before });
    const old = await desk.prepare('deploy', asked());
    await desk.close();
    copyFileSync(join(before, 'prepared.sqlite'), join(after, 'prepared.sqlite'));
    clock.now += 80_000;
    const again = openDesk({ dataDir: before });
    const offer = await again.prepare('deploy', asked());
    expect(offer.transactionHash).not.toBe(old.transactionHash);
    expect(await again.submit({ signedXdr: signed(offer.unsignedXdr) })).toMatchObject({ status: 'settled' });
    clock.now += 200_000;
    const restored = openDesk({ dataDir: after });
    expect(await settleAgain(restored, offer.transactionHash, asked())).toBe(1);
    await expect(restored.prepare('deploy', asked())).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
  });

  test('with two desks that know nothing of each other', async () => {
    const [one, other] = [openDesk(), openDesk()];
    const first = await one.prepare('deploy', asked());
    clock.now += 2_000;
    const second = await other.prepare('deploy', asked());
    expect(second.contractId).toBe(first.contractId);
    await one.submit({ signedXdr: signed(first.unsignedXdr) });
    await other.submit({ signedXdr: signed(second.unsignedXdr) }).catch(() => undefined);
    expect(await settledOf(first.transactionHash, second.transactionHash)).toBe(1);
    expect(await settleAgain(other, first.transactionHash, asked())).toBe(1);
    // Equal terms are one escrow, no matter who made it.
    expect(await other.status(second.id)).toMatchObject({ status: 'settled', by: 'ledger' });
  });
});

describe('2. no text of the service decides', () => {
  const denied =
    (status: number, message: string): Lie =>
    async (pass) => {
      await pass();
      return { status, body: JSON.stringify({ message, error: 'Bad Request', statusCode: status }) };
    };

  test.each<[string, Lie]>([
    ['forwards it and says that the sequence is bad', denied(400, 'tx_bad_seq')],
    ['forwards it and says that we are not allowed', denied(401, 'Unauthorized')],
    ['forwards it and quotes a title that a counterparty wrote', denied(500, '"Website (tx_failed)" is being indexed')],
  ])('where it %s, the ledger’s word is told, and nothing is prepared again', async (_, lie) => {
    const desk = openDesk();
    const offer = await desk.prepare('deploy', asked({ title: 'Website (tx_failed)' }));
    service.lie = lie;
    const signedXdr = signed(offer.unsignedXdr);
    expect(await desk.submit({ signedXdr })).toMatchObject({ status: 'settled', by: 'ledger' });
    service.lie = undefined;
    expect(await settleAgain(desk, offer.transactionHash, asked({ title: 'Website (tx_failed)' }))).toBe(1);
  });

  test('where it denies and forwards later, it is unknown, and then settled', async () => {
    const desk = openDesk();
    const offer = await desk.prepare('deploy', asked());
    const signedXdr = signed(offer.unsignedXdr);
    service.lie = async () => ({ status: 400, body: JSON.stringify({ message: 'tx_bad_auth', statusCode: 400 }) });
    expect(await desk.submit({ signedXdr })).toMatchObject({
      status: 'unknown',
      detail: expect.stringContaining('tx_bad_auth'),
    });
    await expect(desk.prepare('deploy', asked())).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await sendByWallet(signedXdr);
    expect(await desk.status(offer.id)).toMatchObject({ status: 'settled', by: 'ledger' });
  });
});

test('3. an address that was offered for other terms is not offered again', async () => {
  const desk = openDesk();
  const offers = await Promise.all(
    ['Website', 'Web site'].map((title) =>
      desk.prepare('deploy', asked({ title, engagementId: `ATTACK-${counted}-${title}` })),
    ),
  );
  expect(new Set(offers.map(({ contractId }) => contractId)).size).toBe(2);
  // The desk knows both and chooses two addresses; the store refuses to keep the second under the first's.
  const store = openSqliteStore(undefined, 'sandbox', time);
  onTestFinished(() => store.close());
  const [first, second] = offers as [(typeof offers)[0], (typeof offers)[0]];
  const place = (terms: string) => ({
    action: 'deploy' as const,
    request: REQUEST as never,
    id: terms,
    pageId: terms,
    owner: { tenant: 'local', id: 'local' },
    requestKey: terms,
    round: 0,
    terms,
  });
  const offer = ({ transactionHash, unsignedXdr = '' }: typeof first) => ({
    hash: transactionHash,
    unsignedXdr,
    contractId: first.contractId,
    sequence: '1',
    expiresAt: time() + 100_000,
    reasons: [],
  });
  const judged = { judged: { stops: [], warnings: [], facts: [] } };
  await store.add(place('one'), offer(first), judged);
  await expect(store.add(place('other'), offer(second), judged)).rejects.toMatchObject({
    code: 'TRANSACTION_MISMATCH',
  });
});

test('4. a settlement that only the service claims is not reported, and balances come from the ledger', async () => {
  const desk = openDesk();
  const offer = await desk.prepare('deploy', asked());
  service.lie = async () => ({
    status: 200,
    body: JSON.stringify({ status: 'SUCCESS', message: 'settled', contractId: offer.contractId }),
  });
  const accepted = await desk.submit({ signedXdr: signed(offer.unsignedXdr), id: offer.id });
  expect(accepted).toMatchObject({ status: 'accepted', by: 'service' });
  expect(accepted.next).toContain('Do not fund it');
  expect((await desk.status(offer.id)).status).toBe('accepted');
  clock.now += 200_000;
  expect(await desk.status(offer.id)).toMatchObject({ status: 'expired', by: 'ledger' });
});

test('5. an outdated version can no longer be sent', async () => {
  const desk = openDesk();
  const milestones = (amount: string) => ({ milestones: [{ description: 'Site', amount }] });
  const old = await desk.prepare('deploy', asked(milestones('400.5')));
  clock.now += 2_000;
  const corrected = await desk.prepare('deploy', asked(milestones('100')));
  expect(corrected.replaces).toMatchObject({ id: old.id });
  expect(await desk.status(old.id)).toMatchObject({ status: 'superseded', replacedBy: corrected.id });
  await expect(desk.submit({ signedXdr: signed(old.unsignedXdr) })).rejects.toMatchObject({ code: 'SUPERSEDED' });
  expect(await desk.submit({ signedXdr: signed(corrected.unsignedXdr) })).toMatchObject({ status: 'settled' });
  // Nor by the wallet itself: both have the same sequence number.
  expect(await sendByWallet(signed(old.unsignedXdr))).toBe('ERROR');
  expect(await settledOf(old.transactionHash, corrected.transactionHash)).toBe(1);
  // After one has settled, another version needs the person's confirmation.
  const third = await desk.prepare('deploy', asked(milestones('90')));
  expect(third).toMatchObject({ status: 'to-confirm', judgement: { stops: [{ code: 'ANOTHER_VERSION_SETTLED' }] } });
  expect(third).not.toHaveProperty('unsignedXdr');
});

describe('7. a robbery gets no tick', () => {
  const stranger = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(99)).publicKey();
  const inAllRoles = Object.fromEntries(Object.keys(REQUEST.roles).map((role) => [role, stranger]));

  test.each<[string, Record<string, unknown>, readonly string[]]>([
    [
      'one stranger in all six roles, and a fee of 99 %',
      { roles: inAllRoles, platformFee: 99 },
      ['CAN_TAKE_ALONE', 'FEE_ABOVE_STOP'],
    ],
    [
      'the token contract as receiver',
      { roles: { ...REQUEST.roles, receiver: REQUEST.trustline.address } },
      ['ROLE_IS_TOKEN'],
    ],
  ])('%s: nothing to sign is given before the person confirms', async (_, changes, codes) => {
    const desk = openDesk();
    const offer = await desk.prepare('deploy', asked(changes));
    expect(offer.status).toBe('to-confirm');
    expect(offer).not.toHaveProperty('unsignedXdr');
    expect(offer.judgement.stops.map(({ code }) => code)).toEqual(codes);
    const pageId = offer.signUrl?.split('/').at(-1) as string;
    expect((await desk.page(pageId).view()).offer).not.toHaveProperty('unsignedXdr');
    await expect(desk.confirm(offer.id, { amount: '30', shown: offer.judgement.key })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    await expect(desk.confirm(offer.id, { amount: '30.5', shown: 'another' })).rejects.toMatchObject({
      code: 'CONFIRMATION_NEEDED',
    });
    expect(await desk.confirm(offer.id, { amount: '30.5', shown: offer.judgement.key })).toMatchObject({
      status: 'prepared',
      unsignedXdr: expect.any(String),
    });
  });

  test('the service’s 0.3 % is among the costs', async () => {
    const { summary } = await openDesk().prepare('deploy', asked());
    expect(summary.costs.total).toEqual({ paid: '30.5', platform: '1.525', service: '0.0915', receiver: '28.8835' });
  });
});

test('9. two people who send the same request get two handles and two links, and see nothing of each other', async () => {
  const desk = openDesk();
  const [ada, bob] = ['ada', 'bob'].map((id) => desk.for({ tenant: 'guild', id })) as [Desk, Desk];
  const [hers, his] = await Promise.all([ada.prepare('deploy', asked()), bob.prepare('deploy', asked())]);
  expect(his.id).not.toBe(hers.id);
  expect(his.signUrl).not.toBe(hers.signUrl);
  for (const reference of [hers.id, hers.transactionHash]) {
    await expect(bob.status(reference)).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  }
  expect(await ada.submit({ signedXdr: signed(hers.unsignedXdr) })).toMatchObject({ status: 'settled' });
  await bob.submit({ signedXdr: signed(his.unsignedXdr) }).catch(() => undefined);
  expect(await settledOf(hers.transactionHash, his.transactionHash)).toBe(1);
});

describe('10. clocks and sequence numbers', () => {
  test('a clock that is set back an hour does not leave a transaction “sending” for an hour', async () => {
    const dataDir = folder();
    let isDead = false;
    const dying = openDesk({
      dataDir,
      reached: (step) => {
        if (step === 'claimed' && !isDead) {
          isDead = true;
          throw new Error('killed');
        }
      },
    });
    const offer = await dying.prepare('deploy', asked());
    const signedXdr = signed(offer.unsignedXdr);
    await dying.submit({ signedXdr }).catch(() => undefined);
    const desk = openDesk({ dataDir, now: () => time() - 3_600_000 });
    expect((await desk.status(offer.id)).status).not.toBe('sending');
    expect(await desk.submit({ signedXdr })).toMatchObject({ status: 'settled' });
  });

  test('another account’s transaction in between is waited for, not signed over', async () => {
    const desk = openDesk();
    const offer = await desk.prepare('deploy', asked());
    const other = await desk.prepare('deploy', asked({ engagementId: `ATTACK-${counted}-other` }));
    await sendByWallet(signed(other.unsignedXdr));
    await expect(desk.submit({ signedXdr: signed(offer.unsignedXdr) })).rejects.toMatchObject({
      code: 'TRANSACTION_DISPLACED',
      message: expect.stringContaining('another transaction of the signing account instead: a new escrow'),
    });
    const renewed = await desk.prepare('deploy', { id: offer.id });
    expect(await desk.submit({ signedXdr: signed(renewed.unsignedXdr) })).toMatchObject({ status: 'settled' });
  });
});

test('what a person declines is not sent, and the assistant learns why', async () => {
  const desk = openDesk();
  const offer = await desk.prepare('deploy', asked({ roles: { ...REQUEST.roles, receiver: arbiter.address } }));
  const page = desk.page(offer.signUrl?.split('/').at(-1) as string);
  await page.decline('Wrong receiver: it should be the designer.');
  expect(await desk.status(offer.id)).toMatchObject({
    status: 'declined',
    detail: 'Wrong receiver: it should be the designer.',
  });
  await expect(desk.submit({ signedXdr: signed(offer.unsignedXdr) })).rejects.toMatchObject({ code: 'DECLINED' });
  await expect(desk.prepare('deploy', { id: offer.id })).rejects.toMatchObject({ code: 'DECLINED' });
});

describe('the outcome of ended transactions is still checked', () => {
  test('a discarded escrow that the wallet still submits is settled, and no second one is prepared', async () => {
    const desk = openDesk();
    const offer = await desk.prepare('deploy', asked());
    expect(await desk.discard(offer.id)).toMatchObject({ status: 'discarded', by: 'here' });
    await sendByWallet(signed(offer.unsignedXdr));
    await expect(desk.prepare('deploy', asked())).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
    expect(await desk.status(offer.id)).toMatchObject({ status: 'settled', by: 'ledger' });
  });

  test('a discarded payment that the wallet still submits is checked before it is paid again', async () => {
    const desk = openDesk();
    const { unsignedXdr, contractId } = await desk.prepare('deploy', asked());
    await desk.submit({ signedXdr: signed(unsignedXdr) });
    const payment = {
      signer: client.publicKey(),
      escrow: contractId,
      amount: '7',
      trustline: { address: REQUEST.trustline.address },
    };
    const first = await desk.prepare('fund', payment);
    await desk.discard(first.id);
    await sendByWallet(signed(first.unsignedXdr));
    const again = await desk.prepare('fund', payment);
    expect(again).toMatchObject({ status: 'to-confirm', judgement: { stops: [{ code: 'PAID_ALREADY' }] } });
    expect(again).not.toHaveProperty('unsignedXdr');
    const confirmed = await desk.confirm(again.id, { amount: '7', shown: again.judgement.key });
    expect(await desk.submit({ signedXdr: signed(confirmed.unsignedXdr) })).toMatchObject({ status: 'settled' });
  });

  test('a second escrow with the same terms needs the person’s confirmation, and gets another address', async () => {
    const desk = openDesk();
    const first = await desk.prepare('deploy', asked());
    await desk.submit({ signedXdr: signed(first.unsignedXdr) });
    const second = await desk.prepare('deploy', asked(), { another: true });
    expect(second).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [{ code: 'ANOTHER_ESCROW', params: { contractId: first.contractId } }] },
    });
    expect(second.contractId).not.toBe(first.contractId);
    const { unsignedXdr } = await desk.confirm(second.id, { amount: '30.5', shown: second.judgement.key });
    expect(await desk.submit({ signedXdr: signed(unsignedXdr) })).toMatchObject({ status: 'settled' });
  });
});

describe('what a review found', () => {
  const payment = async (desk: Desk) => {
    const { unsignedXdr, contractId } = await desk.prepare('deploy', asked());
    await desk.submit({ signedXdr: signed(unsignedXdr) });
    const trustline = { address: REQUEST.trustline.address };
    return { signer: client.publicKey(), escrow: contractId, amount: '7', trustline };
  };

  test('a discarded payment that the wallet submits after an equal one was prepared is not paid again unasked', async () => {
    const desk = openDesk();
    const asks = await payment(desk);
    const first = await desk.prepare('fund', asks);
    await desk.discard(first.id);
    clock.now += 3_000;
    const second = await desk.prepare('fund', asks);
    const signedSecond = signed(second.unsignedXdr);
    await sendByWallet(signed(first.unsignedXdr));
    await expect(desk.submit({ signedXdr: signedSecond })).rejects.toThrow();
    expect(await desk.prepare('fund', asks)).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [{ code: 'PAID_ALREADY' }] },
    });
    expect(await settledOf(first.transactionHash, second.transactionHash)).toBe(1);
  });

  test('of two transactions of one handle, the one that the ledger has is named', async () => {
    const desk = openDesk();
    const first = await desk.prepare('deploy', asked());
    clock.now += 80_000;
    const second = await desk.prepare('deploy', asked());
    expect(second).toMatchObject({ id: first.id, contractId: first.contractId });
    await sendByWallet(signed(first.unsignedXdr));
    expect(await desk.status(first.id)).toMatchObject({ status: 'settled', transactionHash: first.transactionHash });
    expect(await desk.submit({ signedXdr: signed(second.unsignedXdr) })).toMatchObject({
      status: 'settled',
      transactionHash: first.transactionHash,
    });
  });

  test('an unconfirmed version does not replace another', async () => {
    const desk = openDesk();
    const good = await desk.prepare('deploy', asked());
    clock.now += 2_000;
    const robbery = await desk.prepare('deploy', asked({ platformFee: 99 }));
    expect(robbery.status).toBe('to-confirm');
    expect((await desk.status(good.id)).status).toBe('prepared');
    await desk.discard(robbery.id);
    expect(await desk.submit({ signedXdr: signed(good.unsignedXdr) })).toMatchObject({ status: 'settled' });
  });

  test('a corrected request replaces a page that somebody opened by their own word alone', async () => {
    const desk = openDesk();
    const old = await desk.prepare('deploy', asked());
    await desk.page(old.signUrl?.split('/').at(-1) as string).opened();
    clock.now += 2_000;
    const corrected = await desk.prepare('deploy', asked({ title: 'Corrected' }));
    const differences = [{ field: 'title', asked: 'Corrected', found: REQUEST.title }];
    expect(corrected).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [{ code: 'REPLACES_OPENED', params: { id: old.id, differences } }] },
    });
    expect((await desk.status(old.id)).status).toBe('prepared');
    await desk.confirm(corrected.id, { amount: '30.5', shown: corrected.judgement.key });
    expect(await desk.status(old.id)).toMatchObject({ status: 'superseded', differences });
    await expect(desk.submit({ signedXdr: signed(old.unsignedXdr) })).rejects.toMatchObject({ code: 'SUPERSEDED' });
  });

  test('a person who may only read a handle gets no link to sign it, and cannot let others in', async () => {
    const desk = openDesk();
    const people = ['ada', 'bob', 'eve'].map((id) => ({ tenant: 'guild', id }));
    const [ada, bob] = people.map((person) => desk.for(person)) as [Desk, Desk];
    const offer = await ada.prepare('deploy', asked());
    await ada.grant(offer.id, people[1] as never, 'read');
    expect(await bob.status(offer.id)).toMatchObject({ status: 'prepared' });
    expect(await bob.status(offer.id)).not.toHaveProperty('signUrl');
    await ada.grant(offer.id, people[1] as never, 'sign');
    expect(await bob.status(offer.id)).toMatchObject({ signUrl: offer.signUrl });
    await expect(bob.grant(offer.id, people[2] as never, 'read')).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  });

  test('the page of an ended transaction offers nothing to sign', async () => {
    const desk = openDesk();
    const offer = await desk.prepare('deploy', asked());
    const page = desk.page(offer.signUrl?.split('/').at(-1) as string);
    expect((await page.view()).offer).toHaveProperty('unsignedXdr');
    await page.decline(undefined);
    expect((await page.view()).offer).not.toHaveProperty('unsignedXdr');
  });

  test('each visitor of a public page confirms for themselves', async () => {
    const desk = openDesk();
    const offer = await desk.prepare('deploy', asked({ platformFee: 99 }));
    const visit = (visitor: string) => desk.page(offer.signUrl?.split('/').at(-1) as string, visitor);
    await visit('a').confirm({ amount: '30.5', shown: offer.judgement.key });
    expect((await visit('a').view()).offer).toHaveProperty('unsignedXdr');
    expect((await visit('b').view()).offer).not.toHaveProperty('unsignedXdr');
    expect(await desk.prepare('deploy', { id: offer.id })).not.toHaveProperty('unsignedXdr');
  });

  test('simultaneous requests do not pass a limit together, nor does another person', async () => {
    const limits = [{ by: 'operator', maxPerDay: '70' }] as const;
    const desk = openDesk({ limits });
    const ids = [1, 2, 3, 4].map((number) => `ATTACK-${counted}-${number}`);
    const offers = await Promise.allSettled(
      ids.map((engagementId, at) =>
        desk.for({ tenant: 'guild', id: `person ${at % 2}` }).prepare('deploy', asked({ engagementId })),
      ),
    );
    expect(offers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2);
    await expect(
      desk.prepare('deploy', asked({ milestones: [{ description: 'All', amount: '71' }] })),
    ).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
    });
    const limited = openDesk();
    expect(await limited.setLimits({ maxAmount: '10' })).toEqual({ maxAmount: '10' });
    await expect(limited.prepare('deploy', asked())).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      remedy: expect.stringContaining('You set this limit'),
    });
  });
});

test('without a ledger, each earlier transaction that may have been sent needs its own confirmation', async () => {
  const desk = openDesk({ isLedgerAsked: false });
  const other = async () => {
    const transaction = await desk.prepare('deploy', asked({ engagementId: `ATTACK-${counted}-${clock.now}` }));
    await sendByWallet(signed(transaction.unsignedXdr));
  };
  const first = await desk.prepare('deploy', asked());
  await other();
  clock.now += 200_000;
  const second = await desk.prepare('deploy', asked());
  expect(second).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [{ code: 'NO_LEDGER_TO_ASK', params: { transactions: [first.transactionHash] } }] },
  });
  const confirmed = await desk.confirm(second.id, { amount: '30.5', shown: second.judgement.key });
  expect(confirmed.status).toBe('prepared');
  await other();
  clock.now += 200_000;
  const third = await desk.prepare('deploy', asked());
  expect(third.status).toBe('to-confirm');
  expect(JSON.stringify(third.judgement.stops)).toContain(confirmed.transactionHash);
});
