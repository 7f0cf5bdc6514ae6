/** As many milestones as fit, by the tools: no result costs a model more than 1,500 tokens. What is long in a view is in escrows.test.ts. */
import { type DemoAccountName, startSandbox } from '@countersign/escrow-service';
import { type Host, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, signAs } from '@countersign/testkit/mcp/request';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { Keypair } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';

const MOST_TOKENS = 1_500;

type Result = Record<string, unknown>;

async function startHere(): Promise<Host> {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const service = { ESCROW_API_URL: sandbox.url, STELLAR_RPC_URL: sandbox.rpcUrl, STELLAR_NETWORK: 'sandbox' };
  const host = await startHost({ env: { ...service, ESCROW_RATE_LIMIT: '10000' } });
  // From then on the SDK's client checks results against the output schemas.
  await host.client.listTools();
  return host;
}

/** What a tool gives, as data and as text, each within the limit. */
async function short(host: Host, name: string, input: Result): Promise<Result> {
  const { structuredContent, content, isError } = await host.client.callTool({ name, arguments: input });
  expect(isError, JSON.stringify(content)).toBeUndefined();
  expect(tokensOf(structuredContent)).toBeLessThanOrEqual(MOST_TOKENS);
  expect(tokensOf(content)).toBeLessThanOrEqual(MOST_TOKENS);
  return structuredContent as Result;
}

async function does(host: Host, name: DemoAccountName, tool: string, input: Result): Promise<Result> {
  const { id } = await short(host, tool, input);
  // Only the test needs the transaction, not a model.
  const { structuredContent } = await host.client.callTool({ name: tool, arguments: { ...input, includeXdr: true } });
  const { unsignedXdr, transactionHash, ...prepared } = structuredContent as Record<string, string>;
  const signedXdr = signAs(name, unsignedXdr as string, transactionHash as string);
  expect(await short(host, 'submit_signed_xdr', { signedXdr, id })).toMatchObject({ status: 'settled', by: 'ledger' });
  return prepared;
}

const posters = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ description: `Poster ${at + 1}`, amount: `${at + 1}` }));
const asking = (count: number, kind?: 'single') => ({
  ...REQUEST,
  ...(kind === undefined ? {} : { kind }),
  description: 'Posters',
  milestones: posters(count),
});

test('thirty milestones of a single release are agreed and reported', async () => {
  const host = await startHere();
  const input = asking(30, 'single');
  const { id, summary } = (await short(host, 'deploy_escrow', input)) as { id: string; summary: Result };
  expect(summary).toMatchObject({ total: '465', moreMilestones: 22 });
  const rest = await short(host, 'get_escrow', { escrow: id, milestonesFrom: 9 });
  expect(rest['milestones']).toMatchObject(input.milestones.slice(8).map(({ description }) => ({ description })));
  await does(host, 'client', 'deploy_escrow', input);
  await does(host, 'client', 'prepare_step', { step: 'fund', id });
  const report = { step: 'change-status', milestone: 30, evidence: 'https://example.org/posters/30.pdf' };
  await does(host, 'provider', 'prepare_step', { escrow: id, ...report });
  await does(host, 'client', 'prepare_step', { escrow: id, step: 'approve', milestone: 30 });
  expect(await short(host, 'get_escrow', { escrow: id })).toMatchObject({ byState: '29 open, 1 approved' });
});

test('an update of many milestones lists the first changes, and says how many there are', async () => {
  const host = await startHere();
  const { id } = await does(host, 'client', 'deploy_escrow', asking(2));
  const { summary } = (await short(host, 'update_escrow', { escrow: id, addMilestones: posters(18) })) as {
    summary: Result;
  };
  expect(summary).toMatchObject({ changes: expect.any(Array), moreChanges: expect.any(Number) });
});

test('twenty-two people who are paid are in a result of no more than that either', async () => {
  const host = await startHere();
  const milestones = posters(22).map((poster, at) => ({
    ...poster,
    receiver: Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(at + 1)).publicKey(),
  }));
  const { id } = await short(host, 'deploy_escrow', { ...asking(22), milestones });
  await short(host, 'get_escrow', { id });
  await short(host, 'get_escrow', { escrow: id });
});
