/** What is worded in the language of its reader. `tools/src/languages` compares the catalogues, the record all texts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

describe.each(LANGUAGES.filter((language) => language !== 'en'))(
  'a transaction without an answer, in %s',
  (language) => {
    test('quotes an error of the service in its own words', () => {
      const because = { code: 'SERVICE_TIMEOUT', message: 'The port is closed.', remedy: 'Open it.' } as const;
      expect(deskWordsOf(language).becauseText(because)).toContain('“The port is closed.”');
      expect(deskWordsOf('en').becauseText(because)).toBe(
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
  },
);

describe('an error in Spanish', () => {
  const { errorWords } = wordsOf('es');

  test('says when to try again after a rate limit, as in English', () => {
    const remedies = [{ retryAfterMs: 11_001 }, { retryAfterMs: 0 }, { retryAfterMs: 130_000 }, {}].map((options) =>
      LANGUAGES.map((language) => spokenView(new CountersignError('RATE_LIMITED', options), language).remedy),
    );
    expect(remedies).toEqual([
      ['Try again in 12 s.', 'Vuelva a intentarlo en 12 s.'],
      ['Try again in 1 s.', 'Vuelva a intentarlo en 1 s.'],
      ['Try again in 3 minutes.', 'Vuelva a intentarlo en 3 minutos.'],
      ['Wait a little, then try again.', 'Espere un poco y vuelva a intentarlo.'],
    ]);
  });

  test('with words of its own quotes them after the catalogue’s, so nothing is lost', () => {
    const error = new CountersignError('SERVICE_UNREACHABLE', { message: 'The port is “closed”.' });
    expect(errorWords(error)).toEqual({
      message:
        'No se pudo conectar con el servicio de depósitos. No se envió nada. Texto original: “The port is ’closed’.”',
      remedy:
        'Revise la conexión y vuelva a intentarlo. Si sigue fallando, avise a la persona que administra Countersign.',
    });
  });

  test('with words of its own that are Spanish already keeps them', () => {
    const error = new CountersignError('CANCELLED', { message: 'Freighter no firmó.', language: 'es' });
    expect(errorWords(error)).toEqual({
      message: 'Freighter no firmó.',
      remedy: 'Vuelva a intentarlo cuando quiera.',
    });
  });

  test('is worded from its view, as a server sends it', () => {
    const view = new CountersignError('XDR_UNREADABLE', { reason: 'empty' }).toView();
    expect(errorWords(view).message).toBe('Aquí no hay ninguna transacción: el texto o el archivo está vacío.');
  });

  test('with a reason that is not known here is worded by its code', () => {
    const view = { ...new CountersignError('XDR_UNREADABLE').toView(), reason: 'constructor' as XdrReason };
    expect(errorWords(view).message).toBe('Esto no es una transacción de Stellar en XDR (base64).');
  });

  test('names no environment variable', () => {
    const codes = Object.keys(ERROR_CATALOGUE) as ErrorCode[];
    for (const error of codes.map((code) => new CountersignError(code)))
      expect(Object.values(errorWords(error)).join(' ')).not.toMatch(/\b[A-Z]+_[A-Z_]+\b/);
  });
});

describe('a problem of a field', () => {
  test.each([
    [fieldProblem('signer', 'MISSING'), 'Signer is missing', 'Quien firma falta'],
    [
      fieldProblem('milestones[1].amount', 'TOO_MANY_DECIMALS', { decimals: 7, cut: '1.5' }),
      'Milestone 2: amount has more decimals than the token has (7); 1.5 would do',
      'Hito 2: monto tiene más decimales que el token (7); 1.5 estaría bien',
    ],
    [
      fieldProblem('distributions[0].address', 'NOT_AN_ADDRESS', { wanted: 'account' }),
      'Share 1: address is not a Stellar address; give an account address (G…, 56 characters)',
      'Parte 1: dirección no es una dirección de Stellar; indique la dirección de una cuenta (G…, 56 caracteres)',
    ],
    [
      fieldProblem('roles.release', 'SIGNER_MISSING', { parties: [{ role: 'approver', address: 'GABC' }] }),
      'Release signer is missing; it is one of these: Approver GABC',
      'Quien libera los fondos falta; es una de estas direcciones: Quien aprueba GABC',
    ],
  ])('%j', (field, ...texts) => {
    const error = new CountersignError('INPUT_INVALID', { fields: [field] });
    const fields = (['en', 'es'] as const).map((language) => spokenFields(error, language));
    expect(fields.map(([each]) => `${each?.path} ${each?.problem}`)).toEqual(texts);
    expect(spokenView(error, 'es').fields?.map(({ path }) => path)).toEqual([field.path]);
  });

  test('is shown only to readers of its language when it is in words already', () => {
    const error = new CountersignError('SERVICE_REPLY_UNREADABLE', { fields: [{ path: 'status', problem: 'is odd' }] });
    expect([spokenFields(error, 'en').length, spokenFields(error, 'es').length]).toEqual([1, 0]);
  });
});

describe('a difference', () => {
  const differences = [
    { field: 'time bounds', asked: createSide('END'), found: createSide('ENDS_IN', { seconds: '900' }) },
    { field: 'title', asked: 'Shop', found: 'Site' },
  ];

  test('is in the reader’s language when it belongs to an error, with values as they are', () => {
    const error = new CountersignError('TRANSACTION_MISMATCH', { differences });
    expect(LANGUAGES.map((language) => spokenView(error, language).differences)).toEqual([
      [{ field: 'time bounds', asked: 'an end', found: 'ends in 900 s' }, differences[1]],
      [{ field: 'time bounds', asked: 'un final', found: 'termina en 900 s' }, differences[1]],
    ]);
  });

  test('is in the reader’s language when it comes from a stored outcome; a row of an earlier version keeps its English text', () => {
    const words = deskWordsOf('es');
    const transaction = { hash: 'ab', contractId: 'CESCROW', action: 'deploy' as const };
    const earlier = [{ field: 'time bounds', asked: 'an end', found: 'ends in 900 s' }];
    const stored = JSON.parse(
      JSON.stringify(takenSettlement(transaction, 'rpc.example.org', [...differences, ...earlier])),
    ) as KeptSettlement;
    expect(settlementIn(words, stored).differences).toEqual([
      { field: 'time bounds', asked: 'un final', found: 'termina en 900 s' },
      differences[1],
      ...earlier,
    ]);
  });
});

test('a balance that was not read says why in the language of its reader', () => {
  const error = new CountersignError('RATE_LIMITED');
  const words = deskWordsOf('es');
  expect(words.unreadText({ code: 'FAILED', params: { error } })).toBe('No se leyó. Demasiadas solicitudes por ahora.');
  expect(words.unreadText({ code: 'REFUSED', params: { status: 400 } })).toBe(
    'El servicio se negó a leer esta dirección (estado 400).',
  );
});

describe('a field in Spanish', () => {
  const { fieldText } = wordsOf('es');
  /** Called the same in both languages. */
  const SAME = ['token', '…'];

  test.each([
    ['roles.releaseSigner', 'Quien libera los fondos'],
    ['milestones[0].amount', 'Hito 1: monto'],
    ['escrow.milestones[1].flags.approved', 'Depósito en garantía, hito 2: marca, aprobado'],
    ['expected escrow.platform_fee', 'Depósito en garantía esperado, comisión de la plataforma'],
    ['trustline.address', 'Token'],
    ['distributions[GABC]', 'Reparto[GABC]'],
    ['something.new', 'Something, new'],
  ])('%s is called “%s”', (field, text) => {
    expect(fieldText(field)).toBe(text);
  });

  test('every field that a comparison can name has a Spanish name', () => {
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
