import { escrowOf, PEOPLE } from '@countersign/testkit/fixtures/step-fixture';
import { expect, test } from 'vitest';
import { stepRisk } from './risk.ts';

const before = escrowOf('live-multi');
const { platformAddress: signer, stranger, receiver } = PEOPLE;

test.each(['releaseSigner', 'disputeResolver'] as const)('stops an update that makes a stranger the %s', (role) => {
  const after = { ...before, roles: { ...before.roles, [role]: stranger } };
  expect(stepRisk({ signer }, { escrow: before }, after).stops).toEqual([
    { code: 'NAMES_STRANGER', params: { parties: [{ role, address: stranger }] } },
  ]);
});

test('stops an update that makes somebody with another role the dispute resolver', () => {
  const after = { ...before, roles: { ...before.roles, disputeResolver: signer } };
  expect(stepRisk({ signer }, { escrow: before }, after).stops).toEqual([
    { code: 'NAMES_STRANGER', params: { parties: [{ role: 'disputeResolver', address: signer }] } },
  ]);
});

test('stops an update that adds a milestone by which a stranger is paid', () => {
  const [last] = before.milestones.slice(-1);
  const added = (to: string) => ({ ...before, milestones: [...before.milestones, { ...last, receiver: to } as never] });
  expect(stepRisk({ signer }, { escrow: before }, added(stranger)).stops).toEqual([
    { code: 'NAMES_STRANGER', params: { parties: [{ role: 'receiver', address: stranger }] } },
  ]);
  expect(stepRisk({ signer }, { escrow: before }, added(receiver)).stops).toEqual([]);
});

test('stops a distribution to a stranger, and warns of one to its signer', () => {
  const pay = (...addresses: string[]) =>
    stepRisk({ signer, distributions: addresses.map((address) => ({ address })) }, { escrow: before });
  expect(pay(receiver)).toEqual({ stops: [], warnings: [], facts: [] });
  expect(pay(stranger, receiver)).toEqual({
    stops: [{ code: 'PAYS_STRANGER', params: { addresses: [stranger] } }],
    warnings: [],
    facts: [],
  });
  expect(pay(receiver, signer)).toEqual({
    stops: [],
    warnings: [{ code: 'RESOLVER_PAYS_SELF', params: { address: signer } }],
    facts: [],
  });
});
