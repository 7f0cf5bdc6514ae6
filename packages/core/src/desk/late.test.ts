/** Signatures that come too late: for what expired, was renewed, was discarded, or is long forgotten. */

import {
  buildDeploy,
  NOW,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { answer, type Scene, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, onTestFinished, test } from 'vitest';
import { transactionHash } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { contractIdFor } from '../kinds/deploy-call.ts';
import type { Ledger, Outcome } from '../ledger/ledger.ts';
import { createSecretScanner } from '../secrets/secrets.ts';
import { createDesk } from './create-desk.ts';
import type { Desk } from './desk.ts';
import type { Prepared } from './results.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';

const DAY = 24 * 3_600_000;
const END = (NOW + 100) * 1_000;
const contractId = contractIdFor(signerKey.publicKey(), new Uint8Array(32).fill(3), sandbox.passphrase);
const build = (end: number, changes: Record<string, unknown> = {}) =>
  buildDeploy(request(changes), { condition: time(0, end) }, contractId);
const settled = answer(200, { status: 'SUCCESS', message: 'ok' });
const signed = (unsignedXdr: string) =>
  sign(unsignedXdr, [signerKey], (transaction) => transactionHash(transaction, sandbox.passphrase));

type Options = { readonly ledger?: Outcome; readonly allowForeign?: boolean };

/** A desk whose clock the test sets, with a service that gives each deploy 100 s. */
async function openDesk({ ledger, allowForeign = false }: Options = {}) {
  const clock = { now: NOW * 1_000 };
  const deploy: Scene = (response, asked) => {
    const { engagementId } = JSON.parse(asked.body) as { engagementId: string };
    const unsignedTransaction = build(clock.now / 1_000 + 100, { engagementId });
    answer(201, { status: 'SUCCESS', unsignedTransaction })(response, asked);
  };
  const service = await startScriptedService((response, asked) =>
    (asked.url.includes('deployer') ? deploy : settled)(response, asked),
  );
  const store = openSqliteStore(undefined, 'sandbox', () => clock.now);
  onTestFinished(store.close);
  const says: Ledger = {
    host: 'rpc.example',
    outcomeOf: async () => ledger as Outcome,
    accountOf: async () => ({ kind: 'no-answer' }),
    decimalsOf: async () => undefined,
    lookAt: async () => ({ kind: 'no-answer' }),
    trialOf: async () => ({ address: 'unknown', ledger: 0 }),
    balancesOf: async () => [],
    historyOf: async () => undefined,
    buildCall: async () => ({ kind: 'no-answer' }),
    send: async () => ({ kind: 'unknown' }),
  };
  const desk = createDesk({
    service: service.client({ now: () => clock.now }),
    store,
    network: sandbox,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign, readOnly: false },
    scanner: createSecretScanner(),
    now: () => clock.now,
    signUrl: (pageId) => `http://127.0.0.1:1/sign/${pageId}`,
    ...(ledger === undefined ? {} : { ledger: says }),
  });
  const sent = () => service.asked.filter(({ url }) => url.includes('send-transaction')).length;
  return { desk, store, clock, sent };
}

type Opened = Awaited<ReturnType<typeof openDesk>>;

/** An offer that expired, after which another was prepared for the same request. */
async function renewed(options?: Options): Promise<Opened & { late: Prepared; newer: Prepared; signedXdr: string }> {
  const opened = await openDesk(options);
  const late = await opened.desk.prepare('deploy', requestInput());
  opened.clock.now = END + 5_000;
  const newer = await opened.desk.prepare('deploy', { id: late.id });
  return { ...opened, late, newer, signedXdr: signed(late.unsignedXdr) };
}

async function refusal(call: Promise<unknown>): Promise<CountersignError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CountersignError);
  return error as CountersignError;
}

const EXPIRED = {
  code: 'TRANSACTION_EXPIRED',
  message: expect.stringMatching(/^The transaction could be sent until 20.* ago; .* It was not sent\./),
};

/** Another request each time, so that the store looks for what is old. */
const prepareAnother = (desk: Desk, engagementId: string) => desk.prepare('deploy', requestInput({ engagementId }));

