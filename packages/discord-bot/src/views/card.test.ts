import type { Prepared } from '@countersign/core';
import { ROLE_NAMES } from '@countersign/core/escrow';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { LANGUAGES } from '@countersign/core/words';
import { allParts, messageProblems, PART } from '@countersign/testkit/discord/rules';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { cardMessage } from './card.ts';
import { errorMessage } from './error-view.ts';
import { line } from './markdown.ts';
import { peopleLines } from './people.ts';

const ENGLISH = wordsOf('en');

const [{ address }] = SANDBOX_ACCOUNTS;
const contract = `C${'A'.repeat(55)}`;
const LARGE = '17014118346046923173168730371588.4105727';
const LARGE_COST = { paid: LARGE, platform: LARGE, service: LARGE, receiver: LARGE };
const COST = { paid: '100', platform: '2.5', service: '0.3', receiver: '97.2' };

const NOTHING: Prepared['judgement'] = { key: 'key', stops: [], warnings: [], facts: [] };
/** More than the desk ever finds in one request. */
const EVERYTHING: Prepared['judgement'] = {
  key: 'key',
  stops: [
    ...ROLE_NAMES.map((role) => ({ code: 'ROLE_IS_TOKEN' as const, params: { role } })),
    { code: 'CAN_TAKE_ALONE', params: { way: 'release', share: 'all', address } },
    { code: 'FEE_ABOVE_STOP', params: { percent: '99', stop: '20' } },
    { code: 'ANOTHER_ESCROW', params: { contractId: contract } },
  ],
  warnings: [
    { code: 'ADDRESS_CHANGED', params: { before: contract, now: contract } },
    { code: 'TRUSTLINE_MISSING', params: { address, role: 'receiver' } },
  ],
  facts: [{ code: 'RECEIVER_IS_NOT_WORKER', params: { address } }],
};

function prepared(text: (length: number) => string, signUrl?: string, cost = LARGE_COST): Prepared {
  return {
    id: 'a'.repeat(32),
    status: 'prepared',
    network: 'sandbox',
    contractId: contract,
    transactionHash: 'f'.repeat(64),
    expiresAt: '2026-01-01T00:00:00.000Z',
    unsignedXdr: 'AAAA',
    checked: 'partly',
    judgement: NOTHING,
    next: '',
    ...(signUrl === undefined ? {} : { signUrl }),
    summary: {
      network: 'sandbox',
      networkPassphrase: 'Countersign Sandbox ; simulated ; 2026',
      signer: address,
      contractId: contract,
      engagementId: text(100),
      title: text(100),
      description: text(500),
      roles: {
        approver: address,
        serviceProvider: address,
        platformAddress: address,
        releaseSigner: address,
        disputeResolver: address,
        receiver: address,
      },
      platformFeePercent: '99',
      milestones: Array.from({ length: 10 }, () => ({
        description: text(500),
        amount: LARGE,
      })),
      costs: { milestones: Array.from({ length: 10 }, () => cost), total: cost },
      total: '170141183460469231731687303715884.1057270',
      token: { address: contract },
      receiverMemo: '18446744073709551615',
      feeXlm: '5',
      expiresAt: '2026-01-01T00:00:00.000Z',
      reasons: [{ code: 'CODE_NOT_PINNED', params: { code: text(300) } }],
    },
  };
}

/** The same where the person has not confirmed what stops it. */
function unconfirmed(of: Prepared): Prepared {
  const { unsignedXdr: _, ...rest } = of;
  return { ...rest, status: 'to-confirm', judgement: EVERYTHING };
}

const asBody = ({ components, files = [] }: ReturnType<typeof cardMessage>) => ({
  components,
  flags: 1 << 15,
  attachments: files.map(({ name }, index) => ({ id: String(index), filename: name })),
});
const textsOf = (message: ReturnType<typeof cardMessage>) =>
  allParts(message.components)
    .filter(({ type }) => type === PART.TEXT)
    .map((part) => part['content'])
    .join('\n');

