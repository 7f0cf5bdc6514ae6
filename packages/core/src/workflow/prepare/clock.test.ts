/** A wrong clock of this machine is reported as that, and not as a transaction that must not be signed. */
import { stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { expect, test } from 'vitest';
import { CountersignError, createSide } from '../../errors/errors.ts';
import { deskWordsOf, ENGLISH } from '../../words/all.ts';
import type { RunningContext } from '../context.ts';
import { clockError } from './build.ts';

const NOW = Date.UTC(2026, 10, 28, 13, 5);
const ofTime = { field: 'time bounds', asked: createSide('END'), found: createSide('OVER_SINCE', { seconds: '2700' }) };
const mismatch = (...differences: (typeof ofTime | { field: string; asked: string; found: string })[]) =>
  new CountersignError('TRANSACTION_MISMATCH', { differences });

async function judged(error: unknown, closedAt: number | undefined, words = ENGLISH): Promise<unknown> {
  const answers = closedAt === undefined ? { isUp: false } : { closed: closedAt };
  const context = { now: () => NOW, words, ledger: stateLedger(answers).ledger, call: () => ({}) };
  return await clockError(context as unknown as RunningContext, error);
}

test.each([
  [NOW - 47 * 60_000, '47 minutes ahead of'],
  [NOW + 3 * 60_000, '3 minutes behind'],
  [NOW + 26 * 3_600_000, '26 hours behind'],
])('reports how far the clock is off when the network’s is at %d', async (closedAt, by) => {
  expect(await judged(mismatch(ofTime), closedAt)).toMatchObject({
    code: 'CLOCK_WRONG',
    message: expect.stringContaining(`Countersign runs is ${by} the network’s`),
    operatorRemedy: expect.stringContaining('Set this computer’s clock'),
  });
});

test('reports it in the language of the reader', async () => {
  const error = await judged(mismatch(ofTime), NOW - 47 * 60_000, deskWordsOf('es'));
  expect(error).toMatchObject({ language: 'es', message: expect.stringContaining('está 47 minutos adelantado') });
});

test('keeps the mismatch when the clocks agree, more than the time differs, or no ledger answers', async () => {
  const other = { field: 'title', asked: 'Shop', found: 'Site' };
  for (const [error, closedAt] of [
    [mismatch(ofTime), NOW - 5_000],
    [mismatch(ofTime, other), NOW - 47 * 60_000],
    [mismatch(ofTime), undefined],
    [new CountersignError('SERVICE_FAILED'), NOW - 47 * 60_000],
  ] as const) {
    expect(await judged(error, closedAt)).toBe(error);
  }
});
