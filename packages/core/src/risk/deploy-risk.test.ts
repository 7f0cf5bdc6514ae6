import {
  ARBITER,
  codes,
  contractOf,
  deployOf,
  ESCROW,
  EVERYONE,
  judged,
  KNOWN,
  keyOf,
  network,
  type Parties,
  PLATFORM,
  POLICY,
  QUIET,
  SMART_WALLET,
  STRANGER,
  USDC,
  WORKER,
  withAccount,
  YOU,
} from '@countersign/testkit/fixtures/deploy-risk-fixture';
import { describe, expect, test } from 'vitest';
import { ROLE_NAMES } from '../escrow/steps.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { DEFAULT_FEE_STOP, deployRisk, newRisk } from './deploy-risk.ts';
import type { KnownAccount } from './payability.ts';

test('says of every escrow that it has no deadline, who can change its terms, and what the service keeps', () => {
  expect(deployRisk(deployOf(), KNOWN, POLICY).facts).toEqual([
    // What known people can take together.
    expect.objectContaining({ code: 'CAN_TAKE_TOGETHER' }),
    { code: 'ONLY_RESOLVER_MOVES', params: { address: ARBITER } },
    { code: 'PLATFORM_CHANGES_TERMS', params: { address: PLATFORM } },
    { code: 'SERVICE_SHARE', params: { percent: '0.3' } },
  ]);
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

test('says nothing about usual terms', () => {
  expect(judged(deployOf())).toEqual(QUIET);
});

describe('stops', () => {
  test.each(ROLE_NAMES)('a %s that is the escrow’s own token contract', (role) => {
    expect(judged(deployOf({ [role]: USDC.address })).stops).toEqual([{ code: 'ROLE_IS_TOKEN', params: { role } }]);
  });

  test('judges another role that has a receiver’s address', () => {
    expect(judged(deployOf({ approver: USDC.address, receiver: USDC.address })).stops).toEqual([
      { code: 'ROLE_IS_TOKEN', params: { role: 'approver' } },
      { code: 'ROLE_IS_TOKEN', params: { role: 'receiver' } },
    ]);
  });

  test('names the address of a receiver who is paid already where there are several', () => {
    const paidOut = (...receivers: string[]) => {
      const deploy = deployOf();
      const { receiver: _, ...roles } = deploy.escrow.roles;
      const [milestone] = deploy.escrow.milestones as [EscrowOnChain['milestones'][number]];
      const milestones = receivers.map((receiver) => ({ ...milestone, receiver, flags: { released: true } }));
      return judged({ ...deploy, escrow: { ...deploy.escrow, roles, milestones } }).stops;
    };
    expect(paidOut(ESCROW)).toEqual([{ code: 'ROLE_IS_ESCROW', params: { role: 'receiver' } }]);
    expect(paidOut(WORKER, ESCROW)).toEqual([
      { code: 'ROLE_IS_ESCROW', params: { role: 'receiver', address: ESCROW } },
    ]);
  });

  test('the token of an escrow that is not known', () => {
    const token = contractOf(9);
    const deploy = deployOf({ approver: token }, { trustline: { address: token } });
    expect(codes(judged(deploy).stops)).toEqual(['ROLE_IS_TOKEN']);
  });

  test.each(ROLE_NAMES)('a %s that is the escrow itself', (role) => {
    const { stops: blockers } = judged(deployOf({ [role]: ESCROW }));
    expect(blockers).toEqual([{ code: 'ROLE_IS_ESCROW', params: { role } }]);
  });

  test.each(['approver', 'serviceProvider', 'releaseSigner', 'disputeResolver'] as const)(
    'a %s that is a contract, which cannot sign here',
    (role) => {
      expect(judged(deployOf({ [role]: SMART_WALLET })).stops[0]).toEqual({
        code: 'ROLE_IS_CONTRACT',
        params: { role },
      });
    },
  );

  test('but not a contract that is only paid', () => {
    const trusted = new Set([...EVERYONE, SMART_WALLET]);
    expect(judged(deployOf({ receiver: SMART_WALLET, platformAddress: SMART_WALLET }), { trusted }).stops).toEqual([]);
  });

  test('every role one party that is not you', () => {
    const all = Object.fromEntries(ROLE_NAMES.map((role) => [role, STRANGER]));
    const params = { way: 'release', share: 'all', address: STRANGER };
    expect(judged(deployOf(all), { trusted: new Set() })).toMatchObject({
      stops: [{ code: 'CAN_TAKE_ALONE', params }],
      // The same party gets no further warning.
      warnings: [],
    });
    // Where the wallet knows them, it is a warning.
    expect(judged(deployOf(all))).toMatchObject({ stops: [], warnings: [{ code: 'KNOWN_CAN_TAKE_ALONE', params }] });
    expect(judged(deployOf({ ...all, approver: YOU }), { trusted: new Set() }).stops).toEqual([]);
  });

  test('not every role being you', () => {
    expect(judged(deployOf(Object.fromEntries(ROLE_NAMES.map((role) => [role, YOU])))).stops).toEqual([]);
  });

  test('a platform fee above what the settings allow, and none at it', () => {
    expect(judged(deployOf({}, { platformFee: 2_000 })).stops).toEqual([]);
    expect(judged(deployOf({}, { platformFee: 2_001 })).stops).toEqual([
      { code: 'FEE_ABOVE_STOP', params: { percent: '20.01', stop: '20' } },
    ]);
    expect(deployRisk(deployOf({}, { platformFee: 301 }), KNOWN, { network, feeStop: 300 }).stops).toEqual([
      { code: 'FEE_ABOVE_STOP', params: { percent: '3.01', stop: '3' } },
    ]);
  });
});

describe('looks twice at', () => {
  test('a receiver that is not the worker and not you', () => {
    expect(judged(deployOf({ receiver: STRANGER })).warnings).toEqual([
      { code: 'RECEIVER_IS_NOT_WORKER', params: { address: STRANGER } },
    ]);
    expect(judged(deployOf({ receiver: YOU })).warnings).toEqual([]);
  });

  test('a resolver that is also the worker', () => {
    expect(judged(deployOf({ disputeResolver: WORKER })).warnings).toEqual([
      { code: 'RESOLVER_IS_WORKER', params: { address: WORKER } },
    ]);
  });

  test('a release signer that is neither you, the worker nor the platform', () => {
    expect(judged(deployOf({ releaseSigner: STRANGER })).warnings).toEqual([
      { code: 'UNKNOWN_RELEASE_SIGNER', params: { address: STRANGER } },
    ]);
    for (const releaseSigner of [YOU, WORKER, PLATFORM]) {
      expect(judged(deployOf({ releaseSigner })).warnings).toEqual([]);
    }
  });

  test('but not where a warning says more of the same party', () => {
    const roles = { approver: STRANGER, releaseSigner: STRANGER };
    expect(codes(judged(deployOf(roles), { trusted: new Set([ARBITER, PLATFORM]) }).warnings)).toEqual([
      'CAN_TAKE_TOGETHER',
    ]);
  });

  test('but not at an unknown approver alone', () => {
    expect(judged(deployOf({ approver: STRANGER }), { used: new Set([WORKER, PLATFORM, ARBITER]) })).toEqual({
      ...QUIET,
      facts: [{ code: 'FIRST_TIME_ADDRESSES', params: { addresses: [STRANGER] } }],
    });
  });

  test('a fee below 1 % that looks like a fraction', () => {
    expect(judged(deployOf({}, { platformFee: 5 })).warnings).toEqual([
      { code: 'FEE_LOOKS_LIKE_FRACTION', params: { percent: '0.05' } },
    ]);
    for (const platformFee of [0, 100, 2_000]) expect(judged(deployOf({}, { platformFee }))).toEqual(QUIET);
    expect(codes(judged(deployOf({}, { platformFee: 99 })).warnings)).toEqual(['FEE_LOOKS_LIKE_FRACTION']);
  });

  test.each([
    ['receiver', WORKER],
    ['platformAddress', PLATFORM],
  ] as const)('a %s that will be paid and has no account, or no trustline', (role, address) => {
    expect(judged(deployOf(), withAccount(address, { exists: false, trustline: false })).warnings).toEqual([
      { code: 'ACCOUNT_MISSING', params: { address, role } },
    ]);
    expect(judged(deployOf(), withAccount(address, { exists: true, trustline: false })).warnings).toEqual([
      { code: 'TRUSTLINE_MISSING', params: { address, role } },
    ]);
    // Not asked, or not answered.
    expect(judged(deployOf(), withAccount(address, { exists: true })).warnings).toEqual([]);
    expect(judged(deployOf(), { accounts: new Map() }).warnings).toEqual([]);
  });

  test('but states as a fact that the service’s fee account cannot be paid, which its operator must mend', () => {
    const pinned = { network: { ...network, feeAddress: STRANGER }, feeStop: DEFAULT_FEE_STOP };
    const factsFor = (account: KnownAccount) => {
      const risk = deployRisk(deployOf({}, { platformFee: 0 }), withAccount(STRANGER, account), pinned);
      expect(risk.warnings).toEqual([]);
      return risk.facts.filter(({ code }) => code === 'SERVICE_CANNOT_BE_PAID');
    };
    const stuck = [{ code: 'SERVICE_CANNOT_BE_PAID', params: { address: STRANGER } }];
    expect(factsFor({ exists: false })).toEqual(stuck);
    expect(factsFor({ exists: true, trustline: false })).toEqual(stuck);
    expect(factsFor({ exists: true, trustline: true, isAuthorised: false })).toEqual(stuck);
    expect(factsFor({ exists: true, trustline: true, room: 0n })).toEqual([]);
    expect(factsFor({ exists: true, trustline: true })).toEqual([]);
    // Where it is also the platform, it is named once.
    const own = { ...pinned, network: { ...network, feeAddress: PLATFORM } };
    expect(deployRisk(deployOf(), withAccount(PLATFORM, { exists: false }), own).warnings).toEqual([
      { code: 'ACCOUNT_MISSING', params: { address: PLATFORM, role: 'platformAddress' } },
    ]);
  });

  test('reports a signer who cannot hold the token as a plain fact, since anyone may fund it', () => {
    const { warnings, facts } = judged(deployOf(), withAccount(YOU, { exists: true, trustline: false }));
    expect(warnings).toEqual([]);
    expect(facts).toEqual([{ code: 'TRUSTLINE_MISSING', params: { address: YOU, role: 'signer' } }]);
    expect(judged(deployOf(), withAccount(YOU, { exists: false })).facts).toEqual([]);
    const paid = judged(deployOf({ receiver: YOU }), withAccount(YOU, { exists: true, trustline: false }));
    expect(paid.warnings).toEqual([{ code: 'TRUSTLINE_MISSING', params: { address: YOU, role: 'receiver' } }]);
    expect(paid.facts).toEqual([]);
  });

  test('an account of yours that needs several signers', () => {
    expect(judged(deployOf(), withAccount(YOU, { exists: true, severalSigners: true })).warnings).toEqual([
      { code: 'SEVERAL_SIGNERS', params: { address: YOU } },
    ]);
    expect(judged(deployOf(), withAccount(WORKER, { exists: true, severalSigners: true })).warnings).toEqual([]);
  });

  describe('several receivers', () => {
    const payees = [13, 14, 15, 16, 17, 18].map(keyOf);
    const paying = (receivers: readonly string[], roles: Parties = {}) => {
      const deploy = deployOf(roles);
      const { receiver: _, ...others } = deploy.escrow.roles;
      const [milestone] = deploy.escrow.milestones as [EscrowOnChain['milestones'][number]];
      const milestones = receivers.map((receiver) => ({ ...milestone, receiver }));
      return { ...deploy, escrow: { ...deploy.escrow, roles: others, milestones } };
    };
    const trusted = new Set([...EVERYONE, ...payees]);

    test('who are not the worker in one warning, which names all of them', () => {
      const { warnings, facts } = judged(paying([...payees, WORKER, payees[0] as string]), { trusted, used: trusted });
      expect(warnings).toEqual([{ code: 'RECEIVERS_ARE_NOT_WORKER', params: { addresses: [...payees].sort() } }]);
      expect(facts).toEqual([]);
      expect(judged(paying([WORKER, STRANGER])).warnings).toEqual([
        { code: 'RECEIVER_IS_NOT_WORKER', params: { address: STRANGER } },
      ]);
    });

    test('without accounts or trustlines at each of them, beyond the two most serious too', () => {
      const accounts = new Map(
        payees.map((address, index) => [address, { exists: index % 2 === 0, trustline: false }] as const),
      );
      const deploy = paying(payees, { serviceProvider: WORKER });
      const { warnings, facts } = judged(deploy, { trusted, used: trusted, accounts });
      expect(codes(warnings)).toEqual([
        'RECEIVERS_ARE_NOT_WORKER',
        ...Array(3).fill('ACCOUNT_MISSING'),
        ...Array(3).fill('TRUSTLINE_MISSING'),
      ]);
      expect(facts).toEqual([]);
    });

    test('one by one when they are the token, the escrow or a contract that cannot be paid by mistake', () => {
      const { stops: blockers } = judged(paying([WORKER, USDC.address, ESCROW, SMART_WALLET]));
      expect(blockers).toEqual([
        { code: 'ROLE_IS_ESCROW', params: { role: 'receiver', address: ESCROW } },
        { code: 'ROLE_IS_TOKEN', params: { role: 'receiver', address: USDC.address } },
      ]);
      expect(judged(paying([USDC.address, USDC.address])).stops).toEqual([
        { code: 'ROLE_IS_TOKEN', params: { role: 'receiver' } },
      ]);
    });
  });

  test('the two most serious, who cannot be paid, and an odd fee; the rest are plain facts', () => {
    const deploy = deployOf(
      { receiver: STRANGER, releaseSigner: ARBITER, disputeResolver: WORKER },
      { platformFee: 5 },
    );
    const { warnings, facts } = judged(deploy, withAccount(STRANGER, { exists: false }));
    expect(codes(warnings)).toEqual([
      'RECEIVER_IS_NOT_WORKER',
      'UNKNOWN_RELEASE_SIGNER',
      'ACCOUNT_MISSING',
      'FEE_LOOKS_LIKE_FRACTION',
    ]);
    expect(codes(facts)).toEqual(['RESOLVER_IS_WORKER']);
  });
});

test('warns that a single release of several milestones is paid out at once', () => {
  const { escrow, ...deploy } = deployOf();
  const single = { ...deploy, escrow: { ...escrow, amount: 100n } };
  expect(judged(single).facts).toEqual([]);
  const [milestone] = escrow.milestones;
  const several = {
    ...single,
    escrow: { ...single.escrow, milestones: [milestone, milestone] as typeof escrow.milestones },
  };
  const paidAtOnce = { code: 'PAID_AT_ONCE', params: {} };
  expect(judged(several).facts).toEqual([paidAtOnce]);
});
