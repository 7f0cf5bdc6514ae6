/** Every sentence of every catalogue, in every language, with the same values for its parameters. */
import { resolve } from 'node:path';
import { foreignWords, lost, tooLong, withSamples } from '@countersign/testkit/fixtures/spoken-texts';
import { expect, test } from 'vitest';
import { cataloguesIn } from '../check/catalogues.ts';

/** They name a field or a value of the interface, a place in a form, or a language by its code. */
const WITH_NAMES: readonly string[] = [
  'desk choices.escrow',
  'problems MILESTONE_OR_SEVERAL',
  'problems ONE_MILESTONE',
  'steps dates',
  'discord draft.amountAndText',
  'discord forms.noShares',
  'discord watch.onceSettled',
];
/** Commands of Discord, whose first word is the same in every language: their descriptions use it, too. */
const COMMAND = /\/escrow \p{L}+/gu;
const withoutCommand = (at: string, text: string) =>
  at.startsWith('discord commands.') ? text.replaceAll(/escrow/gi, '') : text.replaceAll(COMMAND, '');

const pairs = cataloguesIn(resolve(import.meta.dirname, '../../..')).flatMap(({ name, english, others }) =>
  others.flatMap(({ sentences }) =>
    [...english.sentences].map(([key, sentence]) => {
      const [text, other] = withSamples(sentence, sentences.get(key) ?? '');
      return { at: `${name} ${key}`, text, other };
    }),
  ),
);

test('has a translation of every sentence', () => {
  expect(pairs.length).toBeGreaterThan(1_000);
  expect(pairs.filter(({ text, other }) => (text === '') !== (other === '') || /\{\w+\}/.test(other))).toEqual([]);
});

test('loses no value and no name of a setting, a code or a token', () => {
  expect(
    pairs
      .filter(({ at }) => !WITH_NAMES.includes(at))
      .map((pair) => ({ ...pair, lost: lost(pair.text, pair.other) }))
      .filter((pair) => pair.lost.length > 0),
  ).toEqual([]);
});

test('leaves nothing in English', () => {
  expect(
    pairs
      .filter(({ at }) => !WITH_NAMES.includes(at))
      .map(({ at, other }) => ({ at, other, words: foreignWords(withoutCommand(at, other)) }))
      .filter(({ words }) => words.length > 0),
  ).toEqual([]);
});

test('is not longer than its place', () => {
  // Problems follow the name of a field, so none of them is a label.
  const isSentence = (at: string) => at.startsWith('problems ');
  expect(pairs.filter(({ at, text, other }) => tooLong(isSentence(at) ? `${text}.` : text, other))).toEqual([]);
});
