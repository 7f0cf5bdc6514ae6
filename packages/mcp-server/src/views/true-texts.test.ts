/** What a host's list promises works with the configured service, and what it leaves out is refused. */
import { NETWORKS } from '@countersign/core/network';
import { call, callRefused, type Host, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { answerBalances, startService } from '@countersign/testkit/mcp/service';
import { expect, test } from 'vitest';
import { EVERY_TOOL } from '../tools/tools-for.ts';

type Schema = { readonly enum?: readonly string[]; readonly properties?: Readonly<Record<string, Schema>> };

async function fieldsOf({ client }: Host, name: string): Promise<Readonly<Record<string, Schema>> | undefined> {
  const { tools } = await client.listTools();
  return (tools.find((tool) => tool.name === name)?.inputSchema as Schema | undefined)?.properties;
}

const pathsOf = ({ fields = [] }: { readonly fields?: readonly { readonly path: string }[] }) =>
  fields.map(({ path }) => path);

test('the embedded sandbox makes a single release, takes a memo and knows every listed action', async () => {
  const host = await startHost();
  const fields = await fieldsOf(host, 'deploy_escrow');
  expect(fields).toMatchObject({ kind: { enum: ['multi', 'single'] }, receiverMemo: {} });
  const prepared = await call(host, 'deploy_escrow', { ...REQUEST, kind: 'single', receiverMemo: '7' });
  const { id } = prepared;
  const steps = (await fieldsOf(host, 'prepare_step'))?.['step']?.enum ?? [];
  for (const step of steps.filter((each) => each !== 'end')) {
    expect(pathsOf(await callRefused(host, 'prepare_step', { escrow: id, step })), step).not.toContain('step');
  }
  expect(pathsOf(await callRefused(host, 'prepare_step', { escrow: id, step: 'update' }))).toEqual(['step']);
});

test('v1 makes a single release, and neither lists nor takes a memo', async () => {
  const host = await startHost({ env: { ESCROW_API_DIALECT: 'v1' } });
  const fields = await fieldsOf(host, 'deploy_escrow');
  expect(fields).toHaveProperty('kind');
  expect(fields).not.toHaveProperty('receiverMemo');
  expect(await call(host, 'deploy_escrow', { ...REQUEST, kind: 'single' })).toMatchObject({ status: 'prepared' });
  expect(pathsOf(await callRefused(host, 'deploy_escrow', { ...REQUEST, receiverMemo: '7' }))).toEqual([
    'receiverMemo',
  ]);
});

test('a foreign service without a ledger is promised no single release, payment or step, and refuses them', async () => {
  const host = await startHost({ env: await startService(answerBalances) });
  const names = (await host.client.listTools()).tools.map(({ name }) => name);
  const left = ['update_escrow'];
  expect(names).toEqual(EVERY_TOOL.map(({ name }) => name).filter((name) => !left.includes(name)));
  expect(host.client.getInstructions()).not.toMatch(/update_escrow|demo/);
  expect(await fieldsOf(host, 'deploy_escrow')).not.toHaveProperty('kind');
  const [{ address }] = NETWORKS.testnet.tokens;
  const request = { ...REQUEST, trustline: { ...REQUEST.trustline, address } };
  expect(pathsOf(await callRefused(host, 'deploy_escrow', { ...request, kind: 'single' }))).toEqual(['kind']);
  const step = { escrow: address, step: 'approve', milestone: 1 };
  expect((await callRefused(host, 'prepare_step', step)).code).toMatch(/^((SERVICE|RPC)_UNREACHABLE|INPUT_INVALID)$/);
});
