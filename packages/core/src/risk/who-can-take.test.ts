import { describe, expect, test } from 'vitest';
import { ROLE_NAMES, type RoleName } from '../escrow/steps.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../kinds/escrow-on-chain.ts';
import { takingRisk, whoCanTake } from './who-can-take.ts';

type Flags = MilestoneOnChain['flags'];
type Roles = Readonly<Record<RoleName, string>>;
type Milestone = { readonly receiver?: string; readonly flags?: Flags };

/** One receiver among the roles, as in the sandbox; or one for each milestone, as in the live multi-release contract. */
type Layout = 'one receiver' | 'own receivers';

function escrowOf(layout: Layout, roles: Roles, milestones: readonly Milestone[], change: Partial<EscrowOnChain> = {}) {
  const { receiver, ...others } = roles;
  const escrow: EscrowOnChain = {
    engagementId: 'ENG-1',
    title: 'Logo',
    description: 'A logo',
    roles: layout === 'one receiver' ? roles : others,
    platformFee: 0,
    milestones: milestones.map((milestone) => ({
      description: 'Work',
      amount: 1n,
      status: 'pending',
      evidence: '',
      flags: milestone.flags ?? {},
      ...(layout === 'one receiver' ? {} : { receiver: milestone.receiver ?? receiver }),
    })),
    trustline: { address: 'CTOKEN' },
    ...change,
  };
  return escrow;
}

/** The contract's state, for a search of all actions that some parties can take. */
type State = {
  readonly parts: readonly { readonly receiver: string; readonly flags: Flags; readonly amount?: number }[];
  readonly held: number;
  /** Paid to these parties. */
  readonly taken: number;
};

/**
 * How much these parties can get by themselves. Written from the contract's checks and not from the rules under test:
 * every call that one of them may sign is tried, in any order.
 */
function mostTaken(layout: Layout, roles: Roles, parts: State['parts'], parties: readonly string[]): number {
  const held = parts.filter(({ flags }) => flags.released !== true && flags.resolved !== true).length;
  const seen = new Set<string>();
  const open: State[] = [{ parts, held, taken: 0 }];
  let most = 0;
  for (let state = open.pop(); state !== undefined && most < held; state = open.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    seen.add(key);
    most = Math.max(most, state.taken);
    open.push(...parties.flatMap((signer) => callsOf(layout, roles, state as State, signer, parties)));
  }
  return most;
}

function callsOf(layout: Layout, roles: Roles, state: State, signer: string, parties: readonly string[]): State[] {
  const { parts, held, taken } = state;
  const next: State[] = [];
  const change = (index: number, flags: Flags, paid = 0, to = '') =>
    next.push({
      parts: parts.map((part, at) => (at === index ? { ...part, flags: { ...part.flags, ...flags } } : part)),
      held: held - paid,
      taken: taken + (parties.includes(to) ? paid : 0),
    });
  parts.forEach(({ receiver, flags, amount = 1 }, index) => {
    const isClosed = flags.released === true || flags.resolved === true;
    if (signer === roles.approver && flags.approved !== true) change(index, { approved: true });
    const isReady = !isClosed && flags.approved === true && flags.disputed !== true && held >= amount;
    if (signer === roles.releaseSigner && isReady) change(index, { released: true }, amount, receiver);
    const { approver, serviceProvider, platformAddress, releaseSigner } = roles;
    const isParty = [approver, serviceProvider, platformAddress, releaseSigner, receiver].includes(signer);
    if (isParty && signer !== roles.disputeResolver && !isClosed && flags.disputed !== true) {
      change(index, { disputed: true });
    }
    if (signer === roles.disputeResolver && flags.disputed === true && held >= amount) {
      change(index, { disputed: false, resolved: true }, amount, signer);
    }
  });
  const isDone = ({ flags }: State['parts'][number]) => flags.released || flags.resolved || flags.disputed;
  if (signer === roles.disputeResolver && held > 0 && parts.every(isDone)) {
    next.push({ parts, held: 0, taken: taken + held });
  }
  // With money inside, the platform may still append a milestone.
  const isFirst = parts.every(({ amount }) => amount === undefined);
  if (layout === 'own receivers' && signer === roles.platformAddress && isFirst && held > 0) {
    next.push({ ...state, parts: [...parts, { receiver: signer, flags: {}, amount: held }] });
  }
  return next;
}

