import { encodeStrKey } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { refusalOf, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, SIGNER } from '@countersign/testkit/mcp/request';
import { answerBalances, CREDENTIALS, startService } from '@countersign/testkit/mcp/service';
import { answer } from '@countersign/testkit/service/stand-in';
import { expect, test } from 'vitest';

const signer = SIGNER;
const escrow = (index: number) => encodeStrKey('contract', new Uint8Array(32).fill(index));

/** With the token of the network that the loopback service claims to be on. */
const request = { ...REQUEST, trustline: { ...REQUEST.trustline, address: NETWORKS.testnet.tokens[0].address } };

/** A host that has listed the tools, as all do: its client then checks results against the output schemas. */
async function startListed(env: Record<string, string>) {
  const host = await startHost({ env });
  const { tools } = await host.client.listTools();
  return { ...host, tools };
}

test('our own credential, echoed by a service, reaches neither the model nor the log', async () => {
  const service = await startService((response, incoming) => {
    const { authorization, 'x-api-key': key } = incoming.headers;
    return answer(400, { message: `bad: ${authorization} ${key}` })(response, incoming);
  });
  const { client, stderr } = await startListed({ ...service, COUNTERSIGN_LOG: 'debug' });
  const replies = [
    await client.callTool({ name: 'deploy_escrow', arguments: request }),
    await client.callTool({ name: 'get_balances', arguments: { signer, escrows: [escrow(1)] } }),
  ];
  expect(refusalOf(replies[0]).code).toBe('SERVICE_REFUSED');
  for (const secret of Object.values(CREDENTIALS)) {
    expect(JSON.stringify(replies)).not.toContain(secret);
    expect(stderr()).not.toContain(secret);
  }
  expect(JSON.stringify(replies)).toContain('[credential]');
});

test('progress is not sent unasked', async () => {
  const { client, noise } = await startListed(await startService(answerBalances));
  const addresses = Array.from({ length: 50 }, (_, index) => escrow(index + 1));
  await client.callTool({ name: 'get_balances', arguments: { signer, escrows: addresses } });
  // The client reports an unexpected progress notification as an error.
  expect(noise).toEqual([]);
});

test('an invalid transaction is an error and returns no XDR', async () => {
  const service = await startService(answer(201, { status: 'SUCCESS', unsignedTransaction: 'AAAA' }));
  const { client } = await startListed(service);
  const reply = await client.callTool({ name: 'deploy_escrow', arguments: request });
  expect(refusalOf(reply).code).toMatch(/^(TRANSACTION_MISMATCH|SERVICE_REPLY_UNREADABLE|XDR_UNREADABLE)$/);
  expect(JSON.stringify(reply)).not.toContain('unsignedXdr');
});
