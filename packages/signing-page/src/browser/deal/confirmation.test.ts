/** What a person types to confirm a blocking warning. */
import '../words/en.ts';
import type { StepSummary } from '@countersign/core/actions';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { expect, test } from 'vitest';
import { confirmationOf, isTyped } from './confirmation.ts';
import { peopleOf } from './people.ts';

const [client = '', provider = '', platform = ''] = SANDBOX_ACCOUNTS.map(({ address }) => address);
const step = (changes: object) =>
  ({
    ...{ network: 'sandbox', signer: platform, token: { address: 'C', code: 'USDC' }, step: 'update', amount: '5000' },
    ...{ pays: [], changes: [], turn: [], leftFor: { milestones: [1] }, ...changes },
  }) as unknown as StepSummary;
const confirmation = (summary: StepSummary) =>
  confirmationOf(summary, peopleOf(summary, [], { key: '', stops: [], warnings: [], facts: [] }, undefined));
const fee = { what: 'Platform fee', before: '5 %', after: '15 %' };

test.each([
  ['the new fee', { changes: [fee] }, '15 %'],
  ['the new person before the fee', { changes: [fee, { what: 'Receiver', before: client, after: provider }] }, 'Ben'],
])('asks for %s', (_, changes, text) => {
  expect(confirmation(step(changes)).text).toBe(text);
});

test('takes a percentage with or without its space', () => {
  expect(['15%', '15 %', '15'].map((typed) => isTyped(typed, confirmation(step({ changes: [fee] }))))).toEqual([
    ...[true, true, false],
  ]);
});
