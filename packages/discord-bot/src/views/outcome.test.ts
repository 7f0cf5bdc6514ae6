import type { EscrowView, Settlement, TransactionStatus } from '@countersign/core';
import { LANGUAGES } from '@countersign/core/words';
import { allParts, messageProblems, PART } from '@countersign/testkit/discord/rules';
import { foreignWords } from '@countersign/testkit/fixtures/spoken-texts';
import { describe, expect, test } from 'vitest';
import type { Message } from '../discord/answers.ts';
import { wordsOf } from '../words/index.ts';
import { givenUpMessage, settlementMessage, statusMessage } from './outcome.ts';

const ENGLISH = wordsOf('en');
const whole: typeof statusMessage = (view, extras, words) => statusMessage(view, { ...extras, length: 'whole' }, words);

const HASH = 'f'.repeat(64);
const CONTRACT = `C${'A'.repeat(55)}`;
const DIFFERENCES = [{ field: 'roles.receiver', asked: 'GASKED', found: 'GFOUND' }];

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

const STATES: readonly [TransactionStatus['status'], buttons: string[]][] = [
  ['prepared', ['Renew', 'Details', 'Discard']],
  ['to-confirm', ['Show it', 'Details', 'Discard']],
  ['sending', ['Details']],
  ['settled', ['Fund', 'Show the escrow', 'Details']],
  ['taken', ['Details']],
  ['rejected', ['Renew', 'Details', 'Discard']],
  ['expired', ['Renew', 'Details', 'Discard']],
  ['displaced', ['Renew', 'Details', 'Discard']],
  ['accepted', ['Check again', 'Details']],
  ['unknown', ['Check again', 'It did not settle', 'Details']],
  ['superseded', ['Remove from my records', 'Details']],
  ['declined', ['Remove from my records', 'Details']],
  ['discarded', ['Remove from my records', 'Details']],
];

test.each(STATES)('%s is a valid message with what can be done now', (state, buttons) => {
  const message = statusMessage(status(state), {}, ENGLISH);
  expect(messageProblems({ components: message.components, flags: 1 << 15 }, [], 'create')).toEqual([]);
  expect(labelsOf(message)).toEqual(buttons);
});

test.each([
  [{ by: 'ledger', ledger: 'rpc.example' }, 'the ledger, asked at `rpc.example`'],
  [{ by: 'ledger' }, 'the ledger'],
  [{ by: 'service' }, 'the escrow service alone'],
  [{ by: 'here' }, 'this bot’s own records'],
] as const)('%j: the card shows the source of its status', (by, words) => {
  const { ledger: _, ...rest } = status('settled');
  expect(textOf(whole({ ...rest, ...by }, {}, ENGLISH))).toContain(`**Reported by** ${words}`);
  const isShort = textOf(statusMessage({ ...rest, ...by }, {}, ENGLISH)).includes('**Reported by**');
  expect(isShort).toBe(by.by !== 'ledger');
});

test('a displaced transaction names the one that went first', () => {
  const displacedBy = { action: 'fund', status: 'settled', title: 'Logo', transactionHash: HASH } as const;
  const text = textOf(statusMessage(status('displaced', { displacedBy }), {}, ENGLISH));
  expect(text).toContain(`**Went first** a payment “Logo”, \`${HASH}\``);
  expect(text).toContain('Press Renew to prepare it again, if it is still wanted.');
  const version = { status: 'settled', contractId: CONTRACT, transactionHash: HASH, earlierVersion: true } as const;
  const after = textOf(statusMessage(status('displaced', { displacedBy: version }), {}, ENGLISH));
  expect(after).toContain('That cannot be taken back.');
});

test('a replaced version links to the newer one', () => {
  const newerVersion = { id: 'b'.repeat(32), signUrl: 'https://sign.example/sign/newer' };
  expect(labelsOf(statusMessage(status('superseded', { newerVersion }), {}, ENGLISH))).toEqual([
    'Open the newer version',
    'Remove from my records',
    'Details',
  ]);
});

test('lets a person renew a request that was never sent, or was given up', () => {
  const unsent = statusMessage(status('unknown', { by: 'here', neverSent: true }), {}, ENGLISH);
  expect(textOf(unsent)).toContain('Not signed in time');
  expect(labelsOf(unsent)).toEqual(['Renew', 'Details', 'Discard']);
  const givenUp = givenUpMessage(status('unknown', { by: 'here' }), {}, ENGLISH);
  expect(textOf(givenUp)).toContain('You said that it did not settle');
  expect(labelsOf(givenUp)).toEqual(['Renew', 'Check again', 'Details']);
  expect(textOf(givenUpMessage(status('settled'), {}, ENGLISH))).toContain('Settled');
});

test('nothing but the ledger’s “settled” advises to fund it', () => {
  for (const [state] of STATES) {
    const text = textOf(statusMessage(status(state), {}, ENGLISH));
    if (state === 'settled') expect(text).toContain('Press Fund to pay into it');
    else expect(text).not.toMatch(/Press Fund/);
  }
  const accepted: Settlement = {
    status: 'accepted',
    by: 'service',
    transactionHash: HASH,
    contractId: CONTRACT,
    message: 'A sentence of ours.',
    next: '',
  };
  const shown = settlementMessage(accepted, 'a'.repeat(32), {}, ENGLISH);
  expect(textOf(shown)).toContain('Do not fund it yet. Check again in a minute.');
  expect(labelsOf(shown)).toEqual(['Check again']);
});

