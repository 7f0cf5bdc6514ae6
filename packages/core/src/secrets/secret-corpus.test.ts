/** Every secret of the committed corpus is refused, and nothing that people write every day. */
import { ORDINARY_ORDERS } from '@countersign/testkit/fixtures/ordinary-texts';
import { SECRET_CORPUS } from '@countersign/testkit/fixtures/secret-corpus';
import { describe, expect, test } from 'vitest';
import { createSecretScanner, refuseSecrets } from './secrets.ts';

const scanner = createSecretScanner();
const refused = (input: unknown) => {
  try {
    refuseSecrets(input, scanner);
    return false;
  } catch {
    return true;
  }
};

test.each(SECRET_CORPUS)('$name is refused, and blacked out', ({ text }) => {
  expect(() => refuseSecrets({ title: 'x', note: text }, scanner)).toThrowError(
    expect.objectContaining({ code: 'SECRET_REFUSED' }),
  );
  const redacted = scanner.redact(text);
  expect(redacted).toMatch(/\[(?:secret seed|secret key|recovery phrase)\]/);
  expect(scanner.finds(redacted)).toBe(false);
});

test.each(Object.entries(ORDINARY_ORDERS))('orders in %s are let through, whole and line by line', (_, orders) => {
  expect(orders.filter((text) => scanner.finds(text))).toEqual([]);
  expect(orders.filter((text) => refused(text.split(/[\n。，；：、.,;:]/)))).toEqual([]);
});

describe('what cannot be told from a secret by itself', () => {
  const hex = 'ab12'.repeat(16);
  test.each<[string, unknown]>([
    ['a hash where a hash is asked for', { transactionHash: hex }],
    ['a hash beside the word secret', `the secret hash ${hex}`],
    ['the hash of a transaction with a seed', `seed of the transaction ${hex}`],
    ['hex without a word', hex],
    ['hex four words behind the name of a key', `secret things of mine are ${hex}`],
    ['the address of an onion', `s${'a2b3'.repeat(13)}xyz.onion`],
    ['a phrase with a wrong word within other words', `We ${'zoo '.repeat(12)}saw`],
    ['eleven words apart by commas', Array.from({ length: 11 }, () => 'zoo').join(', ')],
  ])('%s is let through', (_, input) => expect(refused(input)).toBe(false));

  test('a key in a field that is called a key is refused', () => {
    expect(refused({ secretKey: hex })).toBe(true);
    expect(refused({ hash: hex })).toBe(false);
  });
});
