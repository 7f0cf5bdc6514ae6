import { buildDeploy, otherKey, request, sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { escrowOfRequest } from '../../kinds/escrow-of-request.ts';
import { type EscrowOnChain, payoutOf } from '../../kinds/escrow-on-chain.ts';
import { payouts, payoutsByReceiver, sumOf } from './costs.ts';
import { deploy } from './index.ts';

const escrow: EscrowOnChain = escrowOfRequest(request());
const [milestone] = escrow.milestones as [EscrowOnChain['milestones'][number]];

// Seen on the network or in the contract's own tests: facts that our arithmetic must meet.
test.each([
  [1_000_000_000n, 100, 3_000_000n, 10_000_000n, 987_000_000n],
  [2_500_000_000n, 50, 7_500_000n, 12_500_000n, 2_480_000_000n],
  [20_000_000n, 300, 60_000n, 600_000n, 19_340_000n],
  [333n, 100, 0n, 3n, 330n],
  [33n, 100, 0n, 0n, 33n],
])(
  '%s base units at %s basis points are shared as the contract shares them',
  (paid, bps, service, platform, receiver) => {
    const shares = { paid, service, platform, receiver };
    expect(payouts({ ...escrow, platformFee: bps, milestones: [{ ...milestone, amount: paid }] })).toEqual([shares]);
    // The same where the escrow has one amount for all of its milestones.
    const { amount: _, ...without } = milestone;
    expect(payouts({ ...escrow, platformFee: bps, amount: paid, milestones: [without, without] })).toEqual([shares]);
  },
);

test('adds the shares up to the total payment', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt(1n, 2n ** 127n - 1n)),
      fc.integer({ min: 0, max: 9_900 }),
      (amounts, platformFee) => {
        const each = payouts({
          ...escrow,
          platformFee,
          milestones: amounts.map((amount) => ({ ...milestone, amount })),
        });
        for (const { paid, platform, service, receiver } of [...each, sumOf(each)]) {
          expect(platform + service + receiver).toBe(paid);
          expect(platform >= 0n && service >= 0n).toBe(true);
          // However small an amount and high a fee: no payee gets nothing.
          expect(receiver > 0n || paid === 0n).toBe(true);
        }
        expect(sumOf(each).paid).toBe(amounts.reduce((sum, amount) => sum + amount, 0n));
      },
    ),
  );
});

test('sums what each of several receivers gets over the milestones that pay it', () => {
  const milestones = ['GANA', 'GBEN', 'GANA'].map((receiver, index) => ({ receiver, number: index + 1 }));
  const each = [payoutOf(1_000n, 100), payoutOf(2_000n, 100), payoutOf(333n, 100)];
  expect(payoutsByReceiver(milestones, each)).toMatchObject([
    { address: 'GANA', milestones: [1, 3], paid: 1_333n, receiver: 1_317n },
    { address: 'GBEN', milestones: [2], paid: 2_000n, receiver: 1_974n },
  ]);
  expect(payoutsByReceiver(milestones.slice(0, 1), each)).toEqual([]);
  expect(payoutsByReceiver([{ number: 1 }, { number: 2 }], each)).toEqual([]);
});

test('the summary of a deploy shows each milestone’s receiver and what each gets, where there are several', () => {
  const [ana, ben] = [signerKey.publicKey(), otherKey.publicKey()];
  const actionRequest = request({
    platformFee: 2.5,
    milestones: [ana, ben, ana].map((receiver, index) => ({
      description: 'Part',
      amount: 100 * (index + 1),
      receiver,
    })),
  });
  const read = readTransaction(buildDeploy(actionRequest), sandbox.passphrase);
  const call = deploy.read(read, sandbox);
  if ('unreadable' in call) throw new Error('the fixture is a deploy');
  const summary = deploy.summarise(read, call, actionRequest, sandbox, []);
  expect(summary.roles.receiver).toBe(`${ana}, ${ben}`);
  expect(summary.milestones.map(({ receiver }) => receiver)).toEqual([ana, ben, ana]);
  expect(summary.costs.payees).toEqual([
    { address: ana, milestones: [1, 3], paid: '400', receiver: '388.8' },
    { address: ben, milestones: [2], paid: '200', receiver: '194.4' },
  ]);
});