const [YOU, KNOWN, ANN, BEN] = ['YOU', 'KNOWN', 'ANN', 'BEN'] as const;
const PARTIES = [YOU, KNOWN, ANN, BEN];
const isTrusted = (address: string) => address === YOU || address === KNOWN;

/** By the search: which strangers can take something, and whether that is all. */
function searched(layout: Layout, roles: Roles, parts: State['parts']): string[] {
  const open = parts.filter(({ flags }) => flags.released !== true).length;
  const found = (parties: readonly string[]) => {
    const taken = mostTaken(layout, roles, parts, parties);
    return taken === 0 ? [] : [`${parties.join('+')} ${taken === open ? 'all' : 'part'}`];
  };
  const alone = [...found([ANN]), ...found([BEN])];
  return alone.length > 0 ? alone : found([ANN, BEN]);
}

const computed = (escrow: EscrowOnChain): string[] =>
  whoCanTake(escrow, isTrusted)
    .map(({ parties, share }) => `${parties.toSorted().join('+')} ${share}`)
    .toSorted();

function assignment<Name extends string>(number: number, names: readonly Name[]): Readonly<Record<Name, string>> {
  const of = names.map((name, at) => [name, PARTIES[Math.floor(number / 4 ** at) % 4] as string] as const);
  return Object.fromEntries(of) as Record<Name, string>;
}

test.each<Layout>(['one receiver', 'own receivers'])(
  'finds everyone who can take the money, over all assignments of four parties to six roles (%s)',
  (layout) => {
    const wrong: unknown[] = [];
    const found = new Set<string>();
    for (let number = 0; number < 4 ** 6; number++) {
      const roles = assignment(number, ROLE_NAMES);
      const rule = computed(escrowOf(layout, roles, [{}]));
      for (const each of rule) found.add(each);
      const search = searched(layout, roles, [{ receiver: roles.receiver, flags: {} }]);
      if (rule.join() !== search.join()) wrong.push({ roles, rule, search });
    }
    expect(wrong).toEqual([]);
    expect([...found].sort()).toEqual(['ANN all', 'ANN+BEN all', 'BEN all']);
  },
);

test('finds them with two milestones, each with its receiver, and whatever was done with either', () => {
  const states: readonly Flags[] = [{}, { approved: true }, { disputed: true }, { released: true }];
  const wrong: unknown[] = [];
  const found = new Set<string>();
  // Every seventh, which is coprime to all counts here, so each value of each place occurs.
  for (let number = 0; number < 4 ** 9; number += 7 * 11) {
    const { second, first, other, ...roles } = assignment(number, [...ROLE_NAMES, 'second', 'first', 'other']);
    const [one, two] = [first, other].map((at) => states[PARTIES.indexOf(at as typeof YOU)] as Flags) as [Flags, Flags];
    if (one.released === true && two.released === true) continue;
    const milestones = [{ flags: one }, { receiver: second, flags: two }];
    const rule = computed(escrowOf('own receivers', roles, milestones));
    for (const each of rule) found.add(each);
    const parts = [
      { receiver: roles.receiver, flags: one },
      { receiver: second, flags: two },
    ];
    const search = searched('own receivers', roles, parts);
    if (rule.join() !== search.join()) wrong.push({ roles, milestones, rule, search });
  }
  expect(wrong).toEqual([]);
  expect([...found].sort()).toEqual(['ANN all', 'ANN part', 'ANN+BEN all', 'ANN+BEN part', 'BEN all', 'BEN part']);
});

const YOURS: Roles = {
  approver: YOU,
  serviceProvider: ANN,
  platformAddress: KNOWN,
  releaseSigner: YOU,
  disputeResolver: BEN,
  receiver: ANN,
};
const taking = (roles: Partial<Roles>, change: Partial<EscrowOnChain> = {}, milestones: readonly Milestone[] = [{}]) =>
  takingRisk(escrowOf('one receiver', { ...YOURS, ...roles }, milestones, change), YOU, new Set([KNOWN]));

