/** What each tool passes on to the desk. What it takes and returns is in tools.json and in the recorded calls. */
import { CountersignError, fieldProblem } from '@countersign/core/errors';
import { preparedOf } from '@countersign/testkit/fixtures/hostile-scenes';
import { expect, test } from 'vitest';
import { deployEscrow } from './deploy-escrow.ts';
import { findEscrows, getEscrow } from './escrows.ts';
import { getBalances } from './get-balances.ts';
import { submitSignedXdr } from './outcomes.ts';
import { prepareStep } from './prepare-step.ts';
import type { Tool } from './tool.ts';
import { updateEscrow } from './update-escrow.ts';

const OPTIONS = { signal: AbortSignal.abort() };
const NO_JUDGEMENT = { stops: [], warnings: [], facts: [] };
const BALANCES = { network: 'sandbox', asOf: '2026-11-21T10:00:00Z', balances: [] };
const LISTS = { changes: [], pays: [], turn: [], doesNot: [], warnings: [] };
const STEP = { judgement: NO_JUDGEMENT, summary: { ...LISTS, left: '0', token: { address: 'C2' } } };
const DISCARD = { step: 'discard', id: { deep: 'x' } };

test.each<[Tool, method: string, result: object, input: Record<string, unknown>, passed: readonly unknown[]]>([
  [deployEscrow, 'prepare', preparedOf('A'), { title: 'A', includeXdr: true }, ['deploy', { title: 'A' }, OPTIONS]],
  ...[true, false].map((anotherEscrow): [Tool, string, object, Record<string, unknown>, unknown[]] => [
    ...([deployEscrow, 'prepare', preparedOf('A'), { title: 'A', anotherEscrow }] as const),
    ['deploy', { title: 'A' }, { ...OPTIONS, another: anotherEscrow }],
  ]),
  [
    ...([prepareStep, 'prepareStep', STEP, { escrow: 'C1', step: 'approve', includeXdr: true }] as const),
    [['approve'], { escrow: 'C1', action: 'approve' }, OPTIONS],
  ],
  [
    ...([updateEscrow, 'prepareStep', STEP, { escrow: 'C1', title: 'A', includeXdr: false }] as const),
    [['update'], { escrow: 'C1', title: 'A' }, OPTIONS],
  ],
  [getBalances, 'balances', BALANCES, { escrows: ['C1'] }, [{ addresses: ['C1'] }, OPTIONS]],
  [findEscrows, 'find', { escrows: [], more: 0 }, { query: 'logo' }, [{ query: 'logo' }, OPTIONS]],
  // Without the rows that it shows.
  [
    ...([getEscrow, 'get', { milestones: [], roles: {} }, { escrow: 'a', milestonesFrom: 9 }] as const),
    [{ escrow: 'a', whole: true, named: true }, OPTIONS],
  ],
  [getEscrow, 'lookUp', {}, { id: 'ab' }, [{ id: 'ab' }, OPTIONS]],
  [submitSignedXdr, 'submit', {}, { signedXdr: 'AAAA' }, [{ signedXdr: 'AAAA' }, OPTIONS]],
  // All of it is scanned for secrets.
  [prepareStep, 'discard', {}, DISCARD, ['', { ...OPTIONS, alsoScanned: DISCARD }]],
  [
    ...([prepareStep, 'renew', { summary: { means: '' }, judgement: NO_JUDGEMENT }, { id: 'a' }] as const),
    ['a', { ...OPTIONS, alsoScanned: { id: 'a' } }],
  ],
])('$name passes its input and options on to %s of the desk', async (tool, method, result, input, passed) => {
  const calls: unknown[] = [];
  const desk = { [method]: async (...parts: unknown[]) => calls.push(...parts) && result };
  await tool.run(desk as never, input, OPTIONS);
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

test('get_balances names the place in the given list when what is left of it is not valid either', async () => {
  const balances = async ({ addresses }: { readonly addresses: readonly string[] }) => {
    const path = addresses.length === 1 ? 'addresses[0]' : 'addresses[1]';
    throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem(path, 'MISSING')] });
  };
  const read = getBalances.run({ balances } as never, { escrows: ['Logo', 'Poster'] }, {});
  await expect(read).rejects.toMatchObject({ fields: [{ path: 'escrows[1]' }] });
});

test.each([
  [30, undefined],
  [60, 'A call waits 30 s at most, so waitSeconds was taken as 30.'],
  [undefined, undefined],
])('get_escrow reports when a wait of %s s was shortened to the limit of a call', async (waitSeconds, note) => {
  const desk = { lookUp: async () => ({ status: 'settled' }) };
  expect((await getEscrow.run(desk as never, { id: 'a', waitSeconds }, {}))['note']).toBe(note);
});
