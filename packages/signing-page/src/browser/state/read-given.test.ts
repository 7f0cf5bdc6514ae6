/** A phrase in a language whose word list the page does not have never leaves the browser. */
import { SECRET_CORPUS } from '@countersign/testkit/fixtures/secret-corpus';
import { expect, test } from 'vitest';
import { refuseWordsAlone } from './read-given.ts';

const phrases = SECRET_CORPUS.filter(({ name }) =>
  /^phrase in (?!english).*: (?:as it is|a word missing|a word a line)/.test(name),
);

test.each(phrases)('$name is refused without its list', ({ text }) => {
  expect(() => refuseWordsAlone(text, 'words alone')).toThrowError(expect.objectContaining({ code: 'XDR_UNREADABLE' }));
});

test.each([
  ['a transaction', `AAAAAgAAAAB${'+aB3/zZ9kQ'.repeat(40)}==`],
  ['a transaction in lines', `${'AAAAAgAAAABzdQbL2a+x'.repeat(3)}\n`.repeat(12)],
  [
    'a transaction that is talked about',
    `Here is what my wallet gave me, please send it on: ${'AAAAAgAAAAB'.repeat(30)}`,
  ],
  ['a few words', 'Where do I find the signed one?'],
])('%s is let through', (_, text) => expect(() => refuseWordsAlone(text, 'words alone')).not.toThrow());
