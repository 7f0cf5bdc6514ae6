/** The terms that a signer agrees to, and how others differ from them. */
import { buildDeploy, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  ESCROW,
  escrowOf,
  networkOf,
  PEOPLE,
  scenesOf,
  standingFields,
  stepRequest,
} from '@countersign/testkit/fixtures/step-fixture';
import { describe, expect, test } from 'vitest';
import { readTransaction } from '../envelope/read-transaction.ts';
import { NETWORKS } from '../escrow/network.ts';
import { STEP_NAMES } from '../escrow/steps.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { agreementIn, moneyDifferences, moneyTermsOf } from './agreed-terms.ts';
import { parseFundRequest } from './fund/request.ts';

const network = networkOf('live-multi');
const { receiver, stranger, ...roles } = PEOPLE;
const [{ address: token, issuer }] = NETWORKS.sandbox.tokens;
const escrow = escrowOf('live-multi');
const single = escrowOf('live-single');
const noRead = () => expect.unreachable('the transaction is not read');
const MULTI = {
  ...{ roles, platformFeePercent: '1', token },
  milestones: [
    { amount: '100', receiver },
    { amount: '200', receiver },
  ],
};

describe('terms about money', () => {
  test('hold the roles, the fee, the token, and each amount with its receiver', () => {
    const { texts, ...terms } = moneyTermsOf(escrow, 7, network);
    expect(terms).toEqual(MULTI);
    expect(texts).toMatch(/^[0-9a-f]{64}$/);
  });

  test('hold the one amount of a single release', () => {
    const { texts: _, ...terms } = moneyTermsOf(single, 7, network);
    expect(terms).toEqual({ ...MULTI, roles: { ...roles, receiver }, amount: '300', milestones: [{}, {}] });
  });

  test('hold the token’s contract where the escrow names its issuer, and a receiver on another chain', () => {
    const crossChainReceiver = { domain: 6, recipient: 'ab' };
    const named = { ...escrow, trustline: { address: issuer }, crossChainReceiver };
    expect(moneyTermsOf(named, 7, network)).toMatchObject({ token, crossChainReceiver: '6 (Base) 0xab' });
    const off = { ...crossChainReceiver, domain: 0xffff_ffff };
    expect(moneyTermsOf({ ...escrow, crossChainReceiver: off }, 7, network)).not.toHaveProperty('crossChainReceiver');
  });

  test.each<[string, Partial<EscrowOnChain>]>([
    ['engagement', { engagementId: 'x' }],
    ['title', { title: 'x' }],
    ['description', { description: 'x' }],
    ['milestone', { milestones: escrow.milestones.map((each) => ({ ...each, description: 'x' })) }],
  ])('show by their hash that the text of the %s changed', (_, change) => {
    const [before, now] = [escrow, { ...escrow, ...change }].map((each) => moneyTermsOf(each, 7, network));
    expect(now?.texts).not.toBe(before?.texts);
    expect(moneyDifferences(before as never, now as never)).toEqual([]);
  });

  test('differ with what was agreed first, and what is so now second', () => {
    const [first, second] = escrow.milestones as [
      EscrowOnChain['milestones'][number],
      EscrowOnChain['milestones'][number],
    ];
    const now: EscrowOnChain = {
      ...{ ...escrow, platformFee: 250, trustline: { address: ESCROW } },
      roles: { ...escrow.roles, approver: stranger, receiver: stranger },
      crossChainReceiver: { domain: 0, recipient: 'cd' },
      milestones: [
        { ...first, amount: 5n },
        { ...second, receiver: stranger },
        { ...first, amount: 7n },
      ],
    };
    const none = { code: 'NONE', params: {} };
    const [before, after] = [moneyTermsOf(escrow, 7, network), moneyTermsOf(now, 7, network)];
    expect(moneyDifferences(before, after)).toEqual([
      { field: 'roles.approver', asked: PEOPLE.approver, found: stranger },
      { field: 'roles.receiver', asked: none, found: stranger },
      { field: 'crossChainReceiver', asked: none, found: '0 (Ethereum) 0xcd' },
      { field: 'platformFee', asked: '1 %', found: '2.5 %' },
      { field: 'trustline.address', asked: token, found: ESCROW },
      { field: 'number of milestones', asked: '2', found: '3' },
      { field: 'milestones[0].amount', asked: '100', found: '0.0000005' },
      { field: 'milestones[1].receiver', asked: receiver, found: stranger },
      { field: 'milestones[2].amount', asked: none, found: '0.0000007' },
      { field: 'milestones[2].receiver', asked: none, found: receiver },
    ]);
    expect(moneyDifferences(after, before)).toContainEqual({
      field: 'milestones[2].amount',
      asked: '0.0000007',
      found: none,
    });
    expect(
      moneyDifferences(moneyTermsOf({ ...single, amount: 1n }, 0, network), moneyTermsOf(single, 0, network)),
    ).toEqual([{ field: 'amount', asked: '1', found: '3000000000' }]);
  });
});

