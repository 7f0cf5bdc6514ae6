/** Every language has all English texts of a desk, and names no tool of an assistant. */
import { foreignWords, lost, tooLong } from '@countersign/testkit/fixtures/spoken-texts';
import { describe, expect, test } from 'vitest';
import { ERROR_CATALOGUE } from '../errors/catalogue.ts';
import { STEP_NAMES } from '../escrow/steps.ts';
import { type DeskWords, deskWordsOf, ENGLISH } from './all.ts';
import type { EndingPlan } from './data/ending.ts';
import type { Acted, Because, Outcome, StatusName, StatusText } from './data/life.ts';
import { LANGUAGES } from './language.ts';

const ACTIONS: readonly Acted[] = ['deploy', 'fund', 'trust', ...STEP_NAMES];
const STATUSES = Object.keys(ENGLISH.NEXT_STEPS) as StatusName[];
const OUTCOMES = ['settled', 'taken', 'rejected', 'expired', 'accepted', 'unknown'] as const;
const CODES = ['pinned', 'known', 'unknown'] as const;
const STANDING = ['standing', 'archived', 'absent', 'not-listed'] as const;
const UNTIL = '2026-11-20T10:00:00.000Z';
const SIGNERS = {
  needed: 4,
  have: 1,
  signers: [
    { address: 'GONE', weight: 1, signed: true },
    { address: 'GTWO', weight: 3, signed: false },
  ],
};
const BECAUSE: readonly Because[] = [
  'being-sent',
  'not-said',
  'not-sent-again',
  'seems-dead',
  'seems-displaced',
  'seems-rejected',
  'rpc-refused',
  'rpc-silent',
  'unclear-answer',
];
const REPORTED: readonly Outcome[] = [
  ...ACTIONS.flatMap((action): Outcome[] => [
    { code: 'settled', params: { action, contractId: 'CESCROW', byAnother: false, isChanged: false } },
    { code: 'rejected', params: { action, result: 'TX_BAD_SEQ' } },
    { code: 'expired', params: { action } },
  ]),
  { code: 'settled', params: { action: 'deploy', contractId: 'CESCROW', byAnother: true, isChanged: true } },
  { code: 'taken', params: {} },
  ...[true, false].map(
    (hasLedger): Outcome => ({
      code: 'accepted',
      params: { hasLedger, namesAnother: hasLedger, differing: ['TITLE'] },
    }),
  ),
  ...BECAUSE.map((because): Outcome => ({ code: 'unknown', params: { because } })),
];

const ENDING: EndingPlan = {
  ...{ now: 'to-return', unit: 'USDC', done: 0, of: 4, payers: 'later', approver: 'GONE', platform: 'GTWO' },
  ...{ stays: '0', released: [], because: [] },
  stages: [
    {
      ...{ act: 'dispute', milestones: [1, 2], left: [1, 2], isDone: false },
      signers: [{ role: 'approver', address: 'GONE' }, { role: 'receiver' }],
    },
  ],
  pays: [{ as: 'share', amount: '151.52', about: true }],
};
const PLANS: readonly EndingPlan[] = [
  ENDING,
  { ...ENDING, stages: [], pays: [] },
  { ...ENDING, now: 'no-money' },
  { ...ENDING, now: 'over' },
  { ...ENDING, now: 'cannot', because: [{ code: 'RESOLVER_CANNOT_DISPUTE', params: { address: 'GONE' } }] },
];

