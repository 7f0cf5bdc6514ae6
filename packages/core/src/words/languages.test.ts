/** Every language has all English texts: with the same names and numbers, in its own words, and not longer. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FACTS, REASONS, STOPS } from '@countersign/testkit/fixtures/judged';
import { foreignWords, lost, tooLong } from '@countersign/testkit/fixtures/spoken-texts';
import { CHANGES, DIFFERENCES, ENDINGS, OBSTACLES } from '@countersign/testkit/fixtures/worded-data';
import { describe, expect, test } from 'vitest';
import {
  CountersignError,
  createSide,
  ERROR_CATALOGUE,
  type ErrorCode,
  fieldProblem,
  XDR_REASONS,
  type XdrReason,
} from '../errors/errors.ts';
import { ROLE_NAMES, STEP_NAMES } from '../escrow/steps.ts';
import { ARGUMENTS } from '../kinds/escrow-kind.ts';
import type { KeptSettlement } from '../workflow/model/results.ts';
import { settlementIn, takenSettlement } from '../workflow/outcome/outcome-words.ts';
import { deskWordsOf, wordsOf } from './all.ts';
import { LIFE_STATES, type TurnWords } from './data/life.ts';
import { type Fact, PAYEE_WARNINGS } from './data/risk.ts';
import { LANGUAGES, type SummaryWords, type Words } from './language.ts';
import { spokenFields, spokenView } from './problems.ts';

const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const english = wordsOf('en');

/** A language's texts for the same inputs, by subject. */
function linesOf(words: Words): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  const say = (about: string, text: string) => void lines.set(`${lines.size} ${about}`, text);
  for (const stop of STOPS) say(stop.code, words.stopText(stop));
  for (const line of words.stopLines(ROLES_AS_TOKEN)) say('stopLines', line);
  for (const fact of FACTS) say(fact.code, words.warningText(fact));
  for (const line of words.warningLines(OF_PAYEES)) say('warningLines', line);
  for (const reason of REASONS) say(reason.code, words.reasonText(reason));
  for (const unmet of OBSTACLES) {
    const { problem, remedy } = words.obstacleWords(unmet);
    say(unmet.code, problem);
    say(`${unmet.code} remedy`, remedy);
  }
  for (const change of CHANGES) say(change.kind, words.changeText(change));
  for (const plan of ENDINGS) {
    const { lines, next } = words.endingWords(plan);
    for (const text of [...lines, next, words.partText(plan)]) say(plan.now, text);
  }
  for (const difference of DIFFERENCES) {
    const { asked } = words.differenceText(difference);
    say(typeof difference.asked === 'string' ? '' : difference.asked.code, asked);
  }
  for (const turn of TURNS) say(turn.action, words.turnText(turn));
  for (const length of [0, 1, 2, 4]) say('turnsText', words.turnsText(TURNS.slice(0, length)));
  for (const as of ['receiver', 'platform', 'service', 'share'] as const) {
    say(as, words.paymentText({ as, amount: '196.4', to: 'GTO', roles: ['receiver', 'disputeResolver'] }, 'USDC'));
    say(as, words.paymentText({ as, amount: '196.4', about: true }, 'USDC'));
  }
  for (const [amount, milestones, about] of [
    ['20', [2]],
    ['15', [1, 3]],
    ['20', []],
    ['0', [], true],
  ] as const) {
    const pays = Array.from({ length: 8 }, (_, at) => ({
      ...{ as: at === 0 ? ('receiver' as const) : ('share' as const), to: `G${at}`, amount: '9.5', of: '10' },
      ...(about === undefined ? {} : { about }),
    }));
    say('payoutLine', words.payoutLine({ pays, left: '20', leftFor: { amount, milestones } }, 'USDC'));
    say(
      'payoutLine',
      words.payoutLine({ pays: pays.slice(0, 2), left: '0', leftFor: { amount: '0', milestones: [] } }, 'USDC'),
    );
  }
  say('leftText', words.leftText({ left: '100', about: 'to a few units' }, 'USDC'));
  for (const { label, value } of words.labelledCosts(COSTS, 'USDC')) say(label, `${label}: ${value}`);
  for (const { label, address } of words.labelledRoles(PARTIES)) say(label, `${label}: ${address}`);
  for (const from of ['address-book', 'address', 'sandbox', 'network'] as const) {
    say(from, words.nameText({ name: 'ANA', address: 'GANA', from, setBy: 'page', setAt: '2026-11-20T10:00:00Z' }));
  }
  for (const generation of ['A0', 'A1', 'B-int', 'B', 'C', 'own']) {
    for (const release of ['multi', 'single']) say(generation, words.kindWords({ generation, release }));
  }
  for (const table of [words.ROLE_WORDS, words.PARTY_WORDS, words.STATE_WORDS, words.SOURCE_WORDS]) {
    for (const [key, text] of Object.entries(table)) say(key, text);
  }
  for (const [key, text] of Object.entries({ ...words.LIFE_WORDS, ...words.SET_BY_WORDS })) say(key, text);
  for (const { name, means } of Object.values(words.NETWORK_WORDS)) say(name, `${name}: ${means}`);
  for (const [action, own] of Object.entries(words.actions)) sayAll(action, own, say);
  sayOfSummaries(words.summaryWords, say);
  for (const error of ERRORS) {
    const { message, remedy } = words.errorWords(error);
    say(error.code, message);
    say(`${error.code} remedy`, remedy);
  }
  return lines;
}

