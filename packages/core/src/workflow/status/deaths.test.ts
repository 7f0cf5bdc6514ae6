/** One RPC that hides, lags or lies for a while: what is dead by it is read twice before another transaction is handed out. */
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { failure, wallet } from '@countersign/testkit/desk/scripted-desk';
import { buildDeploy, NOW, request, requestInput, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { HOST, HURRY, include, type LedgerState, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { answer, type Responder, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const LIFE_S = 100;
const FAILED = { kind: 'failed', code: 'txFailed', ledger: 9 } as const;

/** A desk with one RPC, and a service that chooses another address for each transaction, as some do. */
async function openDesk() {
  const clock = { now: NOW * 1_000 };
  const { ledger, state } = stateLedger({ isAgreed: false });
  let built = 0;
  const deploy: Responder = (response, received) => {
    built += 1;
    const unsignedTransaction = buildDeploy(request(), {
      condition: time(0, clock.now / 1_000 + LIFE_S),
      sequence: state.sequence + 1n,
      salt: new Uint8Array(32).fill(built),
    });
    answer(201, { status: 'SUCCESS', unsignedTransaction })(response, received);
  };
  const sent = answer(200, { status: 'SUCCESS', message: 'ok' });
  const service = await startScriptedService((response, received) =>
    (received.url.includes('deployer') ? deploy : sent)(response, received),
  );
  const store = openSqliteStore(undefined, 'sandbox', () => clock.now);
  const desk = openDeskOfTest({
    service: service.client({ now: () => clock.now }),
    store,
    patience: HURRY,
    now: () => clock.now,
    ledger,
  });
  const first = await desk.prepare('deploy', requestInput());
  return { desk, store, ledger: state, clock, first, prepare: () => desk.prepare('deploy', requestInput()) };
}

type Opened = Awaited<ReturnType<typeof openDesk>>;

/** Hides it, though it is on the ledger: its account has moved on. */
function hide({ ledger, first }: Pick<Opened, 'ledger' | 'first'>): () => void {
  const hash = first.transactionHash;
  ledger.sequence += 1n;
  return () => void ledger.outcomes.set(hash, { kind: 'settled', ledger: 9 });
}

/** A ledger closes each time that the desk asks for the latest one. */
function closeWhileAsked(ledger: LedgerState): void {
  let latest = ledger.latest;
  Object.defineProperty(ledger, 'latest', { get: () => latest++ });
}

describe('a transaction that one reading shows as dead', () => {
  test('is reported as settled once the RPC shows it again', async () => {
    const { desk, first, ...scene } = await openDesk();
    const show = hide({ ...scene, first });
    const seeming = {
      status: 'unknown',
      by: 'here',
      message: expect.stringContaining('checked again at the next ledger'),
    };
    expect(await desk.status(first.id)).toMatchObject(seeming);
    expect(await desk.status(first.id)).toMatchObject(seeming);
    show();
    expect(await desk.status(first.id)).toMatchObject({ status: 'settled', by: 'ledger' });
  });

  test('is displaced, rejected or expired once a later ledger shows the same', async () => {
    for (const status of ['displaced', 'rejected', 'expired'] as const) {
      const { desk, first, ledger, clock } = await openDesk();
      if (status === 'expired') clock.now = ledger.closed = (NOW + 2 * LIFE_S) * 1_000;
      else ledger.sequence += 1n;
      if (status === 'rejected') ledger.outcomes.set(first.transactionHash, FAILED);
      expect((await desk.status(first.id)).status).toBe('unknown');
      ledger.latest += 1;
      expect(await desk.status(first.id)).toMatchObject({ status, by: 'ledger', ledger: HOST });
    }
  });

  test('is reported as displaced at once when a ledger closes while it is asked about', async () => {
    const { desk, first, ledger } = await openDesk();
    ledger.sequence += 1n;
    closeWhileAsked(ledger);
    expect(await desk.status(first.id)).toMatchObject({ status: 'displaced', by: 'ledger' });
  });

  test('is reported as settled when two readings were false', async () => {
    const { desk, first, ...scene } = await openDesk();
    const show = hide({ ...scene, first });
    await desk.status(first.id);
    scene.ledger.latest += 1;
    expect((await desk.status(first.id)).status).toBe('displaced');
    show();
    expect(await desk.status(first.id)).toMatchObject({ status: 'settled', by: 'ledger' });
  });

  test('can be signed again when the ledger shows that its account has not reached it', async () => {
    const { desk, first, ledger } = await openDesk();
    ledger.sequence += 1n;
    expect((await desk.status(first.id)).status).toBe('unknown');
    ledger.sequence -= 1n;
    expect((await desk.status(first.id)).status).toBe('prepared');
  });

  test('is reported as doubtful to the person who submits it', async () => {
    const { desk, first, ledger } = await openDesk();
    const submitting = desk.submit({ id: first.id, signedXdr: wallet(first.unsignedXdr) });
    await expect.poll(() => desk.status(first.id).then(({ status }) => status)).not.toBe('prepared');
    ledger.sequence += 1n;
    expect(await submitting).toMatchObject({ status: expect.stringMatching(/accepted|unknown/) });
    expect((await desk.status(first.id)).status).toBe('unknown');
  });
});

describe('before another transaction is handed out', () => {
  test('waits for the ledger that shows the death a second time', async () => {
    const { desk, first, ledger, prepare } = await openDesk();
    hide({ ledger, first });
    closeWhileAsked(ledger);
    const second = await prepare();
    expect(second).toMatchObject({ id: first.id, status: 'prepared', unsignedXdr: expect.any(String) });
    expect(second.transactionHash).not.toBe(first.transactionHash);
    expect((await desk.status(first.id)).status).toBe('prepared');
  });

  test('refuses it while no later ledger is known, and says for how long', async () => {
    const { first, ledger, prepare } = await openDesk();
    hide({ ledger, first });
    expect(await failure(prepare())).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringContaining('seems that it can no longer settle'),
      remedy: 'Ask again in a few seconds.',
    });
  });

  test('does not wait where both have one sequence number, of which the ledger accepts one', async () => {
    const { first, ledger, clock, prepare } = await openDesk();
    clock.now = ledger.closed = (NOW + 2 * LIFE_S) * 1_000;
    const asked = ledger.asked;
    expect(await prepare()).toMatchObject({ id: first.id, status: 'prepared' });
    expect(ledger.asked - asked).toBeLessThan(8);
  });

  test('asks for the hash again, and reports it as settled, when two readings were false', async () => {
    const { desk, first, ledger, prepare } = await openDesk();
    const show = hide({ ledger, first });
    await desk.status(first.id);
    ledger.latest += 1;
    expect((await desk.status(first.id)).status).toBe('displaced');
    show();
    expect(await failure(prepare())).toMatchObject({ code: 'ALREADY_SETTLED' });
    expect((await desk.status(first.id)).status).toBe('settled');
  });

  test('asks before one that was prepared in the meantime is sent, too', async () => {
    const { desk, first, ledger, prepare } = await openDesk();
    const show = hide({ ledger, first });
    closeWhileAsked(ledger);
    const second = await prepare();
    show();
    expect(await desk.submit({ id: second.id, signedXdr: wallet(second.unsignedXdr) })).toMatchObject({
      status: 'settled',
      transactionHash: first.transactionHash,
    });
  });

  test('asks the person about one that an earlier version read once, and the history does not cover', async () => {
    for (const isCovered of [true, false]) {
      const { store, first, ledger, clock, prepare } = await openDesk();
      hide({ ledger, first });
      const settlement = {
        status: 'displaced',
        by: 'ledger',
        transactionHash: first.transactionHash,
        message: '',
        next: '',
      };
      await store.decide(first.transactionHash, { state: 'dead', settlement } as never);
      clock.now = ledger.closed = (NOW + 2 * LIFE_S) * 1_000;
      ledger.address = 'unknown';
      ledger.oldest = isCovered ? 1 : 50;
      ledger.latest = 100;
      const { status, judgement: risk } = await prepare();
      expect([status, risk.stops.map(({ code }) => code)]).toEqual(
        isCovered ? ['prepared', []] : ['to-confirm', ['NOT_COVERED']],
      );
    }
  });

  test('keeps a displaced one that settled as the outcome, whatever was read of it', async () => {
    const { desk, first, ledger } = await openDesk();
    ledger.sequence += 1n;
    await desk.status(first.id);
    include(ledger, first.transactionHash);
    expect((await desk.status(first.id)).status).toBe('settled');
  });
});
