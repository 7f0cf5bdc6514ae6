/** A draft as its owner reads it: each sentence and button, by what the draft has and lacks. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { allParts } from '@countersign/testkit/discord/rules';
import { labels, plain } from '@countersign/testkit/discord/talk';
import { ButtonStyle } from 'discord.js';
import { expect, test } from 'vitest';
import type { Draft } from '../state/drafts.ts';
import { wordsOf } from '../words/index.ts';
import type { DraftProblem, RequestOfDraft } from './draft-request.ts';
import { panelMessage, wholePanel } from './panel.ts';

const NETWORK = NETWORKS.sandbox;
const [{ address: ADDRESS }] = SANDBOX_ACCOUNTS;
const WORDS = wordsOf('en');
const READY = WORDS.draft.ready;
const ME = '1';
const DRAFT: Draft = {
  id: 'd1',
  changedAt: 0,
  fields: {
    ...{ title: 'Logo', description: '', engagementId: 'E-1', people: {}, peopleLines: '', token: '', platformFee: '' },
    milestoneLines: '10.5 | Sketches\n20 | Drafts | <@2>\n3 | Files | Ben',
  },
};
const CHECKED: RequestOfDraft = {
  ...{ input: {}, roles: {}, signer: undefined, payer: undefined, chosen: {}, unproven: new Set(), problems: [] },
  ...{ token: NETWORK.tokens[0].address, platformFee: '0', fromServer: [], digest: 'abc' },
};
type Changes = {
  readonly fields?: Partial<Draft['fields']>;
  readonly checked?: Partial<RequestOfDraft>;
  readonly others?: readonly Draft[];
  readonly note?: string;
  readonly pageUrl?: string;
};
function shown({ fields, checked, others = [], pageUrl, ...more }: Changes, message = panelMessage) {
  const draft = { ...DRAFT, fields: { ...DRAFT.fields, ...fields } };
  const parts = { draft, checked: { ...CHECKED, ...checked }, drafts: [draft, ...others], pageUrl, ...more };
  return message(parts, { userId: ME, guildId: '9' }, NETWORK, WORDS);
}
const buttonsOf = (changes: Changes) =>
  allParts(shown(changes).components).flatMap(({ custom_id: id, style }) => (id ? [`${id} ${style}`] : []));
const { Primary, Secondary, Success } = ButtonStyle;

test.each<[string, Changes, string]>([
  ['its milestones', {}, `**Logo** · 33.5 USDC · 3 milestones\n${READY}`],
  ['one milestone', { fields: { milestoneLines: '1 | A' } }, `**Logo** · 1 USDC · one milestone\n${READY}`],
  ['no milestone', { fields: { milestoneLines: '' } }, `**Logo**\n${READY}`],
  ['an unreadable amount', { fields: { milestoneLines: '1 | A\nx | B' } }, `**Logo**\n${READY}`],
  ['a negative amount', { fields: { milestoneLines: '5 | A\n-1 | B' } }, `**Logo**\n${READY}`],
  ['no amount', { fields: { milestoneLines: '0 | A' } }, `**Logo** · 0 USDC · one milestone\n${READY}`],
  [
    'as many decimals as are added up',
    { fields: { milestoneLines: `0.${'1'.repeat(18)} | A` } },
    `**Logo** · 0.${'1'.repeat(18)} USDC · one milestone\n${READY}`,
  ],
  ['more decimals', { fields: { milestoneLines: `0.${'1'.repeat(19)} | A` } }, `**Logo**\n${READY}`],
  ['a token by its code', { checked: { token: 'usdc' } }, `**Logo** · 33.5 USDC · 3 milestones\n${READY}`],
  ['an unknown token', { checked: { token: 'DOGE' } }, `**Logo** · 33.5 tokens · 3 milestones\n${READY}`],
  [
    'no title, and one payment',
    { fields: { title: '', kind: 'single', milestoneLines: '' } },
    `**A new escrow** · Everything is paid at once, at the end\n${READY}`,
  ],
  [
    'a note, and what the server filled in',
    { note: 'A note.', checked: { fromServer: ['platformFee', 'token'] } },
    `**Logo** · 33.5 USDC · 3 milestones\n${READY}\n-# A note.\n-# From this server’s settings: platform fee, token.`,
  ],
])('shows a draft with %s', (_, changes, text) => expect(plain(shown(changes))).toBe(text));

test.each<[string, Partial<RequestOfDraft>, string]>([
  [
    'the member who pays and approves once',
    { payer: ME, signer: ADDRESS, chosen: { approver: ME } },
    '<@1> ✓ pays. <@1> approves the work.',
  ],
  [
    'who approves and pays out, where others do',
    { signer: ADDRESS, chosen: { approver: '3', releaseSigner: '4' }, roles: { approver: ADDRESS } },
    `\`${ADDRESS}\` pays. <@3> ✓ approves the work. <@4> pays out.`,
  ],
  [
    'who is paid, where another person works',
    { roles: { serviceProvider: ADDRESS, receiver: 'Ben' } },
    `\`${ADDRESS}\` does the work. Ben is paid.`,
  ],
  [
    'who works and is paid once',
    { roles: { serviceProvider: ADDRESS, receiver: ADDRESS } },
    `\`${ADDRESS}\` does the work.`,
  ],
  [
    'who is unproven',
    { chosen: { disputeResolver: '5' }, roles: { disputeResolver: ADDRESS }, unproven: new Set(['5']) },
    '<@5> (as they said) decides disputes.',
  ],
  ['no platform without a fee', { roles: { platformAddress: ADDRESS } }, ''],
  [
    'the platform with a fee',
    { roles: { platformAddress: ADDRESS }, platformFee: '5' },
    `\`${ADDRESS}\` gets 5 % of each payment.`,
  ],
])('names %s', (_, checked, sentences) => {
  const [, ...lines] = plain(shown({ checked })).split('\n');
  expect(lines.join('\n')).toBe(sentences === '' ? READY : `${sentences}\n${READY}`);
});

const MINE: DraftProblem = { section: 'wallets', userId: ME, problem: 'x' };
const THEIRS: DraftProblem = { section: 'wallets', userId: '2', problem: 'x' };
const inSection = (section: 'deal' | 'more', field = 'Title') => ({ section, field, problem: 'is missing' }) as const;
test.each<[string, DraftProblem[], string[]]>([
  ['nothing is missing', [], [`prepare:d1.abc ${Success}`, `deal:d1 ${Secondary}`, `more:d1 ${Secondary}`]],
  [
    'only others lack a wallet',
    [THEIRS],
    [`prepare:d1.abc ${Secondary}`, `ask:d1 ${Primary}`, `deal:d1 ${Secondary}`, `more:d1 ${Secondary}`],
  ],
  ['the reader lacks a wallet', [MINE], [`wallet:d1 ${Primary}`, `deal:d1 ${Secondary}`, `more:d1 ${Secondary}`]],
  [
    'both lack one',
    [MINE, THEIRS],
    [`wallet:d1 ${Primary}`, `ask:d1 ${Primary}`, `deal:d1 ${Secondary}`, `more:d1 ${Secondary}`],
  ],
  [
    'a field of the deal is missing too',
    [THEIRS, inSection('deal')],
    [`ask:d1 ${Primary}`, `deal:d1 ${Primary}`, `more:d1 ${Secondary}`],
  ],
  ['another field is missing', [inSection('more')], [`deal:d1 ${Secondary}`, `more:d1 ${Primary}`]],
])('leads to what cures it when %s', (_, problems, buttons) => {
  expect(buttonsOf({ checked: { problems } })).toEqual(
    [...buttons, `details:d1 ${Secondary}`].map((each) => `v1:draft-${each}`),
  );
});

test('names each problem once, and how many more there are', () => {
  const problemsIn = (problems: readonly DraftProblem[]) =>
    plain(shown({ checked: { problems } }))
      .split('\n')
      .slice(1);
  expect(problemsIn([MINE, THEIRS, inSection('deal'), inSection('deal')])).toEqual([
    '⚠️ You have no wallet here yet.',
    '⚠️ <@2> has no wallet here yet.',
    '⚠️ **Title** is missing',
  ]);
  const many = (count: number) => problemsIn(Array.from({ length: count }, (_, at) => inSection('deal', `F${at}`)));
  expect(many(10)).toHaveLength(10);
  expect(many(11).slice(9)).toEqual(['⚠️ **F9** is missing', '⚠️ and 1 more']);
  const long = problemsIn(
    Array.from({ length: 30 }, (_, at) => ({ ...inSection('deal', `F${at}`), problem: '*'.repeat(400) })),
  );
  expect([long.length, long.at(-1)]).toEqual([5, '⚠️ and 26 more']);
});

test('lists ten milestones with their receivers, and the number of the others', () => {
  const detailsOf = (fields: Partial<Draft['fields']>) => plain(shown({ fields }, wholePanel)).split(`${READY}\n`)[1];
  expect(detailsOf({})).toBe('1. **10.5** Sketches\n2. **20** Drafts → <@2>\n3. **3** Files → Ben');
  expect(detailsOf({ milestoneLines: ' | A' })).toBe('1. **?** A');
  expect(detailsOf({ milestoneLines: '' })).toBeUndefined();
  const lines = (count: number) => detailsOf({ milestoneLines: '1 | A\n'.repeat(count) })?.split('\n');
  expect(lines(10)).toHaveLength(10);
  expect(lines(12)?.slice(9)).toEqual(['10. **1** A', 'and 2 more']);
});

test.each<[string, Changes, string[]]>([
  ['another draft', {}, ['Look again', 'Download as YAML', 'New draft', 'Discard draft']],
  [
    'no sixth draft',
    { others: Array.from({ length: 4 }, (_, at) => ({ ...DRAFT, id: `o${at}` })) },
    ['Look again', 'Download as YAML', 'Discard draft'],
  ],
])('offers %s', (_, changes, names) => expect(labels(shown(changes, wholePanel))).toEqual(names));

test('opens the other drafts by their titles, and says where links open', () => {
  const others = ['', 'Site'].map((title, at) => ({ ...DRAFT, id: `o${at}`, fields: { ...DRAFT.fields, title } }));
  const whole = shown({ others, pageUrl: 'http://127.0.0.1:1/', fields: { description: 'A\nlogo' } }, wholePanel);
  const select = allParts(whole.components).find((part) => part['options'] !== undefined);
  expect([select?.['custom_id'], select?.['options']]).toEqual([
    'v1:draft-open:d1',
    [
      { label: WORDS.draft.withoutTitle, value: 'o0', description: 'E-1' },
      { label: 'Site', value: 'o1', description: 'E-1' },
    ],
  ]);
  expect(plain(whole)).toContain(`> A\n> logo\n-# ${WORDS.draft.signedByFile}`);
  expect(plain(shown({ pageUrl: 'https://example.org/' }, wholePanel))).not.toContain(WORDS.draft.signedByFile);
  expect(allParts(shown({}, wholePanel).components).some((part) => part['options'] !== undefined)).toBe(false);
});