const dispute = (openers: readonly string[], resolver: string) => ({
  code: 'CAN_TAKE_TOGETHER',
  params: {
    ...{ way: 'dispute', share: 'all' },
    ...{ parties: openers.map((address) => ({ address })), resolver: { address: resolver } },
  },
});

test('finds no one in an escrow that has paid out all, and leaves paid milestones out', () => {
  const alone: Roles = { ...YOURS, approver: ANN, releaseSigner: ANN, platformAddress: ANN };
  const found = (...flags: Flags[]) =>
    whoCanTake(
      escrowOf(
        'own receivers',
        alone,
        flags.map((each) => ({ flags: each })),
      ),
      isTrusted,
    );
  expect(found({ released: true }, { resolved: true })).toEqual([]);
  expect(found({ released: true }, {})).toContainEqual({ way: 'release', parties: [ANN], share: 'all' });
  expect(found({ resolved: true }, {})).toContainEqual({ way: 'release', parties: [ANN], share: 'all' });
  // Three parties who need each other are not named.
  const three = escrowOf('own receivers', { ...YOURS, approver: 'EVE', releaseSigner: 'MAX', disputeResolver: YOU }, [
    {},
  ]);
  expect(whoCanTake(three, isTrusted)).toEqual([]);
});

test('names those who could dispute a part where no one could dispute all', () => {
  const roles = { ...YOURS, platformAddress: YOU, serviceProvider: YOU };
  const escrow = escrowOf('own receivers', roles, [{ receiver: ANN }, { receiver: YOU }]);
  const params = { way: 'dispute', share: 'part', parties: [{ address: ANN }], resolver: { address: BEN } };
  expect(takingRisk(escrow, YOU, new Set()).warnings).toEqual([{ code: 'CAN_TAKE_TOGETHER', params }]);
});