describe('a signer', () => {
  test('agrees to the terms of the deploy that they sign', () => {
    const deploy = request();
    const read = () => readTransaction(buildDeploy(deploy), sandbox.passphrase);
    expect(agreementIn({ action: 'deploy', request: deploy }, read, sandbox)).toMatchObject({
      ...{ wallet: deploy.signer, action: 'deploy', isEnforced: true, escrow: expect.stringMatching(/^C/) },
      terms: { platformFeePercent: '1.5', milestones: [{ amount: '10.5' }, { amount: '20' }, { amount: '0.0000001' }] },
    });
    const other = () => readTransaction(buildDeploy(deploy, { operations: [] }), sandbox.passphrase);
    expect(agreementIn({ action: 'deploy', request: deploy }, other, sandbox)).toBeUndefined();
  });

  test.each([
    ['compared by the contract that is paid', 'escrow', true],
    ['shown next to a plain transfer', 'transfer', false],
  ] as const)('agrees to the terms that are %s', (_, way, isEnforced) => {
    const { state, held: __, code, trustline } = standingFields('live-multi', escrow, 0n);
    const fields = { signer: stranger, escrow: ESCROW, amount: '5', trustline, way, code };
    const made = parseFundRequest({ ...fields, expected: state }, network);
    const { texts: ___, ...terms } = agreementIn({ action: 'fund', request: made }, noRead, network)?.terms ?? {};
    expect(terms).toEqual(MULTI);
    expect(agreementIn({ action: 'fund', request: made }, noRead, network)).toMatchObject({
      ...{ escrow: ESCROW, wallet: stranger, action: 'fund', isEnforced },
    });
  });

  test('agrees to nothing with a plain transfer into an escrow that was not read, or with a trustline', () => {
    const { trustline } = standingFields('live-multi', escrow, 0n);
    const made = parseFundRequest(
      { signer: stranger, escrow: ESCROW, amount: '5', trustline, way: 'transfer' },
      network,
    );
    expect(agreementIn({ action: 'fund', request: made }, noRead, network)).toBeUndefined();
    const trust = { signer: stranger, trustline };
    expect(agreementIn({ action: 'trust', request: trust as never }, noRead, network)).toBeUndefined();
  });

  test.each(STEP_NAMES)('agrees to the terms after the step %s', (action) => {
    const made = { action, request: stepRequest('live-multi', action) } as never;
    const isUpdate = action === 'update';
    const { texts: _, ...terms } = agreementIn(made, noRead, network)?.terms ?? {};
    const changed = { platformFeePercent: '2.5', roles: { ...roles, approver: stranger } };
    expect(terms).toEqual({ ...MULTI, ...(isUpdate ? changed : {}) });
    const { signer } = scenesOf('live-multi')[action];
    expect(agreementIn(made, noRead, network)).toMatchObject({
      escrow: ESCROW,
      wallet: signer,
      action,
      isEnforced: isUpdate,
    });
  });
});
