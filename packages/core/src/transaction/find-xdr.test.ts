import { expect, test } from 'vitest';
import { buildDeploy, request, sandbox, sign, signerKey } from '../../test/deploy-fixture.ts';
import { REFUSED, WRAPPED } from '../../test/pasted-cases.ts';
import { CountersignError } from '../errors.ts';
import { findXdr } from './find-xdr.ts';
import { transactionHash } from './read-transaction.ts';

const signed = sign(buildDeploy(request()), [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));

test('the fixture has every character that an encoding could harm', () => {
  expect(signed).toMatch(/\+.*\/.*=$/);
});

function refusal(text: string): CountersignError {
  try {
    findXdr(text);
  } catch (error) {
    if (error instanceof CountersignError) return error;
    throw error;
  }
  throw new Error('a refusal was expected');
}

test.each(Object.entries(WRAPPED))('a transaction %s is found', (_, wrap) => {
  expect(findXdr(wrap(signed))).toBe(signed);
});

test.each(Object.entries(REFUSED))('%s is refused for what it is', (_, [text, code, says = /./]) => {
  const given = text(signed);
  const error = refusal(given);
  expect([error.code, error.message]).toEqual([code, expect.stringMatching(says)]);
  // What was pasted is not repeated.
  const words = given.match(/[0-9A-Za-z+/]{12,}/g) ?? [];
  for (const word of words.slice(0, 50)) expect(JSON.stringify(error.toView())).not.toContain(word.slice(0, 12));
});
