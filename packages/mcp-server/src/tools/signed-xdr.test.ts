/**
 * What a model passes as a signed XDR, by MCP. All that people paste is tested in core: find-xdr.test.ts and
 * signed-xdr.proof.test.ts.
 */
import { type ErrorName, errorName } from '@countersign/core/errors';
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST_FOR_XDR, signAs } from '@countersign/testkit/mcp/request';
import { expect, test } from 'vitest';

test('wrong input is named by its own error, and a wrapped XDR settles', async () => {
  const host = await startHost();
  const prepared = (await call(host, 'deploy_escrow', REQUEST_FOR_XDR)) as Record<string, string>;
  const { id, escrow, transactionHash, unsignedXdr, signUrl } = prepared as Record<string, string>;
  const signedXdr = signAs('client', unsignedXdr as string, transactionHash as string);
  const refused: [input: string, name: ErrorName, says: RegExp][] = [
    [JSON.stringify(prepared), 'XDR_NOT_SIGNED', /exactly as it was handed out/],
    [signedXdr.slice(0, 2_000), 'XDR_UNREADABLE (truncated)', /2,000 characters/],
    [signUrl as string, 'XDR_UNREADABLE (link)', /signing page/],
  ];
  for (const [input, name, says] of refused) {
    const error = await callRefused(host, 'submit_signed_xdr', { signedXdr: input });
    expect([errorName(error), error.message]).toEqual([name, expect.stringMatching(says)]);
    expect(error.remedy.length).toBeGreaterThan(10);
  }
  const wrapped = `Here it is:\n\`\`\`json\n${JSON.stringify({ signedTxXdr: signedXdr })}\n\`\`\``;
  expect(await call(host, 'submit_signed_xdr', { signedXdr: wrapped, id })).toMatchObject({
    status: 'settled',
    escrow,
  });
});
