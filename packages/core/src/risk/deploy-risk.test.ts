/** The risks of a deploy: what stops it, what it warns of, and what is a plain fact. */
import {
  ARBITER,
  codes,
  contractOf,
  deployOf,
  ESCROW,
  EVERYONE,
  judged,
  judgedBy,
  KNOWN,
  keyOf,
  network,
  type Parties,
  PLATFORM,
  POLICY,
  SMART_WALLET,
  STRANGER,
  USDC,
  WORKER,
  withAccount,
  YOU,
} from '@countersign/testkit/fixtures/deploy-risk-fixture';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { ROLE_NAMES } from '../escrow/steps.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { DEFAULT_FEE_STOP, deployRisk, newRisk } from './deploy-risk.ts';
import type { KnownAccount } from './payability.ts';
import { mergeRisk, type Risk } from './risk.ts';

const NAMED = { YOU, WORKER, PLATFORM, ARBITER, STRANGER, ESCROW, SMART_WALLET, USDC: USDC.address };
type Milestone = EscrowOnChain['milestones'][number];
const [milestone] = deployOf().escrow.milestones as [Milestone];
const payees = [14, 15, 16, 17, 18, 19].map(keyOf);
const nameOf = new Map([...Object.entries(NAMED), ...payees.map((payee, at) => [`PAYEE ${at + 1}`, payee] as const)]);
const shown = ({ stops, warnings, facts }: Risk) =>
  [...nameOf].reduce(
    (text, [name, address]) => text.replaceAll(address, name),
    Object.entries({ stop: stops, warning: warnings, fact: facts })
      .flatMap(([kind, found]) => found.map(({ code, params }) => `${kind}: ${code} ${JSON.stringify(params)}`))
      .join('\n') || 'nothing',
  );

const ALL = (address: string): Parties => Object.fromEntries(ROLE_NAMES.map((role) => [role, address]));
const all = ALL(STRANGER);
const NO_ONE = { trusted: new Set<string>() };
const NEW = { used: new Set<string>() };
const ofEveryone = new Set([...EVERYONE, ...payees]);
const several = { trusted: ofEveryone, used: ofEveryone };
const withFee = (platformFee: number) => deployOf({}, { platformFee });

/** A receiver for each milestone, and none among the roles. */
function paying(receivers: readonly string[], roles: Parties = {}, flags: Milestone['flags'] = {}) {
  const deploy = deployOf(roles);
  const { receiver: _, ...others } = deploy.escrow.roles;
  const milestones = receivers.map((receiver) => ({ ...milestone, receiver, flags }));
  return { ...deploy, escrow: { ...deploy.escrow, roles: others, milestones } };
}
const odd = { receiver: STRANGER, releaseSigner: ARBITER };
const oneWhoTakes = { approver: STRANGER, releaseSigner: STRANGER, receiver: STRANGER, platformAddress: WORKER };
const single = (milestones: readonly Milestone[]) => judged(deployOf({}, { amount: 100n, milestones }));
const lacking = new Map(payees.map((address, at) => [address, { exists: at % 2 === 0, trustline: false }] as const));
const mixed = deployOf({ ...odd, disputeResolver: WORKER }, { platformFee: 5 });
const YOURS_TO_OPEN = { approver: STRANGER, platformAddress: YOU, releaseSigner: YOU, disputeResolver: YOU };
const afterFee = (feeBefore: number, platformFee: number, roles: Parties = {}) =>
  judged(deployOf(roles, { platformFee }), { feeBefore });

