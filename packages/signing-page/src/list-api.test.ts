/** Strangers' texts in a table, opened by a spreadsheet of any locale. */
import { expect, test } from 'vitest';
import type { ListedEscrow } from './escrows-view.ts';
import { escrowsCsv } from './list-api.ts';

const rowOf = (title: string) => escrowsCsv([{ title, id: 'abc' } as ListedEscrow]).split('\r\n')[1];

test.each([
  ['Logo', 'Logo,,,,,,,,,,,abc'],
  ['=1+1', "'=1+1,,,,,,,,,,,abc"],
  [' =1+1', "' =1+1,,,,,,,,,,,abc"],
  ['＝1+1', "'＝1+1,,,,,,,,,,,abc"],
  // Where commas stand in numbers, as in Spanish, a semicolon begins the next cell.
  ['Logo;=HYPERLINK("x")', '"Logo;=HYPERLINK(""x"")",,,,,,,,,,,abc'],
  ['Logo;=1+1', '"Logo;=1+1",,,,,,,,,,,abc'],
  ['Logo\t=1+1', '"Logo\t=1+1",,,,,,,,,,,abc'],
])('the title %j', (title, row) => {
  expect(rowOf(title)).toBe(row);
});
