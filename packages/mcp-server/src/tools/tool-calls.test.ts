/** What each tool takes, and what it passes on. Steps and deploys have tests of their own. */
import { expect, test } from 'vitest';
import { findEscrows, getEscrow } from './escrows.ts';
import { explainXdr } from './explain-xdr.ts';
import { getBalances } from './get-balances.ts';
import { DEFAULT_SANDBOX, valueFor } from './index.ts';
import { submitSignedXdr } from './outcomes.ts';
import { prepareStep } from './prepare-step.ts';
import type { Tool } from './tool.ts';

type Input = Pick<Tool, 'name' | 'input'>;

test.each<[Input, boolean, readonly object[]]>([
  [prepareStep, true, [{ step: 'discard', id: 'abc' }, { id: 'abc' }, { step: 'fund', escrow: 'C1', amount: '5' }]],
  [prepareStep, false, [{ step: 'deploy' }, { id: 5 }, { id: 'abc', reason: 'x' }]],
  [explainXdr, true, [{ xdr: 'AAAA' }, { id: 'abc' }]],
  [explainXdr, false, [{ xdr: 5 }, { id: 5 }, { xdr: 'AAAA', seed: 'x' }]],
  [findEscrows, true, [{}, { query: 'logo', wallet: 'G1', status: 'open', since: '2026-11-15' }, { openList: true }]],
  [findEscrows, false, [{ openList: 'yes' }, { status: 'waiting' }, { query: 5 }, { page: 2 }]],
  [getBalances, true, [{ escrows: ['C1', 'C2'], wallet: 'G1' }, { escrows: ['C1'] }]],
  [getBalances, false, [{ escrows: 'C1' }, { signer: 'G1' }, { escrows: [], all: true }]],
  [getEscrow, true, [{ escrow: 'C1' }, { id: 'abc', waitSeconds: 30 }]],
  [getEscrow, false, [{ id: 5 }, { contractId: 'C1' }]],
  [submitSignedXdr, true, [{ signedXdr: 'AAAA' }, { signedXdr: 'AAAA', id: 'abc' }, { id: 'abc' }]],
  [submitSignedXdr, false, [{ signedXdr: 'AAAA', seed: 'x' }, { signedXdr: 5 }]],
])('$name advertises which input it takes: %s', ({ input }, isTaken, inputs) => {
  const schema = valueFor(input, DEFAULT_SANDBOX);
  for (const each of inputs) expect([each, schema.safeParse(each).success]).toEqual([each, isTaken]);
});

const NO_JUDGEMENT = { stops: [], warnings: [], facts: [] };
const AT = { network: 'sandbox', asOf: '2026-11-21T10:00:00Z' };

test.each<[Tool, method: string, result: object, input: Record<string, unknown>, passed: readonly unknown[]]>([
  [getBalances, 'balances', { ...AT, balances: [] }, { escrows: ['C1'] }, [{ addresses: ['C1'] }, {}]],
  [findEscrows, 'find', { escrows: [], more: 0 }, { query: 'logo' }, [{ query: 'logo' }, {}]],
  // Without the rows that it shows.
  [
    getEscrow,
    'get',
    { milestones: [], roles: {} },
    { escrow: 'a', milestonesFrom: 9 },
    [{ escrow: 'a', whole: true, named: true }, {}],
  ],
  [getEscrow, 'lookUp', {}, { id: 'ab' }, [{ id: 'ab' }, {}]],
  [submitSignedXdr, 'submit', {}, { signedXdr: 'AAAA' }, [{ signedXdr: 'AAAA' }, {}]],
  // All of it is scanned for secrets.
  [
    prepareStep,
    'discard',
    {},
    { step: 'discard', id: { deep: 'x' } },
    ['', { alsoScanned: { step: 'discard', id: { deep: 'x' } } }],
  ],
  [
    prepareStep,
    'renew',
    { summary: { means: '' }, judgement: NO_JUDGEMENT },
    { id: 'a' },
    ['a', { alsoScanned: { id: 'a' } }],
  ],
])('$name passes its input and options on to %s of the desk', async (tool, method, result, input, passed) => {
  const calls: unknown[] = [];
  const desk = { [method]: async (...parts: unknown[]) => calls.push(...parts) && result };
  await tool.run(desk as never, input, {});
  expect(calls).toEqual(passed);
});

test('find_escrows gives the link by which the wallet is proven, where there is one', async () => {
  const find = async () => ({ escrows: [], more: 0, next: 'Nothing.' });
  const desk = {
    find,
    askToProveOwn: async (wallet: string) => (wallet === 'G1' ? { url: 'https://a/prove/1' } : undefined),
  };
  const found = async (wallet: string) => await findEscrows.run(desk as never, { wallet }, {});
  expect(await found('G1')).toMatchObject({
    proveUrl: 'https://a/prove/1',
    next: expect.stringMatching(/^Nothing\. If/),
  });
  expect(await found('G2')).toMatchObject({ next: 'Nothing.' });
});

test.each([
  [explainXdr, { readOnlyHint: true, destructiveHint: false, openWorldHint: true }],
  [getEscrow, { readOnlyHint: true, destructiveHint: false }],
  [submitSignedXdr, { readOnlyHint: false, destructiveHint: true }],
  [prepareStep, { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
])('$name asks the host to let the person decide only when it changes something', ({ annotations }, hints) => {
  expect(annotations).toMatchObject(hints);
});
