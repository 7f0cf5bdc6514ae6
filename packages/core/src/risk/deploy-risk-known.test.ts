/** What a judgement takes from what is known: of accounts, of earlier escrows, of other handles; and what always holds. */
import {
  ARBITER,
  codes,
  deployOf,
  ESCROW,
  EURC,
  EVERYONE,
  judged,
  judgedBy,
  PLATFORM,
  POLICY,
  QUIET,
  SMART_WALLET,
  STRANGER,
  USDC,
  WORKER,
  withAccount,
  XLM,
  YOU,
} from '@countersign/testkit/fixtures/deploy-risk-fixture';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROLE_NAMES, type RoleName } from '../escrow/steps.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { PAYEE_WARNINGS, together, type Warning } from '../words/risk.ts';
import { accountsToAsk, combinationOf, deployRisk, type KnownOfDeploy, type WeighedDeploy } from './deploy-risk.ts';
import { withMore } from './risk.ts';

describe('addresses used for the first time', () => {
  test('are one line in all, each once, without you', () => {
    expect(judged(deployOf(), { used: new Set() }).facts).toEqual([
      { code: 'FIRST_TIME_ADDRESSES', params: { addresses: [WORKER, PLATFORM, ARBITER] } },
    ]);
  });

  test('are all warnings about the live service’s usual deploy', () => {
    const deploy = deployOf({ approver: STRANGER, platformAddress: YOU, releaseSigner: YOU, disputeResolver: YOU });
    expect(judged(deploy, { used: new Set() })).toEqual({
      ...QUIET,
      facts: [{ code: 'FIRST_TIME_ADDRESSES', params: { addresses: [STRANGER, WORKER] } }],
    });
  });
});

describe('once an escrow with the same combination of addresses is settled', () => {
  test('warnings and new addresses are silent, stops never', () => {
    const odd = deployOf({ receiver: STRANGER, releaseSigner: ARBITER }, { platformFee: 5 });
    const known = { used: new Set<string>(), sameCombinationSettled: true };
    expect(judged(odd, known)).toEqual(QUIET);
    expect(codes(judged(deployOf({ receiver: ESCROW }, { platformFee: 9_900 }), known).stops)).toEqual([
      'ROLE_IS_ESCROW',
      'FEE_ABOVE_STOP',
    ]);
  });

  test('the combination is the same whatever the texts and amounts are', () => {
    const other = deployOf({}, { title: 'Another', platformFee: 9, milestones: [] });
    expect(combinationOf({ ...other, escrow: { ...other.escrow } })).toBe(combinationOf(deployOf()));
  });

  test.each([...ROLE_NAMES])('another %s is another combination', (role) => {
    expect(combinationOf(deployOf({ [role]: STRANGER }))).not.toBe(combinationOf(deployOf()));
  });

  test('another signer or token is another combination', () => {
    expect(combinationOf({ ...deployOf(), signer: STRANGER })).not.toBe(combinationOf(deployOf()));
    const inEuros = deployOf({}, { trustline: { address: EURC.address } });
    expect(combinationOf(inEuros)).not.toBe(combinationOf(deployOf()));
  });

  test('two who swapped their roles are another combination', () => {
    const swapped = deployOf({ serviceProvider: ARBITER, disputeResolver: WORKER });
    expect(combinationOf(swapped)).not.toBe(combinationOf(deployOf()));
  });
});

test('the ledger is asked about accounts that sign or are paid, each once, and about no contract', () => {
  expect(accountsToAsk(deployOf())).toEqual([YOU, WORKER, PLATFORM]);
  expect(accountsToAsk(deployOf({ receiver: YOU, platformAddress: YOU }))).toEqual([YOU]);
  expect(accountsToAsk(deployOf({ receiver: SMART_WALLET }, { platformFee: 0 }))).toEqual([YOU]);
  expect(accountsToAsk(deployOf(), { feeAddress: STRANGER })).toEqual([YOU, WORKER, PLATFORM, STRANGER]);
});

test('says nothing about what was not looked up', () => {
  const odd = deployOf({ receiver: STRANGER, releaseSigner: ARBITER });
  const { warnings, ...rest } = judgedBy(odd, {});
  expect(codes(warnings)).toEqual(['RECEIVER_IS_NOT_WORKER', 'UNKNOWN_RELEASE_SIGNER']);
  expect(rest).toEqual({ stops: [], facts: [] });
});

test('sorts the desk’s additions by how serious they are', () => {
  const judgement = judged(deployOf({ receiver: STRANGER, releaseSigner: ARBITER }));
  const { stops, warnings, facts } = withMore(judgement, {
    stops: [{ code: 'NOT_COVERED', params: { transactions: ['aa'] } }],
    warnings: [{ code: 'ADDRESS_CHANGED', params: { before: ESCROW, now: SMART_WALLET } }],
  });
  expect(codes(stops)).toEqual(['NOT_COVERED']);
  expect(codes(warnings)).toEqual(['ADDRESS_CHANGED', 'RECEIVER_IS_NOT_WORKER']);
  expect(codes(facts)).toEqual(['UNKNOWN_RELEASE_SIGNER']);
});

