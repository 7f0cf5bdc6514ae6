import type { EscrowView, TransactionStatus } from '@countersign/core';
import { LANGUAGES } from '@countersign/core/words';
import { allParts, messageProblems, PART } from '@countersign/testkit/discord/rules';
import { foreignWords } from '@countersign/testkit/fixtures/spoken-texts';
import { describe, expect, test } from 'vitest';
import type { Message } from '../discord/answers.ts';
import { wordsOf } from '../words/index.ts';
import { statusMessage } from './outcome.ts';

const ENGLISH = wordsOf('en');
const whole: typeof statusMessage = (view, extras, words) => statusMessage(view, { ...extras, length: 'whole' }, words);

const HASH = 'f'.repeat(64);
const CONTRACT = `C${'A'.repeat(55)}`;

const status = (view: TransactionStatus['status'], more: Partial<TransactionStatus> = {}): TransactionStatus => ({
  id: 'a'.repeat(32),
  status: view,
  by: 'ledger',
  ledger: 'rpc.example',
  network: 'sandbox',
  contractId: CONTRACT,
  transactionHash: HASH,
  expiresAt: '2026-01-01T00:00:00.000Z',
  message: 'A sentence of ours.',
  next: '',
  ...more,
});

const partsOf = (message: ReturnType<typeof statusMessage>) => allParts(message.components);
const textOf = (message: ReturnType<typeof statusMessage>) =>
  partsOf(message)
    .flatMap((part) => (part.type === PART.TEXT ? [String(part['content'])] : []))
    .join('\n');
const labelsOf = (message: ReturnType<typeof statusMessage>) =>
  partsOf(message).flatMap((part) => (part.type === PART.BUTTON ? [part['label']] : []));

const STATES: readonly TransactionStatus['status'][] = [
  ...(['prepared', 'to-confirm', 'sending', 'settled', 'taken', 'rejected', 'expired', 'displaced'] as const),
  ...(['accepted', 'unknown', 'superseded', 'declined', 'discarded'] as const),
];

test('nothing but the ledger’s “settled” advises to fund it', () => {
  for (const state of STATES) {
    const text = textOf(statusMessage(status(state), {}, ENGLISH));
    if (state === 'settled') expect(text).toContain('Press Fund to pay into it');
    else expect(text).not.toMatch(/Press Fund/);
  }
});

const ESCROW: EscrowView = {
  ...status('settled'),
  title: 'Logo design',
  engagementId: 'ENG-1',
  description: 'A logo',
  signer: 'GSIGNER',
  kind: 'multi',
  asset: 'USDC',
  platformFeePercent: '2.5',
  total: '90.5',
  milestones: [
    { description: 'Sketches', amount: '30.5', receiver: 'GRECEIVER' },
    { description: 'Final files', amount: '60', receiver: 'GRECEIVER' },
  ],
  roles: {
    approver: 'GCLIENT',
    releaseSigner: 'GCLIENT',
    serviceProvider: 'GWORKER',
    platformAddress: 'GPLATFORM',
    disputeResolver: 'GARBITER',
  },
} as unknown as EscrowView;

test('how much of each text the message of an outcome shows, as more of it would not fit', async () => {
  const listed = <Item>(count: number, item: (at: number) => Item) =>
    Array.from({ length: count }, (_, at) => item(at));
  type Length = 'short' | 'whole';
  const message = (length: Length, title: number, milestones: number, differences: number, texts: number) => {
    const description = 'x'.repeat(texts);
    const field = (at: number) => `milestones[${at}].description`;
    const changedSince = listed(differences, (at) => ({ field: field(at), asked: description, found: 'y' }));
    const escrow = {
      ...ESCROW,
      changedSince,
      title: 'x'.repeat(title),
      milestones: listed(milestones, () => ({ description, amount: '1', state: 'open' })),
    } as EscrowView;
    return statusMessage(status('settled'), { escrow, length }, ENGLISH);
  };
  const cases: readonly Parameters<typeof message>[] = [
    ['short', 60, 2, 6, 40],
    ['short', 61, 2, 7, 41],
    ['whole', 200, 2, 20, 5],
    ['whole', 201, 2, 21, 5],
    ['whole', 1, 2, 2, 200],
    ['whole', 1, 10, 2, 201],
    ['whole', 201, 8, 13, 201],
    ['whole', 201, 11, 30, 500],
  ];
  const cuts = cases.map((sizes) => {
    const lines = textOf(message(...sizes)).split('\n');
    const cut = lines.filter((each) => /x{5}|more/.test(each));
    return [`# ${sizes.join(' ')}`, ...cut].join('\n').replaceAll(/x{5,}/g, (run) => `<x ${run.length} times>`);
  });
  await expect(`${cuts.join('\n\n')}\n`).toMatchFileSnapshot('recorded/outcomes-cut.txt');
});

const MORE = { en: /and \d+ more/, es: /y \d+ más/ } as const;
const LONGEST = { detail: '*'.repeat(4_000), message: '*'.repeat(4_000) };

describe.each(LANGUAGES)('in %s', (language) => {
  const words = wordsOf(language);
  const milestones = ESCROW.milestones.concat(ESCROW.milestones);
  const escrow: EscrowView = { ...ESCROW, title: '*'.repeat(400), total: '9'.repeat(60), milestones };

  test('every state with the longest values is a valid message', () => {
    for (const state of STATES) {
      const message = whole(status(state, LONGEST), { escrow, note: '*'.repeat(200) }, words);
      expect(messageProblems({ components: message.components, flags: 1 << 15 }, [], 'create'), state).toEqual([]);
      for (const label of labelsOf(message)) expect(String(label).length, String(label)).toBeLessThanOrEqual(30);
    }
  });

  test('many differences of any length fit', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      field: `milestones[${at}].description`,
      asked: '*'.repeat(2_000),
      found: '語'.repeat(2_000),
    }));
    for (const state of ['taken', 'superseded'] as const) {
      const message = whole(status(state, { ...LONGEST, differences: many }), { escrow, note: '*'.repeat(200) }, words);
      expect(messageProblems({ components: message.components, flags: 1 << 15 }, [], 'create')).toEqual([]);
      expect(textOf(message)).toMatch(MORE[language]);
    }
    const settled = statusMessage(status('settled', LONGEST), { escrow: { ...escrow, changedSince: many } }, words);
    expect(messageProblems({ components: settled.components, flags: 1 << 15 }, [], 'create')).toEqual([]);
  });
});

test('in Spanish every state says all that it says in English, and nothing in English', () => {
  const facts = (text: string) => text.match(/\b[GC][A-Z]{6,}\b|`[^`]*`|\d+(?:\\?\.\d+)?(?= ?(?:USDC|%))/g) ?? [];
  for (const state of STATES) {
    const [english, spanish] = LANGUAGES.map((language) =>
      // What the desk says comes in the reader's language from there.
      whole(status(state, { message: '' }), { escrow: ESCROW }, wordsOf(language)),
    ) as [Message, Message];
    const own = [textOf(spanish), ...labelsOf(spanish)]
      .join('\n')
      .replaceAll(/`[^`]*`|\\?\/escrow \w+|Logo design|Sketches|Final files/g, '');
    expect([state, foreignWords(own)]).toEqual([state, []]);
    expect([state, ...facts(textOf(spanish))]).toEqual([state, ...facts(textOf(english))]);
  }
});