test('how much of each text a card shows, as more of it would not fit', async () => {
  const of = prepared((length) => 'x'.repeat(length * 2), 'https://sign.example/s/1', COST);
  const listed = <Item>(count: number, item: (at: number) => Item) =>
    Array.from({ length: count }, (_, at) => item(at));
  type Sizes = Readonly<
    Record<
      'title' | 'description' | 'milestones' | 'milestone' | 'differences' | 'difference' | 'facts' | 'texts',
      number
    >
  >;
  const card = (sizes: Sizes) => {
    const x = (name: keyof Sizes) => 'x'.repeat(sizes[name]);
    const params = (at: number) => ({ address: `G${'BCDEFGHIJ'.charAt(at).repeat(55)}` });
    const facts = listed(sizes.facts, (at) => ({ code: 'RECEIVER_IS_NOT_WORKER' as const, params: params(at) }));
    const summary = {
      ...of.summary,
      reasons: [],
      title: x('title'),
      description: x('description'),
      milestones: listed(sizes.milestones, () => ({ description: x('milestone'), amount: '100' })),
      costs: { ...of.summary.costs, milestones: listed(sizes.milestones, () => COST) },
      warnings: listed(sizes.texts, (at) => `Text ${at + 1}`),
    };
    const field = (at: number) => `milestones[${at}].description`;
    const differences = listed(sizes.differences, (at) => ({ field: field(at), asked: x('difference'), found: 'y' }));
    return cardMessage(
      { ...of, judgement: { ...NOTHING, facts }, summary, replaces: { id: 'b'.repeat(32), differences } },
      undefined,
      ENGLISH,
    );
  };
  const none = {
    title: 1,
    description: 1,
    milestones: 1,
    milestone: 1,
    differences: 0,
    difference: 1,
    facts: 0,
    texts: 0,
  };
  const long = { title: 300, description: 1_100, milestone: 1_100, difference: 300 };
  const cases: readonly Partial<Sizes>[] = [
    { title: 200, description: 1_000 },
    { title: 201, description: 1_001 },
    { milestone: 1_000, differences: 1, difference: 200 },
    { milestone: 1_001, differences: 1, difference: 201 },
    { milestones: 10, facts: 6, texts: 20 },
    { facts: 7, texts: 22 },
    { differences: 21 },
    { ...long, facts: 7, texts: 21 },
    { ...long, milestones: 11, differences: 3 },
    { ...long, milestones: 6, differences: 9, facts: 4, texts: 6 },
    { ...long, milestones: 30, differences: 20, facts: 9, texts: 20 },
  ];
  const cuts = cases.map((sizes) => {
    const lines = textsOf(card({ ...none, ...sizes })).split('\n');
    const cut = lines.filter((each) => /x{5}|more$|Paid out|neither|Text \d/.test(each));
    return [`# ${JSON.stringify(sizes)}`, ...cut].join('\n').replaceAll(/x{5,}/g, (run) => `<x ${run.length} times>`);
  });
  await expect(`${cuts.join('\n\n')}\n`).toMatchFileSnapshot('recorded/cards-cut.txt');
});

test('shows a blocking warning to confirm before there is anything to sign', () => {
  const message = cardMessage(unconfirmed(prepared(() => 'x', 'https://sign.example/s/1')), undefined, ENGLISH);
  expect(message.files?.map(({ name }) => name)).not.toContain('unsigned.xdr.txt');
  const labels = allParts(message.components).flatMap((part) => part['label'] ?? []);
  expect(labels).toEqual(['Prepare trustline', 'I have read this', 'Discard']);
  expect(textsOf(message)).toContain('Stop. There is nothing to sign until you confirm this');
});

test.each([
  ['https://sign.example/s/1', 1],
  ['http://127.0.0.1:4000/sign/1', 1],
  [`https://sign.example/${'x'.repeat(500)}`, 0],
  ['web+stellar:tx', 0],
  ['javascript:alert(1)', 0],
])('a button leads to %j only where Discord takes it', (url, count) => {
  const links = allParts(
    cardMessage(
      prepared(() => 'x', url),
      undefined,
      ENGLISH,
    ).components,
  ).filter((part) => part['url'] !== undefined);
  expect(links).toHaveLength(count);
});

