import type { Desk, Prepared } from '@countersign/core';
import { STEP_NAMES } from '@countersign/core/escrow';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { expect, test } from 'vitest';
import { DEFAULT_SANDBOX } from './index.ts';
import { prepareAction, resolveDispute, updateEscrow } from './step-tools.ts';

const [{ address }] = SANDBOX_ACCOUNTS;
const escrow = 'CB64D3G7SM2RTH6JSGG34DDTFTQ5CFDKVJBODZMCGJGMFZ7BVXSNZQPM';

const PREPARED: Prepared<'approve'> = {
  id: 'abc',
  status: 'prepared',
  network: 'sandbox',
  contractId: escrow,
  transactionHash: 'ff',
  expiresAt: '2026-11-22T14:02:00.000Z',
  unsignedXdr: 'AAAA',
  checked: 'verified',
  signUrl: 'https://sign.example/sign/1',
  next: 'Sign it.',
  judgement: { key: 'key', stops: [], warnings: [], facts: [] },
  summary: {
    network: 'sandbox',
    networkPassphrase: 'p',
    signer: address,
    escrow,
    title: 'Logo',
    step: 'release',
    does: 'Release signer: pay out milestone 1 of 2, “Sketches”, 10.5 USDC.',
    changes: [{ what: 'Milestone 1', before: 'Approved', after: 'Paid out' }],
    pays: [
      { as: 'receiver', to: address, amount: '9.9435' },
      { as: 'share', to: address, amount: '1', about: true },
    ],
    amount: '10.5',
    left: '20',
    leftFor: { amount: '20', milestones: [2] },
    doesNot: ['It cannot be taken back.'],
    turn: [{ role: 'approver', address, action: 'approve', milestone: 2 }],
    token: { address: escrow, code: 'USDC' },
    feeXlm: '0.1',
    expiresAt: '2026-11-22T14:02:00.000Z',
    warnings: [],
  },
};

/** A desk that records what it is asked, and has one answer. */
function listeningDesk() {
  const seen: unknown[][] = [];
  const prepareStep = async (...args: unknown[]) => {
    seen.push(args);
    return PREPARED;
  };
  return { desk: { prepareStep } as unknown as Desk, seen };
}

test.each([
  [prepareAction, { escrow, action: 'approve', milestone: 1 }, true],
  [prepareAction, { id: 'abc' }, true],
  [prepareAction, { escrow, action: 'resolve' }, false],
  [prepareAction, { escrow, action: 'approve', secretKey: 'x' }, false],
  [resolveDispute, { escrow, action: 'withdraw', distributions: [{ address, amount: '5' }] }, true],
  [resolveDispute, { escrow, action: 'resolve', distributions: [{ address, amount: '5', memo: 1 }] }, false],
  [updateEscrow, { escrow, roles: { approver: address }, addMilestones: [{ description: 'Files' }] }, true],
  [updateEscrow, { escrow, roles: { platformAddress: address } }, false],
] as const)('%# the advertised input is loose in what must stand, and strict in what may', (tool, input, taken) => {
  expect(tool.input(DEFAULT_SANDBOX).safeParse(input).success).toBe(taken);
});

test('each tool asks for its own steps, and its own options do not go into the request', async () => {
  const { desk, seen } = listeningDesk();
  const request = { escrow, action: 'approve', milestone: 1 };
  await prepareAction.run(desk, { ...request, includeXdr: true }, {});
  await resolveDispute.run(desk, { escrow, action: 'withdraw', includeXdr: false }, {});
  await updateEscrow.run(desk, { escrow, title: 'A' }, {});
  expect(seen).toEqual([
    [STEP_NAMES.filter((name) => !['resolve', 'withdraw', 'update'].includes(name)), request, {}],
    [['resolve', 'withdraw'], { escrow, action: 'withdraw' }, {}],
    [['update'], { escrow, title: 'A' }, {}],
  ]);
});

test('a model reads what changes, who is paid exactly what, what it does not do, and whose turn is next', async () => {
  const { desk } = listeningDesk();
  const result = await prepareAction.run(desk, { id: 'abc' }, {});
  expect(prepareAction.output.safeParse(result).error).toBeUndefined();
  expect(result).toMatchObject({
    contractId: escrow,
    summary: {
      does: 'Release signer: pay out milestone 1 of 2, “Sketches”, 10.5 USDC.',
      changes: [{ what: 'Milestone 1', before: 'Approved', after: 'Paid out' }],
      pays: [
        `9.9435 USDC to the receiver (${address})`,
        `about 1 USDC to somebody without a role in this escrow (${address})`,
      ],
      left: '20 USDC',
      doesNot: ['It cannot be taken back.'],
    },
    afterwards: expect.stringMatching(/^Approver \(.*\) approves milestone 2\.$/),
    turn: [{ role: 'approver', address, action: 'approve', milestone: 2 }],
    signUrl: 'https://sign.example/sign/1',
    next: expect.stringContaining('get_transaction'),
  });
  expect(result).not.toHaveProperty('unsignedXdr');
  expect(await prepareAction.run(desk, { id: 'abc', includeXdr: true }, {})).toMatchObject({ unsignedXdr: 'AAAA' });
});
