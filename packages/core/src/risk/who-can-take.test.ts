import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { ROLE_NAMES, type RoleName } from '../escrow/steps.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../kinds/escrow-on-chain.ts';
import type { Risk } from './risk.ts';
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

test('does not warn of two parties when no one is known, and still blocks one party', () => {
  expect(takingRisk(escrowOf('one receiver', YOURS, [{}]), YOU, undefined)).toEqual({
    stops: [],
    warnings: [],
    facts: [],
  });
  const alone = { ...YOURS, approver: ANN, releaseSigner: ANN };
  expect(takingRisk(escrowOf('one receiver', alone, [{}]), YOU, undefined).stops).toHaveLength(1);
});

const RESOLVED = { disputeResolver: KNOWN };
const APPROVED = [{ flags: { approved: true } }];
const ALONE = { approver: KNOWN, releaseSigner: KNOWN, receiver: KNOWN };
const WITH_PLATFORM = { approver: BEN, releaseSigner: BEN, platformAddress: BEN, receiver: YOU, ...RESOLVED };
const ofMany = (roles: Partial<Roles>, milestones: readonly Milestone[], trusted: readonly string[] = []) =>
  takingRisk(escrowOf('own receivers', { ...YOURS, ...roles }, milestones), YOU, new Set(trusted));
const confirmed = escrowOf('one receiver', { ...YOURS, ...ALONE, disputeResolver: YOU }, [{}]);
const MAY_TAKE: Readonly<Record<string, Risk>> = {
  'an ordinary first deal: a warning of the provider and the arbiter': taking({}),
  'people whom the wallet knows: a fact': taking(RESOLVED),
  'one who approves, pays out and is paid: a stop': taking({ approver: ANN, releaseSigner: ANN, ...RESOLVED }),
  'the same, whom the wallet knows: a warning': taking(ALONE),
  'the same, whose share was confirmed: a warning': takingRisk(confirmed, YOU, new Set(), new Set([KNOWN])),
  'a payee who only pays out what is approved already': taking({ releaseSigner: ANN, ...RESOLVED }, {}, APPROVED),
  'the same before the approval': taking({ releaseSigner: ANN, ...RESOLVED }),
  'a single release of which one milestone is approved': taking(
    { releaseSigner: ANN, ...RESOLVED },
    { amount: 2n, flags: {} },
    [...APPROVED, { flags: {} }],
  ),
  'a single release of which all are': taking({ releaseSigner: ANN, ...RESOLVED }, { amount: 2n, flags: {} }, APPROVED),
  'a single release that is paid': taking(
    { releaseSigner: ANN, ...RESOLVED },
    { amount: 2n, flags: { released: true } },
    APPROVED,
  ),
  'the arbiter of a dispute that is open': taking({}, {}, [{ flags: { disputed: true } }, {}]),
  'a platform that takes half of each payment': taking(WITH_PLATFORM, { platformFee: 5_000 }),
  'a platform that takes less': taking(WITH_PLATFORM, { platformFee: 4_999 }),
  'everyone who could open a dispute over all': ofMany({ platformAddress: 'EVE' }, [{}, { receiver: 'ZOE' }]),
  'no one who could dispute all': ofMany({ platformAddress: YOU, serviceProvider: YOU }, [
    { receiver: ANN },
    { receiver: YOU },
  ]),
  'a second way of the same two people: a fact': taking({ approver: BEN, releaseSigner: BEN }),
  'a second way of three people': taking({ approver: 'EVE', releaseSigner: 'EVE' }),
  'receivers whom the same stranger could pay: one warning': ofMany(
    { approver: 'EVE', releaseSigner: 'EVE', ...RESOLVED },
    [{ receiver: 'ZOE' }, { receiver: 'MAX' }, { receiver: YOU }],
    [KNOWN],
  ),
};

test('stops what a stranger can take alone, and warns of what people can take together', async () => {
  const { note, text } = createPart();
  for (const [title, risk] of Object.entries(MAY_TAKE)) note(title, risk);
  await expect(text()).toMatchFileSnapshot('recorded/taking.txt');
});
