import type { Desk } from '@countersign/core';
import { settlementSchema, type TransactionStatus, transactionStatusSchema } from '@countersign/core/results';
import { ENGLISH } from '@countersign/core/words/all';
import { settlementsOf, statusesOf } from '@countersign/testkit/fixtures/hostile-scenes';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { expect, test } from 'vitest';
import { getEscrow } from './escrows.ts';
import { DEFAULT_SANDBOX, valueFor } from './index.ts';
import { settlementView, statusView, statusViewSchema, submitSignedXdr } from './outcomes.ts';

const MOST_TOKENS = 300;
const [status] = statusesOf('Logo') as [TransactionStatus];
const signUrl = 'http://127.0.0.1:3418/sign/91c4e07ab25d4f6388d10e5fa7b9c342';

test('a settlement leaves out the service’s description of the escrow', () => {
  for (const settlement of settlementsOf('Logo')) {
    const view = settlementView(settlement);
    expect(submitSignedXdr.output.safeParse(view).error).toBeUndefined();
    expect(typeof view.escrow).not.toBe('object');
    expect(tokensOf(view)).toBeLessThanOrEqual(MOST_TOKENS);
  }
});

test.each(['prepared', 'to-confirm'] as const)('%s: where to sign, until when, and what to wait for', (state) => {
  const view = statusView({ ...status, status: state, signUrl });
  expect(statusViewSchema.safeParse(view).error).toBeUndefined();
  expect(view).toMatchObject({
    signUrl,
    ...(state === 'prepared' ? { expiresAt: status.expiresAt } : {}),
    next: expect.stringMatching(/signUrl.*get_escrow with the id and waitSeconds 30/),
  });
  // What is withheld does not expire for the person.
  expect('expiresAt' in view).toBe(state === 'prepared');
  expect(tokensOf(view)).toBeLessThanOrEqual(MOST_TOKENS);
  const { signUrl: _, ...headless } = status;
  expect(statusView({ ...headless, status: state }).next).toBe(status.next);
});

test.each(['settled', 'taken', 'superseded', 'declined', 'discarded'] as const)(
  '%s: nothing is left to do on the page',
  (state) => {
    const replaced = state === 'superseded' ? { replacedBy: 'newer' } : {};
    const view = statusView({ ...status, status: state, signUrl, ...replaced });
    expect(statusViewSchema.safeParse(view).error).toBeUndefined();
    expect(view).toMatchObject(replaced);
    expect(Object.keys(view)).not.toEqual(expect.arrayContaining(['signUrl']));
    expect(view).not.toHaveProperty('expiresAt');
    expect(view.next).toBe(status.next);
  },
);

test.each(['expired', 'rejected', 'unknown'] as const)('%s: the page goes on with it', (state) => {
  expect(statusView({ ...status, status: state, signUrl })).toMatchObject({ signUrl });
});

test.each(transactionStatusSchema.shape.status.options)(
  'a result explains %s itself, so no description has to',
  (state) => {
    const { message, next } = statusView({ ...status, ...ENGLISH.statusWords(state, 'deploy'), status: state });
    for (const text of [message, next]) expect(text).toMatch(/^[A-Z].{14,}[.]$/);
    expect(valueFor(getEscrow.description, DEFAULT_SANDBOX)).not.toContain(`${state}: `);
  },
);

test('a submission leaves to each result what its outcome means, and adds no field to it', () => {
  for (const state of settlementSchema.shape.status.options)
    expect(submitSignedXdr.description).not.toContain(`${state}: `);
  const [settled] = settlementsOf('Logo');
  if (settled === undefined) throw new Error('no settlement');
  expect(submitSignedXdr.output.safeParse({ ...settlementView(settled), extra: 1 }).success).toBe(false);
});

test('the result says when a wait was shortened to the limit of a call', async () => {
  const desk = { lookUp: async () => ({ status: 'settled' }) } as unknown as Desk;
  for (const [waitSeconds, isShortened] of [
    [30, false],
    [60, true],
    [undefined, false],
  ] as const) {
    const result = await getEscrow.run(desk, { id: 'a', waitSeconds }, {});
    const note = 'A call waits 30 s at most, so waitSeconds was taken as 30.';
    expect((result as { readonly note?: string }).note, String(waitSeconds)).toBe(isShortened ? note : undefined);
  }
});
