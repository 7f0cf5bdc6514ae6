/** The deal in words, for each kind of transaction and each reader: heading, bar, amount, what is typed, and sentences. */
import '../words/en.ts';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import type { PageView } from '../../page-view.ts';
import type { AnySummary } from '../transaction/summaries.ts';
import { confirmationOf, isTyped } from './confirmation.ts';
import { amountOf, headlineOf, missingAfter, sentencesOf, shortOf, sumOf } from './headline.ts';
import { isPayer, notesAt, payeeOf, payeeText, peopleOf, withPeople } from './people.ts';

const ADDRESSES = SANDBOX_ACCOUNTS.map(({ address }) => address);
const [client = '', provider = '', platform = '', arbiter = ''] = ADDRESSES;
const NAMES = ['(client)', '(provider)', '(platform)', '(arbiter)'];
const readable = (text: string) =>
  ADDRESSES.reduce((left, address, at) => left.replaceAll(address, NAMES[at] ?? ''), text);
const NOTHING: PageView['judgement'] = { key: '', stops: [], warnings: [], facts: [] };
type Names = Parameters<typeof peopleOf>[1];

const cost = { paid: '450', platform: '7.47', service: '1.35', receiver: '441.18' };
const payee = (address: string) => ({ address, milestones: [1], paid: '1', receiver: '1' });
const roles = {
  ...{ approver: client, serviceProvider: provider, platformAddress: platform },
  ...{ releaseSigner: client, disputeResolver: arbiter, receiver: provider },
};
const base = { network: 'testnet', signer: client, title: 'Logo', token: { address: 'C', code: 'USDC' } };
const escrow = {
  ...base,
  roles,
  milestones: ['Drafts', 'Logo', 'Guide'].map((description) => ({ description, amount: '150' })),
  total: '450',
  costs: { milestones: [cost], total: cost, serviceAddress: 'CSERVICE' },
};
const { receiver: _, ...own } = roles;
const terms = {
  roles: own,
  platformFeePercent: '2',
  milestones: [],
  receivers: [provider],
  fees: '8.82',
  costs: escrow.costs,
};
const payment = { ...base, amount: '450.5', way: 'escrow', escrow: 'C', terms };
const step = {
  ...base,
  ...{
    step: 'approve',
    role: 'approver',
    does: 'The approver approves.',
    doesNot: [`Nothing is paid to ${provider}.`],
  },
  milestone: { number: 1, of: 2, description: 'Drafts', amount: '150' },
  ...{ pays: [], amount: '0', left: '300', leftFor: { amount: '300', milestones: [1, 2] }, changes: [], turn: [] },
};
const update = { ...step, step: 'update', role: 'platformAddress', amount: '300', milestone: undefined };
const text = (length: number) => 'x'.repeat(length);
const change = (what: string, before: string, after: string, more: object = {}) => ({ what, before, after, ...more });
const added = (more: object = {}) =>
  change('Milestone 3', 'none', 'Cards', { added: { description: 'Cards', amount: '50', ...more } });
const single = { ...escrow, milestones: escrow.milestones.map(({ description }) => ({ description, amount: '—' })) };

