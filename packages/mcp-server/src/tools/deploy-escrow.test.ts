import type { Desk } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { preparedOf } from '@countersign/testkit/fixtures/hostile-scenes';
import { expect, test } from 'vitest';
import { deployEscrow } from './deploy-escrow.ts';
import { listTool } from './listed-tool.ts';

const address = SANDBOX_ACCOUNTS[0].address;

/** The request as the interface's own example writes it. */
const request = {
  signer: address,
  engagementId: 'ENG-1',
  title: 'Logo',
  description: 'A logo in three steps',
  roles: {
    approver: address,
    serviceProvider: address,
    platformAddress: address,
    release: address,
    disputeResolver: address,
    receiver: address,
  },
  platformFee: 5,
  milestones: [{ description: 'Sketch', amount: 10.5 }],
  trustline: { address, decimals: 10_000_000 },
  receiverMemo: 7,
};

test.each([
  ['the interface’s example', request],
  [
    'amounts, fee and memo as text',
    {
      ...request,
      platformFee: '5',
      milestones: [{ description: 'a', amount: '10.5' }],
      receiverMemo: '18446744073709551615',
    },
  ],
  ['a renewal', { id: 'abc' }],
])('the advertised input takes %s', (_, input) => {
  expect(deployEscrow.input.safeParse(input).error).toBeUndefined();
});

test.each([
  ['an unknown field', { ...request, secretKey: 'x' }],
  ['a role that there is not', { ...request, roles: { ...request.roles, owner: address } }],
  ['a milestone with a field of its own', { ...request, milestones: [{ description: 'a', amount: '1', paid: true }] }],
  ['a missing role', { ...request, roles: { approver: address } }],
])('and is strict about %s', (_, input) => {
  expect(deployEscrow.input.safeParse(input).success).toBe(false);
});

test('it names the nine fields of the interface and the id, and no union at the top, which hosts refuse', () => {
  const { inputSchema } = listTool(deployEscrow);
  expect(Object.keys(inputSchema['properties'] as object).sort()).toEqual([...Object.keys(request), 'id'].sort());
  for (const keyword of ['oneOf', 'anyOf', 'allOf', '$schema']) expect(inputSchema).not.toHaveProperty(keyword);
});

test('hands its input and its options to the desk', async () => {
  const seen: unknown[] = [];
  const desk = {
    prepare: async (...args: unknown[]) => {
      seen.push(...args);
      return preparedOf('Logo');
    },
  } as unknown as Desk;
  const options = { signal: AbortSignal.abort() };
  await deployEscrow.run(desk, request, options);
  expect(seen).toEqual(['deploy', request, options]);
});

test('a host is told in words why an escrow is only partly verified', async () => {
  const prepared = preparedOf('Logo', 1, [{ code: 'TOKEN_NOT_ASKED', params: { token: address, stored: true } }]);
  const desk = { prepare: async () => prepared } as unknown as Desk;
  const result = await deployEscrow.run(desk, request, {});
  expect(result).toMatchObject({
    summary: {
      reasons: [`The decimals of token ${address} are taken from the request; the token itself was not asked.`],
    },
  });
  expect(deployEscrow.output.safeParse(result).error).toBeUndefined();
});

test('a host is told in words what each milestone pays out', async () => {
  const desk = { prepare: async () => preparedOf('Logo', 2) } as unknown as Desk;
  const { summary } = (await deployEscrow.run(desk, request, {})) as { summary: { costs: string[] } };
  expect(summary.costs).toHaveLength(3);
  expect(summary.costs[0]).toMatch(
    /^Paid out for milestone 1: .* to the receiver, .* to the platform, .* to the service$/,
  );
});