function linesOf(words: DeskWords): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  const say = (about: string, ...texts: (string | undefined)[]) => {
    for (const text of texts) lines.set(`${lines.size} ${about}`, text ?? '');
  };
  const tell = (about: string, { message, next }: StatusText) => say(about, message, next);
  for (const status of STATUSES) for (const action of ACTIONS) tell(status, words.statusWords(status, action));
  for (const text of [words.UNSENT, words.SIGN_AGAIN, words.SIGNED_NOT_SENT]) tell('status', text);
  for (const outcome of REPORTED) tell(outcome.code, words.outcomeWords(outcome, 'deploy'));
  for (const name of OUTCOMES) tell(name, words.publicWords(name, 'fund'));
  tell('partly signed', words.partlySignedWords(SIGNERS, 'GACCOUNT', UNTIL, 90));
  say('signers', words.weightText(SIGNERS), words.weightText({ ...SIGNERS, have: 0, signers: [] }));
  say('prepared', words.signAgainText(['GONE', 'GTWO']));
  for (const onPage of [true, false]) {
    say('prepared', words.toConfirmNext(onPage));
    say('prepared', words.preparedNext({ signer: 'GONE', network: 'testnet', expiresAt: UNTIL }, onPage));
  }
  say('next', ...Object.values(words.NEXT_STEPS), ...Object.values(words.UNREAD));
  say(
    'next',
    words.allPaidText('5 USDC'),
    words.overText('5 USDC'),
    words.pageForAllText('https://sign.example.org/CESCROW'),
    words.fundText('5 USDC', true),
    words.fundText('5 USDC', false),
  );
  say('next', words.notPinnedText('5 USDC'), words.renewedText('CESCROW', ['COLD']));
  say('next', words.CONFIRM_AGAIN, words.SERVICE_LACKS, words.NOT_ASKED, words.NOTHING_LEFT, words.IS_FUNDED);
  say('next', words.NOT_CONFIRMED, words.UNKNOWN_CODE, words.NO_ROLE_THERE, words.COMPARE_ROLES, words.NOT_LISTED_HERE);
  for (const plan of PLANS) say('not delivered', words.notDeliveredText(plan, '160 USDC'));
  say('next', words.PAID_NOT_AVAILABLE, words.PAID_IN_PART);
  say('next', words.CHANGED_SINCE_SETTLED, words.TELL_CHANGES, words.TO_SIGN);
  for (const [shown, more, notAsked] of [
    [0, 0, 0],
    [3, 0, 0],
    [20, 1, 0],
    [20, 7, 0],
    [20, 7, 4],
    [3, 0, 4],
  ] as const) {
    say('found', words.foundNextText(shown, more, notAsked));
  }
  for (const code of CODES) say(code, words.elsewhereText(code));
  for (const because of [...STANDING, 'no-ledger', 'no-answer'] as const) {
    say(because, words.notFoundText(because), words.notFoundText(because, true));
  }
  say('elsewhere', words.CODE_FIRST, words.COMPARE_FIRST, words.CHECK_ADDRESS, words.NO_CONTRACT, words.NO_ESCROW_READ);
  say('elsewhere', words.notReadText('“Logo”'));
  const params = { at: UNTIL, token: 'CTOKEN', address: 'GONE', amount: '7', spent: '5', most: '10' };
  for (const code of ['until', 'tokens', 'counterparties', 'maxAmount', 'maxPerDay'] as const) {
    say(code, words.limitText({ code, params }));
  }
  say('limit', words.LIMIT_OF_PERSON, words.LIMIT_OF_PAGE, words.LIMIT_OF_OPERATOR);
  sayRefusals(words, say);
  return lines;
}

function sayRefusals(words: DeskWords, say: (about: string, ...texts: (string | undefined)[]) => void): void {
  for (const action of ACTIONS) {
    const { message, remedy = '“”' } = words.settledAlready(action, 'CESCROW', 'HASH');
    say('settled already', message, remedy);
  }
  for (const { message, remedy } of [
    words.notPossibleWords('“Logo”', '“Pago”', '“Listo”'),
    words.NOT_THE_AMOUNT,
    words.STOPS_CHANGED,
    words.NO_ESCROW,
    words.DISCARDED,
    words.ESCROW_CHANGED,
    words.SHOWN_BEFORE_CHANGE,
    words.reportChanged(3, { status: 'done', evidence: '' }, { status: 'done', evidence: 'a\u202eb' }),
    words.platformRefused('GPLATFORM', 'USDC'),
    words.platformRefused('GPLATFORM'),
    words.stillLiving('HASH', UNTIL),
  ]) {
    say('refused', message, remedy);
  }
  say(
    'refused',
    words.acceptedAlready('HASH'),
    words.changedSinceText(['“Logo”']),
    words.sentAlready('HASH', 'ID7'),
    words.accountMissing('GONE', 'testnet'),
  );
  for (const why of Object.values(words.FOREIGN)) say('foreign', words.foreignText(why));
  say('foreign', words.partlyForeign('“Logo”'), words.stoppedForeign('“Logo”'));
  say('refused', words.ASK_AGAIN, words.HELD_NOT_TOLD, words.ESCROW_NOT_ASKED);
  say('refused', words.ESCROW_UNSIGNED.message, words.ESCROW_UNSIGNED.remedy);
  say('late', words.expiredText(undefined, true), words.expiredText({ until: UNTIL, ago: '“”' }, false));
  say('late', words.expiredText({ until: UNTIL, ago: '“”' }, false, true), words.MAY_HAVE_SETTLED);
  for (const unit of ['days', 'hours', 'minutes', 's'] as const) say('late', `${words.agoText(3, unit)}.`);
  say('late', words.PREPARED_ELSEWHERE, words.REQUEST_FORGOTTEN);
  say('next', words.UNKNOWN_INTERFACE);
  for (const which of ['ofEscrow', 'ofAll'] as const) {
    const { message, remedy } = words.visitorsText(which, 7_000);
    say('visitors', message, remedy);
  }
  say('clock', words.clockText('7 “”', true), words.clockText('7 “”', false));
  say('built', words.BUILT_MISMATCH.message, words.BUILT_MISMATCH.remedy);
  for (const refusal of Object.values(words.PAGE_REFUSALS)) {
    say('page', ...(typeof refusal === 'string' ? [refusal] : [refusal.message, refusal.remedy]));
  }
}

