/** The deal in sentences, and its amounts: people instead of roles, and no digit lost. */
import '../words/en.ts';
import type { FundingSummary, StepSummary, Summary } from '@countersign/core/actions';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { describe, expect, test } from 'vitest';
import type { PageView } from '../../page-view.ts';
import { headlineOf, sentencesOf } from './headline.ts';
import { isPayer, notesAt, payeeText, peopleOf, withPeople } from './people.ts';

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

test('an escrow is described in three sentences, by people', () => {
  const people = peopleOf(summary, [], NOTHING, client);
  expect(headlineOf(summary, people)).toBe('Agree terms with Ben: 450 USDC, nothing to pay now');
  expect(sentencesOf(summary, people)).toEqual([
    'You set up an escrow of 450 USDC. Of it, 441.18 USDC goes to Ben, in 3 steps, each when it is approved and released by you. The platform takes 7.47 USDC, the service 1.35 USDC.',
    'Nothing to pay now: 450 USDC is paid in later, in a separate transaction.',
    'There is no deadline: if the other side goes silent, only Cleo can move the money.',
  ]);
});

const ANA = [{ address: client, name: 'Ana', setBy: 'page' }] as unknown as Parameters<typeof peopleOf>[1];

test.each([
  ['the reader’s wallet is not known', undefined],
  ['the reader is paid', provider],
])('calls the signer by a name, or the sentence passive, when %s', (_, reader) => {
  const nameless = { ...summary, network: 'testnet' } as Summary;
  const sentences = (shown: Summary | FundingSummary, names: typeof ANA) =>
    sentencesOf(shown, peopleOf(shown, names, NOTHING, reader));
  expect(sentences(nameless, ANA)[0]).toContain('Ana sets up an escrow of 450 USDC. ');
  expect(sentences(nameless, ANA)[0]).toContain('approved and released by Ana');
  expect(sentences(nameless, [])[0]).toContain('An escrow of 450 USDC is set up. ');
  expect(sentences(summary, [])[0]).toContain('Ana sets up an escrow of 450 USDC. ');
  const payment = { ...nameless, amount: '450', way: 'transfer', escrow: 'C' } as unknown as FundingSummary;
  expect(sentences(payment, ANA)[0]).toBe('Ana pays 450 USDC into the escrow “Logo and brand guide”.');
  expect(sentences(payment, [])[0]).toBe('450 USDC is paid into the escrow “Logo and brand guide”.');
  for (const person of peopleOf(nameless, [], NOTHING, reader)) expect(person.isYou).toBe(person.address === reader);
});

test('an escrow that pays several says how many, and whom the same stranger could pay by their addresses', () => {
  const payees = [provider, arbiter].map((address, index) => ({
    ...{ address, milestones: [index + 1], paid: '225', receiver: '220.59' },
  }));
  const roles = { ...summary.roles, approver: platform, releaseSigner: platform, receiver: `${provider}, ${arbiter}` };
  const several = { ...summary, network: 'testnet', roles, costs: { ...summary.costs, payees } } as unknown as Summary;
  const parties = [{ address: provider }, { address: arbiter }];
  const risk = {
    ...NOTHING,
    warnings: [
      { code: 'CAN_TAKE_TOGETHER', params: { way: 'release', share: 'part', parties, mover: { address: platform } } },
      { code: 'RECEIVERS_ARE_NOT_WORKER', params: { addresses: [provider, arbiter] } },
    ],
  } as unknown as PageView['judgement'];
  const named = [{ address: provider, name: 'Ben', setBy: 'page' }] as unknown as Parameters<typeof peopleOf>[1];
  const people = peopleOf(several, named, risk, client);
  expect(sentencesOf(several, people)[0]).toContain('441.18 USDC goes to 2 receivers, in 3 steps');
  const does = (address: string) => people.find((each) => each.address === address)?.does.at(-1);
  expect([provider, arbiter].map(does)).toEqual(['is paid', 'is paid']);
  expect(notesAt('top', risk, people).warnings).toEqual([
    `Without anybody else, whoever approves each milestone approves and pays out to Ben and ${arbiter}. If one of these works together with whoever pays out, they can take part of it once money is paid in.`,
    `These receivers are neither the service provider nor the signer: Ben, ${arbiter}.`,
  ]);
});

