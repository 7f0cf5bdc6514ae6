/** What a model reads of a whole flow: how many tokens, and whether it can go on from any error. */
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { expect, test } from 'vitest';

const MOST_TOKENS = 960;
const MOST_OF_AN_OUTCOME = 300;

/** Lists the tools, so that its client checks results against the output schemas. */
async function startListed() {
  const host = await startHost();
  await host.client.listTools();
  return host;
}

const fresh = (engagementId: string) => ({ ...REQUEST, engagementId });

test('a deploy and a renewal take at most 960 tokens each, also as text with a link; the outcome takes 300', async () => {
  const host = await startListed();
  const { id } = await call(host, 'deploy_escrow', fresh('short'));
  for (const input of [fresh('short'), { id }]) {
    const { structuredContent, content } = await host.client.callTool({ name: 'deploy_escrow', arguments: input });
    expect(tokensOf(structuredContent)).toBeLessThanOrEqual(MOST_TOKENS);
    expect(tokensOf(content)).toBeLessThanOrEqual(MOST_TOKENS);
    expect(content).toEqual([
      { type: 'text', text: JSON.stringify(structuredContent) },
      {
        type: 'resource_link',
        uri: `countersign://escrow/${id}/unsigned.xdr`,
        name: 'Unsigned transaction',
        mimeType: 'text/plain',
      },
    ]);
  }
  const input = { ...fresh('short'), includeXdr: true };
  const { structuredContent, content } = await host.client.callTool({ name: 'deploy_escrow', arguments: input });
  expect(structuredContent).toMatchObject({ unsignedXdr: expect.stringMatching(/^AAAAAg/) });
  expect(content).toHaveLength(1);

  const prepared = structuredContent as Record<string, string>;
  const waiting = await call(host, 'get_escrow', { id });
  expect(waiting).toMatchObject({ status: 'prepared', next: expect.stringContaining('waitSeconds 30') });
  const signedXdr = signAs('client', prepared['unsignedXdr'] as string, prepared['transactionHash'] as string);
  const settled = await call(host, 'submit_signed_xdr', { signedXdr, id });
  expect(settled).toMatchObject({ status: 'settled', escrow: prepared['escrow'] });
  const other = await call(host, 'deploy_escrow', fresh('discarded'));
  const discarded = await call(host, 'prepare_step', { step: 'discard', id: other['id'] });
  for (const result of [waiting, settled, await call(host, 'get_escrow', { id }), discarded]) {
    expect(tokensOf(result)).toBeLessThanOrEqual(MOST_OF_AN_OUTCOME);
  }
});

test('slightly wrong input of a model is understood or answered with what to do', async () => {
  const host = await startListed();
  const { id } = await call(host, 'deploy_escrow', fresh('lenient'));
  const lenient = { milestones: JSON.stringify(REQUEST.milestones), receiverMemo: null, anotherEscrow: null, id: null };
  expect(await call(host, 'deploy_escrow', { ...fresh('lenient'), ...lenient })).toMatchObject({ id });
  expect(await call(host, 'deploy_escrow', { id, signer: null, milestones: null })).toMatchObject({ id });
  const error = await callRefused(host, 'deploy_escrow', { ...fresh('lenient'), id });
  expect(error).toMatchObject({ code: 'INPUT_INVALID', fields: [{ path: 'id', problem: expect.any(String) }] });
  expect(error.fields[0].problem).toMatch(/goes alone.*leave the id out/);
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
