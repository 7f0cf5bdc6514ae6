/** How much one person may ask, without affecting others. */
import { call, callRefused } from '@countersign/testkit/mcp/host';
import { connectHost, startHttp } from '@countersign/testkit/mcp/http-host';
import { ping } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { expect, test } from 'vitest';

const another = (number: number) => ({ ...REQUEST, engagementId: `shares-${number}` });

test('a person who has used up their share is told when to retry; another person still has theirs', async () => {
  const issuer = await startIssuer();
  const { url } = await startHttp({ COUNTERSIGN_OAUTH_ISSUER: issuer.url, ESCROW_RATE_LIMIT: '10' });
  const [ada, ben] = [
    await connectHost(url, await issuer.token('ada', url)),
    await connectHost(url, await issuer.token('ben', url)),
  ];
  for (const number of [1, 2, 3]) await call(ada, 'deploy_escrow', another(number));
  expect(await callRefused(ada, 'deploy_escrow', another(4))).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'You asked a lot in a short time.',
    retryAfterMs: expect.any(Number),
  });
  // Requests that do not reach the service go on.
  expect((await ada.client.listResources()).resources.length).toBeGreaterThan(0);
  expect(await call(ben, 'deploy_escrow', another(4))).toMatchObject({ status: 'prepared' });
});

test('beyond 600 requests in a minute, only this person has to wait', async () => {
  const issuer = await startIssuer();
  const { url } = await startHttp({ COUNTERSIGN_OAUTH_ISSUER: issuer.url, COUNTERSIGN_LOG: 'error' });
  const [ada, ben] = [await issuer.token('ada', url), await issuer.token('ben', url)];
  const statuses = await Promise.all(Array.from({ length: 601 }, async () => (await ping(url, ada)).status));
  expect(statuses.filter((status) => status !== 200)).toEqual([429]);
  const refused = await ping(url, ada);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.text()).toContain('More than 600 requests in a minute. Wait');
  expect((await ping(url, ben)).status).toBe(200);
});
