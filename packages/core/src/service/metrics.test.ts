import { escrowAddress, REQUEST, SIGNER } from '@countersign/testkit/service/requests';
import { answer, html, KEY, startScriptedService, TOKEN, wallets } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { metricsLine } from './escrow-service.ts';

test('counts what the client did, without anything of a request', async () => {
  const service = await startScriptedService(
    answer(429, {}, { 'retry-after': '0' }),
    html(503),
    answer(201, { status: 'SUCCESS', unsignedTransaction: 'AAAA' }),
    wallets(),
  );
  const client = service.client({ requestsPerMinute: 5 });
  await client.deploy(REQUEST);
  const query = { signer: SIGNER, addresses: [escrowAddress(1)] };
  await client.getBalances(query);
  await client.sendTransaction('AAAA');
  const refused = client.getBalances({ signer: SIGNER, addresses: [escrowAddress(2)] });
  await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED' });

  const metrics = client.metrics();
  expect(metrics).toEqual({
    quota: 5,
    tokensLeft: 0,
    pausedForMs: 0,
    waiting: 0,
    refusals: 1,
    requests: { send: 1, deploy: 3, fund: 0, steps: 0, balances: 1, rows: 0, reindex: 0 },
    tooManyRequests: 1,
    lastAnswerAt: expect.any(Number),
    unansweredSince: undefined,
  });
  const line = metricsLine(metrics);
  expect(line).toBe(
    'Requests: 1 sends, 3 deploys, 0 payments, 0 steps, 1 balance reads, 0 others; 0 of 5 left for now. ' +
      'Refused for the quota: 1 here, 1 by the service.',
  );
  for (const secret of [TOKEN, KEY, SIGNER]) expect(JSON.stringify(metrics) + line).not.toContain(secret);
});

test('a view of the metrics is not the counters themselves', async () => {
  const service = await startScriptedService(wallets());
  const client = service.client();
  const before = client.metrics();
  await client.getBalances({ signer: SIGNER, addresses: [escrowAddress(1)] });
  expect(before.requests.balances).toBe(0);
  expect(client.metrics().requests.balances).toBe(1);
});
