/** Which figures the HTTP server gives Prometheus, and where. */
import { call, callRefused } from '@countersign/testkit/mcp/host';
import { connectHost, connectNewHost, startHttp } from '@countersign/testkit/mcp/http-host';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { freePort } from '@countersign/testkit/processes/ports';
import { expect, test } from 'vitest';

const placeIn = (output: string) => /metrics\s+(\S+)/.exec(output)?.[1];

test('the figures cover calls, refusals, the quota and the store, but no person', async () => {
  const issuer = await startIssuer();
  const env = { COUNTERSIGN_OAUTH_ISSUER: issuer.url, COUNTERSIGN_METRICS: 'true', ESCROW_RATE_LIMIT: '10' };
  const { url, port, stdout } = await startHttp(env);
  const figures = async () => await (await fetch(placeIn(stdout()) ?? '')).text();
  const ada = await connectHost(url, await issuer.token('ada-lovelace', url));
  const ben = await connectNewHost(url, await issuer.token('ben-jonson', url));
  const { id, transactionHash } = await call(ada, 'deploy_escrow', REQUEST);
  await callRefused(ada, 'deploy_escrow', {});
  await ben.callTool({ name: 'explain_xdr', arguments: { xdr: 'AAAA' } });
  await ben.callTool({ name: 'steal_escrow' }).catch(() => undefined);
  const other = await issuer.token('eve-elsewhere', 'https://another.example/mcp');
  for (const token of [other, 'no.token', undefined]) {
    const headers = {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  }

  const waiting = call(ada, 'get_escrow', { id: String(id), waitSeconds: 3 });
  await expect.poll(figures).toContain('countersign_tool_calls_at_work{tool="get_escrow"} 1');
  await waiting;
  const text = await figures();
  for (const line of [
    'countersign_tool_calls_total{tool="deploy_escrow",outcome="ok"} 1',
    'countersign_tool_calls_total{tool="deploy_escrow",outcome="INPUT_INVALID"} 1',
    'countersign_tool_calls_total{tool="get_escrow",outcome="ok"} 1',
    'countersign_tool_call_seconds_count{tool="deploy_escrow"} 2',
    'countersign_tool_calls_at_work{tool="get_escrow"} 0',
    'countersign_http_refusals_total{reason="audience"} 1',
    'countersign_http_refusals_total{reason="opaque"} 1',
    'countersign_http_refusals_total{reason="missing"} 1',
    'countersign_service_requests_total{kind="deploy",outcome="ok"} 1',
    'countersign_quota 10',
    'countersign_quota_left 9',
    'countersign_quota_waiting 0',
    'countersign_store_up 1',
    'countersign_handles{state="offered"} 1',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).toContain('countersign_tool_calls_total{tool="explain_xdr",outcome=');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds ');
  for (const theirs of [
    'ada-lovelace',
    'ben-jonson',
    'eve-elsewhere',
    'steal_escrow',
    issuer.url,
    id,
    transactionHash,
    REQUEST.signer,
  ]) {
    expect(text).not.toContain(String(theirs));
  }

  // Not on the public port, and not to a page that reaches this machine under its own name.
  expect((await bareRequest(port, '/metrics', {})).status).toBe(404);
  const own = Number(new URL(placeIn(stdout()) ?? '').port);
  expect((await bareRequest(own, '/metrics', { headers: { host: 'evil.example' } })).status).toBe(404);
  expect((await bareRequest(own, '/mcp', {})).status).toBe(404);
});

test('the figures are at the port and address of the options, and a taken port is named', async () => {
  const env = { COUNTERSIGN_HTTP_TOKEN: '0123456789abcdef'.repeat(4), COUNTERSIGN_METRICS: 'true' };
  const port = String(await freePort());
  const { stdout, port: taken } = await startHttp(env, { args: ['--metrics-port', port, '--metrics-host', '0.0.0.0'] });
  expect(placeIn(stdout())).toBe(`http://0.0.0.0:${port}/metrics`);
  await expect(startHttp(env, { args: ['--metrics-port', String(taken)] })).rejects.toThrow(
    '--metrics-port is in use by another program',
  );
});
