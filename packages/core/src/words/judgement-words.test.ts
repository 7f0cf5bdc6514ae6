import { FACTS, STOPS, WARNINGS } from '@countersign/testkit/fixtures/judged';
import { describe, expect, test } from 'vitest';
import { ROLE_NAMES } from '../escrow/steps.ts';
import { wordsOf } from './all.ts';
import type { BlockingWarning, Warning } from './data/risk.ts';
import { factSchema, stopSchema, warningSchema } from './data/schemas.ts';
import { stopLines, stopText, warningLines, warningText } from './en.ts';
import { naming } from './naming.ts';

const SPOKEN = [
  ...STOPS.map((stop) => ({ ...stop, text: stopText(stop) })),
  ...FACTS.map((fact) => ({ ...fact, text: warningText(fact) })),
];

/** Addresses that are to be compared are in groups of four, with the part that differs in brackets. */
const withoutGroups = (text: string) => text.replace(/[ [\]]/g, '');

test.each(SPOKEN)('$code has whole sentences, which name every address and number', ({ text, params }) => {
  expect(text).toMatch(/^[A-Z].*[.?]$/);
  expect(text).not.toMatch(/\b[A-Z]+_[A-Z_]+\b/);
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string' && !['role', 'at', 'id', 'way', 'share'].includes(name))
      expect(withoutGroups(text)).toContain(withoutGroups(value));
  }
});

test('every stop, warning and fact is listed here, with words of its own', () => {
  expect(STOPS.map(({ code }) => code)).toEqual(codesOf(stopSchema));
  expect(WARNINGS.map(({ code }) => code)).toEqual(codesOf(warningSchema));
  expect(FACTS.map(({ code }) => code)).toEqual(codesOf(factSchema));
  expect(new Set(SPOKEN.map(({ text }) => text)).size).toBe(SPOKEN.length);
});

