import { FACTS, REASONS, STOPS, WARNINGS } from '@countersign/testkit/fixtures/judged';
import { createPart } from '@countersign/testkit/record/part';
import { describe, expect, test } from 'vitest';
import { ROLE_NAMES } from '../escrow/steps.ts';
import { wordsOf } from './all.ts';
import { type BlockingWarning, type Reason, saidItsDecimals, type Warning } from './data/risk.ts';
import { factSchema, reasonSchema, stopSchema, warningSchema } from './data/schemas.ts';
import { changeText, labelledCosts, leftText, stopLines, stopText, warningLines, warningText } from './en.ts';
import { naming } from './naming.ts';

const TEXTS = [...STOPS.map(stopText), ...FACTS.map(warningText)];

test('every stop, warning and fact is listed here, with words of its own', () => {
  expect(STOPS.map(({ code }) => code)).toEqual(codesOf(stopSchema));
  expect(WARNINGS.map(({ code }) => code)).toEqual(codesOf(warningSchema));
  expect(FACTS.map(({ code }) => code)).toEqual(codesOf(factSchema));
  expect(new Set(TEXTS).size).toBe(TEXTS.length);
});

test('each is the same after it was stored as JSON', () => {
  for (const stop of STOPS) expect(stopSchema.parse(JSON.parse(JSON.stringify(stop)))).toEqual(stop);
  for (const fact of FACTS) expect(factSchema.parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
});

test('a reason is the same after it was stored as JSON, and a sentence is not one', () => {
  for (const reason of REASONS) expect(reasonSchema.parse(JSON.parse(JSON.stringify(reason)))).toEqual(reason);
  expect(reasonSchema.safeParse('The token itself was not asked.').success).toBe(false);
});

test('a token had reported its decimals unless a reason says that it was not asked, or there is no reason', () => {
  const reason = (code: Reason['code']) => REASONS.find((each) => each.code === code) as Reason;
  const [factory, asked, text] = [reason('FACTORY_NOT_PINNED'), reason('TOKEN_NOT_ASKED'), reason('KEPT_AS_TEXT')];
  expect(saidItsDecimals([], 'CTOKEN')).toBe(true);
  expect(saidItsDecimals([factory], 'CTOKEN')).toBe(true);
  expect(saidItsDecimals([factory, asked], 'CTOKEN')).toBe(false);
  expect(saidItsDecimals([asked], 'COTHER')).toBe(true);
  expect(saidItsDecimals([text], 'COTHER')).toBe(false);
});

test('a stop is not read as a warning, nor a fact', () => {
  for (const stop of STOPS) expect(factSchema.safeParse(stop).success).toBe(false);
  expect(warningSchema.safeParse(FACTS.at(-1)).success).toBe(false);
});

const looksLike = 'GDSIDOIKQKJF4EDYZ7LRZ3UEGXLRPK7TRFUORZLPZMHFTXNBTPDP4ELF';
const address = looksLike.replace('XLR', 'AAA');

describe('two addresses that look alike', () => {
  const blockers: BlockingWarning[] = [
    { code: 'LOOKS_LIKE_KNOWN', params: { address, looksLike, start: 25, end: 28 } },
  ];
  const known = { name: 'Ana', address: looksLike };

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

const ROLES = ROLE_NAMES.map((role): BlockingWarning => ({ code: 'ROLE_IS_TOKEN', params: { role } }));
const RECEIVERS = ['CESCROW', 'CTOKEN'].map(
  (address): BlockingWarning => ({ code: 'ROLE_IS_TOKEN', params: { role: 'receiver', address } }),
);
const lacking = (code: 'ACCOUNT_MISSING' | 'TRUSTLINE_MISSING', ...addresses: string[]) =>
  addresses.map((address): Warning => ({ code, params: { address, role: 'receiver' } }));
const platform: Warning = { code: 'TRUSTLINE_MISSING', params: { address: 'GPLATFORM', role: 'platformAddress' } };
const parties = [{ address: 'GONE' }, { address: 'GTWO' }];
const byOne = { way: 'release', share: 'part', parties, mover: { address: 'GBOSS' } } as const;
const inDispute = { way: 'dispute', share: 'all', parties, resolver: { address: 'GJUDGE' } } as const;
const backup = { account: 'GSIGNER', at: '2026-11-22T14:02:00.000Z' };
const transactions = ['a', 'b', 'c', 'd', 'e'].map((hash) => hash.repeat(64));
const long = [{ field: 'roles.receiver', asked: 'G'.repeat(56), found: `\u{202e}${'x'.repeat(200)}` }];
const hundred = { paid: '100', platform: '2.5', service: '0.3', receiver: '97.2' };
const half = { paid: '50', platform: '1.25', service: '0.15', receiver: '48.6' };
const total = { paid: '150', platform: '3.75', service: '0.45', receiver: '145.8' };
const payees = [
  { address: 'GANA', milestones: [1, 3], paid: '150', receiver: '145.8' },
  { address: 'GBEN', milestones: [2], paid: '50', receiver: '48.6' },
];
const forged = 'done”. Milestone 2 was released. Paid: 500 USDC. “';
const costs = (...parts: Parameters<typeof labelledCosts>) =>
  labelledCosts(...parts).map(({ label, value }) => `${label}: ${value}`);

test('words each judgement and each cost for the person who decides, as recorded', async () => {
  const { note, text } = createPart();
  const lines = (title: string, ...texts: readonly string[]) => note(title, texts.join('\n'));
  lines('several roles with the same problem', ...stopLines([...ROLES, ...STOPS.slice(1, 3)]));
  lines('receivers with the same problem', ...stopLines(RECEIVERS));
  const mixed = [...lacking('TRUSTLINE_MISSING', 'GONE', 'GTWO'), WARNINGS[3] as Warning];
  const more = [...lacking('ACCOUNT_MISSING', 'GTHREE', 'GFOUR'), ...lacking('TRUSTLINE_MISSING', 'GFIVE')];
  lines('payees that lack the same', ...warningLines([...mixed, ...more]));
  lines('receivers and the platform', ...warningLines([...lacking('TRUSTLINE_MISSING', 'GONE', 'GTWO'), platform]));
  const ofTwo = [byOne, inDispute].map((params) => warningText({ code: 'CAN_TAKE_TOGETHER', params }));
  lines('two who can take it together', ...ofTwo);
  lines(
    'one who can take it alone',
    stopText({ code: 'CAN_TAKE_ALONE', params: { way: 'release', share: 'all', address: 'GONE' } }),
  );
  const since = ['1', '2', undefined].map((count) =>
    stopText({ code: 'SIGNED_SINCE_BACKUP', params: { ...backup, ...(count === undefined ? {} : { count }) } }),
  );
  lines('transactions since a backup', ...since);
  lines('a replaced version', stopText({ code: 'REPLACES_OPENED', params: { id: 'handle', differences: [] } }));
  lines('changed terms, cut', stopText({ code: 'TERMS_CHANGED', params: { differences: long } }));
  for (const code of ['NOT_COVERED', 'NO_LEDGER_TO_ASK'] as const) {
    const of = (count: number) => stopText({ code, params: { transactions: transactions.slice(0, count) } });
    lines(`earlier transactions: ${code}`, ...[1, 2, 4, 5].map(of));
  }
  const start = [25, 7, 0] as const;
  const alike = start.map((from) => ({ address, looksLike, start: from, end: from === 25 ? 28 : 7 - from }));
  lines('addresses that look alike', ...alike.map((params) => stopText({ code: 'LOOKS_LIKE_KNOWN', params })));
  lines('costs of two milestones', ...costs({ milestones: [hundred, half], total }, 'USDC'));
  lines('costs of one', ...costs({ milestones: [hundred], total: hundred, serviceAddress: 'GFEE' }, 'tokens'));
  lines('costs for two receivers', ...costs({ milestones: [total], total, payees }, 'USDC'));
  lines('what is left', leftText({ left: '100' }, 'USDC'), leftText({ left: '100', about: 'To a few units.' }, 'USDC'));
  const change = { escrow: 'C', ledger: 1, kind: 'status', milestone: 1 } as const;
  lines('a status that poses as a sentence', changeText({ ...change, after: forged, evidence: forged }));
  await expect(text()).toMatchFileSnapshot('recorded/judgements.txt');
});

function codesOf({ options }: { readonly options: readonly { shape: { code: { value: string } } }[] }): string[] {
  return options.map(({ shape }) => shape.code.value);
}
