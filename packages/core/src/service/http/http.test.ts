/** How far a request came when it failed: what fetch reports for failures that are hard to stage on loopback. */
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { exchange } from './http.ts';

const attempt = (fake: typeof fetch) =>
  exchange(
    { method: 'POST', path: '/x', headers: {}, body: '{}' },
    { baseUrl: 'https://service.example', fetch: fake, now: Date.now },
    new AbortController().signal,
    1_000,
  );

const failing = (cause: unknown) => attempt(async () => Promise.reject(new TypeError('fetch failed', { cause })));
const fault = (properties: object) => Object.assign(new Error('words of a library'), properties);
const refused = fault({ code: 'ECONNREFUSED', syscall: 'connect' });

describe('a request that never left', () => {
  test.each([
    ['refused', refused],
    ['unreachable', fault({ code: 'EHOSTUNREACH', syscall: 'connect' })],
    ['timed out while connecting', fault({ code: 'ETIMEDOUT', syscall: 'connect' })],
    ['not resolved', fault({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
    ['not resolved for now', fault({ code: 'EAI_AGAIN', syscall: 'getaddrinfo' })],
    ['refused at every address', new AggregateError([refused, fault({ code: 'ENETUNREACH', syscall: 'connect' })])],
    ['for a host with an expired certificate', fault({ code: 'CERT_HAS_EXPIRED' })],
    ['for a host with a certificate of its own', fault({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
    ['for a host with another’s certificate', fault({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })],
    ['for a host with an unknown issuer', fault({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })],
  ])('because it was %s', async (_, cause) => {
    expect(await failing(cause)).toMatchObject({
      kind: 'failed',
      cause: 'connection',
      sent: false,
      error: { code: 'SERVICE_UNREACHABLE', message: expect.stringContaining('Nothing was sent') },
    });
  });

  test('because connecting took too long is a time-out', async () => {
    expect(await failing(fault({ code: 'UND_ERR_CONNECT_TIMEOUT' }))).toMatchObject({
      sent: false,
      error: { code: 'SERVICE_TIMEOUT', message: expect.stringContaining('Nothing was sent') },
    });
  });
});

describe('a request that may have left', () => {
  test.each([
    ['reset', fault({ code: 'ECONNRESET', syscall: 'read' })],
    ['timed out on an open connection', fault({ code: 'ETIMEDOUT', syscall: 'read' })],
    ['closed by the other side', fault({ code: 'UND_ERR_SOCKET' })],
    ['broken while it was written', fault({ code: 'EPIPE', syscall: 'write' })],
    ['refused at one address and reset at another', new AggregateError([refused, fault({ code: 'ECONNRESET' })])],
    ['lost at no address in particular', new AggregateError([])],
    ['answered with what is no HTTP', fault({ code: 'HPE_INVALID_CONSTANT' })],
    ['lost for a reason without a name', undefined],
  ])('is worth another try only where it executes nothing: %s', async (_, cause) => {
    const result = await failing(cause);
    expect(result).toMatchObject({ cause: 'connection', sent: true, error: { code: 'SERVICE_UNREACHABLE' } });
    expect(result).not.toMatchObject({ error: { message: expect.stringContaining('Nothing was sent') } });
  });

  test.each(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])('%s is a time-out', async (code) => {
    expect(await failing(fault({ code }))).toMatchObject({
      cause: 'ended',
      sent: true,
      error: { code: 'SERVICE_TIMEOUT' },
    });
  });

  test('the words of a library are not ours', async () => {
    expect(await failing(fault({}))).not.toMatchObject({ error: { message: expect.stringContaining('library') } });
  });
});

test('Node says in which phase a connection failed, as is relied on here', async () => {
  const error = await new Promise<NodeJS.ErrnoException>((failed) =>
    connect({ port: 1, host: '127.0.0.1' }).on('error', failed),
  );
  expect(error).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect' });
});

test('a redirect that fetch hides is still a reply', async () => {
  const opaque = await attempt(async () => Response.error());
  expect(opaque).toMatchObject({ kind: 'reply', status: 0 });
});

test('a reply that takes too long as a whole is a time-out', async () => {
  const result = await attempt(
    (_, init) =>
      new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  );
  expect(result).toMatchObject({ cause: 'ended', sent: true, error: { code: 'SERVICE_TIMEOUT' } });
});
