/** Calls with several faults: which of them the contract names, and that a refused call changes nothing. */
import type { EscrowOnChain } from '@countersign/core/kinds';
import {
  CONTRACT_NAMES,
  type ContractName,
  lifeEscrow,
  openEscrowLife,
  person,
} from '@countersign/testkit/ledger/escrow-life';
import {
  ALL,
  added,
  approvedAll,
  changed,
  crowd,
  type Doing,
  disputed,
  first,
  otherPlatform,
  paying,
  raise,
  released,
  resolved,
  UNIT,
  withAmount,
} from '@countersign/testkit/ledger/refusals';
import { expect, test } from 'vitest';

type Tried = readonly [why: string, ...Doing];
type State = { readonly before?: readonly Doing[]; readonly money?: bigint; readonly terms?: Partial<EscrowOnChain> };

const missing = { index: 2 };
const nothing = { distributions: [] };
const tooMuch = paying(2n ** 127n - 1n, 1n);
const crowdOfNothing = { distributions: crowd(51).distributions.map(([to]) => [to, 0n] as const) };

const GROUPS = (name: ContractName): readonly (readonly [state: string, State, readonly Tried[]])[] => {
  const to = (change: Partial<EscrowOnChain>) => changed(name, change);
  const oneMoreApproved = to(added(name, 1, { flags: raise(name, 0).milestones[0]?.flags }));
  return [
    [
      'a new escrow',
      {},
      [
        ['no status, of a missing milestone, by a stranger', 'change-status', 'stranger', { status: '', index: 7 }],
        ['a missing milestone, by another', 'change-status', 'client', { index: 7 }],
        ['no status, of a missing milestone', 'change-status', 'provider', { status: '', index: 7 }],
        ['a missing milestone, by a stranger', 'approve', 'stranger', missing],
        ['a missing milestone, by a stranger', 'release', 'stranger', missing],
        ['a missing milestone, by a stranger', 'dispute', 'stranger', missing],
        ['nothing to one, of a missing milestone, by a stranger', 'resolve', 'stranger', { ...paying(0n), ...missing }],
        ['nothing to one, by a stranger', 'resolve', 'stranger', paying(5n, 0n)],
        ['more than an amount can be, by a stranger', 'resolve', 'stranger', tooMuch],
        ['to 51, by a stranger', 'resolve', 'stranger', crowd(51)],
        ['nothing, by another', 'resolve', 'client', nothing],
        ['more than there is, without a dispute', 'resolve', 'arbiter', paying(ALL)],
        ['nothing to each of 51, by a stranger', 'withdraw', 'stranger', crowdOfNothing],
        ['less than nothing, by a stranger', 'withdraw', 'stranger', paying(-1n)],
        ['nothing, by another', 'withdraw', 'platform', nothing],
        [
          'too high a fee, no milestone, by a stranger',
          'update',
          'stranger',
          to({ platformFee: 9_901, milestones: [] }),
        ],
        ['an amount of zero, by a stranger', 'update', 'stranger', to(withAmount(name, 0n))],
        ['to 51 milestones, by a stranger', 'update', 'stranger', to(added(name, 49))],
        ['another platform, by another', 'update', 'client', to(otherPlatform(name))],
        ['the second milestone approved', 'update', 'platform', to(raise(name, 1))],
        ['one more that is approved', 'update', 'platform', oneMoreApproved],
        ['a longer life, by another', 'extend', 'client', { ledgers: 500_000 }],
      ],
    ],
    [
      'whose resolver is the approver too',
      { terms: { roles: { ...lifeEscrow(name).roles, approver: person('arbiter') } } },
      [['by the resolver', 'dispute', 'arbiter']],
    ],
    [
      'with 1 unit',
      { money: 1n },
      [
        ['another title, and one milestone more', 'update', 'platform', to({ title: 'Other', ...added(name, 1) })],
        ['another text of a milestone', 'update', 'platform', to({ milestones: [first(name), first(name)] })],
        ['one more that is approved', 'update', 'platform', oneMoreApproved],
      ],
    ],
    [
      'approved, without money',
      { before: approvedAll },
      [
        ['by another, again', 'approve', 'provider'],
        ['approvals taken back', 'update', 'platform'],
        ['one approval taken back', 'update', 'platform', to(raise(name, 0))],
        [
          'released',
          'update',
          'platform',
          to({ flags: { disputed: false, released: true, resolved: false }, ...raise(name, 0) }),
        ],
      ],
    ],
    [
      'in dispute, without money',
      { before: disputed() },
      [
        ['again, by a stranger', 'dispute', 'stranger'],
        ['again, by the resolver', 'dispute', 'arbiter'],
        ['not approved, by another', 'release', 'client'],
        ['not approved', 'release', 'releaser'],
        ['more than the milestone and the balance', 'resolve', 'arbiter', paying(100n * UNIT, 1n)],
        ['nothing', 'resolve', 'arbiter', nothing],
        ['nothing', 'withdraw', 'arbiter', nothing],
        ['another platform, and an approval', 'update', 'platform', to({ ...otherPlatform(name), ...raise(name, 0) })],
        ['an approval', 'update', 'platform', to(raise(name, 0))],
      ],
    ],
    [
      'the first milestone approved and in dispute',
      { before: [['approve', 'client'], ...disputed()] },
      [['without money', 'release', 'releaser']],
    ],
    [
      'approved and in dispute, without money',
      { before: [...disputed(), ...approvedAll] },
      [['in dispute', 'release', 'releaser']],
    ],
    [
      'in dispute, with less than was agreed',
      { before: disputed(), money: 99n },
      [
        ['more than there is', 'resolve', 'arbiter', paying(99n, 1n)],
        ['less than there is, but not zero, by another', 'resolve', 'client', paying(98n)],
      ],
    ],
    [
      'released',
      { before: released(), money: ALL },
      [
        ['again, by a stranger', 'release', 'stranger'],
        ['by a stranger', 'dispute', 'stranger'],
        ['nothing', 'resolve', 'arbiter', nothing],
      ],
    ],
    [
      'resolved',
      { before: resolved(name), money: ALL },
      [
        ['by a stranger', 'release', 'stranger'],
        ['by a stranger', 'dispute', 'stranger'],
        ['nothing', 'resolve', 'arbiter', nothing],
      ],
    ],
  ];
};