describe.each(LANGUAGES.filter((language) => language !== 'en'))('a desk in %s', (language) => {
  function pairs() {
    const lines = [...linesOf(deskWordsOf(language)).values()];
    return [...linesOf(ENGLISH)].map(([about, text], index) => ({ about, text, other: lines[index] ?? '' }));
  }

  test('says which language it is', () => {
    expect(deskWordsOf(language).language).toBe(language);
    expect(ENGLISH.language).toBe('en');
  });

  test('has a text wherever English has one, with every name, amount and address', () => {
    const all = pairs();
    const isMissing = (text: string) => /^$|undefined|\[object|\b0 (?:more|más)\b/.test(text);
    expect(all.filter(({ text, other }) => isMissing(text) || isMissing(other))).toEqual([]);
    expect(all.filter(({ text, other }) => lost(text, other).length > 0)).toEqual([]);
  });

  test('leaves nothing in English, and names no tool and no field of an answer', () => {
    const all = pairs();
    expect(all.map(({ about, other }) => [about, other, foreignWords(other)]).filter(([, , f]) => f?.length)).toEqual(
      [],
    );
    const code = /[a-z]_[a-z]|signUrl|unsignedXdr|changedSince|replacedBy|contractId/;
    expect(all.filter(({ other }) => code.test(other))).toEqual([]);
  });

  test('is not much longer', () => {
    expect(pairs().filter(({ text, other }) => tooLong(text, other))).toEqual([]);
  });

  test('says different things differently', () => {
    const words = deskWordsOf(language);
    for (const say of [
      (each: DeskWords) => [...CODES.map((code) => each.elsewhereText(code)), each.elsewhereText('unknown', 'CABC')],
      (each: DeskWords) => BECAUSE.map(each.becauseText),
      (each: DeskWords) => OUTCOMES.map((name) => each.publicWords(name, 'fund').message),
      (each: DeskWords) => STATUSES.map((status) => each.statusWords(status, 'deploy').message),
    ]) {
      expect(new Set(say(words)).size).toBe(new Set(say(ENGLISH)).size);
    }
  });

  test('quotes an error of the service in its own words', () => {
    const because = { code: 'SERVICE_TIMEOUT', message: 'The port is closed.', remedy: 'Open it.' } as const;
    expect(deskWordsOf(language).becauseText(because)).toContain('“The port is closed.”');
    expect(ENGLISH.becauseText(because)).toBe(
      'The port is closed. The transaction may have reached the ledger all the same.',
    );
  });

  test('does not deny that a transaction was sent whose connection broke', () => {
    const { becauseText, errorWords } = deskWordsOf(language);
    const because = { code: 'SERVICE_UNREACHABLE', ...ERROR_CATALOGUE.SERVICE_UNREACHABLE } as const;
    const [, wasNotSent = ''] = errorWords(because).message.split('. ');
    expect(wasNotSent).not.toBe('');
    expect(becauseText(because)).not.toContain(wasNotSent);
  });
});
