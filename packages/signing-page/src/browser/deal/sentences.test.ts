/** The deal in sentences, and its amounts: people instead of roles, and no digit lost. */
import type { Summary } from '@countersign/core/actions';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { expect, test } from 'vitest';
import { amountText } from './amount.ts';
import { headlineOf } from './headline.ts';
import { notesAt } from './notes.ts';
import { peopleOf } from './people.ts';
import { sentencesOf } from './sentences.ts';

const [client, provider, platform, arbiter] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [
  string,
  string,
  string,
  string,
];
const NOTHING = { key: '', stops: [], warnings: [], facts: [] };
const cost = { paid: '450', platform: '7.47', service: '1.35', receiver: '441.18' };
const summary = {
  network: 'sandbox',
  signer: client,
  title: 'Logo and brand guide',
  roles: {
    approver: client,
    serviceProvider: provider,
    platformAddress: platform,
    releaseSigner: client,
    disputeResolver: arbiter,
    receiver: provider,
  },
  milestones: [
    { description: 'Drafts', amount: '150' },
    { description: 'Logo', amount: '150' },
    { description: 'Guide', amount: '150' },
  ],
  total: '450',
  costs: { milestones: [], total: cost },
  token: { address: 'C', code: 'USDC' },
} as unknown as Summary;

test('an escrow is told in three sentences, of people', () => {
  const people = peopleOf(summary, [], NOTHING);
  expect(headlineOf(summary)).toBe('450 USDC for Logo and brand guide');
  expect(sentencesOf(summary, people)).toEqual([
    'You set up an escrow of 450 USDC. Of it, 441.18 USDC goes to provider, in 3 steps, each when it is approved and released by you. The platform takes 7.47 USDC, the service 1.35 USDC.',
    'Signing moves no money: it is paid in afterwards, in a transaction of its own.',
    'There is no deadline: if the other side goes silent, only arbiter can move the money.',
  ]);
});

test('where nobody has a name, they are what they do', () => {
  const [, , last] = sentencesOf(summary, peopleOf({ ...summary, network: 'testnet' }, [], NOTHING));
  expect(last).toContain('only the one who decides disputes can move the money');
});

test('each address stands once, with all that its owner does', () => {
  const people = peopleOf(summary, [], NOTHING);
  expect(people.map(({ address }) => address)).toEqual([client, provider, platform, arbiter]);
  expect(people[0]).toMatchObject({ isYou: true, does: ['approve each milestone', 'release the money'] });
  expect(people[1]).toMatchObject({ demo: 'provider', does: ['does the work', 'is paid'] });
});

test('a warning stands beside whom it is about, and on top where that is nobody', () => {
  const people = peopleOf(summary, [], NOTHING);
  const judgement = {
    ...NOTHING,
    warnings: [
      { code: 'RESOLVER_IS_WORKER', params: { address: arbiter } },
      { code: 'FEE_LOOKS_LIKE_FRACTION', params: { percent: '0.5' } },
      { code: 'SAME_ID_ELSEWHERE', params: {} },
    ],
  } as const;
  expect(notesAt(arbiter, judgement, people).warnings).toEqual([expect.stringContaining('own pay: this account.')]);
  expect(notesAt('fee', judgement, people).warnings).toEqual(['The platform fee is 0.5 %. Was 50 % meant?']);
  expect(notesAt('top', judgement, people).warnings).toEqual([expect.stringContaining('Somebody else')]);
});

test.each([
  ['1234.5000001', '1,234.5000001'],
  ['9007199254740993.123456789012345678', '9,007,199,254,740,993.123456789012345678'],
  ['0.0000001', '0.0000001'],
  ['—', '—'],
])('the amount %s is shown as %s', (amount, shown) => {
  expect(amountText(amount)).toBe(shown);
});