test('a partly signed transaction tells who has signed, who still can, and until when', () => {
  const [ann, bob] = ['A', 'B'].map((letter) => `G${letter.repeat(55)}`) as [string, string];
  const text = textOf(
    settlementMessage(
      {
        status: 'partly-signed',
        by: 'here',
        transactionHash: HASH,
        message: 'A sentence of ours.',
        next: '',
        expiresAt: '2026-01-01T00:00:00.000Z',
        signers: {
          needed: 2,
          have: 1,
          signers: [
            { address: ann, weight: 1, signed: true },
            { address: bob, weight: 1, signed: false },
          ],
        },
      },
      undefined,
      {},
      ENGLISH,
    ),
  );
  expect(text).toContain('Waiting for more signatures');
  expect(text).toContain(`**Has signed** \`${ann}\``);
  expect(text).toContain(`**May still sign** \`${bob}\``);
  expect(text).toMatch(/\*\*Until\*\* <t:1767225600:t> \(<t:1767225600:R>\)/);
  expect(text).toMatch(/Share the signing page with the other signers/);
});

test('an address that another contract has is an alarm, with every difference', () => {
  const message = statusMessage(status('taken', { differences: DIFFERENCES }), {}, ENGLISH);
  expect(textOf(message)).toContain('## Do not fund it: another contract is at its address');
  expect(textOf(message)).toContain('**Receiver**: asked for GASKED, found GFOUND');
});

test('changes since it settled are shown in place of the advice to fund it', () => {
  const text = textOf(statusMessage(status('settled', { changedSince: DIFFERENCES }), {}, ENGLISH));
  expect(text).toContain('**Receiver**: before GASKED, now GFOUND');
  expect(text).not.toContain('Fund the escrow');
});

test('shows on the old card what differs in the newer version', () => {
  const text = textOf(
    statusMessage(status('superseded', { differences: DIFFERENCES, replacedBy: 'b'.repeat(32) }), {}, ENGLISH),
  );
  expect(text).toContain('**Receiver**: now GASKED, before GFOUND');
});

test('the reason of a person who declined is quoted, and formats nothing', () => {
  const text = textOf(
    statusMessage(
      status('declined', { by: 'here', detail: '**Fund it** at https://evil.example @everyone' }),
      {},
      ENGLISH,
    ),
  );
  expect(text).toContain('The reason given: “');
  expect(text).toContain('\\*\\*Fund it\\*\\*');
  expect(text).not.toContain('https://');
  expect(text).not.toContain('The service said');
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

test('says where everyone in the deal sees the escrow, once it has settled', () => {
  const escrow = { ...ESCROW, pageUrl: 'https://sign.example.org/escrow/C' };
  const page = '**Its page, for everyone in the deal** <https://sign.example.org/escrow/C>';
  expect(textOf(statusMessage(status('settled'), { escrow }, ENGLISH))).toContain(page);
  expect(textOf(statusMessage(status('prepared'), { escrow }, ENGLISH))).not.toContain('Its page');
});

test('a new escrow is shown with its title, amounts, people and full address', () => {
  const text = textOf(whole(status('settled'), { escrow: ESCROW }, ENGLISH));
  for (const part of [
    '## Settled: Logo design',
    '**90\\.5 USDC** for 2 milestones',
    '1. **30\\.5 USDC** Sketches',
    '**Approver, release signer** `GCLIENT`',
    `**Escrow address** \`${CONTRACT}\``,
  ]) {
    expect(text).toContain(part);
  }
});

test('an address is shown as what it is: of what may never come to be, as that or not at all', () => {
  const shown = STATES.map(
    ([state]) => [state, textOf(statusMessage(status(state), { escrow: ESCROW }, ENGLISH))] as const,
  );
  for (const [state, text] of shown) expect(text, state).toContain('Logo design');
  const having = (part: string) => shown.flatMap(([state, text]) => (text.includes(part) ? [state] : []));
  expect(having(`**Escrow address** \`${CONTRACT}`)).toEqual(['settled']);
  expect(having('Escrow address, if this transaction settles')).toEqual([
    'prepared',
    'to-confirm',
    'sending',
    'accepted',
    'unknown',
  ]);
  expect(having(CONTRACT)).toEqual(['prepared', 'to-confirm', 'sending', 'settled', 'taken', 'accepted', 'unknown']);
});

test('shows what was changed on the ledger since it settled, as of now', () => {
  const escrow = { ...ESCROW, changedSince: DIFFERENCES };
  const text = textOf(statusMessage(status('settled'), { escrow }, ENGLISH));
  expect(text).toContain('GFOUND');
  expect(text).toContain('Read what was changed before you pay anything to it.');
});

const MORE = { en: /and \d+ more/, es: /y \d+ más/ } as const;
const LONGEST = { detail: '*'.repeat(4_000), message: '*'.repeat(4_000) };

describe.each(LANGUAGES)('in %s', (language) => {
  const words = wordsOf(language);
  const milestones = ESCROW.milestones.concat(ESCROW.milestones);
  const escrow: EscrowView = { ...ESCROW, title: '*'.repeat(400), total: '9'.repeat(60), milestones };

  test('every state with the longest values is a valid message', () => {
    for (const [state] of STATES) {
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
  for (const [state] of STATES) {
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