function sayOfSummaries(words: SummaryWords, say: (about: string, text: string) => void): void {
  const of = { number: 2, of: 3, description: '“Logo”' };
  const tables = [words.FIELD_NAMES, words.MILESTONE_FIELD_NAMES, words.MILESTONE_STATE_WORDS];
  for (const text of tables.flatMap((table) => Object.values(table))) say('field', text);
  for (const text of [words.NONE, words.ABOUT, words.RESTORES, words.PLAIN_TRANSFER]) say('constant', text);
  for (const text of [words.milestoneName(2), words.aboutText('100 USDC'), words.toText('GTO')]) say('part', text);
  for (const step of STEP_NAMES) {
    say(step, words.doesText({ step, title: '“Logo”' }));
    say(step, words.doesText({ step, role: 'approver', title: '“Logo”', milestone: { ...of, amount: '200 USDC' } }));
    for (const disputed of [[2], [1, 3]]) {
      for (const line of words.limitLines({ step, roles: PARTIES, disputed })) say(step, line);
    }
  }
  for (const report of [{ status: '“Listo”' }, { status: '“Listo”', evidence: '“Sitio”' }] as const) {
    say('report', words.doesText({ step: 'approve', title: '“Logo”', milestone: of, report }));
  }
  const token = { code: 'USDC', issuer: 'GISSUER' };
  say('trust', words.trustText({ ...token, signer: 'GSIGNER', reserve: '0.5' }));
  say('trust', words.unknownTokenText(token));
  for (const trouble of ['address', 'styled', { mixed: ['Latin', 'Cyrillic'] }] as const) {
    say('trouble', words.troubleText('title', trouble));
  }
}

/** An action's words, and all results of its functions. */
function sayAll(at: string, text: unknown, say: (about: string, text: string) => void): void {
  if (text === '' || at.endsWith('.preposition')) return;
  if (typeof text === 'string') {
    say(at, text);
  } else if (typeof text === 'function') {
    const isOfStep = !/^(?:deploy|fund|trust)\./.test(at);
    const values = ['A1', 'B2', 'C3', 'D4'];
    const unnamed = BY_SIGNER.test(at) ? [['', ...values.slice(1)]] : [];
    const calls = (isOfStep && GIVEN[at.replace(/.*\./, '')]) || [values, ...unnamed];
    for (const parts of calls) sayAll(at, text(...parts), say);
  } else {
    for (const [key, each] of Object.entries(text as object)) sayAll(`${at}.${key}`, each, say);
  }
}

