/** The risks of payments, steps, names, payees and terms: each case with what stops it and what it warns of. */
import {
  contractOf,
  deployOf,
  keyOf,
  network,
  PLATFORM,
  USDC,
  WORKER,
  YOU,
} from '@countersign/testkit/fixtures/deploy-risk-fixture';
import { escrowOf, PEOPLE } from '@countersign/testkit/fixtures/step-fixture';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { createSide, type Difference } from '../errors/differences.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import type { NamedAddress } from '../words/names.ts';
import { paidFrom, type SeenOnLedger } from './payability.ts';
import { payeeRisk, payeesOfEscrow } from './payee-risk.ts';
import { nameRisk, paymentRisk, type Risk, stepRisk, type WeighedPayment } from './risk.ts';
import { newTerms, termsRisk } from './terms-risk.ts';

const shown = ({ stops, warnings, facts = [] }: Partial<Risk> & Pick<Risk, 'stops' | 'warnings'>) =>
  Object.entries({ stop: stops, warning: warnings, fact: facts })
    .flatMap(([kind, found]) => found.map(({ code, params }) => `${kind}: ${code} ${JSON.stringify(params)}`))
    .join('\n') || 'nothing';
const table = async (risks: Readonly<Record<string, Parameters<typeof shown>[0]>>, file: string) => {
  const { note, text } = createPart();
  for (const [title, risk] of Object.entries(risks)) note(title, shown(risk));
  await expect(text()).toMatchFileSnapshot(`recorded/${file}.txt`);
};

const FUNDING: WeighedPayment = {
  ...{ amount: 100n, needed: 450n, held: 350n, decimals: 0, token: 'USDC', title: 'Logo' },
  ...{ isInDispute: false, resolver: 'GRESOLVER' },
};
const { held: _, ...unknown } = FUNDING;
const pays = (changes: Partial<WeighedPayment>) => paymentRisk({ ...FUNDING, ...changes });

test('stops a payment of more than an escrow needs, and says what follows any payment', async () => {
  await table(
    {
      'the missing amount': pays({}),
      'one unit more': pays({ amount: 101n }),
      'into an escrow that holds all': pays({ held: 450n }),
      'into one that holds more: a part of a resolved milestone was left behind': pays({ held: 460n }),
      'into a finished escrow': pays({ needed: 0n, held: 0n }),
      'into one in dispute': pays({ isInDispute: true }),
      'where the balance is unknown': paymentRisk(unknown),
    },
    'payments',
  );
});

const before = escrowOf('live-multi');
const { platformAddress: signer, stranger, receiver } = PEOPLE;
const steps = (after: EscrowOnChain) => stepRisk({ signer }, { escrow: before }, after);
const withRole = (role: string, address: string) => steps({ ...before, roles: { ...before.roles, [role]: address } });
const [last] = before.milestones.slice(-1);
const adding = (to: string) =>
  steps({ ...before, milestones: [...before.milestones, { ...last, receiver: to } as never] });
const distributing = (...addresses: string[]) =>
  stepRisk({ signer, distributions: addresses.map((address) => ({ address })) }, { escrow: before });

test('stops a step that gives a stranger a role or money, and warns of a resolver who pays themselves', async () => {
  await table(
    {
      'an update that makes a stranger the release signer': withRole('releaseSigner', stranger),
      'an update that makes a stranger the dispute resolver': withRole('disputeResolver', stranger),
      'an update that makes the platform the dispute resolver': withRole('disputeResolver', signer),
      'an update that adds a milestone for a stranger': adding(stranger),
      'an update that adds one for the receiver': adding(receiver),
      'a distribution to the receiver': distributing(receiver),
      'a distribution to a stranger': distributing(stranger, receiver),
      'a distribution to its signer': distributing(receiver, signer),
    },
    'steps',
  );
});

const SET_AT = '2026-11-01T00:00:00.000Z';
const named = (changes: Partial<NamedAddress> = {}): NamedAddress => ({
  ...{ field: 'roles.receiver', name: 'Ana', address: 'GNEW', from: 'address-book', setBy: 'terminal', setAt: SET_AT },
  ...changes,
});
const changed = named({ before: 'GOLD' });
const after = (days: number, names: readonly NamedAddress[], ...used: readonly string[]) =>
  nameRisk(names, new Set(used), Date.parse(SET_AT) + days * 24 * 3_600_000);
const inTwoRoles = [changed, named({ ...changed, field: 'roles.approver' })];
const twoNames = [named(), named({ field: 'roles.approver' }), named({ name: 'Ben', address: 'GBEN' })];
const notJudged = [named({ ...changed, field: 'signer' }), named({ from: 'sandbox' }), named({ from: 'network' })];

test('stops an address that a name got lately and that was never used', async () => {
  await table(
    {
      ...Object.fromEntries([0, 3, 6.99, -1].map((days) => [`${days} days after the change`, after(days, inTwoRoles)])),
      'after 3 days, and used': after(3, [changed], 'GNEW'),
      'after 7 days, and used': after(7, [changed], 'GNEW'),
      'after 8 days': after(8, [changed]),
      'names that are used for the first time': after(0, twoNames),
      'the same, whose addresses were used': after(0, twoNames, 'GNEW', 'GBEN'),
      'the signer’s own name, a demo account’s and a token’s': after(0, notJudged),
    },
    'names',
  );
});

