/** How an escrow is named to the tools of a whole server, how much a model reads of it, and where its errors lead. */
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
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

test('shows what was prepared in a read-only installation, without a link to its page', async () => {
  const COUNTERSIGN_DATA_DIR = temporaryFolder();
  const { id } = await call(await startHost({ env: { COUNTERSIGN_DATA_DIR } }), 'deploy_escrow', REQUEST);
  const host = await startHost({ env: { COUNTERSIGN_DATA_DIR, COUNTERSIGN_READ_ONLY: 'true' } });
  const shown = await call(host, 'get_escrow', { escrow: id });
  expect(shown).toMatchObject({ id, title: REQUEST.title });
  const found = await call(host, 'find_escrows', {});
  expect(found['escrows']).toMatchObject([{ id, title: REQUEST.title }]);
  expect(JSON.stringify([shown, found])).not.toMatch(/\/sign\/[0-9a-f]{32}/);
  expect((await callRefused(host, 'find_escrows', { openList: true })).code).toBe('LIST_CLOSED');
});

test('a deploy and a renewal take at most 960 tokens each, as data and as text', async () => {
  const host = await startHost();
  const request = { ...REQUEST, engagementId: 'short' };
  const { id } = await call(host, 'deploy_escrow', request);
  for (const input of [request, { id }]) {
    const { structuredContent, content } = await host.client.callTool({ name: 'deploy_escrow', arguments: input });
    for (const half of [structuredContent, content]) expect(tokensOf(half)).toBeLessThanOrEqual(960);
  }
});

test('an error about signing says where to sign, while there is something to sign', async () => {
  const host = await startHost();
  const prepared = (await call(host, 'deploy_escrow', { ...REQUEST, includeXdr: true })) as Record<string, string>;
  const { id, unsignedXdr = '', transactionHash = '', signUrl } = prepared;
  const strangers = signAs('provider', unsignedXdr, transactionHash);
  for (const [input, code] of [
    [{ id }, 'NOT_SIGNED_YET'],
    [{ signedXdr: unsignedXdr }, 'XDR_NOT_SIGNED'],
    [{ signedXdr: strangers }, 'SIGNED_BY_ANOTHER'],
    [{ signedXdr: 'nonsense', id }, 'XDR_UNREADABLE'],
    [{ signedXdr: signUrl }, 'XDR_UNREADABLE'],
  ] as const) {
    expect(await callRefused(host, 'submit_signed_xdr', input)).toMatchObject({ code, signUrl });
  }
  const signedXdr = signAs('client', unsignedXdr, transactionHash);
  await call(host, 'prepare_step', { step: 'discard', id });
  const late = await callRefused(host, 'submit_signed_xdr', { signedXdr });
  expect(late.code).toBe('TRANSACTION_EXPIRED');
  expect(late).not.toHaveProperty('signUrl');
  const stranger = await startHost();
  expect(await callRefused(stranger, 'submit_signed_xdr', { signedXdr: strangers })).not.toHaveProperty('signUrl');
});
