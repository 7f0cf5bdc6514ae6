/** The terms that a signer agrees to, and how others differ from them. */
import { buildDeploy, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  ESCROW,
  escrowOf,
  networkOf,
  PEOPLE,
  standingFields,
  stepRequest,
} from '@countersign/testkit/fixtures/step-fixture';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { readTransaction } from '../envelope/read-transaction.ts';
import { NETWORKS } from '../escrow/network.ts';
import { STEP_NAMES } from '../escrow/steps.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../kinds/escrow-on-chain.ts';
import { agreementIn, moneyDifferences, moneyTermsOf } from './agreed-terms.ts';
import { parseFundRequest } from './fund/request.ts';

const network = networkOf('live-multi');
const { stranger } = PEOPLE;
const [{ issuer }] = NETWORKS.sandbox.tokens;
const escrow = escrowOf('live-multi');
const single = escrowOf('live-single');

test('reads terms about money, and names how others differ from them, as recorded', async () => {
  const { note, text } = createPart();
  const crossChainReceiver = { domain: 6, recipient: 'ab' };
  const named = { ...escrow, trustline: { address: issuer }, crossChainReceiver };
  const off = { ...crossChainReceiver, domain: 0xffff_ffff };
  const terms = {
    'each amount with its receiver': moneyTermsOf(escrow, 7, network),
    'the one amount of a single release': moneyTermsOf(single, 7, network),
    'the token’s contract where its issuer is named, and a receiver on another chain': moneyTermsOf(named, 7, network),
    'no receiver on another chain': moneyTermsOf({ ...escrow, crossChainReceiver: off }, 7, network),
  };
  for (const [title, { texts, ...each }] of Object.entries(terms)) {
    expect(texts).toMatch(/^[0-9a-f]{64}$/);
    note(title, each);
  }
  const [first, second] = escrow.milestones as [MilestoneOnChain, MilestoneOnChain];
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
  const [before, after] = [moneyTermsOf(escrow, 7, network), moneyTermsOf(now, 7, network)];
  note('what was agreed first, and what is so now second', moneyDifferences(before, after));
  note('the other way around', moneyDifferences(after, before));
  const inUnits = (amount: bigint) => moneyTermsOf({ ...single, amount }, 0, network);
  note('one amount', moneyDifferences(inUnits(1n), inUnits(3n)));
  await expect(text()).toMatchFileSnapshot('recorded/agreed-terms.txt');
});

test.each<[string, Partial<EscrowOnChain>]>([
  ['engagement', { engagementId: 'x' }],
  ['title', { title: 'x' }],
  ['description', { description: 'x' }],
  ['milestone', { milestones: escrow.milestones.map((each) => ({ ...each, description: 'x' })) }],
])('shows by a hash alone that the text of the %s changed', (_, change) => {
  const [before, now] = [moneyTermsOf(escrow, 7, network), moneyTermsOf({ ...escrow, ...change }, 7, network)];
  expect(now.texts).not.toBe(before.texts);
  expect(moneyDifferences(before, now)).toEqual([]);
});

test('records what each signer agrees to', async () => {
  const { note, text } = createPart();
  const deploy = request();
  const agreed = (action: string, made: unknown, envelope?: string) => {
    const read = () =>
      envelope === undefined
        ? expect.unreachable('the transaction is not read')
        : readTransaction(envelope, sandbox.passphrase);
    return agreementIn({ action, request: made } as never, read, action === 'deploy' ? sandbox : network);
  };
  note('a deploy', agreed('deploy', deploy, buildDeploy(deploy)));
  note('a deploy that cannot be read', agreed('deploy', deploy, buildDeploy(deploy, { operations: [] })) ?? 'nothing');
  const { state: expected, code, trustline } = standingFields('live-multi', escrow, 0n);
  const payment = { signer: stranger, escrow: ESCROW, amount: '5', trustline };
  for (const way of ['escrow', 'transfer']) {
    note(`a payment by ${way}`, agreed('fund', parseFundRequest({ ...payment, way, code, expected }, network)));
  }
  const unread = parseFundRequest({ ...payment, way: 'transfer' }, network);
  note('a transfer into an escrow that was not read', agreed('fund', unread) ?? 'nothing');
  note('a trustline', agreed('trust', { signer: stranger, trustline }) ?? 'nothing');
  for (const name of STEP_NAMES) note(name, agreed(name, stepRequest('live-multi', name)));
  await expect(text()).toMatchFileSnapshot('recorded/agreements.txt');
});
