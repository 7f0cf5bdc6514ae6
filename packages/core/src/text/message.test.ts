import { expect, test } from 'vitest';
import { format, inLanguage, joined, type Message, parametersOf, pluralForm } from './message.ts';

const message = <Parameter extends string>(text: string) => text as unknown as Message<Parameter>;

test('puts each value in the place of its parameter, and reads no parameter in a value', () => {
  const text = message<'who' | 'amount'>('{who} pays {amount}; {who} signs');
  expect(format(text, { who: '{amount}', amount: 5 })).toBe('{amount} pays 5; {amount} signs');
  expect(format(message<'a'>('{a}'), { a: '$&' })).toBe('$&');
});

test('lists the parameters of a sentence once each', () => {
  expect(parametersOf('{b} of {a}, {b}')).toEqual(['b', 'a']);
  expect(parametersOf('none {} { a }')).toEqual([]);
});

test('chooses the form of a number in each language', () => {
  expect([0, 1, 2, 1_000_000].map((count) => pluralForm('en', count))).toEqual(['other', 'one', 'other', 'other']);
  expect([0, 1, 2, 1_000_000].map((count) => pluralForm('es', count))).toEqual(['other', 'one', 'other', 'other']);
});

test('joins none, one, two and three parts', () => {
  const joinedParts = [[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((parts) => joined(parts, 'and'));
  expect(joinedParts).toEqual(['', 'a', 'a and b', 'a, b and c']);
});

test('gives every function of a subject the messages of one language', () => {
  const { greet } = inLanguage(
    { hello: 'hola' },
    { greet: ({ hello }: { hello: string }, name: string) => `${hello} ${name}` },
  );
  expect(greet('Ana')).toBe('hola Ana');
});
