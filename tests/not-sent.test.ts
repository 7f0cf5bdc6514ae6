/** What a signer reads, and what stays stored, where Stellar RPC does not take a transaction: without an escrow service. */

import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { networkWith } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { failure } from '@countersign/testkit/desk/failure';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { httpAnswer, type RpcProxy, startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { describe, expect, onTestFinished, test } from 'vitest';

const network = { ...networkWith('sandbox', 'v1'), isDirect: true };
const client = sandboxKeypair('client');

async function openDirectDesk() {
  const sandbox = await startSandbox({ rateLimit: 0 });
  const rpc = await startRpcProxy(sandbox.rpcUrl);
  const lines: string[] = [];
  const desk = createTestDesk({
    network,
    patience: HURRY,
    ledger: openLedger([rpc.url], network.passphrase),
    log: (_, line) => lines.push(line),
  });
  onTestFinished(async () => {
    await desk.close();
    await sandbox.close();
  });
  const { id, unsignedXdr } = await desk.prepare('deploy', REQUEST);
  return { desk, rpc, lines, id, signedXdr: signWith(client, unsignedXdr) };
}

/** `sendTransaction` is answered like this, one after the other; then as the ledger does. */
function answerSends(rpc: RpcProxy, ...answers: (() => unknown)[]): void {
  rpc.answer = async ({ method }, pass) => {
    const next = method === 'sendTransaction' ? answers.shift() : undefined;
    return next === undefined ? await pass() : next();
  };
}

const sendsOf = ({ asked }: RpcProxy) => asked.filter((method) => method === 'sendTransaction').length;
describe('a transaction that Stellar RPC does not take', () => {
  test.each([
    ['HTTP 403', () => httpAnswer(403, {}, '<html>blocked</html>'), 'RPC_REFUSED', 'HTTP 403', /STELLAR_RPC_URL/],
    ['HTTP 429', () => httpAnswer(429), 'RPC_BUSY', 'HTTP 429', /STELLAR_RPC_RATE_LIMIT/],
  ])('is reported as not sent at once, and sent later without another signature, after %s', async (_, ...expected) => {
    const [answer, code, detail, operatorHint] = expected;
    const { desk, rpc, lines, id, signedXdr } = await openDirectDesk();
    answerSends(rpc, answer);
    const polls = () => rpc.asked.filter((method) => method === 'getTransaction').length;
    const before = polls();
    const error = await failure(desk.submit({ id, signedXdr }));
    expect(error).toMatchObject({ code, detail, message: expect.stringMatching(/not sent/) });
    expect(error.toView().remedy).not.toMatch(/[A-Z]+_[A-Z]+/);
    expect(error.remedy).toMatch(/same signed transaction again/);
    expect(lines.filter((line) => operatorHint.test(line))).toEqual([expect.stringContaining(detail)]);
    expect(polls() - before).toBeLessThanOrEqual(2);
    expect(await desk.status(id)).toMatchObject({
      status: 'prepared',
      message: expect.stringContaining('it was not sent'),
      next: expect.stringContaining('need not be signed again'),
    });
    expect(await desk.submit({ id })).toMatchObject({ status: 'settled', by: 'ledger' });
    expect(sendsOf(rpc)).toBe(2);
  });
});

describe('a transaction that may have been sent', () => {
  test('is not reported as unsent by a later refusal, and settles by being sent again', async () => {
    const { desk, rpc, id, signedXdr } = await openDirectDesk();
    const brief = () => ({ signal: AbortSignal.timeout(1_000) });
    answerSends(
      rpc,
      () => httpAnswer(503),
      () => httpAnswer(403),
      () => httpAnswer(403),
    );
    expect(await desk.submit({ id, signedXdr }, brief())).toMatchObject({
      status: 'unknown',
      message: expect.stringContaining('may have been sent'),
    });
    answerSends(rpc, () => httpAnswer(403));
    expect(await desk.submit({ id })).toMatchObject({
      status: 'unknown',
      message: expect.stringContaining('was not sent again just now'),
    });
    expect(await desk.submit({ id })).toMatchObject({ status: 'settled' });
  });
});
