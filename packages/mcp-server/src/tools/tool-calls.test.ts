/** What each tool takes, and what it passes on. Steps and deploys have tests of their own. */
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { findEscrows, getEscrow } from './escrows.ts';
import { explainXdr } from './explain-xdr.ts';
import { getBalances } from './get-balances.ts';
import { discardEscrow, getTransaction, submitSignedXdr } from './outcomes.ts';
import type { Tool } from './tool.ts';

type Input = { readonly name: string; readonly input: z.ZodObject };

test.each<[Input, boolean, readonly object[]]>([
  [discardEscrow, true, [{ id: 'abc' }]],
  [discardEscrow, false, [{}, { id: 5 }, { id: 'abc', reason: 'x' }]],
  [explainXdr, true, [{ xdr: 'AAAA' }, { id: 'abc' }]],
  [explainXdr, false, [{ xdr: 5 }, { id: 5 }, { xdr: 'AAAA', seed: 'x' }]],
  [findEscrows, true, [{}, { query: 'logo', wallet: 'G1', status: 'open', since: '2026-11-15' }, { openList: true }]],
  [findEscrows, false, [{ openList: 'yes' }, { status: 'waiting' }, { query: 5 }, { page: 2 }]],
  [getBalances, true, [{ addresses: ['C1', 'C2'], signer: 'G1' }, { addresses: ['C1'] }]],
  [getBalances, false, [{ addresses: 'C1' }, { signer: 'G1' }, { addresses: [], all: true }]],
  [getEscrow, true, [{ id: 'abc' }, { contractId: 'C1' }, { transactionHash: 'ff' }, { id: 'abc', waitSeconds: 30 }]],
  [getEscrow, false, [{ id: 5 }, { id: 'abc', waitSeconds: 31 }]],
  [getTransaction, true, [{ id: 'abc' }, { transactionHash: 'ab', waitSeconds: 30 }]],
  [getTransaction, false, [{ id: 'abc', wait: 1 }, { id: 5 }]],
  [submitSignedXdr, true, [{ signedXdr: 'AAAA' }, { signedXdr: 'AAAA', id: 'abc' }, { id: 'abc' }]],
  [submitSignedXdr, false, [{ signedXdr: 'AAAA', seed: 'x' }, { signedXdr: 5 }]],
])('$name advertises which input it takes: %s', ({ input }, isTaken, inputs) => {
  for (const each of inputs) expect([each, input.safeParse(each).success]).toEqual([each, isTaken]);
});

const AT = { network: 'sandbox', asOf: '2026-11-21T10:00:00Z' };

test.each<[Tool, method: string, result: object, input: Record<string, unknown>, passed: readonly unknown[]]>([
  [getBalances, 'balances', { ...AT, balances: [] }, { addresses: ['C1'] }, [{ addresses: ['C1'] }, {}]],
  [findEscrows, 'find', { escrows: [], more: 0 }, { query: 'logo' }, [{ query: 'logo' }, {}]],
  // Without the rows that it shows.
  [getEscrow, 'get', { milestones: [] }, { id: 'a', milestonesFrom: 9 }, [{ id: 'a', whole: true, named: true }, {}]],
  [getTransaction, 'lookUp', {}, { transactionHash: 'ab' }, [{ transactionHash: 'ab' }, {}]],
  [submitSignedXdr, 'submit', {}, { signedXdr: 'AAAA' }, [{ signedXdr: 'AAAA' }, {}]],
  // All of it is scanned for secrets.
  [discardEscrow, 'discard', {}, { id: 'a', odd: ['x'] }, ['a', { alsoScanned: { id: 'a', odd: ['x'] } }]],
  [discardEscrow, 'discard', {}, { id: { deep: 'x' } }, ['', { alsoScanned: { id: { deep: 'x' } } }]],
])('$name passes its input and options on to %s of the desk', async (tool, method, result, input, passed) => {
  const calls: unknown[] = [];
  const desk = { [method]: async (...parts: unknown[]) => calls.push(...parts) && result };
  await tool.run(desk as never, input, {});
  expect(calls).toEqual(passed);
});

test.each([
  [explainXdr, { readOnlyHint: true, destructiveHint: false, openWorldHint: true }],
  [getTransaction, { readOnlyHint: true, destructiveHint: false }],
  [submitSignedXdr, { readOnlyHint: false, destructiveHint: true }],
  [discardEscrow, { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
])('$name asks the host to let the person decide only when it changes something', ({ annotations }, hints) => {
  expect(annotations).toMatchObject(hints);
});
