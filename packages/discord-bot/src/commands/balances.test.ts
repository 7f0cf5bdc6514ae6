import { allParts } from '@countersign/testkit/discord/rules';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { addressesIn, type BalanceEntry, totalParts } from './balances.ts';

const [ONE, TWO] = ['A', 'B'].map((letter) => `C${letter.repeat(55)}`) as [string, string];
const held = (balance: string, needed?: string, asset = 'USDC'): BalanceEntry => ({
  ...{ address: ONE, balance, asset, by: 'ledger', ...(needed === undefined ? {} : { needed }) },
});
const unread: BalanceEntry = { address: TWO, error: 'x' };

test.each([
  [`${ONE},${TWO} ; ${ONE}`, [ONE, TWO]],
  [`${ONE}\nwrong`, [ONE, 'wrong']],
  ['Logo design', []],
  ['', []],
])('finds the addresses in %j', (text, addresses) => expect(addressesIn(text)).toEqual(addresses));

test.each<[string, BalanceEntry[], string[]]>([
  ['nothing for one escrow', [held('1')], []],
  ['what two hold', [held('1'), held('2.5')], ['**In all 3\\.5 USDC** in 2 escrows']],
  ['what two have yet to pay out', [held('1', '4'), held('2', '0')], ['**In all 3 of 4 USDC** in 2 escrows']],
  [
    'each token',
    [held('1'), held('2', '2', 'EURC')],
    ['**In all 1 USDC** in 1 escrow\n**In all 2 of 2 EURC** in 1 escrow'],
  ],
  [
    'how many it does not count',
    [held('1'), unread, { ...held('9'), asset: undefined } as never],
    ['**In all 1 USDC** in 1 escrow\n2 not counted: their token or balance is not known.'],
  ],
])('adds up %s', (_, entries, texts) => {
  const shown = allParts(totalParts(entries, wordsOf('en'))).map((part) => part['content']);
  expect(shown).toEqual(texts);
});