const MORE = { en: /and \d+ more/, es: /y \d+ más/ } as const;

/** Spanish is longer. */
describe.each(LANGUAGES)('in %s', (language) => {
  const words = wordsOf(language);

  test.each([
    ['plain words', (length: number) => 'word '.repeat(200).slice(0, length)],
    ['nothing but marks that must be escaped', (length: number) => '*'.repeat(length)],
    ['three bytes a character', (length: number) => '語'.repeat(length)],
    ['two units a character', (length: number) => '🚀'.repeat(length / 2)],
  ])('the longest request, of %s, is a valid card: cut with a sign, and whole in a file', (_, text) => {
    const message = cardMessage(prepared(text), 'A note.', words);
    const files = message.files ?? [];
    expect(
      messageProblems(
        asBody(message),
        files.map(({ name }) => name),
        'create',
      ),
    ).toEqual([]);
    expect(files.map(({ name }) => name)).toEqual(['unsigned.xdr.txt', 'summary.txt']);
    expect(files[1]?.text).toContain(text(500).trim());
    const shown = textsOf(message);
    expect(shown).toContain('…');
    // What decides is never cut.
    for (const whole of [address, contract, 'f'.repeat(64), '170141183460469231731687303715884.1057270']) {
      expect(shown).toContain(whole);
    }
  });

  test.each([
    ['confirmed', (of: Prepared): Prepared => ({ ...of, judgement: EVERYTHING })],
    ['not confirmed', unconfirmed],
  ])('%s: every stop and warning of the longest request fits, whole', (_, judged) => {
    const replaces = {
      id: 'b'.repeat(32),
      differences: Array.from({ length: 40 }, (_, at) => ({
        field: `milestones[${at}].description`,
        asked: '*'.repeat(500),
        found: '_'.repeat(500),
      })),
    };
    const all = judged({ ...prepared((length) => '*'.repeat(length)), replaces });
    const message = cardMessage(all, undefined, words);
    const files = message.files ?? [];
    const names = files.map(({ name }) => name);
    expect(messageProblems(asBody(message), names, 'create')).toEqual([]);
    const shown = textsOf(message);
    for (const each of words.core.stopLines(EVERYTHING.stops)) expect(shown).toContain(line(each, 400));
    for (const warning of EVERYTHING.warnings) expect(shown).toContain(line(words.core.warningText(warning), 400));
    const summary = files.find(({ name }) => name === 'summary.txt')?.text;
    for (const { field } of replaces.differences) expect(summary).toContain(words.core.fieldText(field));
  });

  test('an error with any number of long problems fits', async () => {
    const { CountersignError } = await import('@countersign/core/errors');
    const error = new CountersignError('INPUT_INVALID', {
      fields: Array.from({ length: 500 }, (_, index) => ({ path: `a[${index}].*b*`, problem: '*'.repeat(1_000) })),
      detail: '@everyone '.repeat(100),
      language,
    });
    const message = errorMessage(error, { redact: (text) => text }, words);
    expect(messageProblems(asBody(message), [], 'create')).toEqual([]);
    expect(textsOf(message)).toMatch(MORE[language]);
  });
});

test('shows all of many people, except some who are only paid', () => {
  const wallet = (letter: string) => `G${letter.repeat(55)}`;
  const paid = [...'BCDEFGHIJKLMN'].map(wallet);
  const { summary } = prepared((length) => 'x'.repeat(length));
  const [A, signer] = [wallet('A'), wallet('N')];
  const lines = peopleLines(
    {
      ...{ ...summary, signer },
      roles: { ...summary.roles, approver: A, serviceProvider: wallet('B'), receiver: paid.join(', ') },
      costs: { ...summary.costs, payees: paid.map((each) => ({ ...COST, address: each, milestones: [1] })) },
    } as Prepared['summary'],
    [],
    ENGLISH,
  );
  // B has two roles, and N signs: of the others who are paid eight are shown.
  const shown = [...'ABCDEFGHIJKLMN'].filter((letter) => lines.some((each) => each.includes(wallet(letter))));
  expect([shown.join(''), lines.at(-1)]).toEqual(['ABCDEFGHIJN', 'and 3 more']);
});
