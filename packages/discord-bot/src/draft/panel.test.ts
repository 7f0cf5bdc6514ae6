/** A draft as its owner reads it: each sentence and button, by what the draft has and lacks. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { readIn } from '@countersign/testkit/discord/transcript';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import type { Draft } from '../state/drafts.ts';
import { wordsOf } from '../words/index.ts';
import type { DraftProblem, RequestOfDraft } from './draft-request.ts';
import { panelMessage, wholePanel } from './panel.ts';

const NETWORK = NETWORKS.sandbox;
const [{ address: ADDRESS }] = SANDBOX_ACCOUNTS;
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
function shown({ fields, checked, others = [], pageUrl, ...more }: Changes, message = panelMessage): string {
  const draft = { ...DRAFT, fields: { ...DRAFT.fields, ...fields } };
  const parts = { draft, checked: { ...CHECKED, ...checked }, drafts: [draft, ...others], pageUrl, ...more };
  const { components } = message(parts, { userId: '1', guildId: '9' }, NETWORK, wordsOf('en'));
  return readIn({ components }).join('\n').replaceAll('\\', '');
}

const milestones = (milestoneLines: string, more: Partial<Draft['fields']> = {}): Changes => ({
  fields: { milestoneLines, ...more },
});
const PANELS: Readonly<Record<string, Changes>> = {
  'three milestones': {},
  'one milestone': milestones('1 | A'),
  'no milestone': milestones(''),
  'an unreadable amount': milestones('1 | A\nx | B'),
  'a negative amount': milestones('5 | A\n-1 | B'),
  'no amount': milestones('0 | A'),
  'as many decimals as are added up': milestones(`0.${'1'.repeat(18)} | A`),
  'more decimals': milestones(`0.${'1'.repeat(19)} | A`),
  'a token by its code': { checked: { token: 'usdc' } },
  'an unknown token': { checked: { token: 'DOGE' } },
  'no title, and one payment': milestones('', { title: '', kind: 'single' }),
  'a note, and what the server filled in': { note: 'A note.', checked: { fromServer: ['platformFee', 'token'] } },
};
const PEOPLE: Readonly<Record<string, Partial<RequestOfDraft>>> = {
  'a member who pays and approves': { payer: '1', signer: ADDRESS, chosen: { approver: '1' } },
  'others who approve and pay out': {
    ...{ signer: ADDRESS, chosen: { approver: '3', releaseSigner: '4' }, roles: { approver: ADDRESS } },
  },
  'another who is paid': { roles: { serviceProvider: ADDRESS, receiver: 'Ben' } },
  'one who works and is paid': { roles: { serviceProvider: ADDRESS, receiver: ADDRESS } },
  'one who is unproven': {
    ...{ chosen: { disputeResolver: '5' }, roles: { disputeResolver: ADDRESS }, unproven: new Set(['5']) },
  },
  'a platform without a fee': { roles: { platformAddress: ADDRESS } },
  'a platform with a fee': { roles: { platformAddress: ADDRESS }, platformFee: '5' },
};
const MINE: DraftProblem = { section: 'wallets', userId: '1', problem: 'x' };
const THEIRS: DraftProblem = { section: 'wallets', userId: '2', problem: 'x' };
const inSection = (section: 'deal' | 'more', field = 'Title') => ({ section, field, problem: 'is missing' }) as const;
const many = (count: number, problem = 'is missing'): DraftProblem[] =>
  Array.from({ length: count }, (_, at) => ({ ...inSection('deal', `F${at}`), problem }));
const PROBLEMS: Readonly<Record<string, readonly DraftProblem[]>> = {
  'only others lack a wallet': [THEIRS],
  'the reader lacks a wallet': [MINE],
  'both lack one': [MINE, THEIRS],
  'a field of the deal is missing too, twice': [THEIRS, inSection('deal'), inSection('deal')],
  'another field is missing': [inSection('more')],
  ten: many(10),
  eleven: many(11),
  'thirty long ones': many(30, '*'.repeat(400)),
};
const other = (title: string, at: number) => ({ ...DRAFT, id: `o${at}`, fields: { ...DRAFT.fields, title } });
const WHOLE: Readonly<Record<string, Changes>> = {
  'a draft': {},
  'a line without an amount': milestones(' | A'),
  'no line': milestones(''),
  'ten lines': milestones('1 | A\n'.repeat(10)),
  'twelve lines': milestones('1 | A\n'.repeat(12)),
  'five drafts': { others: ['A', 'B', 'C', 'D'].map(other) },
  'others, and a page on this computer': {
    ...{ others: ['', 'Site'].map(other), pageUrl: 'http://127.0.0.1:1/', fields: { description: 'A\nlogo' } },
  },
  'a page for all': { pageUrl: 'https://example.org/' },
};

test('writes the panel of a draft, whom it names, what is missing, and the whole draft', async () => {
  const part = createPart();
  for (const [title, changes] of Object.entries(PANELS)) part.note(title, shown(changes));
  for (const [title, checked] of Object.entries(PEOPLE)) part.note(title, shown({ checked }));
  for (const [title, problems] of Object.entries(PROBLEMS)) part.note(title, shown({ checked: { problems } }));
  for (const [title, changes] of Object.entries(WHOLE)) part.note(`whole: ${title}`, shown(changes, wholePanel));
  await expect(part.text()).toMatchFileSnapshot('recorded/panels.txt');
});
