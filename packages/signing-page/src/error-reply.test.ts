/** Core's errors as HTTP: a status for each code, JSON for the page, and a page for a person. */
import { CountersignError, type ErrorCode } from '@countersign/core/errors';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { errorReply, isOwnRequest } from './http.ts';
import { plainWords } from './plain-pages.ts';

type Reply = Parameters<typeof errorReply>;
async function answered(thrown: unknown, accept?: string, more?: Reply[3], status?: Reply[4]) {
  const app = new Hono();
  app.get('/sign/a', (c) => errorReply(c, thrown, (text) => text.replaceAll('secret', '***'), more, status));
  return await app.request('/sign/a', { headers: accept === undefined ? {} : { accept } });
}

const CODES: Readonly<Record<number, readonly ErrorCode[]>> = {
  400: ['INPUT_INVALID', 'XDR_UNREADABLE'],
  401: ['LIST_CLOSED'],
  403: ['LIMIT_REACHED', 'PROOF_NEEDED'],
  404: ['HANDLE_NOT_FOUND', 'PROOF_CLOSED'],
  409: [
    ...(['ADDRESS_TAKEN', 'ALREADY_ON_LEDGER', 'ALREADY_SETTLED', 'CONFIRMATION_NEEDED', 'DECLINED'] as const),
    ...(['FEE_NOT_COVERED', 'NETWORK_REFUSED', 'NOT_OVER', 'OUTCOME_UNKNOWN', 'SEQUENCE_TAKEN', 'SUPERSEDED'] as const),
    ...(['TRANSACTION_DISPLACED', 'TRANSACTION_EXPIRED', 'TRIAL_REFUSED'] as const),
  ],
  429: ['RATE_LIMITED'],
  500: ['INTERNAL', 'STORE_UNUSABLE'],
  502: [
    ...(['RPCS_DISAGREE', 'RPC_REFUSED', 'RPC_UNREACHABLE', 'SERVICE_FAILED', 'SERVICE_REPLY_UNREADABLE'] as const),
    ...(['SERVICE_UNREACHABLE', 'TRANSACTION_MISMATCH'] as const),
  ],
  503: ['RPC_BUSY', 'SERVICE_TIMEOUT', 'STORE_FULL', 'STORE_UNREACHABLE'],
};
test.each(Object.entries(CODES).flatMap(([status, codes]) => codes.map((code) => [Number(status), code] as const)))(
  'answers %i for %s, in JSON',
  async (status, code) => {
    const reply = await answered(new CountersignError(code));
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ error: { code } });
  },
);

const { plain } = plainWords();
test.each([
  ['INPUT_INVALID', plain.refused],
  ['LIST_CLOSED', plain.closed],
  ['PROOF_NEEDED', plain.elsewhere],
  ['HANDLE_NOT_FOUND', plain.nothing],
  ['RATE_LIMITED', plain.busy],
  ['STORE_FULL', plain.failed],
] as const)('answers a person with the page of %s', async (code, { title }) => {
  const reply = await answered(new CountersignError(code), 'text/html,*/*');
  expect(await reply.text()).toContain(`<h1>${title}</h1>`);
});

test('hides what is secret, adds what the caller gives, and says when to try again', async () => {
  const error = new CountersignError('RATE_LIMITED', { message: 'A secret.', retryAfterMs: 1_001 });
  const reply = await answered(error, undefined, { now: 5 }, 413);
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([413, '2']);
  expect(await reply.json()).toMatchObject({ now: 5, error: { code: 'RATE_LIMITED', message: 'A ***.' } });
  expect((await answered(new CountersignError('INTERNAL'))).headers.get('retry-after')).toBeNull();
});

test.each([
  [undefined, true],
  ['same-origin', true],
  ['none', true],
  ['same-site', false],
  ['cross-site', false],
])('takes a request that comes from %s as its own: %s', async (site, isOwn) => {
  const app = new Hono();
  app.get('/', (c) => c.json(isOwnRequest(c)));
  const reply = await app.request('/', { headers: site === undefined ? {} : { 'sec-fetch-site': site } });
  expect(await reply.json()).toBe(isOwn);
});