describe('a signature for an offer that was renewed', () => {
  test.each([
    ['with its id', true],
    ['without its id', false],
  ])('is told as late, %s, and leads to the newer one', async (_, withId) => {
    const { desk, late, newer, signedXdr, sent } = await renewed();
    const error = await refusal(desk.submit({ signedXdr, ...(withId ? { id: late.id } : {}) }));
    expect(error).toMatchObject(EXPIRED);
    expect(error.message).toContain('5 s ago');
    expect(error.message).toContain('A newer one was prepared for the same escrow.');
    expect(error.remedy).toContain('call deploy_escrow with the id');
    expect(error.differences).toBeUndefined();
    expect(sent()).toBe(0);
    expect((await desk.prepare('deploy', { id: late.id })).transactionHash).toBe(newer.transactionHash);
  });

  test('names nothing of the escrow to a person who knows the transaction alone', async () => {
    const { desk, late, signedXdr } = await renewed();
    const said = JSON.stringify((await refusal(desk.submit({ signedXdr }))).toView());
    for (const secret of [late.id, late.signUrl as string, late.summary.title]) expect(said).not.toContain(secret);
  });

  test('gives the newer one’s result, once that settled', async () => {
    const { desk, newer, signedXdr, sent } = await renewed();
    const result = await desk.submit({ signedXdr: signed(newer.unsignedXdr) });
    expect(await desk.submit({ signedXdr })).toEqual(result);
    expect(sent()).toBe(1);
  });

  test('is refused under the id of another escrow', async () => {
    const { desk, signedXdr } = await renewed();
    const other = await prepareAnother(desk, 'other');
    expect(await refusal(desk.submit({ signedXdr, id: other.id }))).toMatchObject({
      code: 'INPUT_INVALID',
      fields: [{ path: 'id', problem: expect.stringContaining('another escrow') }],
    });
  });

  test('that was changed after all is still told as changed', async () => {
    const { desk, late } = await renewed();
    const signedXdr = signed(build(NOW + 100, { title: 'Another' }));
    expect((await refusal(desk.submit({ signedXdr, id: late.id }))).code).toBe('TRANSACTION_CHANGED');
  });

  test('finds its escrow by its hash', async () => {
    const { desk, late, newer } = await renewed();
    const found = await desk.lookUp({ transactionHash: late.transactionHash });
    expect(found).toMatchObject({ id: late.id, transactionHash: newer.transactionHash, status: 'prepared' });
  });

  test('pasted as its hash alone, is said to have been too late', async () => {
    const { desk, late } = await renewed();
    expect(await refusal(desk.submit({ signedXdr: late.transactionHash }))).toMatchObject({
      code: 'XDR_UNREADABLE',
      reason: 'hash',
      message: expect.stringContaining('not sent in time'),
      remedy: expect.stringContaining('Prepare the escrow again'),
    });
  });
});

describe('a signature for an offer whose handle is gone', () => {
  test('is told as late for 30 days, with the way to a fresh one', async () => {
    const { desk, store, late, signedXdr, clock } = await renewed();
    for (const day of [2, 15, 30]) {
      clock.now = END + day * DAY;
      await prepareAnother(desk, `day ${day}`);
      expect((await refusal(desk.prepare('deploy', { id: late.id }))).code).toBe('HANDLE_NOT_FOUND');
      for (const input of [{ signedXdr }, { signedXdr, id: late.id }]) {
        expect(await refusal(desk.submit(input))).toMatchObject({
          ...EXPIRED,
          message: expect.stringContaining(`${day} days ago`),
          remedy: expect.stringContaining('call deploy_escrow with the whole request'),
        });
      }
      expect((await refusal(desk.lookUp({ transactionHash: late.transactionHash }))).code).toBe('TRANSACTION_EXPIRED');
    }
    clock.now = END + 30 * DAY + 61_000;
    await prepareAnother(desk, 'day 31');
    expect(await store.findPast(late.transactionHash)).toBeUndefined();
  });

  test('is told as discarded while its time runs, and is not sent as one prepared elsewhere', async () => {
    const { desk, clock, sent } = await openDesk({ allowForeign: true });
    const offer = await desk.prepare('deploy', requestInput());
    const signedXdr = signed(offer.unsignedXdr);
    await desk.discard(offer.id);
    expect(await refusal(desk.submit({ signedXdr }))).toMatchObject({
      code: 'TRANSACTION_EXPIRED',
      message: 'This transaction was prepared here and discarded afterwards. It was not sent.',
    });
    clock.now += 5_000;
    // The same request again: its address is the same, and nobody changed anything.
    await desk.prepare('deploy', requestInput());
    expect((await refusal(desk.submit({ signedXdr }))).code).toBe('TRANSACTION_EXPIRED');
    expect(sent()).toBe(0);
  });

  test('can be sent again once the service gives that very transaction for the same request', async () => {
    const { desk } = await openDesk();
    const offer = await desk.prepare('deploy', requestInput());
    await desk.discard(offer.id);
    const again = await desk.prepare('deploy', requestInput());
    expect(again.transactionHash).toBe(offer.transactionHash);
    expect((await desk.submit({ signedXdr: signed(offer.unsignedXdr) })).status).toBe('settled');
  });
});

