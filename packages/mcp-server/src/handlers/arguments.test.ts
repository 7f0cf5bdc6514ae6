/** Arguments as hosts and models write them, for a host with the whole server. */
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { expect, test } from 'vitest';

async function startSettled() {
  const host = await startHost();
  await host.client.listTools();
  const prepared = await call(host, 'deploy_escrow', { ...REQUEST, engagementId: 'args', includeXdr: 'true' });
  const { id, escrow, transactionHash, unsignedXdr } = prepared as Record<string, string>;
  const signedXdr = signAs('client', unsignedXdr ?? '', transactionHash ?? '');
  expect(await call(host, 'submit_signed_xdr', { signedXdr, id: '' })).toMatchObject({ status: 'settled' });
  return { host, id, escrow, transactionHash };
}

test('reads what hosts write in place of absent fields, as text and among their own keys', async () => {
  const { host, id, escrow } = await startSettled();
  const balances = await call(host, 'get_balances', { escrows: JSON.stringify([escrow]), signer: null });
  expect(balances).toMatchObject({ balances: [{ escrow, balance: '0' }] });
  const found = await call(host, 'find_escrows', { query: '', wallet: '', status: '', since: '', openList: 'false' });
  expect(found).toMatchObject({ escrows: [{ escrow }] });
  const status = await call(host, 'get_escrow', { id, transactionHash: null, waitSeconds: '0' });
  expect(status).toMatchObject({ status: 'settled' });
  expect(await call(host, 'explain_xdr', { id, xdr: null, cwd: '/', security_risk: 'LOW' })).toHaveProperty('lines');
  const step = { escrow, step: 'change-status', milestone: '1', status: 'done', evidence: '', id: '' };
  expect(await call(host, 'prepare_step', { ...step, toolCallId: 'x' })).toMatchObject({ status: 'prepared' });
});

test('takes an address, an id or a transaction hash wherever one escrow is meant', async () => {
  const { host, id, escrow, transactionHash } = await startSettled();
  for (const one of [id, escrow, transactionHash]) {
    const read = await call(host, 'get_balances', { escrows: one });
    expect(read, one).toMatchObject({ balances: [{ escrow }] });
    for (const field of ['id', 'escrow', 'transactionHash']) {
      expect(await call(host, 'get_escrow', { [field]: one }), field).toMatchObject({ escrow, id });
    }
    for (const field of ['id', 'transactionHash']) {
      expect(await call(host, 'get_escrow', { [field]: one }), field).toMatchObject({ id, status: 'settled' });
    }
    for (const field of ['id', 'escrow']) {
      const paid = await call(host, 'prepare_step', { step: 'fund', [field]: one, signer: 'client', amount: '1' });
      expect(paid, field).toMatchObject({ escrow, summary: { amount: '1' } });
    }
    for (const field of ['id', 'escrow']) {
      const step = { [field]: one, step: 'change-status', milestone: 1, status: 'done' };
      expect(await call(host, 'prepare_step', step), field).toMatchObject({ escrow, status: 'prepared' });
    }
    expect(await call(host, 'prepare_step', { step: 'end', escrow: one })).toMatchObject({
      escrow,
      now: 'no-money',
    });
    expect(await call(host, 'explain_xdr', { id: one })).toHaveProperty('lines');
    expect(await callRefused(host, 'prepare_step', { step: 'discard', id: one })).toMatchObject({
      code: 'ALREADY_SETTLED',
    });
  }
});

test('reports in a payment that an empty amount counts as left out', async () => {
  const { host, id } = await startSettled();
  const paid = await call(host, 'prepare_step', { step: 'fund', id, amount: '' });
  expect(paid).toMatchObject({ note: expect.stringContaining('amount was empty') });
  expect(await call(host, 'prepare_step', { step: 'fund', id })).not.toHaveProperty('note');
});

test('reads the other addresses of a list when one is not valid', async () => {
  const { host, escrow } = await startSettled();
  const mixed = await call(host, 'get_balances', { escrows: [escrow, 'CABC', 'nobody known'] });
  expect(mixed).toMatchObject({
    balances: [{ escrow }],
    notRead: [{ escrows: ['escrows[1]'] }, { escrows: ['escrows[2]'] }],
  });
  const refused = await callRefused(host, 'get_balances', { escrows: ['CABC'] });
  expect(refused.fields).toMatchObject([{ path: 'escrows[0]' }]);
});

test('names the right field for a misspelt one, and each missing field in an entry of its own', async () => {
  const host = await startHost();
  const refused = await callRefused(host, 'deploy_escrow', { ...REQUEST, title: null, signer: null, includeXDR: true });
  expect(refused.fields).toEqual(
    expect.arrayContaining([
      { path: 'signer', problem: 'is missing' },
      { path: 'title', problem: 'is missing' },
      { path: 'includeXDR', problem: 'is not a field of this call; the field is called includeXdr' },
    ]),
  );
});

test('never calls a field unknown that a tool lists', async () => {
  const { host, id } = await startSettled();
  const { tools } = await host.client.listTools();
  const VALUES: Record<string, unknown> = { boolean: true, array: [], object: {}, integer: 1, number: 1 };
  for (const { name, inputSchema } of tools) {
    for (const [field, schema] of Object.entries(inputSchema.properties ?? {})) {
      const value = VALUES[String((schema as { type?: string }).type)] ?? 'x';
      const input = { ...('id' in (inputSchema.properties ?? {}) ? { id } : {}), [field]: value };
      const { content } = await host.client.callTool({ name, arguments: input });
      expect(JSON.stringify(content), `${name} ${field}`).not.toContain('is not a field of');
    }
  }
});