const [BEN, CLEO, FEE_ACCOUNT] = [14, 15, 16].map(keyOf) as [string, string, string];
const [vault, wallet] = [30, 31].map(contractOf) as [string, string];
type Milestone = EscrowOnChain['milestones'][number];
function paying(receivers: readonly string[], changes: Partial<EscrowOnChain> = {}): EscrowOnChain {
  const { escrow } = deployOf();
  const { receiver: __, ...roles } = escrow.roles;
  const [milestone] = escrow.milestones as [Milestone];
  const milestones = receivers.map((each) => ({ ...milestone, receiver: each, amount: 1_000_000_000n }));
  return { ...escrow, roles, milestones, ...changes };
}
const ofPayees = (receivers: readonly string[], seen: SeenOnLedger) => {
  const from = paidFrom(network, USDC.address, { signer: YOU, escrow: contractOf(1) }, seen);
  return payeeRisk(payeesOfEscrow(paying(receivers), FEE_ACCOUNT), from, seen);
};

test('adds up what several milestones pay to one receiver, after fees, and counts only what is still to be paid', () => {
  const payees = payeesOfEscrow(paying([BEN, CLEO, BEN]), FEE_ACCOUNT);
  expect(payees).toHaveLength(4);
  expect(payees).toEqual(
    expect.arrayContaining([
      { role: 'receiver', address: BEN, units: 1_894_000_000n, least: 947_000_000n },
      { role: 'receiver', address: CLEO, units: 947_000_000n, least: 947_000_000n },
      { role: 'platformAddress', address: PLATFORM, units: 150_000_000n, least: 50_000_000n },
      { role: 'serviceFee', address: FEE_ACCOUNT, units: 9_000_000n, least: 3_000_000n },
    ]),
  );
  const [open, paid] = paying([BEN, CLEO]).milestones as [Milestone, Milestone];
  const free = paying([], { platformFee: 0, milestones: [open, { ...paid, flags: { released: true } }] });
  expect(payeesOfEscrow(free, undefined).map(({ address }) => address)).toEqual([BEN]);
  const single = { ...deployOf().escrow, amount: 100n, flags: { resolved: true } };
  expect(payeesOfEscrow(single, FEE_ACCOUNT)).toEqual([]);
});

test('blocks each payee for whom the money is lost, and warns of a limit that is too low', async () => {
  const account = { exists: true, trustline: true, isAuthorised: true, room: 1_000_000_000n };
  const room: SeenOnLedger = { accounts: new Map([[BEN, account]]) };
  const odd: SeenOnLedger = {
    accounts: new Map([[CLEO, { exists: true, trustline: true, needsMemo: true }]]),
    contracts: new Map([[vault, 'not-wallet']]),
  };
  await table(
    {
      'a limit that one milestone fits': ofPayees([BEN], room),
      'a limit that two do not fit': ofPayees([BEN, BEN], room),
      'a contract that is no wallet, an account that needs a memo, the issuer': ofPayees(
        [vault, CLEO, USDC.issuer, WORKER],
        odd,
      ),
      'a smart wallet': ofPayees([wallet], { contracts: new Map([[wallet, 'wallet']]) }),
    },
    'payees-of-escrows',
  );
});

const differenceIn = (field: string): readonly Difference[] => [
  { field, asked: createSide('NONE'), found: createSide('AS_ASKED') },
];
const [agreed, enforced, deployed] = [differenceIn('agreed'), differenceIn('enforced'), differenceIn('deployed')];

test('stops terms that this wallet did not agree to, or that settled differently', async () => {
  await table(
    {
      'terms that differ in all ways': termsRisk({ agreed, enforced, areTextsChanged: true, deployed }),
      'as agreed, but settled differently': termsRisk({ agreed: [], enforced, areTextsChanged: true, deployed }),
      'settled differently, in an escrow that is new to this wallet': termsRisk({ enforced }),
      'as agreed, with changed texts': termsRisk({ agreed: [], enforced: [], areTextsChanged: true, deployed }),
      'changed since the deploy, to a wallet that agreed to nothing': termsRisk({
        ...{ enforced: [], areTextsChanged: false, deployed },
      }),
      'changed since the deploy, as this wallet agreed': termsRisk({ agreed: [], deployed }),
      'those of the deploy': termsRisk({ deployed: [] }),
      'no earlier terms': termsRisk({}),
    },
    'terms',
  );
});

test('shows each receiver of an escrow from elsewhere with the sum of its own milestones', () => {
  const { approver, serviceProvider, platformAddress, releaseSigner, disputeResolver } = PEOPLE;
  const [milestone] = before.milestones as [(typeof before.milestones)[number]];
  const milestones = [
    { ...milestone, amount: 20_000_000n, receiver },
    { ...milestone, amount: 30_000_000n, receiver: stranger },
    { ...milestone, amount: 50_000_000n, receiver },
  ];
  const roles = { approver, serviceProvider, platformAddress, releaseSigner, disputeResolver };
  const params = {
    ...{ receivers: [receiver, stranger], releaseSigner, disputeResolver },
    terms: { approver, serviceProvider, platformAddress, feePercent: '2.5', amounts: ['7', '3'], token: 'USDC' },
  };
  const escrow = { ...before, roles, platformFee: 250, milestones };
  expect(newTerms(escrow, 7, 'USDC')).toEqual({ code: 'ESCROW_FROM_ELSEWHERE', params });
  // A single release pays its one amount to its one receiver.
  const single = newTerms({ ...escrow, roles: { ...roles, receiver }, amount: 5n, milestones: [milestone] }, 1, 'EURC');
  expect(single.params).toMatchObject({ terms: { amounts: expect.arrayContaining(['0.5']), token: 'EURC' } });
});
