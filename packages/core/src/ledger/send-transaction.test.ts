/** Sending by a Stellar RPC on loopback that answers `sendTransaction` in every way that a server, or one before it, may. */
import { buildDeploy, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { getNetwork } from '@countersign/testkit/rpc/rpc-answers';
import { type Answer, type RpcStandIn, type Script, startRpcStandIn } from '@countersign/testkit/rpc/rpc-stand-in';
import { xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readTransaction } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { openLedger } from './open-ledger.ts';
import { readSendFailure, readSendReply } from './send-answer.ts';
import { pauseAfter } from './send-transaction.ts';

const signedXdr = buildDeploy(request());
const { hashHex: hash } = readTransaction(signedXdr, sandbox.passphrase);
/** Longer than the answers of a test take, and shorter than a person would wait. */
const BRIEFLY_MS = 3_500;

const replied = (status: string, more: object = {}): Answer => ({ result: { status, hash, latestLedger: 9, ...more } });
const refused = (code: 'txBadSeq' | 'txBadAuth' | 'txInsufficientBalance') => {
  const result = xdr.TransactionResultResult[code]();
  const whole = new xdr.TransactionResult({ feeCharged: 100n, result, ext: xdr.TransactionResultExt.v0() });
  return replied('ERROR', { errorResultXdr: whole.toXdr('base64') });
};
const failed = (code: number): Answer => ({ error: { code, message: 'as the server puts it' } });
const PENDING = replied('PENDING');
const FOUND: Answer = { result: { status: 'SUCCESS', ledger: 7 } };
const MISSING: Answer = {
  result: {
    ...{ status: 'NOT_FOUND', latestLedger: 9, latestLedgerCloseTime: '9', oldestLedger: 1 },
    oldestLedgerCloseTime: '1',
  },
};

async function startRpc(script: Script): Promise<RpcStandIn> {
  const rpc = await startRpcStandIn({ getNetwork: [getNetwork(sandbox.passphrase)], getTransaction: [MISSING] });
  onTestFinished(rpc.close);
  rpc.play(script);
  return rpc;
}

const counted = ({ asked }: RpcStandIn, method: string) => asked.filter((each) => each === method).length;

/** What came of sending it, how often an RPC was asked to send and to look for it, and how long that took. */
async function send(script: Script, { budgetMs = BRIEFLY_MS, also }: { budgetMs?: number; also?: Script } = {}) {
  const rpcs = await Promise.all([script, ...(also === undefined ? [] : [also])].map(startRpc));
  const ledger = openLedger(
    rpcs.map(({ url }) => url),
    sandbox.passphrase,
    { answerMs: 500 },
  );
  const begun = Date.now();
  const sent = await ledger.send(signedXdr, { deadline: begun + budgetMs });
  return {
    sent,
    tookMs: Date.now() - begun,
    sends: rpcs.map((rpc) => counted(rpc, 'sendTransaction')),
    looks: rpcs.map((rpc) => counted(rpc, 'getTransaction')),
  };
}

describe('reports at once that nothing was sent', () => {
  test.each<[string, Answer, object]>([
    ['answers HTTP 403', { status: 403, body: '<html>blocked</html>' }, { because: 'rpc', answer: 'HTTP 403' }],
    ['reports JSON-RPC error -32602', failed(-32602), { because: 'rpc', answer: 'JSON-RPC -32602' }],
    [
      'answers HTTP 429 with an error of its own',
      { status: 429, body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit' } }) },
      { because: 'busy', answer: 'HTTP 429' },
    ],
    ['is busy', replied('TRY_AGAIN_LATER'), { because: 'busy', answer: 'TRY_AGAIN_LATER' }],
    ['reports a refusal by the network', refused('txBadAuth'), { because: 'network', answer: 'txBadAuth' }],
  ])('when the RPC %s', async (_, answer, expected) => {
    const { sent, sends, looks, tookMs } = await send({ sendTransaction: [answer] });
    expect(sent).toEqual({ kind: 'not-sent', ...expected });
    expect({ sends, looks }).toEqual({ sends: [1], looks: [0] });
    expect(tookMs).toBeLessThan(BRIEFLY_MS / 2);
  });

  test('when the connection is refused', async () => {
    const rpc = await startRpc({});
    const ledger = openLedger([rpc.url], sandbox.passphrase);
    expect((await ledger.outcomeOf(hash)).kind).toBe('not-found');
    await rpc.close();
    // The connection that was open is noticed to be gone.
    expect((await ledger.outcomeOf(hash)).kind).toBe('no-answer');
    expect(await ledger.send(signedXdr, {})).toEqual({ kind: 'not-sent', because: 'unreachable' });
  });
});

describe('leaves the outcome open and sends the same transaction again', () => {
  test.each<[string, Answer]>([
    ['HTTP 502 with a page', { status: 502, body: '<html>bad gateway</html>' }],
    ['HTTP 400 with an internal error', { status: 400, body: JSON.stringify({ error: { code: -32603 } }) }],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }],
    ['JSON that is cut off', { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":{"status":"PEN' }],
    ['an answer about another transaction', { result: { status: 'ERROR', hash: 'ab'.repeat(32) } }],
    ['a broken connection', 'hang up'],
    ['silence', 'silence'],
  ])('after %s', async (_, answer) => {
    const { sent, sends } = await send({
      sendTransaction: [answer, PENDING],
      getTransaction: [MISSING, FOUND],
    });
    expect(sent).toMatchObject({ kind: 'settled' });
    expect(sends).toEqual([2]);
  });

  test('reports it as unknown where the later answers are refusals, which prove nothing any more', async () => {
    const { sent, sends } = await send({ sendTransaction: [{ status: 503 }, { status: 403 }, refused('txBadSeq')] });
    expect(sent).toEqual({ kind: 'unknown' });
    expect(sends[0]).toBeGreaterThan(1);
  });
});

describe('tries again after the time that the RPC names', () => {
  const busy = (after: string): Answer => ({ status: 429, headers: { 'retry-after': after } });
  const SETTLED = { sendTransaction: [busy('1'), PENDING], getTransaction: [FOUND] };

  test('within the time of the call', async () => {
    const { sent, sends, tookMs } = await send(SETTLED, { budgetMs: 8_000 });
    expect(sent).toMatchObject({ kind: 'settled' });
    expect(sends).toEqual([2]);
    expect(tookMs).toBeGreaterThanOrEqual(1_000);
  });

  test('also when the RPC names it as a date', async () => {
    const at = new Date(Date.now() + 2_000).toUTCString();
    const { sent } = await send({ ...SETTLED, sendTransaction: [busy(at), PENDING] }, { budgetMs: 8_000 });
    expect(sent).toMatchObject({ kind: 'settled' });
  });

  test('and reports when that would be, where the call ends earlier', async () => {
    const { sent, sends } = await send({ sendTransaction: [busy('30'), PENDING] });
    expect(sent).toEqual({ kind: 'not-sent', because: 'busy', answer: 'HTTP 429', retryAfterMs: 30_000 });
    expect(sends).toEqual([1]);
  });

  test('no more than four times', async () => {
    const { sent, sends } = await send({ sendTransaction: [busy('0')] }, { budgetMs: 8_000 });
    expect(sent).toMatchObject({ kind: 'not-sent', because: 'busy', retryAfterMs: 0 });
    expect(sends).toEqual([4]);
  });
});

describe('with two RPCs', () => {
  test.each<[string, Answer]>([
    ['refuses it', { status: 403 }],
    ['is busy', { status: 429, headers: { 'retry-after': '1' } }],
    ['is lost', 'hang up'],
  ])('sends by the second one when the first %s', async (_, answer) => {
    const { sent, sends } = await send(
      { sendTransaction: [answer] },
      {
        also: { sendTransaction: [PENDING], getTransaction: [FOUND] },
      },
    );
    expect(sent).toMatchObject({ kind: 'settled' });
    expect(sends).toEqual([1, 1]);
  });

  test('reports the clearer of two refusals', async () => {
    const { sent } = await send(
      { sendTransaction: [{ status: 403 }] },
      {
        also: { sendTransaction: [refused('txInsufficientBalance')] },
      },
    );
    expect(sent).toEqual({ kind: 'not-sent', because: 'network', answer: 'txInsufficientBalance' });
  });

  test('leaves it open when one of them may have sent it', async () => {
    const { sent } = await send(
      { sendTransaction: [{ status: 503 }] },
      { also: { sendTransaction: [{ status: 403 }] } },
    );
    expect(sent).toEqual({ kind: 'unknown' });
  });
});

test('finds what a wallet sent itself when the sequence number is used', async () => {
  const { sent } = await send({ sendTransaction: [refused('txBadSeq')], getTransaction: [MISSING, FOUND] });
  expect(sent).toMatchObject({ kind: 'settled' });
});

test('reports a used sequence number as not sent when the ledger does not have the transaction', async () => {
  const { sent, looks } = await send({ sendTransaction: [refused('txBadSeq')] });
  expect(sent).toEqual({ kind: 'not-sent', because: 'network', answer: 'txBadSeq' });
  expect(looks).toEqual([3]);
});

test('asks less and less often for the outcome of what the RPC took', async () => {
  const { sent, sends, looks } = await send({ sendTransaction: [PENDING] }, { budgetMs: BRIEFLY_MS });
  expect(sent).toEqual({ kind: 'unknown' });
  expect({ sends, looks }).toEqual({ sends: [1], looks: [6] });
});

test('asks at most 20 times in the 45 s of a call', () => {
  let [waitedMs, looks] = [0, 1];
  for (; waitedMs < 45_000; looks += 1) waitedMs += pauseAfter(looks);
  expect(looks).toBeLessThanOrEqual(20);
});

test('reads what the answer to a sent transaction proves', async () => {
  const HASH = 'ab'.repeat(32);
  const result = new xdr.TransactionResult({
    ...{ feeCharged: 100n, result: xdr.TransactionResultResult.txBadSeq(), ext: xdr.TransactionResultExt.v0() },
  }).toXdr('base64');
  const statuses = ['PENDING', 'DUPLICATE', 'TRY_AGAIN_LATER', 'ERROR', 'pending', 'SUCCESS'];
  const replies = [
    ...statuses.flatMap((status) => [
      { status },
      { status, hash: HASH.toUpperCase() },
      { status, hash: 'cd'.repeat(32) },
    ]),
    ...[result, 'AAAA', 7].map((errorResultXdr) => ({ status: 'ERROR', hash: HASH, errorResultXdr })),
    ...[{}, null, 'PENDING', { status: 7 }, { status: 'PENDING', hash: 7 }],
  ];
  const http = (status: number, data: unknown = '', retryAfter?: string) => ({
    response: { status, headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }), data },
  });
  const broken = (cause: object) => Object.assign(new Error('fetch failed'), { cause });
  const thrown: readonly unknown[] = [
    ...[200, 400, 401, 402, 403, 404, 408, 413, 425, 429, 500, 503].map((status) => http(status)),
    ...['2', '0', '601', 'soon'].map((after) => http(429, '', after)),
    ...[{ result: {} }, { error: { code: -32_603 } }, { error: { code: -32_602 } }, { error: 'no' }].map((data) =>
      http(400, data),
    ),
    http(429, { result: {} }, '2'),
    ...[-32_600, -32_601, -32_602, -32_603, -32_700, 0].map((code) => ({ code, message: 'no' })),
    ...[{ code: 'x' }, 'no', null],
    ...[{ syscall: 'connect' }, { syscall: 'getaddrinfo' }, { syscall: 'read' }, { code: 'CERT_HAS_EXPIRED' }].map(
      broken,
    ),
    ...[{ code: 'UND_ERR_CONNECT_TIMEOUT' }, { code: 'ECONNRESET' }, new AggregateError([])].map(broken),
    broken(new AggregateError([{ syscall: 'connect' }, { syscall: 'read' }])),
    broken(new AggregateError([{ syscall: 'connect' }, { syscall: 'connect' }])),
    new CountersignError('RATE_LIMITED', { retryAfterMs: 700 }),
    new CountersignError('CANCELLED'),
  ];
  const inputOf = (value: unknown) =>
    value instanceof CountersignError
      ? value.code
      : value instanceof Error
        ? `broken ${JSON.stringify(value.cause instanceof AggregateError ? value.cause.errors : value.cause)}`
        : JSON.stringify(value, (_, each) => (each instanceof Headers ? Object.fromEntries(each) : each));
  const lines = [
    ...replies.map((reply) => `${JSON.stringify(reply)} → ${JSON.stringify(readSendReply(reply, HASH))}`),
    ...thrown.map((each) => `${inputOf(each)} → ${JSON.stringify(readSendFailure(each, 1_800_000_000_000))}`),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/send-answers.txt');
});
