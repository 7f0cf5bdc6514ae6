/** People who arrive late, outcomes that no one knows, and the same thing asked twice. */

import { codeOf } from '@countersign/testkit/desk/failure';
import { policy } from '@countersign/testkit/desk/test-desk';
import {
  buildDeploy,
  escrowAt,
  NOW,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { HOST, HURRY, include, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import {
  answer,
  deadUrl,
  type Responder,
  reset,
  startScriptedService,
} from '@countersign/testkit/service/scripted-service';
import { describe, expect, onTestFinished, test } from 'vitest';
import { transactionHash } from '../../envelope/read-transaction.ts';
import { createSecretScanner } from '../../secrets/secrets.ts';
import { createDesk, type DeskParts } from '../create-desk.ts';
import type { Prepared } from '../model/results.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const contractId = escrowAt();
const prepared = (end = NOW + 100, sequence = 42n): Responder =>
  answer(201, {
    status: 'SUCCESS',
    unsignedTransaction: buildDeploy(request(), { condition: time(0, end), sequence }),
  });
const success = answer(200, { status: 'SUCCESS', message: 'ok' });
const badSequence = answer(400, { message: 'txBadSeq', error: 'Bad Request', statusCode: 400 });

type LostTwiceOptions = { readonly ledger?: boolean; readonly signUrl?: boolean };

/** A desk whose clock the test sets, and its ledger, where there is one to ask. */
async function openDesk(options: LostTwiceOptions, ...scenes: Responder[]) {
  const clock = { now: NOW * 1_000 };
  const service = await startScriptedService(...scenes);
  const store = openSqliteStore(undefined, 'sandbox', () => clock.now);
  onTestFinished(store.close);
  const { ledger, state } = stateLedger();
  const context: DeskParts = {
    service: service.client({ now: () => clock.now }),
    store,
    network: sandbox,
    policy,
    scanner: createSecretScanner(),
    now: () => clock.now,
    patience: HURRY,
    ...(options.ledger ? { ledger } : {}),
    ...(options.signUrl ? { signUrl: (pageId: string) => `http://127.0.0.1:1/sign/${pageId}` } : {}),
  };
  return { desk: createDesk(context), context, service, clock, store, ledger: state };
}

const signedBy = (preparedRequest: Prepared) =>
  sign(preparedRequest.unsignedXdr ?? '', [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));
/** A desk with one request that waits for its signature. */
async function withTransaction(...after: Responder[]) {
  const opened = await openDesk({}, prepared(), ...after);
  return { ...opened, prepared: await opened.desk.prepare('deploy', requestInput()) };
}

/** A desk with one request whose transaction was sent with an unknown outcome. */
async function withUnknown(options: LostTwiceOptions, ...after: Responder[]) {
  const opened = await openDesk(options, prepared(), reset, ...after);
  const preparedRequest = await opened.desk.prepare('deploy', requestInput());
  const signedXdr = signedBy(preparedRequest);
  expect((await opened.desk.submit({ signedXdr, id: preparedRequest.id })).status).toBe('unknown');
  return { ...opened, prepared: preparedRequest, signedXdr };
}

const ASKED = { ledger: true };
const END = (NOW + 100) * 1_000;

describe('an unknown outcome', () => {
  test('ends when the ledger has the transaction', async () => {
    const { desk, prepared: preparedRequest, service, ledger } = await withUnknown(ASKED);
    include(ledger, preparedRequest.transactionHash);
    expect(await desk.status(preparedRequest.id)).toMatchObject({
      status: 'settled',
      by: 'ledger',
      ledger: HOST,
      contractId,
    });
    expect(await desk.submit({ id: preparedRequest.id })).toMatchObject({
      status: 'settled',
      transactionHash: preparedRequest.transactionHash,
    });
    expect(service.asked).toHaveLength(2);
  });

  test('ends when the ledger refused it while executing, and frees the request', async () => {
    const { desk, prepared: preparedRequest, ledger } = await withUnknown(ASKED, prepared(NOW + 101, 43n));
    include(ledger, preparedRequest.transactionHash, { kind: 'failed', code: 'txFailed', ledger: 7 });
    expect(await desk.status(preparedRequest.id)).toMatchObject({ status: 'rejected', by: 'ledger', ledger: HOST });
    const again = await desk.prepare('deploy', { id: preparedRequest.id });
    expect(again.transactionHash).not.toBe(preparedRequest.transactionHash);
  });

  test('ends as expired when a ledger closed past its time, and its sequence was not reached', async () => {
    const { desk, prepared: preparedRequest, clock, ledger } = await withUnknown(ASKED);
    clock.now = END + 1;
    ledger.closed = END + 1;
    expect(await desk.status(preparedRequest.id)).toMatchObject({ status: 'expired', by: 'ledger', ledger: HOST });
  });

  // Every other combination of what the ledger may say is in outcome/decide.test.ts.
  test('ends as displaced when another transaction of the account went first', async () => {
    const { desk, prepared: preparedRequest, ledger } = await withUnknown(ASKED);
    ledger.sequence = 42n;
    ledger.address = 'unknown';
    expect(await desk.status(preparedRequest.id)).toMatchObject({ status: 'displaced', by: 'ledger', ledger: HOST });
    expect(await desk.submit({ id: preparedRequest.id })).toMatchObject({ status: 'displaced', by: 'ledger' });
  });

  test('stays unknown while it may still be taken, although its time is over by our clock', async () => {
    const { desk, prepared: preparedRequest, clock, ledger } = await withUnknown(ASKED);
    clock.now = END + 1;
    ledger.closed = END;
    expect((await desk.status(preparedRequest.id)).status).toBe('unknown');
    expect(await codeOf(desk.prepare('deploy', { id: preparedRequest.id }))).toBe('OUTCOME_UNKNOWN');
  });

  test('is resolved by the handle alone: the very XDR that was signed is sent again, also late', async () => {
    const { desk, prepared: preparedRequest, service, clock } = await withUnknown({}, success);
    clock.now = END + 1_000;
    expect(await desk.submit({ id: preparedRequest.id })).toMatchObject({ status: 'accepted', by: 'service' });
    expect(service.asked[2]?.body).toBe(service.asked[1]?.body);
  });

  test('gives way to the person’s word, though only once it can no longer settle', async () => {
    const { desk, prepared: preparedRequest, clock } = await withUnknown({}, prepared(NOW + 400));
    clock.now = END + 60_000;
    expect(await codeOf(desk.declareFailed(preparedRequest.id))).toBe('OUTCOME_UNKNOWN');
    clock.now += 1;
    // A word is no state: what became of it stays unknown.
    expect(await desk.declareFailed(preparedRequest.id)).toMatchObject({ status: 'unknown', by: 'here' });
    expect((await desk.prepare('deploy', { id: preparedRequest.id })).status).toBe('prepared');
  });

  test('never ends by a word against the ledger’s own', async () => {
    const { desk, prepared: preparedRequest, clock, ledger } = await withUnknown(ASKED);
    include(ledger, preparedRequest.transactionHash);
    clock.now = END + 120_000;
    expect(await codeOf(desk.declareFailed(preparedRequest.id))).toBe('ALREADY_SETTLED');
  });
});

describe('one escrow, asked for twice while its outcome is unknown', () => {
  test.each<[string, Record<string, unknown>]>([
    ['with a memo of 0 in place of none', { receiverMemo: 0 }],
    ['with the token named by its issuer', { trustline: { address: sandbox.tokens[0]?.issuer } }],
  ])('%s is the same escrow', async (_, changes) => {
    const { desk, service } = await withUnknown({}, prepared(NOW + 101));
    expect(await codeOf(desk.prepare('deploy', requestInput(changes)))).toBe('OUTCOME_UNKNOWN');
    expect(service.asked).toHaveLength(2);
  });

  test('while the service is at it, is not offered a second time', async () => {
    const [isAsked, isSent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: Responder = async (response, received) => {
      isAsked.resolve();
      await isSent.promise;
      prepared(NOW + 190)(response, received);
    };
    const { desk, clock, prepared: preparedRequest } = await withTransaction(slow, reset);
    clock.now += 80_000;
    const renewing = codeOf(desk.prepare('deploy', { id: preparedRequest.id }));
    await isAsked.promise;
    expect((await desk.submit({ signedXdr: signedBy(preparedRequest) })).status).toBe('unknown');
    isSent.resolve();
    expect(await renewing).toBe('OUTCOME_UNKNOWN');
  });

  test('treats a refusal as no proof when another process has sent it in the meantime', async () => {
    const { desk, store, prepared: preparedRequest } = await withTransaction(badSequence);
    const claim = await store.claim(preparedRequest.transactionHash, 'signed', 1);
    if (claim.kind === 'granted') await store.record(preparedRequest.transactionHash, claim.number, 'unknown');
    expect((await desk.submit({ signedXdr: signedBy(preparedRequest) })).status).toBe('unknown');
  });

  test('a resend that never left leaves it unknown; a first sending that never left leaves it free', async () => {
    const { context, desk, prepared: preparedRequest, signedXdr, service } = await withUnknown({});
    const dead = { ...context, service: service.client({ baseUrl: await deadUrl(), now: context.now }) };
    expect(await codeOf(createDesk(dead).submit({ signedXdr }))).toBe('SERVICE_UNREACHABLE');
    expect((await desk.status(preparedRequest.id)).status).toBe('unknown');
    const first = await withTransaction();
    const firstDead = createDesk({ ...first.context, service: dead.service });
    expect(await codeOf(firstDead.submit({ signedXdr: signedBy(first.prepared) }))).toBe('SERVICE_UNREACHABLE');
    expect((await first.desk.status(first.prepared.id)).status).toBe('prepared');
  });
});

test('an offer that stricter settings do not allow is neither handed out nor sent', async () => {
  const { context, prepared: preparedRequest } = await withTransaction(prepared(NOW + 101));
  for (const network of [
    { ...sandbox, factory: contractId },
    { ...sandbox, wasmHash: '00' },
  ]) {
    const strict = createDesk({ ...context, network });
    expect(await codeOf(strict.prepare('deploy', { id: preparedRequest.id }))).toBe('TRANSACTION_MISMATCH');
    expect(await codeOf(strict.submit({ signedXdr: signedBy(preparedRequest) }))).toBe('TRANSACTION_PARTLY_VERIFIED');
  }
  const cheap = createDesk({ ...context, policy: { ...context.policy, maxFee: 1n } });
  expect(await codeOf(cheap.submit({ signedXdr: signedBy(preparedRequest) }))).toBe('TRANSACTION_PARTLY_VERIFIED');
});

describe('a handle alone', () => {
  test('cannot be submitted before somebody signed', async () => {
    const { desk, service } = await openDesk({}, prepared());
    const preparedRequest = await desk.prepare('deploy', requestInput());
    expect(await codeOf(desk.submit({ id: preparedRequest.id }))).toBe('NOT_SIGNED_YET');
    expect(await codeOf(desk.submit({ id: 'x' }))).toBe('HANDLE_NOT_FOUND');
    expect(service.asked).toHaveLength(1);
  });

  test('gives what became of the signature that a page delivered', async () => {
    const { desk, ledger } = await openDesk(ASKED, prepared(), (response, received) => {
      include(ledger, hash, { kind: 'failed', code: 'txFailed', ledger: 7 });
      badSequence(response, received);
    });
    const preparedRequest = await desk.prepare('deploy', requestInput());
    const hash = preparedRequest.transactionHash;
    const delivered = await desk.submit({ signedXdr: signedBy(preparedRequest), id: preparedRequest.id });
    expect(delivered).toMatchObject({ status: 'rejected', by: 'ledger', detail: 'txBadSeq' });
    expect(await desk.submit({ id: preparedRequest.id })).toEqual(delivered);
  });

  test('can be discarded until it was sent; the same request then begins again', async () => {
    const { desk } = await openDesk({}, prepared(), prepared(NOW + 101), success);
    const first = await desk.prepare('deploy', requestInput());
    // A repeated call changes nothing.
    for (const _ of [1, 2]) {
      expect(await desk.discard(first.id)).toMatchObject({ id: first.id, status: 'discarded' });
    }
    expect(await desk.status(first.id)).toMatchObject({ id: first.id, status: 'discarded', by: 'here' });
    expect(await codeOf(desk.prepare('deploy', { id: first.id }))).toBe('TRANSACTION_EXPIRED');
    const second = await desk.prepare('deploy', requestInput());
    expect(second.id).not.toBe(first.id);
    await desk.submit({ signedXdr: signedBy(second) });
    expect(await codeOf(desk.discard(second.id))).toBe('ALREADY_SETTLED');
  });

  test('is not discarded while its outcome is unknown', async () => {
    const { desk, prepared: preparedRequest } = await withUnknown({});
    expect(await codeOf(desk.discard(preparedRequest.id))).toBe('OUTCOME_UNKNOWN');
  });

  test.each([
    ['expired, by the ledger', ASKED, { status: 'expired', by: 'ledger', ledger: HOST }],
    ['unknown where no ledger can say so', {}, { status: 'unknown', by: 'here', neverSent: true }],
  ] as const)('is %s when it was not signed in time, and can be prepared again', async (_, options, report) => {
    const { desk, clock, ledger } = await openDesk(options, prepared(), prepared(NOW + 300));
    const preparedRequest = await desk.prepare('deploy', requestInput());
    clock.now = END + 1;
    ledger.closed = END + 1;
    expect(await desk.status(preparedRequest.id)).toMatchObject(report);
    expect((await desk.prepare('deploy', { id: preparedRequest.id })).id).toBe(preparedRequest.id);
    expect((await desk.status(preparedRequest.id)).status).toBe('prepared');
  });
});

describe('the signing page’s view', () => {
  test('is found by an id of its own, which is in the address and nowhere else', async () => {
    const { desk, store } = await openDesk({ signUrl: true }, prepared());
    const preparedRequest = await desk.prepare('deploy', requestInput());
    const pageId = preparedRequest.signUrl?.split('/').at(-1) as string;
    expect(pageId).toMatch(/^[0-9a-f]{32}$/);
    expect(pageId).not.toBe(preparedRequest.id);
    expect((await store.find(preparedRequest.id))?.pageId).toBe(pageId);
    const view = await desk.page(pageId).view();
    expect(view).toMatchObject({
      id: preparedRequest.id,
      request: request(),
      offer: { unsignedXdr: preparedRequest.unsignedXdr, reasons: [] },
    });
    expect(view.status).toMatchObject({ status: 'prepared', signUrl: preparedRequest.signUrl });
    await expect(desk.page(preparedRequest.id).view()).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  });

  test('shows the transaction that was sent, not a newer one', async () => {
    const { desk, clock } = await openDesk({ signUrl: true }, prepared(), prepared(NOW + 190), success);
    const first = await desk.prepare('deploy', requestInput());
    clock.now += 80_000;
    const second = await desk.prepare('deploy', { id: first.id });
    const pageId = second.signUrl?.split('/').at(-1) as string;
    expect((await desk.page(pageId).view()).offer.hash).toBe(second.transactionHash);
    await desk.submit({ signedXdr: signedBy(first) });
    expect(await desk.page(pageId).view()).toMatchObject({
      offer: { hash: first.transactionHash },
      status: { status: 'accepted' },
    });
  });
});

test('a credential of ours that the service says back is blacked out before it is kept', async () => {
  const own = 'an-api-key-of-our-own';
  const {
    context,
    store,
    prepared: preparedRequest,
  } = await withTransaction(answer(400, { message: `txBadSeq for ${own}`, error: 'Bad Request', statusCode: 400 }));
  const desk = createDesk({ ...context, scanner: createSecretScanner([own]) });
  const settlement = await desk.submit({ signedXdr: signedBy(preparedRequest) });
  expect(settlement).toMatchObject({ status: 'unknown', detail: expect.stringContaining('[credential]') });
  expect(JSON.stringify(await store.find(preparedRequest.id))).not.toContain(own);
});

test('the person’s word does not count while the network could be asked and was not', async () => {
  const { desk, prepared: preparedRequest, clock, ledger } = await withUnknown(ASKED);
  ledger.isUp = false;
  clock.now = END + 120_000;
  expect(await codeOf(desk.declareFailed(preparedRequest.id))).toBe('OUTCOME_UNKNOWN');
});

describe('looking up', () => {
  test('finds a handle by its id and by its transaction’s hash, in either case', async () => {
    const { desk, prepared: preparedRequest } = await withTransaction();
    for (const input of [
      { id: preparedRequest.id },
      { transactionHash: preparedRequest.transactionHash.toUpperCase() },
      { id: preparedRequest.id, waitSeconds: 0.1 },
    ]) {
      expect(await desk.lookUp(input)).toMatchObject({ id: preparedRequest.id, status: 'prepared' });
    }
  });

  test.each<[unknown, string]>([
    [{}, 'INPUT_INVALID'],
    [{ id: 'a', transactionHash: 'b' }, 'INPUT_INVALID'],
    [{ id: 'a', waitSeconds: -1 }, 'INPUT_INVALID'],
    [{ id: 'a', waitSeconds: 60 }, 'HANDLE_NOT_FOUND'],
    [{ id: 'a' }, 'HANDLE_NOT_FOUND'],
  ])('%j gives %s', async (input, code) => {
    const { desk } = await withTransaction();
    expect(await codeOf(desk.lookUp(input))).toBe(code);
  });
});
