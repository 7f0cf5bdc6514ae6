import type { PersonalDesk } from '@countersign/core';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { aboutTitle, isId, requestMeant, type Title, titlesOf, UnclearTitle } from './titles.ts';

const ADDRESS = `C${'A'.repeat(55)}`;
const titleOf = (id: string, title: string, about: Partial<Title> = {}): Title => ({
  ...{ id, title, network: 'sandbox', status: 'settled', total: '1', tokenCode: 'USDC', ...about },
});

/** A desk with these titles, which notes what it was asked for. */
function deskWith(...titles: Title[]) {
  const asked: unknown[] = [];
  const find: PersonalDesk['titles'] = async (...question) => {
    asked.push(question);
    return titles;
  };
  return { desk: { titles: find } as PersonalDesk, asked };
}

test.each([
  ['a'.repeat(32), true],
  ['0'.repeat(64), true],
  ['a'.repeat(33), false],
  ['g'.repeat(32), false],
])('recognises the id %s: %j', (text, isOne) => expect(isId(text)).toBe(isOne));

test.each(['f'.repeat(32), ADDRESS, 'A'.repeat(20), ''])('takes %j as it is written', async (text) => {
  const { desk, asked } = deskWith(titleOf('1', 'Logo'));
  expect(await requestMeant(desk, ` ${text} `)).toBe(text);
  expect(asked).toEqual([]);
});

test('looks for a title of at most 100 characters, by at most 200', async () => {
  const { desk, asked } = deskWith();
  for (const length of [100, 101])
    await expect(requestMeant(desk, 'x'.repeat(length))).rejects.toEqual(new UnclearTitle('x'.repeat(length), []));
  await titlesOf(desk, 'y'.repeat(201), 5, { address: 'G' });
  expect(asked).toEqual([
    ['x'.repeat(100), 30, { wallet: undefined }],
    ['y'.repeat(200), 5, { wallet: 'G' }],
  ]);
});

test.each<[string, Title[], string | undefined]>([
  ['the only one that begins so', [titleOf('1', 'Logo and more')], '1'],
  ['the one with exactly this title', [titleOf('1', 'Logo and more'), titleOf('2', 'LOGO')], '2'],
  ['neither of two with exactly this title', [titleOf('1', 'Logo'), titleOf('2', 'Logo')], undefined],
  ['neither of two that begin so', [titleOf('1', 'Logo a'), titleOf('2', 'Logo b')], undefined],
  ['none of none', [], undefined],
  ['no damaged one', [titleOf('1', 'Logo', { damaged: 'request' })], undefined],
  ['no shared one', [titleOf('1', 'Logo', { isShared: true })], undefined],
  ['a shared one in which the wallet takes part', [titleOf('1', 'Logo', { isShared: true, isParty: true })], '1'],
  [
    'the own one before one in which only the wallet takes part',
    [titleOf('1', 'Logo', { isShared: true, isParty: true }), titleOf('2', 'Logo b')],
    '2',
  ],
])('means %s by “logo”', async (_, titles, id) => {
  const meant = requestMeant(deskWith(...titles).desk, 'logo');
  if (id === undefined) await expect(meant).rejects.toMatchObject({ text: 'logo', matches: titles });
  else expect(await meant).toBe(id);
});

test('describes a title by its amount, state and part in it', async () => {
  const abouts: Partial<Title>[] = [
    ...([{}, { status: 'open' }, { status: 'sent' }, { status: 'ended' }, { setAside: true }] as const),
    ...([{ damaged: 'request', setAside: true }, { isShared: true }, { isShared: true, isParty: true }] as const),
  ];
  const lines = abouts.map((about) => aboutTitle(titleOf('1', 'Logo', about), '1 USDC', wordsOf('en')));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/titles.txt');
});
