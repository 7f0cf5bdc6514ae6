import type { Balances } from '@countersign/core';
import { encodeStrKey } from '@countersign/core/escrow';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { balancesMessage } from './balance.ts';

const ENGLISH = wordsOf('en');

const address = encodeStrKey('contract', new Uint8Array(32));
const shown = (entry: Partial<Balances['balances'][number]>) =>
  JSON.stringify(
    balancesMessage(
      {
        network: 'sandbox',
        asOf: '2026-11-22T12:00:00.000Z',
        balances: [{ address, balance: '12', by: 'ledger', ...entry }],
      },
      [],
      false,
      ENGLISH,
    ),
  );

test('a surplus and an archived state are shown next to the balance', () => {
  expect(shown({})).not.toMatch(/more than|archived/);
  expect(shown({ needed: '9', over: '3' })).toContain('; 3 more than it needs');
  expect(shown({ archived: true })).toContain('; archived on the ledger, where nothing is lost');
});