describe('a late signature of a transaction that the wallet sent by itself', () => {
  async function expired(options: Options) {
    const opened = await openDesk(options);
    const late = await opened.desk.prepare('deploy', requestInput());
    opened.clock.now = END + 5_000;
    return { ...opened, late, signedXdr: signed(late.unsignedXdr) };
  }

  test.each([
    ['not renewed', expired],
    ['renewed', renewed],
  ])('%s, is settled where the ledger has it', async (_, open) => {
    const { desk, late, signedXdr, sent } = await open({ ledger: { kind: 'settled', ledger: 7 } });
    const result = await desk.submit({ signedXdr, id: late.id });
    expect(result).toMatchObject({ status: 'settled', transactionHash: late.transactionHash, contractId });
    expect(await desk.status(late.id)).toMatchObject({ status: 'settled', transactionHash: late.transactionHash });
    expect(await desk.submit({ id: late.id })).toEqual(result);
    expect((await refusal(desk.prepare('deploy', requestInput()))).code).toBe('ALREADY_SETTLED');
    const { offer } = await desk.signingView(late.signUrl?.split('/').at(-1) as string);
    expect(offer).toMatchObject({ hash: late.transactionHash, unsignedXdr: late.unsignedXdr, reasons: [] });
    expect(sent()).toBe(0);
  });

  test.each([
    ['not renewed', expired],
    ['renewed', renewed],
  ])('%s, is rejected where the ledger has it as failed', async (_, open) => {
    const { desk, late, clock, signedXdr } = await open({ ledger: { kind: 'failed', code: 'txFailed', ledger: 7 } });
    expect(await desk.submit({ signedXdr })).toMatchObject({
      status: 'rejected',
      transactionHash: late.transactionHash,
      message: expect.stringContaining('txFailed'),
    });
    const newer = await desk.prepare('deploy', { id: late.id });
    expect(newer.expiresAt).toBe(new Date(clock.now + 100_000).toISOString());
    expect((await desk.status(late.id)).transactionHash).toBe(newer.transactionHash);
  });

  test.each<Outcome>([{ kind: 'no-answer' }, { kind: 'not-found', fromLedger: 1, toLedger: 9, from: 0, to: END + 1 }])(
    'is late where the ledger says %o',
    async (ledger) => {
      const { desk, signedXdr } = await renewed({ ledger });
      expect(await refusal(desk.submit({ signedXdr }))).toMatchObject(EXPIRED);
    },
  );

  test('prepared elsewhere, says so when it is told and when it is told again', async () => {
    const { desk, clock, sent } = await openDesk({ ledger: { kind: 'settled', ledger: 7 }, allowForeign: true });
    clock.now = END + 5_000;
    const signedXdr = signed(build(NOW + 100));
    for (let times = 0; times < 2; times++) {
      expect(await desk.submit({ signedXdr })).toMatchObject({ status: 'settled', contractId, preparedHere: false });
    }
    expect(sent()).toBe(0);
  });

  test('is settled although its handle is forgotten', async () => {
    const { desk, store, late, clock, signedXdr } = await renewed({ ledger: { kind: 'settled', ledger: 7 } });
    clock.now = END + 2 * DAY;
    await prepareAnother(desk, 'other');
    expect(await store.find(late.id)).toBeUndefined();
    for (let times = 0; times < 2; times++) {
      expect(await desk.submit({ signedXdr })).toMatchObject({ status: 'settled', contractId });
    }
  });
});