const RISKS: Readonly<Record<string, Risk>> = {
  'every escrow: no deadline, who changes its terms, what the service keeps': deployRisk(deployOf(), KNOWN, POLICY),
  'usual terms': judged(deployOf()),
  // Roles that no one can act in, or in which money is lost.
  ...Object.fromEntries(
    ROLE_NAMES.flatMap((role) => [
      [`the token as ${role}`, judged(deployOf({ [role]: USDC.address }))],
      [`the escrow itself as ${role}`, judged(deployOf({ [role]: ESCROW }))],
      [`a contract, which cannot sign here, as ${role}`, judged(deployOf({ [role]: SMART_WALLET }))],
    ]),
  ),
  'the token in two roles': judged(deployOf({ approver: USDC.address, receiver: USDC.address })),
  'the token of an escrow, which is not known': judged(
    deployOf({ approver: contractOf(9) }, { trustline: { address: contractOf(9) } }),
  ),
  'the escrow as receiver that is paid already': judged(paying([ESCROW], {}, { released: true })),
  'the escrow as one of two such': judged(paying([WORKER, ESCROW], {}, { released: true })),
  'a contract that is only paid': judged(deployOf({ receiver: SMART_WALLET, platformAddress: SMART_WALLET }), {
    trusted: new Set([...EVERYONE, SMART_WALLET]),
  }),
  // One party.
  'every role one stranger': judged(deployOf(all), NO_ONE),
  'every role one party whom the wallet knows': judged(deployOf(all)),
  'every role but the approver one stranger': judged(deployOf({ ...all, approver: YOU }), NO_ONE),
  'every role you': judged(deployOf(ALL(YOU))),
  'one who approves, pays out and is paid, and whatever else there is': judged(
    deployOf(oneWhoTakes, { platformFee: 5, amount: 100n, flags: {} }),
  ),
  'the same, who was confirmed': judged(deployOf(oneWhoTakes), { ...NO_ONE, confirmed: new Set([STRANGER]) }),
  // Fees.
  'the highest fee that the settings allow': judged(withFee(2_000)),
  'a higher fee': judged(withFee(2_001)),
  'a fee above another highest one': deployRisk(withFee(301), KNOWN, { network, feeStop: 300 }),
  'a fee that looks like a fraction': judged(withFee(5)),
  'the highest such fee': judged(withFee(99)),
  'a fee of 1 %, and none': mergeRisk(judged(withFee(100)), judged(withFee(0))),
  'a fee that is far higher than the last with this platform': afterFee(5, 1_990),
  'a fee that is far lower': afterFee(1_990, 5),
  'a fee like the last': afterFee(1_990, 1_990),
  'another fee of your own platform': afterFee(5, 1_990, { platformAddress: YOU }),
  // People.
  'a receiver that is neither the worker nor you': judged(deployOf({ receiver: STRANGER })),
  'a receiver that is you': judged(deployOf({ receiver: YOU })),
  'a resolver that is the worker': judged(deployOf({ disputeResolver: WORKER })),
  ...Object.fromEntries(
    Object.entries({ STRANGER, YOU, WORKER, PLATFORM }).map(([name, releaseSigner]) => [
      `${name} as release signer`,
      judged(deployOf({ releaseSigner })),
    ]),
  ),
  'a stranger who approves and pays out, where a warning says more': judged(
    deployOf({ approver: STRANGER, releaseSigner: STRANGER }),
    { trusted: new Set([ARBITER, PLATFORM]) },
  ),
  'an unknown approver': judged(deployOf({ approver: STRANGER }), { used: new Set([WORKER, PLATFORM, ARBITER]) }),
  'addresses used for the first time': judged(deployOf(), NEW),
  'the same, of the live service’s usual deploy': judged(deployOf(YOURS_TO_OPEN), NEW),
  // Accounts.
  ...Object.fromEntries(
    Object.entries({ WORKER, PLATFORM, YOU }).flatMap(([name, address]) =>
      [
        { exists: false, trustline: false },
        { exists: true, trustline: false },
        { exists: true },
        { exists: true, severalSigners: true },
      ].map((account) => [`${name}: ${JSON.stringify(account)}`, judged(deployOf(), withAccount(address, account))]),
    ),
  ),
  'nothing known of any account': judged(deployOf(), { accounts: new Map() }),
  'you are paid, without a trustline': judged(
    deployOf({ receiver: YOU }),
    withAccount(YOU, { exists: true, trustline: false }),
  ),
  'nothing that was looked up': judgedBy(deployOf(odd), {}),
  // Several receivers.
  'receivers who are not the worker': judged(paying([...payees, WORKER, payees[0] as string]), several),
  'one of two who is not': judged(paying([WORKER, STRANGER])),
  'receivers who cannot be paid': judged(paying(payees), { ...several, accounts: lacking }),
  'receivers that are the token, the escrow and a contract': judged(
    paying([WORKER, USDC.address, ESCROW, SMART_WALLET]),
  ),
  'the token twice': judged(paying([USDC.address, USDC.address])),
  // What goes first.
  'more than two warnings': judged(mixed, withAccount(STRANGER, { exists: false })),
  'a single release of one milestone': single([milestone]),
  'a single release of two, which is paid out at once': single([milestone, milestone]),
  'what a desk adds': mergeRisk(judged(deployOf(odd)), {
    stops: [{ code: 'NOT_COVERED', params: { transactions: ['aa'] } }],
    warnings: [{ code: 'ADDRESS_CHANGED', params: { before: ESCROW, now: SMART_WALLET } }],
  }),
  'another owner’s equal id': mergeRisk(
    judged(withFee(5), { ...withAccount(YOU, { exists: true, severalSigners: true }), ...NEW }),
    { warnings: [{ code: 'SAME_ID_ELSEWHERE', params: {} }] },
  ),
  'another owner’s equal id alone': mergeRisk(judged(deployOf()), {
    warnings: [{ code: 'SAME_ID_ELSEWHERE', params: {} }],
  }),
};

test('stops, warns of and states the risks of a deploy as recorded', async () => {
  const { note, text } = createPart();
  for (const [title, risk] of Object.entries(RISKS)) note(title, shown(risk));
  await expect(text()).toMatchFileSnapshot('recorded/deploys.txt');
});

test('repeats who can take the money of changed terms only where there is more of it', () => {
  const deploy = deployOf({ approver: STRANGER, releaseSigner: STRANGER });
  const known = { ...KNOWN, trusted: new Set([ARBITER, PLATFORM]) };
  const newOf = (before: EscrowOnChain) => codes(newRisk(deploy, before, known, POLICY).warnings);
  const { escrow } = deploy;
  const milestones = escrow.milestones.map((each) => ({ ...each, amount: (each.amount ?? 0n) - 1n }));
  expect(newOf(escrow)).toEqual([]);
  expect(newOf({ ...escrow, milestones })).toEqual(['CAN_TAKE_TOGETHER']);
});

test('states that the service’s fee account cannot be paid, which its operator must mend', () => {
  const pinned = { network: { ...network, feeAddress: STRANGER }, feeStop: DEFAULT_FEE_STOP };
  const isStuck = (account: KnownAccount) => {
    const { warnings, facts } = deployRisk(withFee(0), withAccount(STRANGER, account), pinned);
    expect(warnings).toEqual([]);
    return codes(facts).includes('SERVICE_CANNOT_BE_PAID');
  };
  const trustline = { exists: true, trustline: true };
  expect(
    [{ exists: false }, { exists: true, trustline: false }, { ...trustline, isAuthorised: false }].map(isStuck),
  ).toEqual([true, true, true]);
  expect([{ ...trustline, room: 0n }, trustline].map(isStuck)).toEqual([false, false]);
  // Where it is also the platform, it is named once.
  const own = { ...pinned, network: { ...network, feeAddress: PLATFORM } };
  expect(codes(deployRisk(deployOf(), withAccount(PLATFORM, { exists: false }), own).warnings)).toEqual([
    'ACCOUNT_MISSING',
  ]);
});
