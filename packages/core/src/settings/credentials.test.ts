import { expect, test } from 'vitest';
import { createSecretScanner } from '../secrets/secrets.ts';
import { credentialsIn } from './credentials.ts';

test.each([
  ['of a key of v1 the secret alone is one, too', 'keyid12345.s3cretPartOf16AndMore', ['s3cretPartOf16AndMore']],
  ['a key without parts', 'k3yWithoutAnyPartsAtAll', []],
  ['a part that is too short to differ from a word', 'keyid12345.version', []],
  [
    'a token of three parts, of which the first is no secret',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJlMTIzNDU',
    [],
  ],
])('%s', (_, key, more) => {
  expect(credentialsIn({ ESCROW_API_KEY: key })).toEqual([key, ...more]);
});

test('blacks out any part of a key that a service repeats', () => {
  const key = 'keyid12345.s3cretPartOf16AndMore';
  const { redact } = createSecretScanner(credentialsIn({ ESCROW_API_KEY: key }));
  expect(redact(`no such key: ${key}`)).not.toContain('s3cret');
  expect(redact('no such secret: s3cretPartOf16AndMore')).not.toContain('s3cret');
});