test.each([
  ['names who is paid', [provider], client, 'Pay 450.50 USDC into escrow for Ben'],
  [
    'counts more than two receivers',
    [provider, arbiter, platform],
    client,
    'Pay 450.50 USDC into escrow for 3 receivers',
  ],
  ['names the payer to a reader who is paid', [provider], provider, 'Ana pays 450.50 USDC into escrow for you'],
  ['names no receiver where none is known', undefined, undefined, 'Pay 450.50 USDC into escrow'],
])('the heading of a payment %s', (_, receivers, reader, expected) => {
  const { network, signer, title, token, roles } = summary;
  const terms = receivers && { roles, receivers, costs: { milestones: [], total: cost } };
  const payment = { network, signer, title, token, amount: '450.5', way: 'escrow', terms } as unknown as FundingSummary;
  expect(headlineOf(payment, peopleOf(payment, [], NOTHING, reader))).toBe(expected);
});

test('counts two receivers without names in the heading, which would read as one', () => {
  const roles = { ...summary.roles, receiver: `${provider}, ${arbiter}` };
  const deploy = { ...summary, network: 'testnet', roles } as Summary;
  const { network, signer, title, token } = deploy;
  const terms = { roles, receivers: [provider, arbiter], costs: { milestones: [], total: cost } };
  const payment = { network, signer, title, token, amount: '450', way: 'escrow', terms } as unknown as FundingSummary;
  const heading = (shown: Summary | FundingSummary, names: typeof ANA) =>
    headlineOf(shown, peopleOf(shown, names, NOTHING, client));
  expect(heading(deploy, [])).toBe('Agree terms with 2 receivers: 450 USDC, nothing to pay now');
  expect(heading(payment, [])).toBe('Pay 450 USDC into escrow for 2 receivers');
  const ben = [{ address: provider, name: 'Ben', setBy: 'page' }] as unknown as typeof ANA;
  expect(heading(payment, ben)).toBe('Pay 450 USDC into escrow for Ben and the receiver');
});

test('shows a receiver without a name by the whole address, and as new to the payer', () => {
  const facts = [{ code: 'FIRST_TIME_ADDRESSES', params: { addresses: [provider] } }] as const;
  const people = peopleOf({ ...summary, network: 'testnet' }, [], { ...NOTHING, facts }, client);
  expect(sentencesOf(summary, people)[0]).toContain(`goes to the receiver (${provider}, new to you), in 3 steps`);
});

test('a payment says what it is for: who gets what of it and when, the fees, and that it cannot be taken back', () => {
  const { roles: all, costs } = summary;
  const { receiver: _, ...roles } = all;
  const milestones = summary.milestones.map((milestone, at) => ({ ...milestone, number: at + 1 }));
  const payment = {
    network: 'sandbox',
    signer: client,
    title: 'Logo',
    amount: '450',
    way: 'escrow',
    escrow: 'C',
    token: { address: 'C', code: 'USDC' },
    terms: {
      roles,
      platformFeePercent: '1.66',
      milestones,
      receivers: [provider],
      fees: '8.82',
      costs: { ...costs, milestones: [cost, cost, cost] },
    },
  } as unknown as FundingSummary;
  expect(sentencesOf(payment, peopleOf(payment, [], NOTHING, client))).toEqual([
    'You pay 450 USDC now.',
    'Ben gets up to 441.18 USDC, in 3 steps, each after you approve and pay out. Fees: 8.82 USDC.',
    'It cannot be taken back; if there is a disagreement, Cleo decides. There is no deadline.',
    expect.stringContaining('only if its terms are still the same'),
  ]);
});