describe('the text that a person reads about it', () => {
  test('an ordinary first deal is a warning that names the provider and the arbiter', () => {
    expect(taking({})).toEqual({
      stops: [],
      warnings: [
        {
          code: 'CAN_TAKE_TOGETHER',
          params: { way: 'dispute', share: 'all', parties: [{ address: ANN }], resolver: { address: BEN } },
        },
      ],
      facts: [dispute([KNOWN], BEN)],
    });
  });

  test('shows a fact when known people can take money together', () => {
    expect(taking({ disputeResolver: KNOWN })).toEqual({ stops: [], warnings: [], facts: [dispute([ANN], KNOWN)] });
  });

  test('one who approves, pays out and is paid is a stop', () => {
    const params = { way: 'release', share: 'all', address: ANN };
    expect(taking({ approver: ANN, releaseSigner: ANN, disputeResolver: KNOWN })).toEqual({
      stops: [{ code: 'CAN_TAKE_ALONE', params }],
      warnings: [],
      facts: [],
    });
  });

  test('one whom the wallet knows, or whose share was confirmed, is a warning', () => {
    const roles = { approver: KNOWN, releaseSigner: KNOWN, receiver: KNOWN };
    const warnings = [{ code: 'KNOWN_CAN_TAKE_ALONE', params: { way: 'release', share: 'all', address: KNOWN } }];
    expect(taking(roles)).toMatchObject({ stops: [], warnings: [...warnings, { code: 'CAN_TAKE_TOGETHER' }] });
    const escrow = escrowOf('one receiver', { ...YOURS, ...roles, disputeResolver: YOU }, [{}]);
    expect(takingRisk(escrow, YOU, new Set(), new Set([KNOWN]))).toEqual({ stops: [], warnings, facts: [] });
  });

  test('payees of work that is approved already need only pay out', () => {
    const approved = [{ flags: { approved: true } }];
    expect(taking({ releaseSigner: ANN, disputeResolver: KNOWN }, {}, approved).stops).toEqual([
      { code: 'CAN_TAKE_ALONE', params: { way: 'approved', share: 'all', address: ANN } },
    ]);
    expect(taking({ releaseSigner: ANN, disputeResolver: KNOWN }).stops).toEqual([]);
  });

  test('treats a single release as approved once all its milestones are', () => {
    const milestones = [{ flags: { approved: true } }, { flags: {} }];
    const roles = { releaseSigner: ANN, disputeResolver: KNOWN };
    expect(taking(roles, { amount: 2n, flags: {} }, milestones).stops).toEqual([]);
    expect(taking(roles, { amount: 2n, flags: {} }, milestones.slice(0, 1)).stops).toHaveLength(1);
    expect(taking(roles, { amount: 2n, flags: { released: true } }, milestones.slice(0, 1)).stops).toEqual([]);
  });

  test('the arbiter of a dispute that is open needs no one else', () => {
    expect(taking({}, {}, [{ flags: { disputed: true } }, {}]).stops).toEqual([
      { code: 'CAN_TAKE_ALONE', params: { way: 'dispute', share: 'part', address: BEN } },
    ]);
  });

  test('a platform that takes most of each payment counts as paid', () => {
    const roles = { approver: BEN, releaseSigner: BEN, platformAddress: BEN, receiver: YOU, disputeResolver: KNOWN };
    expect(taking(roles, { platformFee: 4_999 }).stops).toEqual([]);
    expect(taking(roles, { platformFee: 5_000 }).stops).toEqual([
      { code: 'CAN_TAKE_ALONE', params: { way: 'fee', share: 'all', address: BEN } },
    ]);
  });

  test('everyone who could open a dispute is named in one warning, and parties that could only for a part are left out', () => {
    const roles = { ...YOURS, platformAddress: 'EVE' };
    const escrow = escrowOf('own receivers', roles, [{}, { receiver: 'ZOE' }]);
    const { warnings } = takingRisk(escrow, YOU, new Set());
    expect(warnings).toMatchObject([{ params: { parties: [{ address: ANN }, { address: 'EVE' }] } }]);
  });

  test('shows a second way of the same two people as a fact, which leaves room for other warnings', () => {
    const { warnings, facts } = taking({ approver: BEN, releaseSigner: BEN });
    expect(warnings).toMatchObject([{ params: { way: 'release' } }]);
    expect(facts).toEqual([dispute([KNOWN], BEN)]);
    const three = taking({ approver: 'EVE', releaseSigner: 'EVE' });
    expect(three.warnings).toMatchObject([
      { params: { way: 'release', parties: [{ address: ANN }, { address: 'EVE' }] } },
    ]);
    const [ofStrangers, ofKnown] = three.facts;
    expect(ofStrangers).toMatchObject({ params: { way: 'dispute', parties: [{}, {}], resolver: { address: BEN } } });
    expect(ofKnown).toEqual(dispute([KNOWN], BEN));
  });

  test('receivers whom the same stranger could pay are named in one warning', () => {
    const roles = { ...YOURS, approver: 'EVE', releaseSigner: 'EVE', disputeResolver: KNOWN };
    const milestones = [{ receiver: 'ZOE' }, { receiver: 'MAX' }, { receiver: YOU }];
    const { warnings } = takingRisk(escrowOf('own receivers', roles, milestones), YOU, new Set([KNOWN]));
    expect(warnings).toEqual([
      {
        code: 'CAN_TAKE_TOGETHER',
        params: {
          way: 'release',
          share: 'part',
          parties: [{ address: 'MAX' }, { address: 'ZOE' }],
          mover: { address: 'EVE' },
        },
      },
    ]);
  });

  test('does not warn of two parties when no one is known, and still blocks one party', () => {
    expect(takingRisk(escrowOf('one receiver', YOURS, [{}]), YOU, undefined)).toEqual({
      stops: [],
      warnings: [],
      facts: [],
    });
    const alone = { ...YOURS, approver: ANN, releaseSigner: ANN };
    expect(takingRisk(escrowOf('one receiver', alone, [{}]), YOU, undefined).stops).toHaveLength(1);
  });
});
