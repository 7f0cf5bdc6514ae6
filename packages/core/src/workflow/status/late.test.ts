/** Signatures that come too late: for what expired, was renewed, was discarded, or is long forgotten. */
import { createHash } from 'node:crypto';
import { failure, wallet } from '@countersign/testkit/desk/scripted-desk';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import {
  buildDeploy,
  escrowAt,
  NOW,
  request,
  requestInput,
  sandbox,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { HOST, HURRY, include, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { answer, type Responder, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import type { Desk } from '../create-desk.ts';
import type { Prepared } from '../model/results.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const DAY = 24 * 3_600_000;
const END = (NOW + 100) * 1_000;
const contractId = escrowAt();
/** Each other request has an address of its own. */
function build(end: number, changes: Record<string, unknown> = {}, sequence = 42n): string {
  const { engagementId = 'engagement-1' } = changes as { engagementId?: string };
  const salt =
    engagementId === 'engagement-1' ? new Uint8Array(32).fill(3) : createHash('sha256').update(engagementId).digest();
  return buildDeploy(request(changes), { condition: time(0, end), sequence, salt });
}
const success = answer(200, { status: 'SUCCESS', message: 'ok' });

type LateOptions = { readonly hasLedger?: boolean; readonly allowForeign?: boolean };

/** A desk whose clock the test sets, with a service that gives each deploy 100 s. */
async function openDesk({ hasLedger = false, allowForeign = false }: LateOptions = {}) {
  const clock = { now: NOW * 1_000 };
  const { ledger, state } = stateLedger();
  const deploy: Responder = (response, received) => {
    const { engagementId } = JSON.parse(received.body) as { engagementId: string };
    const unsignedTransaction = build(clock.now / 1_000 + 100, { engagementId }, state.sequence + 1n);
    answer(201, { status: 'SUCCESS', unsignedTransaction })(response, received);
  };
  const send: Responder = (response, received) => {
    const { signedXdr } = JSON.parse(received.body) as { signedXdr: string };
    include(state, readTransaction(signedXdr, sandbox.passphrase).hashHex);
    success(response, received);
  };
  const service = await startScriptedService((response, received) =>
    (received.url.includes('deployer') ? deploy : send)(response, received),
  );
  const store = openSqliteStore(undefined, 'sandbox', () => clock.now);
  onTestFinished(store.close);
  const race: { beforeClaim?: () => Promise<unknown> } = {};
  const desk = createTestDesk({
    service: service.client({ now: () => clock.now }),
    store: {
      ...store,
      claim: async (...given) => {
        await race.beforeClaim?.();
        return await store.claim(...given);
      },
    },
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign, readOnly: false },
    patience: HURRY,
    now: () => clock.now,
    signUrl: (pageId) => `http://127.0.0.1:1/sign/${pageId}`,
    ...(hasLedger ? { ledger } : {}),
  });
  const sent = () => service.asked.filter(({ url }) => url.includes('send-transaction')).length;
  const at = (time: number) => {
    clock.now = time;
    // Ledgers close as time goes on.
    state.closed = time;
    state.latest += 1;
  };
  return { desk, store, clock, at, sent, ledger: state, race };
}

type Opened = Awaited<ReturnType<typeof openDesk>>;
type Late = Opened & { late: Prepared; signedXdr: string };

/** A transaction that expired. */
async function expired(options?: LateOptions): Promise<Late> {
  const opened = await openDesk(options);
  const late = await opened.desk.prepare('deploy', requestInput());
  opened.at(END + 5_000);
  return { ...opened, late, signedXdr: wallet(late.unsignedXdr) };
}

/** After which another was prepared for the same request. Where a ledger is asked, it says that the first is dead. */
async function renewed(options?: LateOptions): Promise<Late & { newer: Prepared }> {
  const opened = await expired(options);
  return { ...opened, newer: await opened.desk.prepare('deploy', { id: opened.late.id }) };
}

/** Renewed while the ledger could not be asked. */
async function renewedUnasked(): Promise<Late> {
  const opened = await expired({ hasLedger: true });
  opened.ledger.isUp = false;
  await opened.desk.prepare('deploy', { id: opened.late.id });
  opened.ledger.isUp = true;
  return opened;
}

const EXPIRED = {
  code: 'TRANSACTION_EXPIRED',
  message: expect.stringMatching(/^The transaction could be sent until 20.* ago; .* It was not sent\./),
};

/** Another request each time, so that the store looks for what is old. */
const prepareAnother = (desk: Desk, engagementId: string) => desk.prepare('deploy', requestInput({ engagementId }));

describe('a signature for an offer that was renewed', () => {
  test.each([
    ['with its id', true, false],
    ['without its id', false, false],
    ['with its id, as the ledger says', true, true],
    ['without its id, as the ledger says', false, true],
  ])('is reported as late, %s, and leads to the newer one', async (_, withId, hasLedger) => {
    const { desk, late, newer, signedXdr, sent } = await renewed({ hasLedger });
    const error = await failure(desk.submit({ signedXdr, ...(withId ? { id: late.id } : {}) }));
    expect(error).toMatchObject(EXPIRED);
    expect(error.message).toContain('5 s ago');
    expect(error.message).toContain('A newer one was prepared for the same escrow.');
    expect(error.remedy).toContain('Prepare it again with the id');
    expect(error.differences).toBeUndefined();
    expect(sent()).toBe(0);
    expect((await desk.prepare('deploy', { id: late.id })).transactionHash).toBe(newer.transactionHash);
  });

  test.each([
    ['the history of the network begins after it', { oldestClosed: END }],
    ['the network does not answer', { isUp: false }],
  ])('does not claim that it never settled where %s', async (_, state) => {
    const { desk, late, signedXdr, ledger } = await renewed({ hasLedger: true });
    Object.assign(ledger, state);
    const { code, message, remedy } = await failure(desk.submit({ signedXdr, id: late.id }));
    expect(code).toBe('TRANSACTION_EXPIRED');
    expect(message).toContain('Whether a wallet sent it in time cannot be read from the network now.');
    expect(remedy).toMatch(/^Look its hash up in an explorer/);
  });

  test('is late, not unknown, when the transaction is renewed while it is submitted', async () => {
    const { desk, at, sent, race } = await openDesk({ hasLedger: true });
    const { id, unsignedXdr } = await desk.prepare('deploy', requestInput());
    race.beforeClaim = async () => {
      at(END + 5_000);
      await desk.prepare('deploy', { id });
    };
    const error = await failure(desk.submit({ signedXdr: wallet(unsignedXdr) }));
    expect(error).toMatchObject(EXPIRED);
    expect(error.message).toContain('A newer one was prepared for the same escrow.');
    expect(sent()).toBe(0);
  });

  test('names nothing of the escrow to a person who knows the transaction alone', async () => {
    const { desk, late, signedXdr } = await renewed();
    const text = JSON.stringify((await failure(desk.submit({ signedXdr }))).toView());
    for (const secret of [late.id, late.signUrl as string, late.summary.title]) expect(text).not.toContain(secret);
  });

  test('gives the newer one’s result, once that settled', async () => {
    const { desk, newer, signedXdr, sent } = await renewed({ hasLedger: true });
    const result = await desk.submit({ signedXdr: wallet(newer.unsignedXdr) });
    expect(result).toMatchObject({ status: 'settled', by: 'ledger', ledger: HOST });
    expect(await desk.submit({ signedXdr })).toEqual(result);
    expect(sent()).toBe(1);
  });

  test('is refused under the id of another escrow', async () => {
    const { desk, signedXdr } = await renewed();
    const other = await prepareAnother(desk, 'other');
    expect(await failure(desk.submit({ signedXdr, id: other.id }))).toMatchObject({
      code: 'INPUT_INVALID',
      fields: [{ path: 'id', problem: { code: 'ID_OF_ANOTHER' } }],
    });
  });

  test('is still reported as changed when it was changed after all', async () => {
    const { desk, late } = await renewed();
    const signedXdr = wallet(build(NOW + 100, { title: 'Another' }));
    expect((await failure(desk.submit({ signedXdr, id: late.id }))).code).toBe('TRANSACTION_CHANGED');
  });

  test('finds its escrow by its hash', async () => {
    const { desk, late, newer } = await renewed();
    const found = await desk.lookUp({ transactionHash: late.transactionHash });
    expect(found).toMatchObject({ id: late.id, transactionHash: newer.transactionHash, status: 'prepared' });
  });

  test('is reported as too late when only its hash is pasted', async () => {
    const { desk, late } = await renewed();
    expect(await failure(desk.submit({ signedXdr: late.transactionHash }))).toMatchObject({
      code: 'XDR_UNREADABLE',
      reason: 'hash',
      message: expect.stringContaining('not sent from here in time'),
      remedy: expect.stringContaining('Prepare the escrow again'),
    });
  });
});

describe('a signature for an offer whose handle is gone or has ended', () => {
  test('is reported as late for 30 days, with the way to a fresh one', async () => {
    const { desk, store, late, signedXdr, at } = await renewed({ hasLedger: true });
    for (const day of [15, 20, 30]) {
      at(END + day * DAY);
      await desk.settleAll();
      await store.sweep();
      expect((await failure(desk.prepare('deploy', { id: late.id }))).code).toBe('HANDLE_NOT_FOUND');
      for (const input of [{ signedXdr }, { signedXdr, id: late.id }]) {
        expect(await failure(desk.submit(input))).toMatchObject({
          ...EXPIRED,
          message: expect.stringContaining(`${day} days ago`),
          remedy: expect.stringContaining('prepare it again with the whole request'),
        });
      }
      expect((await failure(desk.lookUp({ transactionHash: late.transactionHash }))).code).toBe('TRANSACTION_EXPIRED');
    }
    at(END + 30 * DAY + 61_000);
    await store.sweep();
    expect(await store.findPast(late.transactionHash)).toBeUndefined();
  });

  test('is reported as discarded while its time runs, and is not sent as one prepared elsewhere', async () => {
    const { desk, clock, sent } = await openDesk({ allowForeign: true });
    const prepared = await desk.prepare('deploy', requestInput());
    const signedXdr = wallet(prepared.unsignedXdr);
    await desk.discard(prepared.id);
    expect(await failure(desk.submit({ signedXdr }))).toMatchObject({
      code: 'TRANSACTION_EXPIRED',
      message: 'This transaction was prepared here and discarded afterwards. It was not sent.',
    });
    clock.now += 5_000;
    // The same request again: its address is the same, and no one changed anything.
    await desk.prepare('deploy', requestInput());
    expect((await failure(desk.submit({ signedXdr }))).code).toBe('TRANSACTION_EXPIRED');
    expect(sent()).toBe(0);
  });

  test('can be sent again once the service gives that very transaction for the same request', async () => {
    const { desk } = await openDesk();
    const prepared = await desk.prepare('deploy', requestInput());
    await desk.discard(prepared.id);
    const again = await desk.prepare('deploy', requestInput());
    expect(again.transactionHash).toBe(prepared.transactionHash);
    expect((await desk.submit({ signedXdr: wallet(prepared.unsignedXdr) })).status).toBe('accepted');
  });
});

describe('a late signature of a transaction that the wallet sent by itself', () => {
  test.each([
    ['not renewed', () => expired({ hasLedger: true })],
    ['renewed after the ledger had shown that it was over', () => renewed({ hasLedger: true })],
    ['renewed while the ledger could not be asked', renewedUnasked],
  ])('%s, is settled where the ledger has it', async (_, open) => {
    const { desk, late, signedXdr, sent, ledger } = await open();
    include(ledger, late.transactionHash);
    const result = await desk.submit({ signedXdr, id: late.id });
    expect(result).toMatchObject({ status: 'settled', by: 'ledger', ledger: HOST, contractId });
    expect(result.transactionHash).toBe(late.transactionHash);
    expect(await desk.status(late.id)).toMatchObject({ status: 'settled', transactionHash: late.transactionHash });
    expect(await desk.submit({ id: late.id })).toEqual(result);
    expect((await failure(desk.prepare('deploy', requestInput()))).code).toBe('ALREADY_SETTLED');
    const { offer: transaction } = await desk.page(late.signUrl?.split('/').at(-1) as string).view();
    expect(transaction).toMatchObject({ hash: late.transactionHash, unsignedXdr: late.unsignedXdr, reasons: [] });
    expect(sent()).toBe(0);
  });

  test.each([
    ['not renewed', () => expired({ hasLedger: true })],
    ['renewed while the ledger could not be asked', renewedUnasked],
  ])('%s, is rejected where the ledger has it as failed', async (_, open) => {
    const { desk, late, clock, signedXdr, ledger } = await open();
    include(ledger, late.transactionHash, { kind: 'failed', code: 'txFailed', ledger: 7 });
    expect(await desk.submit({ signedXdr })).toMatchObject({
      status: 'rejected',
      by: 'ledger',
      transactionHash: late.transactionHash,
      message: expect.stringContaining('txFailed'),
    });
    const newer = await desk.prepare('deploy', { id: late.id });
    expect(newer.expiresAt).toBe(new Date(clock.now + 100_000).toISOString());
    expect((await desk.status(late.id)).transactionHash).toBe(newer.transactionHash);
  });

  test('says that it was prepared elsewhere, also when it is read again', async () => {
    const { desk, at, sent, ledger } = await openDesk({ hasLedger: true, allowForeign: true });
    at(END + 5_000);
    const signedXdr = wallet(build(NOW + 100));
    include(ledger, readTransaction(signedXdr, sandbox.passphrase).hashHex);
    for (let times = 0; times < 2; times++) {
      expect(await desk.submit({ signedXdr })).toMatchObject({
        status: 'settled',
        by: 'ledger',
        contractId,
        preparedHere: false,
      });
    }
    expect(sent()).toBe(0);
  });

  test('is settled although its handle is forgotten', async () => {
    const { desk, store, late, at, signedXdr, ledger } = await renewed({ hasLedger: true });
    at(END + 15 * DAY);
    await desk.settleAll();
    await store.sweep();
    expect(await store.find(late.id)).toBeUndefined();
    include(ledger, late.transactionHash);
    for (let times = 0; times < 2; times++) {
      expect(await desk.submit({ signedXdr })).toMatchObject({ status: 'settled', contractId });
    }
  });
});