describe('the heading of a step says what comes of it', () => {
  const named = [
    { address: provider, name: 'Ben', setBy: 'page' },
    { address: arbiter, name: 'Ana Ortiz', setBy: 'page' },
    { address: platform, name: 'Platform Ltd', setBy: 'page' },
  ] as unknown as Parameters<typeof peopleOf>[1];
  const headline = (step: object) => {
    const made = {
      network: 'testnet',
      signer: client,
      title: 'Logo',
      token: { address: 'C', code: 'USDC' },
      milestone: { number: 1, of: 2, description: 'Drafts', amount: '150' },
      pays: [],
      left: '0',
      leftFor: { amount: '0', milestones: [] },
      changes: [],
      turn: [],
      ...step,
    } as unknown as StepSummary;
    return headlineOf(made, peopleOf(made, named, NOTHING, client));
  };
  const fee = { as: 'platform', to: platform, amount: '7.95' };

  test.each([
    [
      {
        step: 'release',
        pays: [fee, { as: 'receiver', to: provider, amount: '142.05', of: '150' }],
        left: '300',
        leftFor: { amount: '300', milestones: [2, 3] },
      },
      'Ben gets 142.05 USDC (150 less fees)\n300 USDC stays in the escrow for milestones 2 and 3',
    ],
    [
      {
        step: 'resolve',
        pays: [
          fee,
          { as: 'share', to: provider, roles: ['receiver'], amount: '113.64', of: '120' },
          { as: 'share', to: client, roles: ['approver'], amount: '75.7', of: '80' },
        ],
        left: '50',
        leftFor: { amount: '0', milestones: [] },
      },
      'Ben gets 113.64 USDC (120 less fees)\nYou get 75.70 USDC (80 less fees)\n50 USDC stays in the escrow, and no milestone needs it',
    ],
    [{ step: 'approve' }, 'Approve milestone 1, “Drafts”: 150 USDC can be paid out'],
    [
      { step: 'dispute', turn: [{ role: 'disputeResolver', address: arbiter, action: 'resolve', milestone: 1 }] },
      'Dispute milestone 1, “Drafts”: Ana Ortiz decides who gets the money',
    ],
    [
      { step: 'update', changes: [{ what: 'Dispute resolver', before: arbiter, after: platform }] },
      'Dispute resolver: Ana Ortiz → Platform Ltd',
    ],
    [
      {
        step: 'update',
        changes: [
          {
            what: 'Milestone 2',
            before: 'none',
            after: 'Cards',
            added: { description: 'Cards, 1 USDC', amount: '50', receiver: provider },
          },
        ],
        amount: '200',
        left: '150',
        leftFor: { amount: '150', milestones: [1, 2] },
        turn: [{ role: 'anyone', action: 'fund' }],
      },
      'Add “Cards, 1 USDC”, 50 USDC, for Ben\n50 USDC more must be paid in.',
    ],
  ])('%#', (step, expected) => expect(headline(step)).toBe(expected));
});

test('people without a name are called by their role', () => {
  const [, , last] = sentencesOf(summary, peopleOf({ ...summary, network: 'testnet' }, [], NOTHING, client));
  expect(last).toContain('only the dispute resolver can move the money');
});

test('each address is shown once, with everything that its owner does', () => {
  const people = peopleOf(summary, [], NOTHING, client);
  expect(people.map(({ address }) => address)).toEqual([client, provider, platform, arbiter]);
  expect(people[0]).toMatchObject({ isYou: true, does: ['approve each milestone', 'release the money'] });
  expect(people[1]).toMatchObject({ demo: { account: 'provider', name: 'Ben' }, does: ['does the work', 'is paid'] });
});

