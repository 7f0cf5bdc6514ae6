import { sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { stepRequest } from '@countersign/testkit/fixtures/step-fixture';
import { expect, test } from 'vitest';
import type { ActionRequest, PreparedRequest } from '../model/requests.ts';
import { earlierBlockers, repetitionBlockers } from './repetition.ts';

const [usdc] = sandbox.tokens;
const fund = (address = usdc?.address) => ({ action: 'fund', request: { amount: '5', trustline: { address } } });
const withdraw = { action: 'withdraw', request: stepRequest('live-multi', 'withdraw') };
const settled = { state: 'settled', contractId: 'CBEFORE', offeredAt: 60_000, sentAt: 120_000 };
const { sentAt: _, ...unsent } = settled;
const unsigned = { state: 'offered', contractId: 'COTHER', offeredAt: 0 };
const [SENT, OFFERED, UNKNOWN] = [2, 1, 0].map((minute) => `1970-01-01T00:0${minute}:00.000Z`);

test.each<[string, object, readonly object[] | undefined, readonly object[]]>([
  ['a deploy that settled', { action: 'deploy' }, [unsigned, settled], [['ANOTHER_ESCROW', { contractId: 'CBEFORE' }]]],
  ['a deploy of which nothing is known', { action: 'deploy' }, undefined, [['ANOTHER_ESCROW', { contractId: '' }]]],
  ['a payment that was sent', fund(), [settled], [['PAID_ALREADY', { amount: '5', token: 'USDC', at: SENT }]]],
  [
    'a payment that someone else sent',
    fund(),
    [unsent],
    [['PAID_ALREADY', { amount: '5', token: 'USDC', at: OFFERED }]],
  ],
  [
    'a payment in a token without a name',
    fund('CT'),
    [],
    [['PAID_ALREADY', { amount: '5', token: 'CT', at: UNKNOWN }]],
  ],
  ['a withdrawal', withdraw, [settled], [['WITHDRAWN_ALREADY', { amount: '50', token: 'USDC', at: SENT }]]],
  ['a step that its contract refuses twice', { action: 'approve' }, [settled], []],
])('asks the person before a repetition of %s', (_, request, offers, warnings) => {
  const existing = offers && ({ transactions: offers } as unknown as PreparedRequest);
  const found = repetitionBlockers(sandbox, existing, request as ActionRequest);
  expect(found.map(({ code, params }) => [code, params])).toEqual(warnings);
});

test('keeps of an earlier round only what was done before', () => {
  const blockers = ['PAID_ALREADY', 'NOT_COVERED', 'WITHDRAWN_ALREADY', 'ROLE_IS_TOKEN', 'ANOTHER_ESCROW'].map(
    (code) => ({
      code,
    }),
  );
  const existing = { risk: { stops: blockers } } as unknown as PreparedRequest;
  expect(earlierBlockers(existing)).toEqual([blockers[0], blockers[2], blockers[4]]);
  expect(earlierBlockers(undefined)).toEqual([]);
});
