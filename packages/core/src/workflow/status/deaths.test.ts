/** One RPC that hides, lags or lies for a while: what is dead by it is read twice before another transaction is handed out. */
import { failure, openDesk as openScripted, wallet } from '@countersign/testkit/desk/scripted-desk';
import { buildDeploy, NOW, request, requestInput, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY, include, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { createPart } from '@countersign/testkit/record/part';
import { answer, type Responder } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { createDesk } from '../create-desk.ts';

const LIFE_S = 100;

/** A desk with one RPC, and a service that chooses another address for each transaction, as some do. */
async function openDesk() {
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
  const { parts, clock } = await openScripted({}, (response, received) =>
    (received.url.includes('deployer') ? deploy : sent)(response, received),
  );
  const desk = createDesk({ ...parts, patience: HURRY, ledger });
  const first = await desk.prepare('deploy', requestInput());
  /** Hides it, though it is on the ledger: its account has moved on. */
  const hide = () => {
    state.sequence += 1n;
  };
  const show = () => void state.outcomes.set(first.transactionHash, { kind: 'settled', ledger: 9 });
  const close = () => {
    state.latest += 1;
  };
  /** A ledger closes each time that the desk asks for the latest one. */
  const closeWhileAsked = () => {
    let { latest } = state;
    Object.defineProperty(state, 'latest', { get: () => latest++ });
  };
  const expire = () => {
    clock.now = state.closed = (NOW + 2 * LIFE_S) * 1_000;
  };
  const status = async () => (await desk.status(first.id)).status;
  const prepare = () => desk.prepare('deploy', requestInput());
  return {
    desk,
    store: parts.store,
    ledger: state,
    first,
    hide,
    show,
    close,
    closeWhileAsked,
    expire,
    status,
    prepare,
  };
}
type World = Awaited<ReturnType<typeof openDesk>>;

/** What the RPC shows, step by step; the status of the transaction is read after each. */
const READINGS: Readonly<Record<string, readonly ((world: World) => unknown)[]>> = {
  'hidden, and shown again': [({ hide }) => hide(), () => undefined, ({ show }) => show()],
  'displaced, and a later ledger shows the same': [({ hide }) => hide(), ({ close }) => close()],
  'displaced twice, and settled': [({ hide }) => hide(), ({ close }) => close(), ({ show }) => show()],
  'rejected, and a later ledger shows the same': [
    ({ hide, ledger, first }) => {
      hide();
      ledger.outcomes.set(first.transactionHash, { kind: 'failed', code: 'txFailed', ledger: 9 });
    },
    ({ close }) => close(),
  ],
  'expired, and a later ledger shows the same': [({ expire }) => expire(), ({ close }) => close()],
  'displaced, while a ledger closes': [({ hide, closeWhileAsked }) => [hide(), closeWhileAsked()]],
  'displaced, and its account has not reached it': [({ hide }) => hide(), ({ ledger }) => (ledger.sequence -= 1n)],
  'displaced, and included': [({ hide }) => hide(), ({ ledger, first }) => include(ledger, first.transactionHash)],
};

test('calls a transaction unknown that one reading shows as dead, and dead once a later ledger shows the same', async () => {
  const part = createPart();
  for (const [title, readings] of Object.entries(READINGS)) {
    part.note(title);
    const world = await openDesk();
    for (const reading of readings) {
      reading(world);
      const { status, by, ledger, message, next } = await world.desk.status(world.first.id);
      part.note(`  ${[status, by, ledger].filter(Boolean).join(', ')}`, { message, next });
    }
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/deaths.txt');
});

test('is doubtful to the person who submits it', async () => {
  const { desk, first, hide, status } = await openDesk();
  const submitting = desk.submit({ id: first.id, signedXdr: wallet(first.unsignedXdr) });
  await expect.poll(status).not.toBe('prepared');
  hide();
  expect(await submitting).toMatchObject({ status: expect.stringMatching(/accepted|unknown/) });
  expect(await status()).toBe('unknown');
});

describe('before another transaction is handed out', () => {
  test('waits for the ledger that shows the death a second time, and asks again before that one is sent', async () => {
    const { desk, first, hide, show, closeWhileAsked, prepare } = await openDesk();
    hide();
    closeWhileAsked();
    const second = await prepare();
    expect(second).toMatchObject({ id: first.id, status: 'prepared', unsignedXdr: expect.any(String) });
    expect(second.transactionHash).not.toBe(first.transactionHash);
    show();
    expect(await desk.submit({ id: second.id, signedXdr: wallet(second.unsignedXdr) })).toMatchObject({
      ...{ status: 'settled', transactionHash: first.transactionHash },
    });
  });

  test('refuses it while no later ledger is known, and says for how long', async () => {
    const { hide, prepare } = await openDesk();
    hide();
    expect(await failure(prepare())).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringContaining('seems that it can no longer settle'),
      remedy: 'Ask again in a few seconds.',
    });
  });

  test('does not wait where both have one sequence number, of which the ledger accepts one', async () => {
    const { first, ledger, expire, prepare } = await openDesk();
    expire();
    const asked = ledger.asked;
    expect(await prepare()).toMatchObject({ id: first.id, status: 'prepared' });
    expect(ledger.asked - asked).toBe(3);
  });

  test('asks for the hash again, and reports it as settled, when two readings were false', async () => {
    const { hide, show, close, prepare, status } = await openDesk();
    hide();
    await status();
    close();
    expect(await status()).toBe('displaced');
    show();
    expect(await failure(prepare())).toMatchObject({ code: 'ALREADY_SETTLED' });
    expect(await status()).toBe('settled');
  });

  test.each([true, false])(
    'asks the person about one that an earlier version read once where the history does not cover it: %s',
    async (isCovered) => {
      const { store, first, ledger, hide, expire, prepare } = await openDesk();
      hide();
      const { transactionHash } = first;
      const settlement = { status: 'displaced', by: 'ledger', transactionHash, message: '', next: '' };
      await store.decide(transactionHash, { state: 'dead', settlement } as never);
      expire();
      Object.assign(ledger, { address: 'unknown', oldest: isCovered ? 1 : 50, latest: 100 });
      const { status, judgement: risk } = await prepare();
      expect([status, risk.stops.map(({ code }) => code)]).toEqual(
        isCovered ? ['prepared', []] : ['to-confirm', ['NOT_COVERED']],
      );
    },
  );
});
