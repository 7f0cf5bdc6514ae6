import { describeDialect } from '@countersign/testkit/specifications/dialect';
import { describe, expect, test } from 'vitest';
import { networkWith } from '../../../escrow/network.ts';
import { ENGLISH } from '../../../words/all.ts';
import { dialectFor } from '../../client.ts';
import type { Reply } from '../../http/http.ts';
import { sandboxDialect, seedDialect } from '../seed/seed-dialect.ts';

const v1 = dialectFor(networkWith('testnet', 'v1'));

describeDialect('of v1', v1, {
  // It does not always say a status.
  deployed: (unsignedTransaction) => ({ unsignedTransaction }),
  settled: { status: 'SUCCESS', message: 'The transaction has been successfully sent to the Stellar network' },
  balances: (entries) => entries,
  unknownPath: { statusCode: 404, message: 'Resource not found', error: 'Not Found' },
  funded: (unsignedTransaction) => ({ status: 'SUCCESS', unsignedTransaction }),
  reindexed: { status: 'SUCCESS', message: 'Escrow updated' },
  rows: (contractIds) => contractIds.map((contractId) => ({ contractId, type: 'multi-release', isActive: true })),
});

test('a network that names no dialect has the seed’s, and the sandbox has more of it', () => {
  expect(dialectFor(networkWith('testnet', 'seed'))).toBe(seedDialect);
  expect(dialectFor(networkWith('sandbox', 'seed'))).toBe(sandboxDialect);
  expect(dialectFor(networkWith('sandbox', 'v1')).credentials).toEqual(['apiKey']);
});

const json = (status: number, value: unknown): Reply => ({
  kind: 'reply',
  status,
  body: { kind: 'json', value },
  retryAfterMs: undefined,
  clockSkewMs: 0,
});

describe('an error', () => {
  const words = 'Escrow already in dispute';

  test.each<[string, number, unknown]>([
    ['with statusCode, message and error', 400, { statusCode: 400, message: words, error: 'Bad Request' }],
    ['with time and path', 400, { statusCode: 400, message: words, timestamp: '2026-09-12T10:00:00Z', path: '/x' }],
    ['that says FAILED', 400, { status: 'FAILED', message: words }],
    ['whose status is its number', 400, { status: 400, message: words }],
    ['of RFC 9457', 409, { type: 'about:blank', title: 'Conflict', status: 409, code: 'CONFLICT', detail: words }],
  ])('%s is a refusal, whose words are the service’s alone', (_, status, body) => {
    const error = v1.replies.error(json(status, body));
    expect([error.code, error.detail]).toEqual(['SERVICE_REFUSED', words]);
    expect(error.message + error.remedy + error.operatorRemedy).not.toContain('dispute');
    expect(error.remedy).toContain('not always the real one');
  });

  test('about a field that v1 does not know names the field', () => {
    const body = { statusCode: 400, message: ['property release should not exist'], error: 'Bad Request' };
    expect(v1.replies.error(json(400, body))).toMatchObject({
      code: 'SERVICE_REFUSED',
      detail: 'property release should not exist',
    });
  });

  test.each([
    ['AUTH_CREDENTIAL_MISSING', /no API key came/, /x-api-key/],
    ['AUTH_INVALID_CREDENTIAL', /did not accept/, /ESCROW_API_KEY.*this network.*v2 does not work/],
    ['AUTH_INSUFFICIENT_ROLE', /does not allow this/, /what the key of ESCROW_API_KEY may do/],
    [undefined, /did not accept/, /ESCROW_API_KEY.*this network/],
  ])('about the key (%s) tells the operator what to check', (code, message, remedy) => {
    const error = v1.replies.error(json(401, { title: 'Unauthorized', status: 401, code, detail: 'Invalid API key' }));
    expect(error).toMatchObject({ code: 'SERVICE_UNAUTHORIZED', detail: 'Invalid API key' });
    expect(error.message).toMatch(message);
    expect(error.operatorRemedy).toMatch(remedy);
    expect(error.operatorRemedy).not.toContain('ESCROW_ACCESS_TOKEN');
    expect(error.remedy).not.toContain('ESCROW_');
  });

  test('is not a refusal when the service does not know the path', () => {
    const unknown = json(404, { statusCode: 404, message: 'Resource not found' });
    expect(v1.replies.error(unknown)).toMatchObject({
      code: 'SERVICE_REPLY_UNREADABLE',
      operatorRemedy: expect.stringContaining('ESCROW_API_URL'),
    });
    expect(() => v1.replies.balances(unknown, 'G', ['C'])).toThrow('does not know the path');
  });

  test('reports too many requests when a throttler answers', () => {
    const body = { statusCode: 429, message: 'ThrottlerException: Too Many Requests' };
    expect(v1.replies.error(json(429, body))).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 5_000 });
  });
});

describe('a reply to a deploy', () => {
  const request = { signer: 'G' } as Parameters<typeof v1.replies.deploy>[1];

  test.each([200, 201])('is taken with status %i, with a status field or without', (status) => {
    for (const answer of [{}, { status: 'SUCCESS' }]) {
      const reply = json(status, { ...answer, unsignedTransaction: 'AAAA' });
      expect(v1.replies.deploy(reply, request)).toEqual({ unsignedTransaction: 'AAAA' });
    }
  });

  test('is no success when its status is FAILED, with any other content', () => {
    const reply = json(200, { status: 'FAILED', unsignedTransaction: 'AAAA', message: 'no' });
    expect(() => v1.replies.deploy(reply, request)).toThrow('status is not "SUCCESS"');
  });
});

test('a send that the service knows nothing of is unknown, with its words as data alone', () => {
  const outcome = v1.replies.send(json(400, { status: 400, message: 'No pending write for tx abcd' }));
  expect(outcome).toMatchObject({ kind: 'unknown', detail: 'No pending write for tx abcd' });
  expect(outcome.kind === 'unknown' && ENGLISH.becauseText(outcome.because)).not.toContain('pending');
});

describe('rows', () => {
  const contract = 'CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA';
  const read = (rows: unknown, status = 200) => v1.rows?.read(json(status, rows), { contractIds: [contract] });

  test('keep what they say of title, engagement and release, and nothing else', () => {
    const title = 'Logo\u202e\u0007';
    const row = { contractId: contract, title, engagementId: 'E-1', type: 'single-release', balance: 0, flags: {} };
    expect(read([row])).toEqual([{ contractId: contract, title, engagementId: 'E-1', release: 'single' }]);
  });

  test('lose only the odd ones, and of a row only an odd field', () => {
    const rows = [null, 7, {}, { contractId: 'C1' }, { contractId: contract, title: 7, type: 'other' }];
    expect(read(rows)).toEqual([{ contractId: contract }]);
  });

  test('are empty when the service does not know the one contract', () => {
    expect(read({ statusCode: 404, message: 'Escrow not found' }, 404)).toEqual([]);
    expect(() => read({ statusCode: 404, message: 'Resource not found' }, 404)).toThrow();
    const two = { contractIds: [contract, contract] };
    expect(() => v1.rows?.read(json(404, { message: 'Escrow not found' }), two)).toThrow();
  });
});
