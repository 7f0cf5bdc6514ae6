import { describe, expect, test } from 'vitest';
import { buildDeploy, request, sandbox, sign, signerKey } from '../../test/deploy-fixture.ts';
import { REFUSED, WRAPPED } from '../../test/pasted-cases.ts';
import { CountersignError } from '../errors.ts';
import { findXdr, MAX_PASTED_CHARACTERS } from './find-xdr.ts';
import { transactionHash } from './read-transaction.ts';

const signed = sign(buildDeploy(request()), [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));

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

describe('hostile texts', () => {
  const fill = (unit: string) =>
    unit.repeat(Math.ceil(MAX_PASTED_CHARACTERS / unit.length)).slice(0, MAX_PASTED_CHARACTERS);
  const nested = `${'['.repeat(1_000)}"${signed}"${']'.repeat(1_000)}`;
  const texts: Record<string, string> = {
    ...Object.fromEntries(
      [
        '"',
        '“',
        '`',
        '{',
        '[',
        '<',
        '> ',
        '>',
        '|',
        '%',
        '%25',
        '%2',
        '&',
        '&#',
        '&amp;',
        '&#38;',
        '\\',
        '\\u005c',
        '\\u',
        '=',
        '+',
        '…',
        '\n',
        ' ',
        '\u200b',
        '\ufeff',
        'A',
        'AAAA',
        'AAAAAg',
        'AAAAAg ',
        'AAAAAg\n',
        'AAAAAA ',
        'AAAABQ"',
        'S',
        'SA',
        'SAAA ',
        'G',
        'C',
        '0',
        '00000002',
        '0 ',
        '-',
        '_',
        'http://',
        'data:',
        'data:;base64,',
        'QUFBQUFn',
        '"xdr":',
        'xdr="',
        '😀',
        '\ud800',
        'A ',
      ].map((unit) => [`${JSON.stringify(unit)} again and again`, fill(unit)]),
    ),
    'one in lists': nested,
    'good ones in a row': fill(`${signed} `),
    'good ones glued': fill(signed.replace(/=+$/, '')),
    'cut ones in a row': fill(`${signed.slice(0, 5_000)}" `),
    'many beginnings of a long one': fill(`AAAAAgAAAAA ${signed.slice(0, 3_000)} `),
  };

  test.each(Object.entries(texts))('%s is answered at once', (_, text) => {
    const started = performance.now();
    try {
      findXdr(text);
    } catch (error) {
      expect(error).toBeInstanceOf(CountersignError);
      expect((error as CountersignError).code).not.toBe('INTERNAL');
    }
    // A hundred milliseconds on a machine with nothing else to do.
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
