import type { EscrowView, Prepared } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { format } from '@countersign/core/text/message';
import { LANGUAGES } from '@countersign/core/words';
import { allParts, messageProblems, PART } from '@countersign/testkit/discord/rules';
import { describe, expect, test } from 'vitest';
import { escrowMessage } from '../commands/escrow.ts';
import type { Message } from '../discord/answers.ts';
import { wordsOf } from '../words/index.ts';
import { stepMessage } from './step.ts';

const [{ address }] = SANDBOX_ACCOUNTS;
const contract = `C${'A'.repeat(55)}`;
const LARGE = '17014118346046923173168730371588.4105727';

function prepared(text: (length: number) => string): Prepared<'update'> {
  const share: Prepared<'update'>['summary']['pays'][number] = {
    ...{ as: 'share', to: address, amount: LARGE, about: true },
    roles: ['approver', 'releaseSigner'],
  };
  return {
    id: 'a'.repeat(32),
    status: 'prepared',
    network: 'sandbox',
    contractId: contract,
    transactionHash: 'f'.repeat(64),
    expiresAt: '2026-01-01T00:00:00.000Z',
    unsignedXdr: 'AAAA',
    checked: 'partly',
    judgement: { key: 'key', stops: [], warnings: [], facts: [{ code: 'EVIDENCE_IS_LINK', params: {} }] },
    next: '',
    signUrl: 'http://127.0.0.1:4000/sign/1',
    summary: {
      network: 'sandbox',
      networkPassphrase: 'Countersign Sandbox ; simulated ; 2026',
      signer: address,
      escrow: contract,
      title: text(400),
      step: 'update',
      role: 'platformAddress',
      does: `Platform: change the terms of the escrow ${text(100)}.`,
      changes: Array.from({ length: 150 }, (_, at) => ({
        what: `Milestone ${at}: description`,
        before: text(1_000),
        after: text(1_000),
      })),
      pays: Array.from({ length: 52 }, () => share),
      about: 'The amounts are exact to a few of the token’s smallest units.',
      amount: LARGE,
      left: LARGE,
      leftFor: { amount: '0', milestones: [] },
      doesNot: ['It moves no money.'],
      turn: Array.from({ length: 12 }, (_, at) => ({
        role: 'serviceProvider' as const,
        address,
        action: 'change-status' as const,
        milestone: at + 1,
      })),
      token: { address: contract },
      feeXlm: '5',
      expiresAt: '2026-01-01T00:00:00.000Z',
      reasons: [{ code: 'CODE_NOT_PINNED', params: { code: text(300) } }],
      warnings: [],
    },
  };
}

function escrow(text: (length: number) => string): EscrowView {
  return {
    status: 'not-prepared-here',
    by: 'ledger',
    network: 'public',
    contractId: contract,
    kind: 'multi',
    generation: 'B',
    engagementId: text(400),
    title: text(400),
    description: text(2_000),
    roles: {
      approver: address,
      serviceProvider: address,
      platformAddress: address,
      releaseSigner: address,
      disputeResolver: contract,
    },
    platformFeePercent: '99',
    milestones: Array.from({ length: 50 }, () => ({
      description: text(500),
      amount: LARGE,
      receiver: address,
      state: 'open',
      status: text(100),
      evidence: text(1_000),
    })),
    asset: contract,
    token: contract,
    held: LARGE,
    needed: LARGE,
    total: LARGE,
    state: 'working',
    turn: Array.from({ length: 50 }, (_, at) => ({
      role: 'serviceProvider' as const,
      address,
      action: 'change-status' as const,
      milestone: at + 1,
    })),
    message: text(500),
    next: '',
  };
}

const problems = ({ components, files = [] }: Message) =>
  messageProblems(
    {
      components,
      flags: 1 << 15,
      attachments: files.map(({ name }, index) => ({ id: String(index), filename: name })),
    },
    files.map(({ name }) => name),
    'create',
  );
const textsOf = ({ components }: Message) =>
  allParts(components)
    .flatMap((part) => (part.type === PART.TEXT ? [String(part['content'])] : []))
    .join('\n');

const labelsOf = ({ components }: Message) => allParts(components).flatMap((part) => part['label'] ?? []);

const TEXTS = [
  ['plain words', (length: number) => 'word '.repeat(400).slice(0, length)],
  ['nothing but marks that must be escaped', (length: number) => '*'.repeat(length)],
  ['three bytes a character', (length: number) => '語'.repeat(length)],
] as const;

const LEFT = { en: `${LARGE} tokens is left`, es: `quedan unos ${LARGE} tokens` } as const;

test.each([
  [50, 0, 5],
  [20, 0, 20],
  [8, 0, 70],
  [4, 0, 400],
  [2, 52, 400],
])('shows %i changes of a step with %i payments and texts of %i characters', (rows, payments, length) => {
  const of = prepared((most) => 'word '.repeat(80).slice(0, Math.min(most, length)));
  const summary = { ...of.summary, pays: of.summary.pays.slice(0, payments) };
  expect(textsOf(stepMessage({ ...of, summary }, undefined, wordsOf('en'))).split(' → ')).toHaveLength(rows + 1);
});

