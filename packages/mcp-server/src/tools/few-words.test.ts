/** What a model reads of a whole flow: how many tokens, and whether it can go on from any error. */
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { expect, test } from 'vitest';

const MOST_TOKENS = 960;

/** Lists the tools, so that its client checks results against the output schemas. */
async function startListed() {
  const host = await startHost();
  await host.client.listTools();
  return host;
}

const fresh = (engagementId: string) => ({ ...REQUEST, engagementId });

test('a deploy and a renewal take at most 960 tokens each, as data and as text', async () => {
  const host = await startListed();
  const { id } = await call(host, 'deploy_escrow', fresh('short'));
  for (const input of [fresh('short'), { id }]) {
    const { structuredContent, content } = await host.client.callTool({ name: 'deploy_escrow', arguments: input });
    for (const half of [structuredContent, content]) expect(tokensOf(half)).toBeLessThanOrEqual(MOST_TOKENS);
  }
});

test('an error about signing says where to sign, while there is something to sign', async () => {
  const host = await startListed();
  const prepared = (await call(host, 'deploy_escrow', { ...fresh('errors'), includeXdr: true })) as Record<
    string,
    string
  >;
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
