/** How many requests of each kind a minute has room for, and which of them share a limit. */
import type { Desk } from '@countersign/core';
import { toCountersignError } from '@countersign/core/errors';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { createLimits } from './limits.ts';

const [THERE, OTHER, GONE] = ['a', 'b', '0'].map((digit) => digit.repeat(32)) as [string, string, string];
const ESCROW = `C${'A'.repeat(55)}`;
const isThere = async (id: string) => id !== GONE;
const desk = {
  ...{ hasPage: isThere, hasWalletProof: isThere, hasPageProof: isThere },
  hasListSession: async (session: string | undefined) => session === 'open',
} as unknown as Desk;

/** @returns what becomes of a request: “ok”, or the error’s code */
function open(isProxied: boolean) {
  const app = new Hono();
  const clientOf = (c: { req: { header: (name: string) => string | undefined } }) => c.req.header('x-client') ?? 'one';
  const limits = createLimits(async () => desk, clientOf, isProxied);
  app.use(limits.middleware);
  app.all('*', async (c) => {
    if (c.req.header('x-html') !== undefined) await limits.countView(c);
    if (c.req.header('x-miss') !== undefined) limits.miss(c);
    return c.text('ok');
  });
  app.onError((thrown, c) => {
    const { code, retryAfterMs } = toCountersignError(thrown);
    return c.text(retryAfterMs === undefined ? code : `${code}, again in ${retryAfterMs} ms`);
  });
  return async (line: string, headers: Readonly<Record<string, string>> = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const text = await (await app.request(path, { method, headers })).text();
    return method === 'HEAD' ? 'ok' : text;
  };
}

/** “20 × ok, 1 × RATE_LIMITED” */
async function runs(ask: () => Promise<string>, count: number): Promise<string> {
  const found: [answer: string, times: number][] = [];
  for (let at = 0; at < count; at += 1) {
    const answer = await ask();
    const last = found.at(-1);
    if (last?.[0] === answer) last[1] += 1;
    else found.push([answer, 1]);
  }
  return found.map(([answer, times]) => `${times} × ${answer}`).join(', then ');
}

afterEach(endClock);

test('has room for as many requests of each kind as recorded', async () => {
  restartClock();
  const part = createPart();
  for (const isProxied of [false, true]) {
    part.note(isProxied ? '# Behind a proxy' : '# On this computer');
    for (const [line, headers] of [
      ...[THERE, GONE].flatMap((id) => [
        [`GET /sign/${id}/view`],
        [`POST /sign/${id}/submit`],
        [`GET /sign/${id}`],
        [`GET /sign/${id}`, { 'x-html': '1' }],
        [`GET /prove/${id}/view`],
        [`POST /prove/${id}/signature`],
        [`GET /open/${id}/view`],
        [`POST /open/${id}/signature`],
      ]),
      [`GET /escrow/${ESCROW}/view`],
      [`POST /escrow/${ESCROW}/prepare`],
      ['GET /escrows/list', { cookie: 'countersign-list-=open' }],
      ['GET /escrows.csv', { cookie: 'countersign-list-=open' }],
      ['POST /escrows/contacts', { cookie: 'countersign-list-=open' }],
      ['POST /escrows/contacts', { cookie: 'countersign-list-=open', 'sec-fetch-site': 'same-site' }],
      ['POST /session/end', {}],
      ['POST /session', {}],
      ['POST /session', { 'x-miss': '1' }],
      ['POST /wallet/proof', {}],
      ['GET /wallet/escrows', {}],
      ['POST /nothing', {}],
      ['GET /nothing', {}],
      ['GET /sign/assets/start.js', {}],
    ] as [string, Record<string, string>?][]) {
      const ask = open(isProxied);
      const shown = headers === undefined ? '' : ` ${JSON.stringify(headers)}`;
      const who = line.replace(THERE, '(there)').replace(GONE, '(gone)');
      part.note(`${who}${shown}: ${await runs(() => ask(line, headers), 242)}`);
    }
  }
  part.note('# What shares a limit, one after the other');
  const ask = open(false);
  const noted = async (line: string, count: number, headers: Record<string, string> = {}) => {
    const who = line.replace(THERE, '(there)').replace(OTHER, '(another)').replace(GONE, '(gone)');
    part.note(`${who} ${headers['x-client'] ?? ''}: ${await runs(() => ask(line, headers), count)}`);
  };
  await noted(`POST /sign/${THERE}/submit`, 21);
  await noted(`POST /sign/${THERE}/renew`, 1);
  await noted(`POST /sign/${OTHER}/renew`, 1);
  await noted(`POST /prove/${THERE}/signature`, 1);
  await noted(`POST /sign/${THERE}/renew`, 1, { 'x-client': 'two' });
  await noted(`GET /sign/${THERE}/view`, 240);
  await noted(`HEAD /sign/${THERE}/view`, 1);
  await noted(`GET /sign/${THERE}/events`, 1);
  passTime(59);
  await noted(`GET /sign/${THERE}/events`, 1);
  passTime(1);
  await noted(`GET /sign/${THERE}/events`, 1);
  await noted(`GET /sign/${GONE}/view`, 239);
  await noted(`POST /prove/${GONE}/signature`, 1);
  await noted(`GET /open/${GONE}/view`, 1);
  await noted('POST /nothing', 1);
  await noted(`GET /open/${GONE}/view`, 1, { 'x-client': 'two' });
  await noted(`GET /open/${THERE}/view`, 1);
  await expect(part.text()).toMatchFileSnapshot('recorded/request-limits.txt');
});
