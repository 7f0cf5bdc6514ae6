import { answer, html, KEY, startScriptedService, TOKEN } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { networkWith } from '../escrow/network.ts';
import { dialectFor } from './index.ts';
import { probeService } from './probe.ts';

const refused = answer(401, { type: 'about:blank', status: 401, code: 'AUTH_INVALID_CREDENTIAL' });
const missing = answer(400, { statusCode: 400, message: ['signer should not be empty'], error: 'Bad Request' });
const none = answer(200, []);

describe('a service of v1', () => {
  const dialect = dialectFor(networkWith('testnet', 'v1'));

  test('accepts the key when it names what an empty deploy lacks', async () => {
    const { url, asked: requests } = await startScriptedService(missing, none);
    const probe = await probeService({ baseUrl: url, apiKey: KEY, dialect });
    expect(probe).toEqual({ apiKey: true, clockSkewMs: expect.any(Number) });
    expect(requests.map(({ method, url, body }) => [method, url.split('?')[0], body])).toEqual([
      ['POST', '/deployer/multi-release', '{}'],
      ['GET', '/helper/get-multiple-escrow-balance', ''],
    ]);
    for (const { headers } of requests) expect([headers['x-api-key'], headers.authorization]).toEqual([KEY, undefined]);
  });

  test.each([
    ['deploys', refused, none],
    ['reads', missing, refused],
    ['anything', refused, refused],
  ])('does not accept the key when it refuses it for %s', async (_, deploy, balances) => {
    const { url } = await startScriptedService(deploy, balances);
    expect(await probeService({ baseUrl: url, apiKey: KEY, dialect })).toMatchObject({ apiKey: false });
  });

  test('is another service when it does not know the paths', async () => {
    const { url } = await startScriptedService(answer(404, { statusCode: 404, message: 'Resource not found' }));
    const probe = await probeService({ baseUrl: url, apiKey: KEY, dialect });
    expect(probe).toMatchObject({ problem: { code: 'SERVICE_REPLY_UNREADABLE' } });
    expect(probe).not.toHaveProperty('apiKey');
  });
});

describe('a service of the seed’s interface', () => {
  test('is asked with the token for deploys, and with the key for reads', async () => {
    const { url } = await startScriptedService(missing, refused);
    const probe = await probeService({ baseUrl: url, accessToken: TOKEN, apiKey: KEY });
    expect(probe).toMatchObject({ accessToken: true, apiKey: false });
  });

  test('proves nothing about the credentials when it answers with a page', async () => {
    const { url } = await startScriptedService(html(200));
    const probe = await probeService({ baseUrl: url, accessToken: TOKEN, apiKey: KEY });
    expect(probe).toEqual({ problem: expect.objectContaining({ code: 'SERVICE_REPLY_UNREADABLE' }), clockSkewMs: 0 });
  });
});