test('a warning is shown next to the person it is about, or on top if there is none', () => {
  const people = peopleOf(summary, [], NOTHING, client);
  const risk: PageView['judgement'] = {
    ...NOTHING,
    warnings: [
      { code: 'RESOLVER_IS_WORKER', params: { address: arbiter } },
      { code: 'FEE_LOOKS_LIKE_FRACTION', params: { percent: '0.5' } },
      { code: 'SAME_ID_ELSEWHERE', params: {} },
    ],
  };
  expect(notesAt(arbiter, risk, people).warnings).toEqual([expect.stringContaining('own pay: this address.')]);
  expect(notesAt('fee', risk, people).warnings).toEqual(['The platform fee is 0.5 %. Was 50 % meant?']);
  expect(notesAt('top', risk, people).warnings).toEqual([expect.stringContaining('Somebody else')]);
});

test('people who could take the money together are called by their names, or by what they do', () => {
  const [parties, resolver] = [[{ address: provider }], { address: arbiter }];
  const risk: PageView['judgement'] = {
    ...NOTHING,
    warnings: [{ code: 'CAN_TAKE_TOGETHER', params: { way: 'dispute', share: 'all', parties, resolver } }],
  };
  const textOf = (network: string) =>
    notesAt('top', risk, peopleOf({ ...summary, network } as Summary, [], NOTHING, client)).warnings;
  expect(textOf('sandbox')).toEqual([expect.stringMatching(/^Ben can .* dispute resolver Cleo alone then decides/)]);
  expect(textOf('testnet')).toEqual([
    expect.stringMatching(/^Whoever does the work can .* dispute resolver alone then decides/),
  ]);
});

test('leaves a payee without an account to the warning above the signature', () => {
  const risk: PageView['judgement'] = {
    ...NOTHING,
    warnings: [{ code: 'ACCOUNT_MISSING', params: { role: 'receiver', address: provider } }],
  };
  const people = peopleOf(summary, [], NOTHING, client);
  expect([provider, 'top'].map((place) => notesAt(place, risk, people).warnings)).toEqual([[], []]);
});

test('a reader who pays in and decides disputes is addressed as “you”', () => {
  const payment = {
    network: 'testnet',
    signer: client,
    title: 'Logo',
    amount: '450',
    way: 'escrow',
    escrow: 'C',
    token: { address: 'C', code: 'USDC' },
  } as unknown as FundingSummary;
  const risk = (address: string): PageView['judgement'] => ({
    ...NOTHING,
    facts: [{ code: 'ONLY_RESOLVER_MOVES', params: { address } }],
  });
  const lastOf = (address: string) => sentencesOf(payment, peopleOf(payment, [], risk(address), client)).at(-1);
  expect(lastOf(client)).toContain('only you can move the money');
  expect(lastOf(arbiter)).toContain('only its dispute resolver can move the money');
});

describe('people without a name', () => {
  const [one, other] = [provider, platform];
  const nameless = peopleOf({ ...summary, network: 'testnet' }, [], NOTHING, client);

  test('whose address is changed are shown by it, before and after', () => {
    expect([one, other].map((address) => withPeople(address, nameless, false))).toEqual([one, other]);
    expect(withPeople(client, nameless, false)).toBe('you');
  });

  test('two people whom only the address distinguishes are shown by it, next to what each is paid', () => {
    const stranger = (to: string) => ({ as: 'share', to, amount: '1' }) as const;
    const pays = [stranger(one), stranger(other), { as: 'platform', to: other, amount: '1' } as const];
    expect(pays.map((each) => payeeText(each, pays, nameless))).toEqual([
      `Nobody with a role in this escrow: ${one}`,
      `Nobody with a role in this escrow: ${other}`,
      'Platform, its fee',
    ]);
    expect(payeeText(stranger(one), [stranger(one)], nameless)).toBe('Nobody with a role in this escrow');
  });
});

test('only a signer who approves and is not paid is expected to pay', () => {
  expect(isPayer(summary)).toBe(true);
  // As a platform that sets it up for two others.
  expect(isPayer({ ...summary, signer: platform })).toBe(false);
  expect(isPayer({ ...summary, signer: provider })).toBe(false);
  expect(isPayer({ ...summary, roles: { ...summary.roles, receiver: client } })).toBe(false);
});
