/** Who could take an escrow's money, by the desk's rule and by the contracts themselves. */
import { type Taking, whoCanTake } from '@countersign/core/judgement';
import type { EscrowOnChain } from '@countersign/core/kinds';
import {
  CONTRACT_NAMES,
  type ContractName,
  lifeEscrow,
  openEscrowLife,
  type Person,
  person,
} from '@countersign/testkit/ledger/escrow-life';
import { expect, test } from 'vitest';

const life = openEscrowLife();
const PAID = 300n * 10_000_000n;
/** Two strangers, of whom it is asked what they can take, and one who does nothing. */
const [ANN, BEN, YOU] = ['provider', 'arbiter', 'client'] as const;
type Stranger = typeof ANN | typeof BEN;

type Assigned = Readonly<Record<'approver' | 'provider' | 'platform' | 'release' | 'resolver' | 'receiver', Person>>;

function termsOf(name: ContractName, assigned: Assigned): EscrowOnChain {
  const receiver = person(assigned.receiver);
  const plain = lifeEscrow(name, { platformFee: 0 });
  return {
    ...plain,
    roles: {
      approver: person(assigned.approver),
      serviceProvider: person(assigned.provider),
      platformAddress: person(assigned.platform),
      releaseSigner: person(assigned.release),
      disputeResolver: person(assigned.resolver),
      ...(name === 'multi' ? {} : { receiver }),
    },
    milestones: plain.milestones.map((each) => (name === 'multi' ? { ...each, receiver } : each)),
  };
}

/** Tries all that these people may do with a new escrow, first by releasing, then by a dispute. */
function takenBy(name: ContractName, terms: EscrowOnChain, people: readonly Stranger[]): boolean {
  const wealth = () => people.reduce((sum, each) => sum + life.balance(person(each)), 0n);
  const attempt = (steps: (escrow: string, act: Act) => void) => {
    const escrow = life.funded(name, PAID, terms);
    const before = wealth();
    steps(escrow, (what, values) => {
      for (const who of people) life.act(name, escrow, what, who, values);
    });
    // The service's share of 0.3 % goes elsewhere.
    return (wealth() - before) * 100n > PAID * 99n;
  };
  const both = [0, 1];
  return (
    attempt((_, act) => {
      for (const index of both) act('approve', { index });
      for (const index of both) act('release', { index });
    }) ||
    attempt((_, act) => {
      for (const index of both) act('dispute', { index });
      const to = person(people[0] as Stranger);
      act('withdraw', { distributions: [[to, PAID]] });
    }) ||
    attempt((escrow, act) => {
      const own = { ...(terms.milestones[0] as EscrowOnChain['milestones'][number]), amount: PAID };
      const added = name === 'multi' ? { ...own, receiver: person(people[0] as Stranger) } : own;
      act('update', { escrow: { ...life.read(name, escrow), milestones: [...terms.milestones, added] } });
      act('approve', { index: 2 });
      act('release', { index: 2 });
    })
  );
}

type Act = (what: Parameters<typeof life.act>[2], values: Parameters<typeof life.act>[4]) => void;

const ALL_ANN: Assigned = {
  approver: ANN,
  provider: ANN,
  platform: YOU,
  release: ANN,
  resolver: YOU,
  receiver: ANN,
};
const ASSIGNED: readonly (readonly [string, Assigned])[] = [
  ['one approves, pays out and is paid', ALL_ANN],
  ['the same, and decides disputes', { ...ALL_ANN, resolver: ANN }],
  ['one approves and pays out to somebody else', { ...ALL_ANN, receiver: YOU }],
  ['one approves, pays out and runs the platform', { ...ALL_ANN, receiver: YOU, platform: ANN }],
  ['one works, the other decides', { ...ALL_ANN, approver: YOU, release: YOU, resolver: BEN }],
  ['one works and decides', { ...ALL_ANN, approver: YOU, release: YOU, resolver: ANN }],
  ['one is paid, the other approves and pays out', { ...ALL_ANN, approver: BEN, release: BEN }],
  [
    'one approves, the other pays out and runs the platform',
    { ...ALL_ANN, release: BEN, platform: BEN, receiver: YOU },
  ],
];

test.each(CONTRACT_NAMES.flatMap((name) => ASSIGNED.map(([what, assigned]) => [name, what, assigned] as const)))(
  '%s: the rule agrees with the contract where %s',
  (name, _, assigned) => {
    const terms = termsOf(name, assigned);
    const takings = whoCanTake(terms, (address) => address === person(YOU));
    const computed = (people: readonly Stranger[]) =>
      takings.some(({ parties }: Taking) => parties.every((address) => people.map(person).includes(address)));
    for (const people of [[ANN], [BEN], [ANN, BEN]] as const) {
      expect({ people, can: computed(people) }).toEqual({ people, can: takenBy(name, terms, people) });
    }
  },
);