test('another owner’s equal id is listed last, only before new addresses', () => {
  const same = { code: 'SAME_ID_ELSEWHERE', params: {} } as const;
  const several = withAccount(YOU, { exists: true, severalSigners: true });
  const odd = judged(deployOf({}, { platformFee: 5 }), { ...several, used: new Set() });
  const { warnings, facts } = withMore(odd, { warnings: [same] });
  expect(codes(warnings)).toEqual(['FEE_LOOKS_LIKE_FRACTION', 'SEVERAL_SIGNERS']);
  expect(codes(facts)).toEqual(['SAME_ID_ELSEWHERE', 'FIRST_TIME_ADDRESSES']);
  expect(withMore(judged(deployOf()), { warnings: [same] }).warnings).toEqual([same]);
});

describe('whatever the deploy is', () => {
  const anyAddress = fc.constantFrom(...EVERYONE, ESCROW, SMART_WALLET, USDC.address, XLM, USDC.issuer);
  const anyMilestones = fc.array(fc.option(anyAddress, { nil: undefined }), { maxLength: 5 });
  const anyDeploy = fc
    .record({
      roles: fc.record(
        Object.fromEntries(ROLE_NAMES.map((role) => [role, anyAddress])) as Record<RoleName, typeof anyAddress>,
      ),
      platformFee: fc.integer({ min: 0, max: 9_900 }),
      receivers: anyMilestones,
    })
    .map(({ roles, platformFee, receivers }) => {
      const [milestone] = deployOf().escrow.milestones as [EscrowOnChain['milestones'][number]];
      const milestones = receivers.map((receiver) => ({
        ...milestone,
        ...(receiver === undefined ? {} : { receiver }),
      }));
      return deployOf(roles, { platformFee, milestones });
    });
  const anyAccounts = fc.array(
    fc.tuple(anyAddress, fc.record({ exists: fc.boolean(), trustline: fc.boolean(), severalSigners: fc.boolean() })),
  );
  const anySet = fc.array(anyAddress);
  const anyKnown = fc.record({
    accounts: anyAccounts,
    tokens: anySet,
    used: anySet,
    sameCombinationSettled: fc.boolean(),
  });
  type Drawn = typeof anyKnown extends fc.Arbitrary<infer Value> ? Value : never;
  const knownOf = ({ accounts, tokens, used, sameCombinationSettled }: Drawn): KnownOfDeploy => ({
    accounts: new Map(accounts),
    tokens: new Set(tokens),
    used: new Set(used),
    sameCombinationSettled,
  });
  const judge = (deploy: WeighedDeploy, known: Drawn) => deployRisk(deploy, knownOf(known), POLICY);

  test('the warnings are two sentences and those about lost money, and none is repeated', () => {
    fc.assert(
      fc.property(anyDeploy, anyKnown, (deploy, known) => {
        const { stops, warnings, facts } = judge(deploy, known);
        const isOfPayee = ({ code }: Warning) => (PAYEE_WARNINGS as readonly string[]).includes(code);
        const others = warnings.filter((each) => !isOfPayee(each) && each.code !== 'CAN_TAKE_TOGETHER');
        expect(together(others).length).toBeLessThanOrEqual(2);
        expect(
          facts.filter(
            (fact) => isOfPayee(fact as Warning) && (fact as { params: { role: string } }).params.role !== 'signer',
          ),
        ).toEqual([]);
        const all = [...stops, ...warnings, ...facts].map((each) => JSON.stringify(each));
        expect([...new Set(all)]).toEqual(all);
      }),
    );
  });

  test('stops depend on neither used addresses nor a settled combination, only on whom the person knows', () => {
    fc.assert(
      fc.property(anyDeploy, anyKnown, anySet, (deploy, known, used) => {
        const other = { ...known, used, sameCombinationSettled: !known.sameCombinationSettled };
        expect(judge(deploy, other).stops).toEqual(judge(deploy, known).stops);
      }),
    );
  });

  test('the order of milestones and of what is known changes nothing', () => {
    fc.assert(
      fc.property(anyDeploy, anyKnown, (deploy, known) => {
        const accounts = [...new Map(known.accounts)];
        const { escrow } = deploy;
        const turned = { ...deploy, escrow: { ...escrow, milestones: escrow.milestones.toReversed() } };
        const reversed = {
          ...known,
          accounts: accounts.toReversed(),
          tokens: known.tokens.toReversed(),
          used: known.used.toReversed(),
        };
        expect(judge(turned, reversed)).toEqual(judge(deploy, { ...known, accounts }));
        expect(combinationOf(turned)).toBe(combinationOf(deploy));
      }),
    );
  });
});