const CASES: Readonly<Record<string, object>> = {
  'an escrow': escrow,
  'an escrow for two': {
    ...escrow,
    roles: { ...roles, receiver: `${provider}, ${arbiter}` },
    costs: { ...escrow.costs, payees: [payee(provider), payee(arbiter)] },
  },
  'an escrow for three': {
    ...escrow,
    roles: { ...roles, receiver: `${provider}, ${arbiter}, ${platform}` },
    costs: { ...escrow.costs, payees: [payee(provider), payee(arbiter), payee(platform)] },
  },
  'an escrow, set up by who is paid': { ...escrow, signer: provider },
  'an escrow, set up by the platform': { ...escrow, signer: platform },
  'an escrow, set up by a receiver': {
    ...escrow,
    signer: platform,
    roles: { ...roles, receiver: `${provider}, ${platform}` },
    costs: { ...escrow.costs, payees: [payee(provider), payee(platform)] },
  },
  'an escrow that pays at once': single,
  'an escrow in a token without a code': { ...escrow, token: { address: 'C' } },
  'a payment': payment,
  'a payment for two': {
    ...payment,
    terms: {
      ...terms,
      receivers: [provider, arbiter],
      costs: { ...escrow.costs, payees: [payee(provider), payee(arbiter)] },
    },
  },
  'a payment for three': {
    ...payment,
    terms: {
      ...terms,
      receivers: [provider, arbiter, platform],
      costs: { ...escrow.costs, payees: [1, 2, 3].map(() => payee(provider)) },
    },
  },
  'a payment without terms': { ...payment, terms: undefined, way: 'transfer' },
  'a trustline': { ...base, means: 'May hold USDC', reserveXlm: '0.5' },
  'an approval': step,
  'an approval of a long text': { ...step, milestone: { ...step.milestone, description: `${text(61)}\nmore` } },
  'an approval of 60 characters': { ...step, milestone: { ...step.milestone, description: text(60) } },
  'a release of all': {
    ...step,
    step: 'release',
    milestone: undefined,
    pays: [{ as: 'receiver', to: provider, amount: '142', of: '150' }],
    amount: '150',
  },
  'a release to no known account': {
    ...step,
    step: 'release',
    pays: [{ as: 'receiver', amount: '142', of: '150' }],
    amount: '150',
  },
  'a resolution': {
    ...step,
    step: 'resolve',
    amount: '200',
    pays: [
      { as: 'share', to: provider, roles: ['receiver'], amount: '120', of: '120' },
      { as: 'share', to: arbiter, amount: '80', of: '80' },
      { as: 'service', to: 'CSERVICE', amount: '1' },
    ],
  },
  'a dispute': {
    ...step,
    step: 'dispute',
    turn: [{ role: 'disputeResolver', address: arbiter, action: 'resolve', milestone: 1 }],
  },
  'an update of texts': {
    ...update,
    changes: [
      change('Title', 'A', 'B'),
      change('Description', text(61), 'short'),
      change('Platform fee', '5 %', '15 %'),
    ],
  },
  'an update of two texts': {
    ...update,
    changes: [change('Title', text(60), 'B'), change('Description', 'a\nb', 'c')],
  },
  'an update of a fee': {
    ...update,
    changes: [change('Title', 'A', 'A'), change('Platform fee', '5 %', '15 %'), added()],
  },
  'an update of a receiver': { ...update, changes: [change('Receiver', client, provider)] },
  'an update of the reader’s own role': { ...update, changes: [change('Approver', provider, client)] },
  'a milestone more, not paid in': {
    ...update,
    amount: '350',
    changes: [added({ receiver: provider })],
    turn: [{ role: 'anyone', action: 'fund' }],
  },
  'a milestone more, paid in': { ...update, amount: '350', changes: [added()], turn: [] },
  'a milestone more, after a payout': {
    ...update,
    amount: '350',
    leftFor: { amount: '0', milestones: [2] },
    changes: [added()],
    turn: [{ role: 'anyone', action: 'fund' }],
  },
};

const BEN = { address: provider, name: 'Ben', setBy: 'page' };
const READERS = [
  ['as the signer', client, []],
  ['as the resolver, with Ben in the address book', arbiter, [BEN, { address: client, name: 'Ana', from: 'network' }]],
] as unknown as readonly [title: string, reader: string | undefined, names: Names][];

test('says what each transaction does as recorded', async () => {
  const part = createPart();
  for (const [title, input] of Object.entries(CASES)) {
    const summary = input as AnySummary;
    part.note(`# ${title}`);
    for (const [as, reader, names] of READERS) {
      const people = peopleOf(summary, names, NOTHING, reader);
      const [sum, short, amount] = [sumOf(summary, people), shortOf(summary, people), amountOf(summary)];
      const { kind, text: toType, unit } = confirmationOf(summary, people);
      part.note(`${as}: ${headlineOf(summary, people)}`);
      const bar = [sum, short, amount].map((each) => (each === undefined ? 'nothing' : `“${each}”`));
      part.note(`  bar ${bar[0]}, in few words ${bar[1]}, amount ${bar[2]}`);
      part.note(`  to confirm: the ${kind} “${toType}” ${unit ?? ''}`.trimEnd());
      part.note('  says', sentencesOf(summary, people).join('\n'));
      part.note(
        '  people',
        people.map(({ address, isYou, does }) => `${address}${isYou ? ' (you)' : ''}: ${does.join(', ')}`).join('\n'),
      );
      if ('step' in summary) part.note(`  to be paid in afterwards: ${missingAfter(summary) ?? 'not known'}`);
      if ('total' in summary) part.note(`  expected to pay: ${isPayer(summary)}`);
    }
    const simulated = { ...summary, network: 'sandbox' } as AnySummary;
    for (const reader of [undefined, client]) {
      const people = peopleOf(simulated, [], NOTHING, reader);
      part.note(
        `to ${reader === undefined ? 'anyone' : 'the signer'} in the sandbox: ${headlineOf(simulated, people)}`,
      );
      part.note('  says', sentencesOf(simulated, people).join('\n'));
    }
  }
  await expect(readable(part.text())).toMatchFileSnapshot('recorded/deal-lines.txt');
});

