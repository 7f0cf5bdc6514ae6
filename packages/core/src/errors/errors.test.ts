import { describe, expect, test } from 'vitest';
import { wordsOf } from '../words/all.ts';
import {
  type CatalogueEntry,
  CountersignError,
  ERROR_CATALOGUE,
  type ErrorCode,
  errorName,
  operatorFields,
  XDR_REASONS,
  type XdrReason,
} from './errors.ts';

const CODES = Object.keys(ERROR_CATALOGUE) as ErrorCode[];
const REASONS = Object.keys(XDR_REASONS) as XdrReason[];
const VARIABLE = /\b[A-Z]+_[A-Z_]+\b/;

describe('the catalogue', () => {
  test.each(CODES)('%s names no environment variable to a person', (code) => {
    const { message, remedy } = new CountersignError(code).toView('person');
    expect(`${message} ${remedy}`).not.toMatch(VARIABLE);
  });

  test.each(REASONS)('XDR_UNREADABLE because of “%s” has a message and a remedy of its own', (reason) => {
    const view = new CountersignError('XDR_UNREADABLE', { reason }).toView();
    expect(view).toEqual({ code: 'XDR_UNREADABLE', reason, ...XDR_REASONS[reason], retryable: false });
    expect(errorName(view)).toBe(`XDR_UNREADABLE (${reason})`);
  });

  test.each(CODES)('%s ends each sentence', (code) => {
    const { message, remedy, operatorRemedy = remedy }: CatalogueEntry = ERROR_CATALOGUE[code];
    for (const text of [message, remedy, operatorRemedy]) expect(text).toMatch(/^[A-Z].*\.$/);
  });
});

/** What is reported of an installation that builds and sends by Stellar RPC alone. */
const WITHOUT_SERVICE: readonly ErrorCode[] = [
  'TRIAL_REFUSED',
  'RPC_UNREACHABLE',
  'RPC_BUSY',
  'RPC_REFUSED',
  'NETWORK_REFUSED',
  'SERVICE_TIMEOUT',
  'SEQUENCE_TAKEN',
  'TRANSACTION_EXPIRED',
  'FEE_NOT_COVERED',
  'FEE_BUMPED',
  'ADDRESS_TAKEN',
  'CLOCK_WRONG',
  'ESCROW_ARCHIVED',
  'INTERFACE_DIFFERS',
  'RPCS_DISAGREE',
];

test.each(WITHOUT_SERVICE)('%s names no service in either language, since there may be none', (code) => {
  const error = new CountersignError(code);
  for (const language of ['en', 'es'] as const) {
    const { message, remedy } = wordsOf(language).errorWords(error);
    expect(`${message} ${remedy}`).not.toMatch(/\bservice\b|\bservicio\b/i);
  }
});

describe('the remedy', () => {
  test('is the person’s where no reader is named', () => {
    const error = new CountersignError('STORE_UNUSABLE');
    expect(error.toView()).toEqual(error.toView('person'));
    expect(error.toView().remedy).toBe('Tell the person who runs Countersign.');
  });

  test('names the setting when the reader is the operator', () => {
    expect(new CountersignError('STORE_UNUSABLE').toView('operator').remedy).toContain('COUNTERSIGN_DATA_DIR');
  });

  test('is the same for both readers where the catalogue has only one', () => {
    const error = new CountersignError('HANDLE_NOT_FOUND');
    expect(error.toView('operator')).toEqual(error.toView('person'));
  });

  test('goes into a log line only when the operator has a remedy of their own', () => {
    expect(operatorFields(new CountersignError('SERVICE_UNAUTHORIZED'))).toEqual({
      remedy: expect.stringContaining('ESCROW_ACCESS_TOKEN'),
    });
    expect(operatorFields(new CountersignError('HANDLE_NOT_FOUND'))).toEqual({});
  });

  test('given by who throws replaces both, unless the operator gets one of their own', () => {
    const both = new CountersignError('STORE_UNUSABLE', { remedy: 'Wait.' });
    expect([both.remedy, both.operatorRemedy]).toEqual(['Wait.', 'Wait.']);
    const own = new CountersignError('STORE_UNUSABLE', { operatorRemedy: 'Move it away.' });
    expect([own.remedy, own.operatorRemedy]).toEqual([ERROR_CATALOGUE.STORE_UNUSABLE.remedy, 'Move it away.']);
  });
});
