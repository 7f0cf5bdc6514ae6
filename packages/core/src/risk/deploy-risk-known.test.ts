/** What a judgement takes from what is known: of accounts, of earlier escrows, of other requests; and what always holds. */
import {
  ARBITER,
  codes,
  deployOf,
  ESCROW,
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
import { PAYEE_WARNINGS, together, type Warning } from '../words/data/risk.ts';
import { accountsToAsk, deployRisk, type KnownOfDeploy, type WeighedDeploy } from './deploy-risk.ts';
import { mergeRisk, type Risk } from './risk.ts';

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

describe('a deploy with people whom the wallet knows', () => {
  test('keeps every warning about the people, the fee and the ledger', () => {
    const odd = deployOf({ receiver: STRANGER, releaseSigner: ARBITER }, { platformFee: 5 });
    const { stops: blockers, warnings, facts } = judged(odd);
    expect(blockers).toEqual([]);
    expect(codes([...warnings, ...facts])).toEqual([
      'RECEIVER_IS_NOT_WORKER',
      'UNKNOWN_RELEASE_SIGNER',
      'FEE_LOOKS_LIKE_FRACTION',
    ]);
  });

  test.each([
    [5, 1_990],
    [1_990, 5],
  ])('warns of a fee unlike the last one with this platform: %d, then %d', (feeBefore, platformFee) => {
    const { warnings } = judged(deployOf({}, { platformFee }), { feeBefore });
    const params = { percent: `${platformFee / 100}`, before: `${feeBefore / 100}`, address: PLATFORM };
    expect(warnings).toContainEqual({ code: 'FEE_UNLIKE_BEFORE', params });
    expect(codes(judged(deployOf({}, { platformFee: feeBefore }), { feeBefore }).warnings)).not.toContain(
      'FEE_UNLIKE_BEFORE',
    );
    expect(judged(deployOf({ platformAddress: YOU }, { platformFee }), { feeBefore }).warnings).not.toContainEqual(
      expect.objectContaining({ code: 'FEE_UNLIKE_BEFORE' }),
    );
  });

  test('warns of one who approves, pays out and is paid, also if known, and whatever else there is to warn of', () => {
    const all = { approver: STRANGER, releaseSigner: STRANGER, receiver: STRANGER, platformAddress: WORKER };
    const odd = deployOf(all, { platformFee: 5, amount: 100n, flags: {} });
    const params = { way: 'release', share: 'all', address: STRANGER };
    expect(judged(odd).warnings[0]).toEqual({ code: 'KNOWN_CAN_TAKE_ALONE', params });
    expect(judged(odd).stops).toEqual([]);
    const confirmed = new Set([STRANGER]);
    const ofConfirmed = judged(odd, { trusted: new Set(), confirmed });
    expect(ofConfirmed.stops).toEqual([]);
    expect(ofConfirmed.warnings[0]).toEqual({ code: 'KNOWN_CAN_TAKE_ALONE', params });
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
  const {
    stops: blockers,
    warnings,
    facts,
  } = mergeRisk(judgement, {
    stops: [{ code: 'NOT_COVERED', params: { transactions: ['aa'] } }],
    warnings: [{ code: 'ADDRESS_CHANGED', params: { before: ESCROW, now: SMART_WALLET } }],
  });
  expect(codes(blockers)).toEqual(['NOT_COVERED']);
  expect(codes(warnings)).toEqual(['ADDRESS_CHANGED', 'RECEIVER_IS_NOT_WORKER']);
  expect(codes(facts)).toEqual(['UNKNOWN_RELEASE_SIGNER']);
});

test('another owner’s equal id is listed last, only before new addresses', () => {
  const same = { code: 'SAME_ID_ELSEWHERE', params: {} } as const;
  const several = withAccount(YOU, { exists: true, severalSigners: true });
  const odd = judged(deployOf({}, { platformFee: 5 }), { ...several, used: new Set() });
  const { warnings, facts } = mergeRisk(odd, { warnings: [same] });
  expect(codes(warnings)).toEqual(['FEE_LOOKS_LIKE_FRACTION', 'SEVERAL_SIGNERS']);
  expect(codes(facts)).toEqual(['SAME_ID_ELSEWHERE', 'FIRST_TIME_ADDRESSES']);
  expect(mergeRisk(judged(deployOf()), { warnings: [same] }).warnings).toEqual([same]);
});

describe('any deploy', () => {
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
    trusted: anySet,
  });
  type Drawn = typeof anyKnown extends fc.Arbitrary<infer Value> ? Value : never;
  const knownOf = ({ accounts, tokens, used, trusted }: Drawn): KnownOfDeploy => ({
    accounts: new Map(accounts),
    tokens: new Set(tokens),
    used: new Set(used),
    trusted: new Set(trusted),
  });
  const judge = (deploy: WeighedDeploy, known: Drawn) => deployRisk(deploy, knownOf(known), POLICY);

  test('the warnings are two sentences and those about lost money, and none is repeated', () => {
    fc.assert(
      fc.property(anyDeploy, anyKnown, (deploy, known) => {
        const { stops: blockers, warnings, facts } = judge(deploy, known);
        const alwaysShown = [
          'CAN_TAKE_TOGETHER',
          'KNOWN_CAN_TAKE_ALONE',
          'FEE_UNLIKE_BEFORE',
          'FEE_LOOKS_LIKE_FRACTION',
        ];
        const isOfPayee = ({ code }: Warning) => (PAYEE_WARNINGS as readonly string[]).includes(code);
        const others = warnings.filter((each) => !isOfPayee(each) && !alwaysShown.includes(each.code));
        expect(together(others).length).toBeLessThanOrEqual(2);
        expect(
          facts.filter(
            (fact) => isOfPayee(fact as Warning) && (fact as { params: { role: string } }).params.role !== 'signer',
          ),
        ).toEqual([]);
        const all = [...blockers, ...warnings, ...facts].map((each) => JSON.stringify(each));
        expect([...new Set(all)]).toEqual(all);
      }),
    );
  });

  test('each address that can take the money alone is a stop or, where the wallet knows it, a warning', () => {
    fc.assert(
      fc.property(anyDeploy, anyKnown, anySet, (deploy, known, used) => {
        const taken = ({ stops: blockers, warnings }: Risk) =>
          [...blockers, ...warnings].flatMap((each) =>
            each.code === 'CAN_TAKE_ALONE' || each.code === 'KNOWN_CAN_TAKE_ALONE' ? [each.params] : [],
          );
        const unknown = judge(deploy, { ...known, trusted: [] });
        expect(new Set(taken(judge(deploy, known)))).toEqual(new Set(taken(unknown)));
        expect(judge(deploy, { ...known, used }).stops).toEqual(judge(deploy, known).stops);
        const stopped = judge(deploy, known).stops.flatMap((each) =>
          each.code === 'CAN_TAKE_ALONE' ? [each.params.address] : [],
        );
        expect(stopped.filter((address) => known.trusted.includes(address))).toEqual([]);
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
          trusted: known.trusted.toReversed(),
        };
        expect(judge(turned, reversed)).toEqual(judge(deploy, { ...known, accounts }));
      }),
    );
  });
});