test('shows each warning and fact next to its subject, and calls people, as recorded', async () => {
  const part = createPart();
  const addresses = [provider];
  const facts = [
    { code: 'FEE_LOOKS_LIKE_FRACTION', params: { percent: '0.5' } },
    { code: 'PAID_AT_ONCE', params: {} },
    { code: 'SERVICE_SHARE', params: { percent: '0.3' } },
    ...[arbiter, 'GELSEWHERE'].map((address) => ({ code: 'ONLY_RESOLVER_MOVES', params: { address } })),
    ...[addresses, ['GELSEWHERE'], [provider, 'GELSEWHERE']].map((all) => ({
      code: 'FIRST_TIME_ADDRESSES',
      params: { addresses: all },
    })),
    ...[arbiter, 'GELSEWHERE'].map((address) => ({ code: 'RESOLVER_IS_WORKER', params: { address } })),
    { code: 'SAME_ID_ELSEWHERE', params: {} },
    { code: 'RECEIVERS_ARE_NOT_WORKER', params: { addresses: [provider, arbiter] } },
    ...[
      { way: 'dispute', share: 'all', parties: [{ address: provider }], resolver: { address: arbiter } },
      {
        ...{ way: 'release', share: 'part', mover: { address: platform } },
        parties: [{ address: provider }, { address: arbiter }],
      },
    ].map((params) => ({ code: 'CAN_TAKE_TOGETHER', params })),
    // The warning above the signature has it.
    { code: 'ACCOUNT_MISSING', params: { role: 'receiver', address: provider } },
  ];
  const summary = escrow as unknown as AnySummary;
  for (const fact of facts) {
    const risk = { ...NOTHING, warnings: [fact], facts: [] } as unknown as PageView['judgement'];
    const people = peopleOf(summary, [], risk, client);
    const places = ['top', 'fee', 'milestones', ...people.map(({ address }) => address)];
    const foundFor = (shown: typeof people) =>
      places.flatMap((place) => notesAt(place, risk, shown).warnings.map((note) => `at ${place}: ${note}`));
    const found = foundFor(people);
    part.note(`${fact.code} ${JSON.stringify(fact.params)}`, found.join('\n') || 'nowhere');
    const named = foundFor(peopleOf({ ...summary, network: 'sandbox' } as AnySummary, [BEN] as never, risk, client));
    if (String(named) !== String(found)) part.note('  with names', named.join('\n'));
    const asFact = { ...NOTHING, facts: [fact] } as unknown as PageView['judgement'];
    expect(places.flatMap((place) => notesAt(place, asFact, people).facts).length).toBe(found.length);
  }
  const risk = {
    ...NOTHING,
    facts: [{ code: 'FIRST_TIME_ADDRESSES', params: { addresses } }],
  } as PageView['judgement'];
  for (const [as, reader, names] of READERS) {
    const people = peopleOf(summary, names, risk, reader);
    part.note(`${as}: pays ${ADDRESSES.map((address) => payeeOf(address, people)).join(', ')}`);
    for (const isShort of [true, false])
      part.note(`  ${withPeople(`${client} pays ${provider} and ${platform}`, people, isShort)}`);
    const one = { as: 'receiver', to: provider, amount: '1' } as const;
    const shares = [provider, platform].map((to) => ({ as: 'share', to, amount: '1' }) as const);
    for (const pays of [[one], [one, { ...one, to: arbiter }], shares.slice(1), shares]) {
      part.note(`  of ${pays.length}: ${pays.map((each) => payeeText(each, pays, people)).join('; ')}`);
    }
  }
  await expect(readable(part.text())).toMatchFileSnapshot('recorded/notes.txt');
});

test('takes an amount with or without groups and spaces, and no other text', () => {
  const typed = ['450.5', '450.50', '450,50', '1 450.5', '450.5 USDC', ''];
  const amount = { kind: 'total', text: '450.5', unit: 'USDC' } as const;
  expect(typed.filter((each) => isTyped(each, amount))).toEqual(['450.5', '450.50']);
  expect(
    ['1450.5', '1,450.50', '1 450.5', '1450.50'].filter((each) => isTyped(each, { ...amount, text: '1450.5' })),
  ).toEqual([...['1450.5', '1,450.50', '1 450.5']]);
  expect(['ben', 'Ben', ' B en'].filter((each) => isTyped(each, { kind: 'name', text: 'Ben' }))).toEqual([
    'Ben',
    ' B en',
  ]);
});
