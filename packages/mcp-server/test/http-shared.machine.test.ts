/** Several HTTP servers on one database, as behind a balancer: any of them can answer. */
import { startCli } from '@countersign/testkit/escrow-service/child';
import { call, callRefused } from '@countersign/testkit/mcp/host';
import { connectHost, serveHttpHere, startHttp } from '@countersign/testkit/mcp/http-host';
import { bareRequest, ping } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST, REQUEST_FOR_XDR, signAs } from '@countersign/testkit/mcp/request';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { freePort } from '@countersign/testkit/processes/ports';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';

const PUBLIC_URL = 'https://escrow.example.org';

test.runIf(hasPostgres)('signs at one server what another prepared, and reports it at both', async () => {
  const service = await startCli(['--data-dir', temporaryFolder()]);
  onTestFinished(() => void service.process.kill());
  const issuer = await startIssuer();
  const env = {
    DATABASE_URL: await newDatabase(),
    COUNTERSIGN_OAUTH_ISSUER: issuer.url,
    COUNTERSIGN_PUBLIC_URL: PUBLIC_URL,
    ESCROW_API_URL: service.url,
    STELLAR_NETWORK: 'sandbox',
    STELLAR_RPC_URL: service.rpcUrl,
  };
  const start = async () => startHttp({ ...env, COUNTERSIGN_PAGE_PORT: String(await freePort()) });
  const servers = [await start(), await start()] as const;
  const connect = async (subject: string, port: number) =>
    connectHost(`http://127.0.0.1:${port}/mcp`, await issuer.token(subject, `${PUBLIC_URL}/mcp`));
  const [one, other] = [await connect('ada', servers[0].port), await connect('ada', servers[1].port)];

  const [prepared = {}, again = {}] = await Promise.all(
    [one, other].map((host) => call(host, 'deploy_escrow', REQUEST_FOR_XDR)),
  );
  expect([again['id'], again['signUrl']]).toEqual([prepared['id'], prepared['signUrl']]);
  const { id, signUrl, unsignedXdr, transactionHash } = prepared as Record<string, string>;
  const delivered = await bareRequest(servers[1].port, `${new URL(String(signUrl)).pathname}/submit`, {
    method: 'POST',
    headers: { host: 'escrow.example.org', origin: PUBLIC_URL, 'content-type': 'application/json' },
    body: JSON.stringify({ signedXdr: signAs('client', String(unsignedXdr), String(transactionHash)) }),
  });
  expect(delivered.status, delivered.body).toBe(200);
  for (const host of [one, other]) {
    expect(await call(host, 'get_escrow', { id: String(id) })).toMatchObject({ status: 'settled' });
  }
  const ben = await connect('ben', servers[1].port);
  expect((await callRefused(ben, 'get_escrow', { id: String(id) })).code).toBe('HANDLE_NOT_FOUND');
});

test.runIf(hasPostgres)('a person’s limits hold over all servers together', async () => {
  const service = await startCli(['--data-dir', temporaryFolder()]);
  onTestFinished(() => void service.process.kill());
  const issuer = await startIssuer();
  const env = {
    DATABASE_URL: await newDatabase(),
    COUNTERSIGN_OAUTH_ISSUER: issuer.url,
    COUNTERSIGN_OAUTH_AUDIENCE: 'api://countersign',
    COUNTERSIGN_LOG: 'error',
    ESCROW_API_URL: service.url,
    ESCROW_RATE_LIMIT: '10',
    STELLAR_NETWORK: 'sandbox',
    STELLAR_RPC_URL: service.rpcUrl,
  };
  const [one, other] = [await serveHttpHere(env), await serveHttpHere(env)];
  const token = await issuer.token('ada', env.COUNTERSIGN_OAUTH_AUDIENCE);
  const hosts = [await connectHost(one.url, token), await connectHost(other.url, token)] as const;
  const deploy = (at: 0 | 1, number: number) => ({
    host: hosts[at],
    request: { ...REQUEST, engagementId: `${number}` },
  });
  for (const { host, request } of [deploy(0, 1), deploy(1, 2), deploy(0, 3)])
    await call(host, 'deploy_escrow', request);
  for (const { host, request } of [deploy(0, 4), deploy(1, 5)]) {
    expect(await callRefused(host, 'deploy_escrow', request)).toMatchObject({ code: 'RATE_LIMITED' });
  }
  const statuses = await Promise.all(
    Array.from({ length: 620 }, async (_, index) => (await ping(index % 2 === 0 ? one.url : other.url, token)).status),
  );
  // The calls above were requests too.
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(550);
});