test.each(CONTRACT_NAMES)(
  'the %s-release contract names the first fault of a call, and changes nothing',
  async (name) => {
    const life = openEscrowLife();
    const lines = GROUPS(name).flatMap(([state, { before = [], money = 0n, terms }, tried]) => {
      const escrow = life.funded(name, money, terms);
      for (const [act, signer, values] of before) {
        expect(life.act(name, escrow, act, signer, values)).toHaveProperty('events');
      }
      const kept = [life.read(name, escrow), life.balance(escrow)];
      return [
        `\n# ${state}`,
        ...tried.map(([why, act, signer, values]) => {
          const outcome = life.act(name, escrow, act, signer, values);
          if (!('error' in outcome)) throw new Error(`${state}: ${act} ${why} was accepted`);
          expect([life.read(name, escrow), life.balance(escrow)]).toEqual(kept);
          return `${act}, ${why}: ${outcome.error.replaceAll(/\s+/g, ' ')}`;
        }),
      ];
    });
    await expect(`${lines.join('\n').trim()}\n`).toMatchFileSnapshot(`recorded/first-fault-${name}.txt`);
  },
);

/** From the one that is found first: one is mended after the other. */
test.each(CONTRACT_NAMES)('the %s-release contract names the first fault of a new escrow', async (name) => {
  const life = openEscrowLife();
  const milestone = (amount: bigint) => ({
    ...first(name),
    flags: { ...first(name).flags, approved: true },
    ...(name === 'single' ? {} : { amount }),
  });
  const many = (count: number, amount = 1n) => ({ milestones: Array.from({ length: count }, () => milestone(amount)) });
  const amount = (value: bigint) => (name === 'single' ? { amount: value } : {});
  const lines = (
    [
      ['too high a fee, nothing to pay, no milestone', { milestones: [], platformFee: 9_901, ...amount(0n) }],
      ['nothing to pay, no milestone', { milestones: [], ...amount(0n) }],
      ['less than nothing to pay, no milestone', { milestones: [], ...amount(-1n) }],
      ['no milestone', { milestones: [] }],
      ['51 milestones of nothing, approved', many(51, 0n)],
      ['50 milestones of nothing, approved', many(50, 0n)],
      ['50 milestones of less than nothing, approved', many(50, -1n)],
      ['50 milestones, approved', many(50)],
    ] as const
  ).map(([why, change]) => {
    const outcome = life.create(name, change);
    return `${why}: ${'error' in outcome ? outcome.error.replaceAll(/\s+/g, ' ') : 'created'}`;
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`recorded/first-fault-of-a-new-${name}.txt`);
});
