/** What always holds of a deploy's risk, and which accounts are looked up for it. */
import {
  deployOf,
  ESCROW,
  EVERYONE,
  PLATFORM,
  POLICY,
  SMART_WALLET,
  STRANGER,
  USDC,
  WORKER,
  XLM,
  YOU,
} from '@countersign/testkit/fixtures/deploy-risk-fixture';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROLE_NAMES, type RoleName } from '../escrow/steps.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { PAYEE_WARNINGS, together, type Warning } from '../words/data/risk.ts';
import { accountsToAsk, deployRisk, type KnownOfDeploy, type WeighedDeploy } from './deploy-risk.ts';
import type { Risk } from './risk.ts';

test('the ledger is asked about accounts that sign or are paid, each once, and about no contract', () => {
  expect(accountsToAsk(deployOf())).toEqual([YOU, WORKER, PLATFORM]);
  expect(accountsToAsk(deployOf({ receiver: YOU, platformAddress: YOU }))).toEqual([YOU]);
  expect(accountsToAsk(deployOf({ receiver: SMART_WALLET }, { platformFee: 0 }))).toEqual([YOU]);
  expect(accountsToAsk(deployOf(), { feeAddress: STRANGER })).toEqual([YOU, WORKER, PLATFORM, STRANGER]);
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
