/** Tenants with their own credentials: each request carries the right key, and no one waits for another’s quota. */
import type { Desk, Person } from '@countersign/core';
import { tenantOfSubject } from '@countersign/core/settings/tenants';
import { startSandbox } from '@countersign/escrow-service';
import { openTestDesk } from '@countersign/testkit/discord/open-bot';
import { call, callRefused } from '@countersign/testkit/mcp/host';
import { connectHost, startHttp } from '@countersign/testkit/mcp/http-host';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { answer, forward, initOf, startStandIn } from '@countersign/testkit/service/stand-in';
import { describe, expect, onTestFinished, test } from 'vitest';

type KeyedRequest = { readonly path: string; readonly token: string; readonly key: string };

const SANDBOX = { authorization: 'Bearer sandbox-access-token', 'x-api-key': 'sandbox-api-key' };

/** A sandbox behind a gate that takes several keys, and notes which key each request came with. */
async function startKeyedService({ refused = [] }: { readonly refused?: readonly string[] } = {}) {
  const sandbox = await startSandbox({ rateLimit: 0, now: () => Date.now() });
  const asked: KeyedRequest[] = [];
  const { url, close } = await startStandIn(async (response, request) => {
    const { url: path, headers } = request;
    const token = (headers.authorization ?? '').replace('Bearer ', '');
    const key = String(headers['x-api-key'] ?? '');
    if (token !== '' || key !== '') asked.push({ path, token, key });
    if (refused.includes(token) || refused.includes(key)) {
      return answer(401, { status: 'FAILED', message: 'Unauthorized' })(response, request);
    }
    const ours = { ...request, headers: { ...headers, ...SANDBOX } };
    return forward(response, await fetch(`${sandbox.url}${path}`, initOf(ours)));
  });
  onTestFinished(async () => {
    await close();
    await sandbox.close();
  });
  return {
    asked,
    /** The keys with which an escrow was asked for, in order. */
    deploys: () => asked.filter(({ path }) => path.includes('deployer')).map(({ token }) => token),
    env: { ESCROW_API_URL: url, STELLAR_NETWORK: 'sandbox', STELLAR_RPC_URL: sandbox.rpcUrl },
  };
}

const keyOf = (name: string) => ({ accessToken: `access-token-of-${name}`, apiKey: `api-key-of-${name}-12345` });

const [SERVER, OTHER] = ['112233445566778899', '998877665544332211'];
const own = keyOf('server');
const EVERYBODYS = 'sandbox-access-token';
const another = (number: number) => ({ ...REQUEST, engagementId: `tenants-${number}` });
const inServer = (tenant: string): Person => ({ tenant, id: 'ada' });

async function openDesk(env: Record<string, string>): Promise<{ desk: Desk; lines: object[] }> {
  const lines: never[] = [];
  const { desk, close } = await openTestDesk({ COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env }, lines);
  onTestFinished(close);
  return { desk, lines };
}

const rows = (requestsPerMinute?: number, credential = own) =>
  JSON.stringify({ discord: { [SERVER]: { ...credential, requestsPerMinute } } });

const PLACES: [string, boolean][] = [['one process', false]];
if (hasPostgres) PLACES.push(['PostgreSQL', true]);

describe.each(PLACES)('%s', (_, isShared) => {
  const place = async (): Promise<Record<string, string>> => (isShared ? { DATABASE_URL: await newDatabase() } : {});

  test('each tenant’s requests carry its own key, on its page too', async () => {
    const service = await startKeyedService();
    const { desk } = await openDesk({ ...service.env, ...(await place()), ESCROW_TENANTS: rows() });
    const prepared = await desk.for(inServer(SERVER)).prepare('deploy', another(1));
    await desk.for(inServer(OTHER)).prepare('deploy', another(4));
    await desk.prepare('deploy', another(2));
    expect(service.deploys()).toEqual([own.accessToken, EVERYBODYS, EVERYBODYS]);
    const { signUrl = '', unsignedXdr = '', transactionHash = '' } = prepared;
    const page = desk.page(signUrl.split('/').at(-1) as string);
    await page.submit(signAs('client', unsignedXdr, transactionHash));
    const sent = service.asked.filter(({ path }) => path === '/helper/send-transaction');
    expect(sent.map(({ token }) => token)).toEqual([own.accessToken]);
  });

  test('a tenant that has used up its quota waits alone', async () => {
    const service = await startKeyedService();
    const { desk } = await openDesk({ ...service.env, ...(await place()), ESCROW_TENANTS: rows(1) });
    const [ada, ben] = [desk.for(inServer(SERVER)), desk.for(inServer(OTHER))];
    await ada.prepare('deploy', another(1));
    await expect(ada.prepare('deploy', another(2))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    for (const number of [3, 4, 5]) await ben.prepare('deploy', another(number));
    expect(service.deploys()).toEqual([own.accessToken, EVERYBODYS, EVERYBODYS, EVERYBODYS]);
    expect(desk.quotaOf(SERVER)).toMatchObject({ requestsPerMinute: 1, isOwn: true });
    expect(desk.quotaOf(OTHER)).toMatchObject({ requestsPerMinute: 50, isOwn: false });
    expect(desk.metrics()).toMatchObject({ quota: 51, refusals: 1, requests: { deploy: 4 } });
  });
});

test('a key that the service refuses is reported as refused, and the log names its tenant', async () => {
  const service = await startKeyedService({ refused: [own.accessToken] });
  const { desk, lines } = await openDesk({ ...service.env, ESCROW_TENANTS: rows() });
  await expect(desk.for(inServer(SERVER)).prepare('deploy', another(1))).rejects.toMatchObject({
    code: 'SERVICE_UNAUTHORIZED',
  });
  await desk.for(inServer(OTHER)).prepare('deploy', another(1));
  expect(lines).toContainEqual(expect.objectContaining({ credential: `Discord server ${SERVER}`, status: 401 }));
  expect(JSON.stringify(lines)).not.toContain(own.accessToken);
});

test('over HTTP a person with their own key has its whole quota, and others have a share', async () => {
  const [service, issuer] = [await startKeyedService(), await startIssuer()];
  const tenants = { issuers: { [issuer.url]: { ada: keyOf('ada') } } };
  const { url } = await startHttp({
    ...service.env,
    COUNTERSIGN_OAUTH_ISSUER: issuer.url,
    ESCROW_RATE_LIMIT: '10',
    ESCROW_TENANTS: JSON.stringify(tenants),
  });
  const [ada, ben] = [
    await connectHost(url, await issuer.token('ada', url)),
    await connectHost(url, await issuer.token('ben', url)),
  ];
  for (const number of [1, 2, 3, 4, 5]) await call(ada, 'deploy_escrow', another(number));
  for (const number of [6, 7, 8]) await call(ben, 'deploy_escrow', another(number));
  expect(await callRefused(ben, 'deploy_escrow', another(9))).toMatchObject({ code: 'RATE_LIMITED' });
  expect(service.deploys()).toEqual([...Array(5).fill(keyOf('ada').accessToken), ...Array(3).fill(EVERYBODYS)]);
  expect(tenantOfSubject(issuer.url, 'ada')).toBe(JSON.stringify([issuer.url, 'ada']));
});
