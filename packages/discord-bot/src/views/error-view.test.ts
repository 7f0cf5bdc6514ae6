import { CountersignError, createSide } from '@countersign/core/errors';
import { allParts, PART } from '@countersign/testkit/discord/rules';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { errorMessage } from './error-view.ts';

const shown = (...error: ConstructorParameters<typeof CountersignError>): string =>
  shownIn('en', new CountersignError(...error));

function shownIn(language: 'en' | 'es', error: CountersignError): string {
  return allParts(errorMessage(error, { redact: (text) => text }, wordsOf(language)).components)
    .flatMap((part) => (part.type === PART.TEXT ? [String(part['content'])] : []))
    .join('\n')
    .replaceAll('\\', '');
}

test('an error’s own remedy is not replaced by Discord’s remedy for its code', () => {
  const remedy = 'Ask again after 2026-11-22T10:00:00.000Z, when its time is over.';
  for (const code of ['OUTCOME_UNKNOWN', 'TRANSACTION_EXPIRED', 'SIGNER_NOT_FOUND'] as const) {
    expect(shown(code, { remedy })).toContain(remedy);
    expect(shown(code, { remedy })).not.toContain('/escrow');
  }
  expect(shown('OUTCOME_UNKNOWN')).toContain('/escrow submit');
  expect(shown('XDR_UNREADABLE', { reason: 'id' })).toContain('/escrow submit');
  expect(shown('XDR_UNREADABLE', { reason: 'id', remedy })).toContain(remedy);
});

test('shows a difference in the reader’s language', () => {
  const differences = [{ field: 'milestones[1].amount', asked: '100', found: createSide('NONE') }];
  const error = new CountersignError('TRANSACTION_MISMATCH', { differences });
  expect(shownIn('en', error)).toContain('**Milestone 2: amount**: asked for 100, found none');
  expect(shownIn('es', error)).toContain('**Hito 2: monto**: se pidió 100, se encontró nada');
});

test('a detail is said to be whose it is', () => {
  const detail = 'not mine';
  expect(shown('DECLINED', { detail })).toContain('The reason given: “not mine”');
  expect(shown('TRANSACTION_PARTLY_VERIFIED', { detail })).toContain('Not verified: “not mine”');
  expect(shown('SERVICE_REFUSED', { detail })).toContain('The service said: “not mine”');
});

test('errors in Discord never mention a shell or an assistant’s tool', () => {
  for (const code of ['SIGNER_NOT_FOUND', 'TRANSACTION_EXPIRED', 'NOT_SIGNED_YET', 'ALREADY_SETTLED'] as const) {
    expect(shown(code)).not.toMatch(/pnpm|deploy_escrow|signUrl/);
  }
});
