import type { EscrowView, Prepared } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { format } from '@countersign/core/text/message';
import { LANGUAGES } from '@countersign/core/words';
import { allParts, messageProblems, PART } from '@countersign/testkit/discord/rules';
import { createPart } from '@countersign/testkit/record/part';
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

/** As many changes and payments as there are, with texts of a length. */
const SIZES = [
  [150, 0, 5],
  [150, 0, 20],
  [150, 0, 70],
  [150, 0, 400],
  [150, 52, 400],
  [1, 0, 1_001],
  [5, 0, 400],
  [15, 0, 201],
] as const;

test('how much of a step a card shows, as more of it would not fit', async () => {
  const part = createPart();
  for (const [changes, payments, length] of SIZES) {
    const of = prepared((most) => 'x'.repeat(Math.min(most, length)));
    const { changes: all, pays, ...summary } = of.summary;
    const cut = { ...summary, changes: all.slice(0, changes), pays: pays.slice(0, payments) };
    const lines = textsOf(stepMessage({ ...of, summary: cut }, undefined, wordsOf('en')))
      .split('\n')
      .filter((each) => /x{5}|more/.test(each))
      .map((each) =>
        each.replaceAll(/x{5,}/g, (run) => `<x ${run.length} times>`).replace(/Milestone \d+/, 'Milestone'),
      );
    const shown = [...new Set(lines)].map((line) => `${lines.filter((each) => each === line).length} × ${line}`);
    part.note(`${changes} changes, ${payments} payments, texts of ${length}`, shown.join('\n'));
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/steps-cut.txt');
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
