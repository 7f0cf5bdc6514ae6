/** What two requests show of a service and its credentials: those of each dialect, and their answers in pairs. */
import {
  answer,
  html,
  KEY,
  type Responder,
  reset,
  startScriptedService,
  TOKEN,
} from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { networkWith } from '../escrow/network.ts';
import { dialectFor } from './index.ts';
import { probeService } from './probe.ts';

const DIALECTS = {
  seed: dialectFor(networkWith('sandbox', 'seed')),
  v1: dialectFor(networkWith('testnet', 'v1')),
};
const missing = answer(400, { message: 'signer should not be empty' });

test.each([
  ['v1', [KEY, undefined], '/helper/get-multiple-escrow-balance', { apiKey: true }],
  [
    'seed',
    [undefined, `Bearer ${TOKEN}`],
    '/escrow/single-release/get-multiple-escrow-balance',
    { accessToken: true, apiKey: true },
  ],
] as const)(
  'asks a service of %s for an empty deploy and a balance, each with its credential',
  async (name, first, path, taken) => {
    const { url, asked: requests } = await startScriptedService(missing, answer(200, []));
    const probe = await probeService({ baseUrl: url, accessToken: TOKEN, apiKey: KEY, dialect: DIALECTS[name] });
    expect(probe).toEqual({ ...taken, clockSkewMs: expect.any(Number) });
    expect(requests.map(({ method, url: asked, body }) => [method, asked.split('?')[0], body])).toEqual([
      ['POST', '/deployer/multi-release', '{}'],
      ['GET', path, ''],
    ]);
    const credentials = requests.map(({ headers }) => [headers['x-api-key'], headers.authorization]);
    expect(credentials).toEqual([first, [KEY, undefined]]);
  },
);

test('knows from two answers whether a service takes our credentials', async () => {
  let responders: readonly [deploy: Responder, balances: Responder];
  const { url: baseUrl } = await startScriptedService((response, request) =>
    responders[request.method === 'POST' ? 0 : 1](response, request),
  );
  const scenes: Readonly<Record<string, Responder>> = {
    refused: missing,
    '401': answer(401, {}),
    '403': answer(403, {}),
    'unknown path': answer(404, { message: 'Cannot POST /x' }),
    page: html(200),
    '429': answer(429, {}),
    redirect: answer(302, {}),
    '500': answer(500, {}),
    broken: reset,
  };
  const lines: string[] = [];
  for (const [name, dialect] of Object.entries(DIALECTS)) {
    for (const [first, deploy] of Object.entries(scenes)) {
      for (const [second, balances] of Object.entries(scenes)) {
        responders = [deploy, balances];
        const probe = await probeService({ baseUrl, accessToken: 'a', apiKey: 'k', dialect });
        const { clockSkewMs: _, problem, ...taken } = probe;
        lines.push(`${name}: ${first} | ${second} → ${JSON.stringify(taken)} ${problem?.code ?? ''}`.trimEnd());
      }
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/probes.txt');
});
