import type { Desk, Prepared } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { spokenFields } from '@countersign/core/words/problems';
import { failure } from '@countersign/testkit/desk/failure';
import { expect, test } from 'vitest';
import { DEFAULT_SANDBOX } from './index.ts';
import { prepareStep } from './prepare-step.ts';
import { updateEscrow } from './update-escrow.ts';

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
  [prepareStep, { escrow, step: 'approve', milestone: 1 }, true],
  [prepareStep, { id: 'abc' }, true],
  [prepareStep, { escrow, step: 'update' }, false],
  [prepareStep, { escrow, step: 'approve', secretKey: 'x' }, false],
  [prepareStep, { escrow, step: 'withdraw', distributions: [{ address, amount: '5' }] }, true],
  [prepareStep, { escrow, step: 'resolve', distributions: [{ address, amount: '5', memo: 1 }] }, false],
  [updateEscrow, { escrow, roles: { approver: address }, addMilestones: [{ description: 'Files' }] }, true],
  [updateEscrow, { escrow, roles: { platformAddress: address } }, false],
] as const)('%# the advertised input is loose in what must stand, and strict in what may', (tool, input, taken) => {
  expect(tool.input(DEFAULT_SANDBOX).safeParse(input).success).toBe(taken);
});

test('passes each step to the desk without the tool’s own options', async () => {
  const { desk, seen } = listeningDesk();
  const request = { escrow, milestone: 1 };
  await prepareStep.run(desk, { ...request, step: 'approve', includeXdr: true }, {});
  await prepareStep.run(desk, { escrow, step: 'withdraw', includeXdr: false }, {});
  await updateEscrow.run(desk, { escrow, title: 'A' }, {});
  expect(seen).toEqual([
    [['approve'], { ...request, action: 'approve' }, {}],
    [['withdraw'], { escrow, action: 'withdraw' }, {}],
    [['update'], { escrow, title: 'A' }, {}],
  ]);
});

test.each([
  [
    { step: 'fund', escrow, milestone: 1 },
    'milestone',
    'is not a field of fund, which takes escrow, signer, amount, way',
  ],
  [{ step: 'discard', id: 'a', escrow }, 'escrow', 'is not a field of discard, which takes id'],
  [{ step: 'end', escrow, amount: '5' }, 'amount', 'is not a field of end, which takes escrow, signer, refundTo'],
  [{ step: 'update', escrow }, 'step', 'must be one of fund, '],
  [{ escrow }, 'step', 'is missing; give one of fund, '],
])('refuses a field of another step by its name: %j', async (input, path, problem) => {
  const { desk } = listeningDesk();
  const refused = await failure(prepareStep.run(desk, input, {}));
  const [field, ...others] = spokenFields(refused, 'en');
  expect(others).toEqual([]);
  expect(field).toMatchObject({ written: path, problem: expect.stringContaining(problem) });
});

test('a model reads what changes, who is paid exactly what, what it does not do, and whose turn is next', async () => {
  const { desk } = listeningDesk();
  const result = await prepareStep.run(desk, { step: 'approve', escrow }, {});
  expect(prepareStep.output.safeParse(result).error).toBeUndefined();
  expect(result).toMatchObject({
    escrow,
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
    turn: [{ who: 'approver', step: 'approve', milestone: 2 }],
    signUrl: 'https://sign.example/sign/1',
    next: expect.stringContaining('get_escrow'),
  });
  expect(result).not.toHaveProperty('unsignedXdr');
  expect(await prepareStep.run(desk, { step: 'approve', escrow, includeXdr: true }, {})).toMatchObject({
    unsignedXdr: 'AAAA',
  });
});

test('asks for the escrow alone when a payment names none, and not for fields that the tool does not take', async () => {
  const { fields } = await failure(prepareStep.run({} as Desk, { step: 'fund', amount: '5' }, {}));
  expect(fields).toMatchObject([{ path: 'escrow', problem: { code: 'MISSING' } }]);
});