describe.each(LANGUAGES)('in %s', (language) => {
  const words = wordsOf(language);

  test.each(TEXTS)('the longest step, of %s, is a valid card: what is left out is in a file', (_, text) => {
    const message = stepMessage(prepared(text), undefined, words);
    expect(problems(message)).toEqual([]);
    const [, summary] = message.files ?? [];
    expect(summary?.name).toBe('summary.txt');
    expect(summary?.text).toContain('Milestone 149: description');
    expect(summary?.text?.split(LARGE).length).toBeGreaterThan(52 + 2);
    const shown = textsOf(message);
    for (const whole of [address, contract, 'f'.repeat(64), LEFT[language]]) expect(shown).toContain(whole);
    const { unsignedXdr: _xdr, ...open } = prepared(text);
    expect(problems(stepMessage({ ...open, status: 'to-confirm' }, 'A note.', words))).toEqual([]);
  });

  test.each(TEXTS)('the longest escrow, of %s, is a valid message with few buttons', (_, text) => {
    for (const wallet of [address, undefined]) expect(problems(escrowMessage(escrow(text), wallet, words))).toEqual([]);
    const { label = '' } = words.core.actions['change-status'];
    expect(labelsOf(escrowMessage(escrow(text), address, words))).toEqual([
      ...[1, 2, 3].map((number) => `${label} ${number}`),
      format(words.escrow.another, { label }),
      words.escrow.lookAgain,
      words.escrow.followHere,
      words.escrow.cancel,
      words.core.actions.dispute.label,
      words.escrow.moreMilestones,
    ]);
    expect(textsOf(escrowMessage(escrow(text), address, words))).toContain(words.escrow.byMilestone);
  });
});

test('many milestones are shown in pages, from the first that is not paid out', () => {
  const short = escrow((length) => 'word'.slice(0, length));
  const milestones = short.milestones.slice(0, 30).map((each, at) => ({
    ...each,
    description: `Poster ${at + 1}`,
    state: at < 12 ? ('released' as const) : ('open' as const),
  }));
  const page = (from?: number) => escrowMessage({ ...short, milestones }, undefined, wordsOf('en'), 'possible', from);
  const shownOn = (message: Message) =>
    [...textsOf(message).matchAll(/^(\d+)\. .*Poster (\d+)/gm)].map(([, number, poster]) => [
      Number(number),
      Number(poster),
    ]);
  const numbers = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => [first + at, first + at]);
  expect(shownOn(page())).toEqual(numbers(13, 20));
  expect(textsOf(page())).toContain('and 22 more');
  const ids = allParts(page().components).flatMap((part) => part['custom_id'] ?? []);
  const named = ['look-mine:@', 'look:@', 'follow:@', 'look:@.5', 'look:@.21'];
  expect(ids).toEqual(named.map((id) => `v1:${id.replace('@', contract)}`));
  expect(shownOn(page(21))).toEqual(numbers(21, 28));
  for (const from of [23, 29, 99]) expect(shownOn(page(from))).toEqual(numbers(23, 30));
  expect(labelsOf(page(99))).not.toContain('More milestones');
  expect(shownOn(page(1))).toEqual(numbers(1, 8));
  expect(labelsOf(page(1))).not.toContain('Earlier milestones');
});

test('each action of somebody with many has its first buttons, and one that asks which milestone', () => {
  const of = (action: 'approve' | 'release', first: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      role: 'approver' as const,
      address,
      action,
      milestone: first + at,
    }));
  const view = { ...escrow(() => 'word'), turn: [...of('approve', 1, 12), ...of('release', 13, 4)] };
  const message = escrowMessage(view, address, wordsOf('en'), 'impossible');
  expect(problems(message)).toEqual([]);
  expect(labelsOf(message).slice(0, -4)).toEqual([
    ...['Approve 1', 'Approve 2', 'Approve 3', 'Approve another'],
    ...['Pay out 13', 'Pay out 14', 'Pay out 15', 'Pay out 16'],
  ]);
  expect(JSON.stringify(message.components)).toContain(`v1:approve:${contract}.which`);
});

test.each(LANGUAGES)('a card says in %s that one Stellar RPC alone reports the terms, and which', (language) => {
  const of = { ...prepared(() => 'Logo'), checked: 'one-source' as const };
  const facts = [{ code: 'TERMS_OF_ONE_RPC' as const, params: { rpc: 'rpc.example.org' } }];
  const small = { ...of.summary, changes: [], pays: [], turn: [] };
  const risk = { ...of.judgement, facts };
  const { components } = stepMessage({ ...of, summary: small, judgement: risk }, undefined, wordsOf(language));
  const card = JSON.stringify(components);
  expect(card).toContain(wordsOf(language).card.matchesOneSource);
  expect(card).toMatch(/rpc\\\\\.example/);
});
