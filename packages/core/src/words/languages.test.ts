/** What is worded in the language of its reader. `tools/src/languages` compares the catalogues, the record all texts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPart } from '@countersign/testkit/record/part';
import { describe, expect, test } from 'vitest';
import {
  CountersignError,
  createSide,
  ERROR_CATALOGUE,
  type ErrorCode,
  fieldProblem,
  type XdrReason,
} from '../errors/errors.ts';
import { ARGUMENTS } from '../kinds/escrow-kind.ts';
import type { KeptSettlement } from '../workflow/model/results.ts';
import { settlementIn, takenSettlement } from '../workflow/outcome/outcome-words.ts';
import { deskWordsOf, wordsOf } from './all.ts';
import { LANGUAGES } from './language.ts';
import { spokenFields, spokenView } from './problems.ts';

const limited = (retryAfterMs?: number) =>
  new CountersignError('RATE_LIMITED', retryAfterMs === undefined ? {} : { retryAfterMs });
const own = { code: 'SERVICE_TIMEOUT', message: 'The port is “closed”.', remedy: 'Open it.' } as const;
const unreachable = { code: 'SERVICE_UNREACHABLE', ...ERROR_CATALOGUE.SERVICE_UNREACHABLE } as const;
const PROBLEMS = [
  fieldProblem('signer', 'MISSING'),
  fieldProblem('milestones[1].amount', 'TOO_MANY_DECIMALS', { decimals: 7, cut: '1.5' }),
  fieldProblem('distributions[0].address', 'NOT_AN_ADDRESS', { wanted: 'account' }),
  fieldProblem('roles.release', 'SIGNER_MISSING', { parties: [{ role: 'approver', address: 'GABC' }] }),
];
const DIFFERENCES = [
  { field: 'time bounds', asked: createSide('END'), found: createSide('ENDS_IN', { seconds: '900' }) },
  { field: 'title', asked: 'Shop', found: 'Site' },
];
/** As a row of an earlier version keeps it, in English. */
const EARLIER = [{ field: 'time bounds', asked: 'an end', found: 'ends in 900 s' }];
const transaction = { hash: 'ab', contractId: 'CESCROW', action: 'deploy' as const };
const taken = takenSettlement(transaction, 'rpc.example.org', [...DIFFERENCES, ...EARLIER]);
const FIELDS = [
  ...['roles.releaseSigner', 'milestones[0].amount', 'escrow.milestones[1].flags.approved', 'something.new'],
  ...['expected escrow.platform_fee', 'trustline.address', 'distributions[GABC]'],
];

test.each(LANGUAGES)('words errors, fields and differences in %s as recorded', async (language) => {
  const { note, text } = createPart();
  const [{ errorWords, fieldText }, desk] = [wordsOf(language), deskWordsOf(language)];
  const remedies = [11_001, 0, 130_000, undefined].map((ms) => spokenView(limited(ms), language).remedy);
  note('when to try again', remedies.join('\n'));
  note(
    'an error with words of its own',
    errorWords(new CountersignError('SERVICE_UNREACHABLE', { message: own.message })),
  );
  const inSpanish = { message: 'Freighter no firmó.', language: 'es' } as const;
  note('an error with words in Spanish', errorWords(new CountersignError('CANCELLED', inSpanish)));
  const view = new CountersignError('XDR_UNREADABLE', { reason: 'empty' }).toView();
  note('the view of an error', errorWords(view).message);
  note('of a reason that is not known', errorWords({ ...view, reason: 'constructor' as XdrReason }).message);
  note('why an outcome is open', [desk.becauseText(own), desk.becauseText(unreachable)].join('\n'));
  const error = new CountersignError('INPUT_INVALID', { fields: PROBLEMS });
  note(
    'fields',
    spokenFields(error, language)
      .map(({ path, problem }) => `${path} ${problem}`)
      .join('\n'),
  );
  expect(spokenView(error, language).fields?.map(({ path }) => path)).toEqual(PROBLEMS.map(({ path }) => path));
  const odd = new CountersignError('SERVICE_REPLY_UNREADABLE', { fields: [{ path: 'status', problem: 'is odd' }] });
  note('a field that is in words already', spokenFields(odd, language));
  const mismatch = new CountersignError('TRANSACTION_MISMATCH', { differences: DIFFERENCES });
  note('differences of an error', spokenView(mismatch, language).differences);
  const stored = JSON.parse(JSON.stringify(taken)) as KeptSettlement;
  note('differences of a stored outcome, one of an earlier version', settlementIn(desk, stored).differences);
  note(
    'a balance that was not read',
    [
      desk.unreadText({ code: 'FAILED', params: { error: limited() } }),
      desk.unreadText({ code: 'REFUSED', params: { status: 400 } }),
    ].join('\n'),
  );
  note('names of fields', FIELDS.map((each) => `${each}: ${fieldText(each)}`).join('\n'));
  await expect(text()).toMatchFileSnapshot(`recorded/${language}.txt`);
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('in %s', (language) => {
  const { errorWords, fieldText } = wordsOf(language);
  /** Called the same in both languages. */
  const SAME = ['token', '…'];

  test('does not deny that a transaction was sent whose connection broke', () => {
    const { becauseText } = deskWordsOf(language);
    const [, wasNotSent = ''] = errorWords(unreachable).message.split('. ');
    expect(wasNotSent).not.toBe('');
    expect(becauseText(unreachable)).not.toContain(wasNotSent);
  });

  test('an error names no environment variable', () => {
    const codes = Object.keys(ERROR_CATALOGUE) as ErrorCode[];
    for (const error of codes.map((code) => new CountersignError(code)))
      expect(Object.values(errorWords(error)).join(' ')).not.toMatch(/\b[A-Z]+_[A-Z_]+\b/);
  });

  test('every field that a comparison can name has a name', () => {
    const fields = [...fieldsInSources(), ...Object.keys(ARGUMENTS).filter((name) => name !== 'wideIndex')];
    expect(fields.length).toBeGreaterThan(60);
    const isForeign = (part: string) =>
      part !== '' && !SAME.includes(part) && fieldText(part).toLowerCase() === part.toLowerCase();
    expect([...new Set(fields.flatMap((field) => field.split('.')).filter(isForeign))]).toEqual([]);
  });

  /** What the sources of comparisons and readers name: `note('…', `, `same('…', `, `no('…', `, `field: '…'`, `named('…', `. */
  function fieldsInSources(): string[] {
    const from = join(import.meta.dirname, '..');
    return ['actions', 'kinds', 'workflow']
      .flatMap((room) =>
        readdirSync(join(from, room), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
          .flatMap((name) => [
            ...readFileSync(join(from, room, name), 'utf8').matchAll(
              /(?:\b(?:note|same|no|named)\(\s*|\bfield: )['`]([^'`]+)['`][,]/g,
            ),
          ])
          .map(([, field = '']) => field.replaceAll(/\$\{[^}]*\}\.?/g, '').replace(/\[\]$/, '')),
      )
      .filter((field) => field !== '');
  }
});
