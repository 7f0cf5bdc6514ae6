import type { Desk, Prepared } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { preparedOf } from '@countersign/testkit/fixtures/hostile-scenes';
import { expect, test } from 'vitest';
import { deployEscrow } from './deploy-escrow.ts';
import { DEFAULT_SANDBOX, listTool, valueFor } from './index.ts';

const address = SANDBOX_ACCOUNTS[0].address;

/** The request from the interface's own example, with its decimals as text. */
const request = {
  signer: address,
  engagementId: 'ENG-1',
  title: 'Logo',
  description: 'A logo in three steps',
  roles: {
    approver: address,
    serviceProvider: address,
    platformAddress: address,
    releaseSigner: address,
    disputeResolver: address,
    receiver: address,
  },
  platformFee: '5',
  milestones: [{ description: 'Sketch', amount: '10.5' }],
  trustline: { address, decimals: 10_000_000 },
  receiverMemo: '18446744073709551615',
};

const input = valueFor(deployEscrow.input, DEFAULT_SANDBOX);

test.each([
  ['the interface’s example', request],
  ['a second escrow with the same terms', { ...request, anotherEscrow: true }],
  ['the transaction itself', { ...request, includeXdr: true }],
])('the advertised input takes %s', (_, given) => {
  expect(input.safeParse(given).error).toBeUndefined();
});

test.each([
  ['an unknown field', { ...request, secretKey: 'x' }],
  ['a role that there is not', { ...request, roles: { ...request.roles, owner: address } }],
  ['a milestone with a field of its own', { ...request, milestones: [{ description: 'a', amount: '1', paid: true }] }],
  ['a missing title', { ...request, title: undefined }],
  ['a missing role', { ...request, roles: { approver: address } }],
])('and is strict about %s', (_, given) => {
  expect(input.safeParse(given).success).toBe(false);
});

test('it names the nine fields of the interface the kind, and what is asked of the tool itself, and no union at the top, which hosts refuse', () => {
  const { inputSchema } = listTool(deployEscrow, DEFAULT_SANDBOX);
  const names = [...Object.keys(request), 'anotherEscrow', 'includeXdr', 'kind'];
  expect(Object.keys(inputSchema['properties'] as object).sort()).toEqual(names.sort());
  for (const keyword of ['oneOf', 'anyOf', 'allOf', '$schema']) expect(inputSchema).not.toHaveProperty(keyword);
});

/** A desk that records what it is asked, and has one answer. */
function deskThatGives(prepared: Prepared) {
  const seen: unknown[][] = [];
  const prepare = async (...args: unknown[]) => {
    seen.push(args);
    return prepared;
  };
  return { desk: { prepare } as unknown as Desk, seen };
}

test('passes its input and its options to the desk', async () => {
  const { desk, seen } = deskThatGives(preparedOf('Logo'));
  const options = { signal: AbortSignal.abort() };
  await deployEscrow.run(desk, request, options);
  expect(seen).toEqual([['deploy', request, options]]);
});

test('the option for a second escrow is passed to the desk, not in the request', async () => {
  const { desk, seen } = deskThatGives(preparedOf('Logo'));
  const options = { signal: AbortSignal.abort() };
  for (const anotherEscrow of [true, false]) await deployEscrow.run(desk, { ...request, anotherEscrow }, options);
  expect(seen).toEqual([
    ['deploy', request, { ...options, another: true }],
    ['deploy', request, { ...options, another: false }],
  ]);
});

test('a result explains why an escrow is only partly verified', async () => {
  const { desk } = deskThatGives(
    preparedOf('Logo', 1, [{ code: 'TOKEN_NOT_ASKED', params: { token: address, stored: true } }]),
  );
  const result = await deployEscrow.run(desk, request, {});
  expect(result).toMatchObject({
    summary: {
      reasons: [`The decimals of token ${address} are taken from the request; they were not read from the token.`],
    },
  });
  expect(deployEscrow.output.safeParse(result).error).toBeUndefined();
});

test('the option for the XDR does not go into the request', async () => {
  const { desk, seen } = deskThatGives(preparedOf('Logo'));
  expect(await deployEscrow.run(desk, { ...request, includeXdr: true }, {})).toHaveProperty('unsignedXdr');
  expect(await deployEscrow.run(desk, { ...request, includeXdr: false }, {})).not.toHaveProperty('unsignedXdr');
  expect(seen).toEqual([
    ['deploy', request, {}],
    ['deploy', request, {}],
  ]);
});

test('a result explains what to weigh, what the person must confirm, and what the new version replaces', async () => {
  const { unsignedXdr: _, ...prepared } = preparedOf('Logo');
  const replaces = { id: 'earlier', differences: [{ field: 'platformFee', asked: '5', found: '50' }] };
  const { desk } = deskThatGives({
    ...prepared,
    status: 'to-confirm',
    judgement: {
      key: 'key',
      stops: [{ code: 'FEE_ABOVE_STOP', params: { percent: '99', stop: '20' } }],
      warnings: [{ code: 'RECEIVER_IS_NOT_WORKER', params: { address } }],
      facts: [{ code: 'FIRST_TIME_ADDRESSES', params: { addresses: [address] } }],
    },
    replaces,
  });
  const result = await deployEscrow.run(desk, request, {});
  expect(result).toMatchObject({
    status: 'to-confirm',
    judgement: {
      stops: ['The platform fee is 99 % of each payment, more than 20 %.'],
      warnings: [`The receiver is neither the service provider nor the signer: ${address}.`],
      facts: [`Used here for the first time: ${address}.`],
    },
    replaces,
  });
  expect(result).not.toHaveProperty('unsignedXdr');
  expect(deployEscrow.output.safeParse(result).error).toBeUndefined();
});
