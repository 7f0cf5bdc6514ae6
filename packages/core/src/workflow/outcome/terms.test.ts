import { request, sandbox, storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import { PEOPLE } from '@countersign/testkit/fixtures/step-fixture';
import { xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { liveMulti } from '../../kinds/live-kinds.ts';
import { compareStanding } from './terms.ts';

const actionRequest = request();
const stored = storedEscrow(actionRequest);
const { roles } = stored;
const [first, ...rest] = stored.milestones as [EscrowOnChain['milestones'][number], ...EscrowOnChain['milestones']];
const approved = { ...first, status: 'done', evidence: 'x', flags: { ...first.flags, approved: true } };
const compared = (escrow: xdr.ScVal | undefined, code = 'c0de') =>
  compareStanding({ code, ...(escrow && { escrow }) }, { kind: liveMulti, wasmHash: 'c0de' }, actionRequest, sandbox);

test.each<[string, Partial<EscrowOnChain>, readonly string[], isReachable: boolean, changesMoney: boolean]>([
  ['nothing', {}, [], true, false],
  ['the progress of a milestone', { milestones: [approved, ...rest] }, [], true, false],
  ['its title', { title: 'Other' }, ['title'], true, false],
  ['who approves', { roles: { ...roles, approver: PEOPLE.stranger } }, ['roles.approver'], true, true],
  ['the platform', { roles: { ...roles, platformAddress: PEOPLE.stranger } }, ['roles.platformAddress'], false, true],
  ['the fee', { platformFee: 1 }, ['platformFee'], true, true],
  ['an amount', { milestones: [{ ...first, amount: 1n }, ...rest] }, ['milestones[0].amount'], true, true],
  [
    'a payee',
    { milestones: [{ ...first, receiver: PEOPLE.stranger }, ...rest] },
    ['milestones[0].receiver'],
    true,
    true,
  ],
  ['a text', { milestones: [{ ...first, description: 'x' }, ...rest] }, ['milestones[0].description'], true, false],
  ['the number of milestones', { milestones: [first] }, ['number of milestones'], true, true],
])('compares an escrow that differs from its request in %s', (_, change, fields, isReachable, changesMoney) => {
  const found = compared(liveMulti.encode({ ...stored, ...change }));
  expect(found).toMatchObject({ isReachable, changesMoney });
  expect(found?.differences.map(({ field }) => field)).toEqual(fields);
});

test('takes no other code for the escrow, and compares nothing that it cannot read', () => {
  expect(compared(liveMulti.encode(stored), 'other')).toEqual({
    differences: [{ field: 'contract code', asked: 'c0de', found: 'other' }],
    isReachable: false,
    changesMoney: true,
  });
  expect([compared(undefined), compared(xdr.ScVal.scvVoid())]).toEqual([undefined, undefined]);
});