/** Sentences about the signer, whose name may be unknown. */
const BY_SIGNER = /\.sentences\.(?:setUp|pay|payNow)$/;

const ROLES_AS_TOKEN = ROLE_NAMES.map((role) => ({ code: 'ROLE_IS_TOKEN', params: { role } }) as const);
const PARTIES = Object.fromEntries(ROLE_NAMES.map((role, index) => [role, `G${index}`])) as Record<
  (typeof ROLE_NAMES)[number],
  string
>;
const HEADLINE = { what: '“Logo”', resolver: 'ANA', payout: '20 USDC', changes: '“A1” → “B2”' };
const GIVEN: Readonly<Record<string, readonly (readonly unknown[])[] | undefined>> = {
  did: [[2, '10 USDC'], [2]],
  button: [[2], []],
  limits: [[2], [1, 3]].map((disputed) => [{ roles: PARTIES, disputed }]),
  headline: [[HEADLINE], [{ ...HEADLINE, amount: '30 USDC' }]],
};
const TURNS: readonly TurnWords[] = [...STEP_NAMES, 'fund' as const].flatMap((action) => [
  { role: 'disputeResolver', address: 'GRESOLVER', action, milestone: 2 },
  { role: 'anyone', action },
]);
const COST = { paid: '100', platform: '2.5', service: '0.3', receiver: '97.2' };
const PAYEES = [
  { address: 'GONE', milestones: [1, 3], paid: '150', receiver: '142.05' },
  { address: 'GTWO', milestones: [2], paid: '50', receiver: '47.35' },
];
const COSTS = { milestones: [COST, COST], total: COST, payees: PAYEES, serviceAddress: 'GFEE' };
const OF_PAYEES: readonly Fact[] = PAYEE_WARNINGS.flatMap((code) =>
  ['GONE', 'GTWO'].map(
    (address) => ({ code, params: { address, role: 'receiver', room: '50', amount: '94.7', token: 'USDC' } }) as Fact,
  ),
);
const ERRORS = [
  ...(Object.keys(ERROR_CATALOGUE) as ErrorCode[]).map((code) => new CountersignError(code)),
  ...(Object.keys(XDR_REASONS) as XdrReason[]).map((reason) => new CountersignError('XDR_UNREADABLE', { reason })),
];

describe.each(OTHERS)('in %s', (language) => {
  const lines = [...linesOf(wordsOf(language)).values()];
  const pairs = [...linesOf(english)].map(([about, text], index) => ({ about, text, other: lines[index] as string }));

  test('has a text for each English one, with all its parameters', () => {
    expect(lines).toHaveLength(pairs.length);
    for (const { about, text, other } of pairs)
      for (const each of [text, other])
        expect([about, each]).not.toEqual([about, expect.stringMatching(/^$|undefined|\[object|\b0 (?:more|más)\b/)]);
  });

  test('every name, address and number of the English text is there', () => {
    expect(
      pairs.map(({ about, text, other }) => [about, other, lost(text, other)]).filter(([, , names]) => names?.length),
    ).toEqual([]);
  });

  test('nothing is left in English', () => {
    expect(
      pairs.map(({ about, other }) => [about, other, foreignWords(other)]).filter(([, , found]) => found?.length),
    ).toEqual([]);
  });

  test('no text is much longer than in English', () => {
    expect(pairs.filter(({ text, other }) => tooLong(text, other))).toEqual([]);
  });

  test('different things have different texts', () => {
    for (const say of [
      (words: Words) => STOPS.map(words.stopText),
      (words: Words) => FACTS.map(words.warningText),
      (words: Words) => Object.values(words.STATE_WORDS),
      (words: Words) => LIFE_STATES.map((state) => words.LIFE_WORDS[state]),
    ]) {
      expect(new Set(say(wordsOf(language))).size).toBe(new Set(say(english)).size);
    }
  });
});

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
    for (const error of ERRORS) expect(Object.values(errorWords(error)).join(' ')).not.toMatch(/\b[A-Z]+_[A-Z_]+\b/);
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
