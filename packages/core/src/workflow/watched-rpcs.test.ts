import type { ServerResponse } from 'node:http';
import { sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { network, SILENCE, startRpc } from '@countersign/testkit/rpc/scripted-rpc';
import {
  answer,
  deadUrl,
  type Responder,
  silence,
  startScriptedService,
} from '@countersign/testkit/service/scripted-service';
import { expect, test, vi } from 'vitest';
import { openLedger } from '../ledger/open-ledger.ts';
import { type RpcExchange, watchRpcs } from './watched-rpcs.ts';

const SIGNER = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

function watching(url: string) {
  const log = vi.fn();
  const exchanges: RpcExchange[] = [];
  const rpcs = watchRpcs({
    urls: [url],
    log,
    onExchange: (exchange) => void exchanges.push(exchange),
    now: Date.now,
    paceOf: undefined,
  });
  const ledger = openLedger([url], sandbox.passphrase, { paceOf: rpcs.paceOf, answerMs: 300 });
  return { rpcs, ledger, log, exchanges };
}

const answering = async (scene: Responder): Promise<string> => (await startScriptedService(scene)).url;

test.each([
  ['refuses the key', () => answering(answer(401, {})), 'unauthorised', 'error'],
  ['refuses the account', () => answering(answer(403, {})), 'unauthorised', 'error'],
  ['is unlike any other', () => answering(answer(499, {})), 'refused', 'warn'],
  ['is another program', () => answering(answer(404, {})), 'refused', 'warn'],
  ['has a fault', () => answering(answer(500, {})), 'failed', 'warn'],
  ['fails', () => answering(answer(502, {})), 'failed', 'warn'],
  ['is silent', () => answering(silence), 'timeout', 'warn'],
  ['is away', deadUrl, 'unreachable', 'warn'],
] as const)('counts each request and logs one line when the RPC %s', async (_, start, outcome, level) => {
  const { rpcs, ledger, log, exchanges } = watching(await start());
  await ledger.accountOf(SIGNER);
  await ledger.accountOf(SIGNER);
  await vi.waitFor(() =>
    expect(exchanges).toEqual([1, 2].map(() => ({ rpc: 'first', method: 'getNetwork', outcome }))),
  );
  expect(log.mock.calls).toEqual([
    [level, 'Stellar RPC does not answer', { host: '127.0.0.1', method: 'getNetwork', outcome }],
  ]);
  expect(rpcs.unansweredSince()).toBeTypeOf('number');
});

test('counts what an RPC refuses as too many, which is no failure of it', async () => {
  const { rpcs, ledger, log, exchanges } = watching(await answering(answer(429, {})));
  await ledger.accountOf(SIGNER);
  await vi.waitFor(() => expect(exchanges).toEqual([{ rpc: 'first', method: 'getNetwork', outcome: 'too-many' }]));
  expect(log).not.toHaveBeenCalled();
  expect(rpcs.unansweredSince()).toBeUndefined();
});

test('logs that the RPC answers again', async () => {
  let isAway = true;
  const rpc = await startRpc({
    getNetwork: (_: unknown, response: ServerResponse) =>
      isAway ? response.destroy() && SILENCE : network(sandbox.passphrase),
    getLedgerEntries: { entries: [], latestLedger: 9 },
  });
  const { rpcs, ledger, log } = watching(rpc.url);
  await ledger.accountOf(SIGNER);
  expect(rpcs.unansweredSince()).toBeTypeOf('number');
  isAway = false;
  expect(await ledger.accountOf(SIGNER)).toEqual({ kind: 'missing', ledger: 9 });
  expect(rpcs.unansweredSince()).toBeUndefined();
  expect(log.mock.calls.at(-1)).toEqual(['info', 'Stellar RPC answers again', expect.objectContaining({ seconds: 0 })]);
});