test('each is the same after it was stored as JSON', () => {
  for (const stop of STOPS) expect(stopSchema.parse(JSON.parse(JSON.stringify(stop)))).toEqual(stop);
  for (const fact of FACTS) expect(factSchema.parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
});

test('a stop is not read as a warning, nor a fact', () => {
  for (const stop of STOPS) expect(factSchema.safeParse(stop).success).toBe(false);
  expect(warningSchema.safeParse(FACTS.at(-1)).success).toBe(false);
});

describe('two addresses that look alike', () => {
  const looksLike = 'GDSIDOIKQKJF4EDYZ7LRZ3UEGXLRPK7TRFUORZLPZMHFTXNBTPDP4ELF';
  const address = looksLike.replace('XLR', 'AAA');
  const blockers: BlockingWarning[] = [
    { code: 'LOOKS_LIKE_KNOWN', params: { address, looksLike, start: 25, end: 28 } },
  ];
  const known = { name: 'Ana', address: looksLike };

  test('are shown whole, in groups of four, with the part that differs marked', () => {
    expect(stopLines(blockers)).toEqual([
      'This address is new and looks like one that you know, but is not it. New: GDSI DOIK QKJF 4EDY Z7LR Z3UE G[AAA] PK7T RFUO RZLP ZMHF TXNB TPDP 4ELF. Known: GDSI DOIK QKJF 4EDY Z7LR Z3UE G[XLR] PK7T RFUO RZLP ZMHF TXNB TPDP 4ELF. The first 25 and the last 28 characters are equal; the marked part differs. It may have been made to be mistaken for the other. Before you sign, ask its owner by another channel.',
    ]);
    const ends = (start: number, end: number) =>
      stopText({ code: 'LOOKS_LIKE_KNOWN', params: { address, looksLike, start, end } });
    expect(ends(7, 0)).toContain('The first 7 characters are equal');
    expect(ends(0, 7)).toContain('The last 7 characters are equal');
  });

  test.each([stopLines, wordsOf('es').stopLines])(
    'name the known one alone, and leave out neither address',
    (lines) => {
      for (const named of [naming([known]), naming([known], [looksLike]), naming([known, { name: 'Eve', address }])]) {
        const [line = ''] = lines(blockers, named);
        expect(line).toContain('[XLR] PK7T RFUO RZLP ZMHF TXNB TPDP 4ELF (Ana).');
        expect(line).toContain('[AAA] PK7T RFUO RZLP ZMHF TXNB TPDP 4ELF. ');
      }
      expect(lines(blockers, naming([{ name: 'Ana', address }]))).toEqual(lines(blockers));
    },
  );
});

describe('the sentences that a person reads', () => {
  test('names several roles with the same problem in one sentence', () => {
    const roles = ROLE_NAMES.map((role): BlockingWarning => ({ code: 'ROLE_IS_TOKEN', params: { role } }));
    expect(stopLines([...roles, ...STOPS.slice(1, 3)])).toEqual([
      'Approver, Service provider, Platform, Release signer, Dispute resolver, Receiver: each of these addresses is a token contract. Nobody can act for it, and what is paid to it is lost.',
      ...STOPS.slice(1, 3).map(stopText),
    ]);
    expect(stopLines(STOPS)).toEqual(STOPS.map(stopText));
  });

  test('names the receivers that have a problem when there are several', () => {
    const blockers = ['CESCROW', 'CTOKEN'].map(
      (address): BlockingWarning => ({ code: 'ROLE_IS_TOKEN', params: { role: 'receiver', address } }),
    );
    expect(stopLines(blockers)).toEqual([
      'Receiver CESCROW, Receiver CTOKEN: each of these addresses is a token contract. Nobody can act for it, and what is paid to it is lost.',
    ]);
  });

  test('names several payees that lack the same in one sentence', () => {
    const lacking = (code: 'ACCOUNT_MISSING' | 'TRUSTLINE_MISSING', ...addresses: string[]) =>
      addresses.map((address): Warning => ({ code, params: { address, role: 'receiver' } }));
    expect(
      warningLines([
        ...lacking('TRUSTLINE_MISSING', 'GONE', 'GTWO'),
        WARNINGS[3] as Warning,
        ...lacking('ACCOUNT_MISSING', 'GTHREE', 'GFOUR'),
        ...lacking('TRUSTLINE_MISSING', 'GFIVE'),
      ]),
    ).toEqual([
      'Receivers: GONE, GTWO, GFIVE do not accept this token yet (they have no trustline). They cannot be paid until their owners add one.',
      warningText(WARNINGS[3] as Warning),
      'Receivers: no accounts exist yet at GTHREE, GFOUR. They cannot be paid until their owners open them with some XLM.',
    ]);
    const platform: Warning = { code: 'TRUSTLINE_MISSING', params: { address: 'GPLATFORM', role: 'platformAddress' } };
    expect(warningLines([...lacking('TRUSTLINE_MISSING', 'GONE', 'GTWO'), platform])).toEqual([
      'Receivers and platform: GONE, GTWO, GPLATFORM do not accept this token yet (they have no trustline). They cannot be paid until their owners add one.',
    ]);
    expect(warningLines(FACTS)).toEqual(FACTS.map(warningText));
  });

  test('receivers whom one party could pay alone are named in one sentence', () => {
    const params = {
      way: 'release',
      share: 'part',
      parties: [{ address: 'GONE' }, { address: 'GTWO' }],
      mover: { address: 'GBOSS' },
    } as const;
    expect(warningText({ code: 'CAN_TAKE_TOGETHER', params })).toBe(
      'Without anybody else, GBOSS approves and pays out to GONE and GTWO. If one of these works together with whoever pays out, they can take part of it once money is paid in.',
    );
  });

  test('who can take all of the money is named, alone and together with the dispute resolver', () => {
    expect(stopText({ code: 'CAN_TAKE_ALONE', params: { way: 'release', share: 'all', address: 'GONE' } })).toBe(
      'GONE is paid, and also approves and pays out. Once money is paid in, they can take all of it.',
    );
    const parties = [{ address: 'GONE' }, { address: 'GTWO' }];
    const params = { way: 'dispute', share: 'all', parties, resolver: { address: 'GJUDGE' } } as const;
    expect(warningText({ code: 'CAN_TAKE_TOGETHER', params })).toBe(
      'GONE or GTWO can open a dispute, and the dispute resolver GJUDGE alone then decides who is paid. If one of them and the dispute resolver work together, they can take all of it once money is paid in.',
    );
  });

  test('transactions signed since a backup are counted where that is known', () => {
    const params = { account: 'GSIGNER', at: '2026-11-22T14:02:00.000Z' };
    const text = (count?: string) =>
      stopText({ code: 'SIGNED_SINCE_BACKUP', params: { ...params, ...(count === undefined ? {} : { count }) } });
    const restored = 'This data was restored from a backup of 14:02 on 2026-11-22 (UTC).';
    expect(text('1')).toContain(
      `${restored} Since then GSIGNER has signed 1 transaction that Countersign does not know. It may`,
    );
    expect(text('2')).toContain('has signed 2 transactions that Countersign does not know. One of them may');
    expect(text()).toContain(`${restored} Countersign does not know what GSIGNER has signed since then. That may`);
  });

  test('an account needs other keys, whether one of them suffices or several are needed', () => {
    expect(warningText({ code: 'SEVERAL_SIGNERS', params: { address: 'GSIGNER' } })).toBe(
      'The signer’s own key alone cannot sign for this account; other keys must, with it or instead: GSIGNER.',
    );
  });

  test('a payment made before says when, by the minute', () => {
    expect(stopText(STOPS[4] as BlockingWarning)).toBe(
      'The signing wallet paid 150 USDC at 14:02 on 2026-11-22 (UTC). Again?',
    );
  });

  test('a fee that looks like a fraction says what it may have meant', () => {
    const fraction = WARNINGS.find(({ code }) => code === 'FEE_LOOKS_LIKE_FRACTION');
    expect(warningText(fraction as Warning)).toContain('Was 5 % meant?');
  });

  test('a replaced version says in what it differs, and repeats no text of either version', () => {
    expect(stopText(STOPS[7] as BlockingWarning)).toBe(
      'It replaces a version that somebody opened already. Different now: receiver, title.',
    );
    expect(stopText({ code: 'REPLACES_OPENED', params: { id: 'handle', differences: [] } })).toBe(
      'It replaces a version that somebody opened already.',
    );
  });

  test('changed terms are named with what was agreed and what applies now, cut where they are too long', () => {
    expect(stopText(STOPS[10] as BlockingWarning)).toContain('platform fee: agreed 5 %, now 50 %.');
    const differences = [{ field: 'roles.receiver', asked: 'G'.repeat(56), found: `\u{202e}${'x'.repeat(200)}` }];
    const text = stopText({ code: 'TERMS_CHANGED', params: { differences } });
    expect(text).toContain(`receiver: agreed ${'G'.repeat(56)}, now ${'x'.repeat(79)}….`);
  });

  test('earlier transactions are counted, and two of them named whole', () => {
    const transactions = ['a', 'b', 'c', 'd', 'e'].map((hash) => hash.repeat(64));
    for (const code of ['NOT_COVERED', 'NO_LEDGER_TO_ASK'] as const) {
      const textFor = (count: number) => stopText({ code, params: { transactions: transactions.slice(0, count) } });
      expect(textFor(1)).toContain(`whether an earlier transaction for this (${transactions[0]}) was carried out`);
      expect(textFor(2)).toContain(`2 earlier transactions for this (${transactions[0]}, ${transactions[1]}) were`);
      expect(textFor(4)).toContain(`${transactions[2]}, ${transactions[3]}) were`);
      expect(textFor(5)).toContain(
        `5 earlier transactions for this (${transactions[0]}, ${transactions[1]} and 3 more)`,
      );
    }
  });
});

function codesOf({ options }: { readonly options: readonly { shape: { code: { value: string } } }[] }): string[] {
  return options.map(({ shape }) => shape.code.value);
}
