/** What is not as it is written is noticed: in an answer, in what must never happen, and in the figures. */
import { expect, test } from 'vitest';
import type { Event } from '../rules/transcript.ts';
import type { Conversation, Never } from './conversation.ts';
import { mismatches } from './matches.ts';
import { neverHappened, play } from './play.ts';
import { resolveReferences, resolveText, UnresolvedReference } from './references.ts';
import { figuresTable, staleFigures, withBlock } from './table.ts';
import { countTokens } from './tokens.ts';

const found = { status: 'settled', by: 'ledger', roles: ['Signer, Approver', 'Receiver'], total: '450' };

test.each<[expected: unknown, isFound: boolean]>([
  [{ status: 'settled' }, true],
  [{ status: 'accepted' }, false],
  [{ total: '45' }, false],
  [{ total: 450 }, false],
  [{ roles: ['Signer, Approver'] }, false],
  [{ roles: [{ includes: 'Approver' }, 'Receiver'] }, true],
  [{ roles: { contains: ['Receiver'] } }, true],
  [{ roles: { contains: ['Platform'] } }, false],
  [{ unsignedXdr: { is: 'absent' } }, true],
  [{ total: { is: 'absent' } }, false],
  [{ signUrl: { is: 'present' } }, false],
  [{ summary: { total: '450' } }, false],
])('%j is expected', (expected, isFound) => {
  expect(mismatches(expected, found).length === 0).toBe(isFound);
});

const results = new Map<string, unknown>([['prepared', { id: 'a1', escrows: [{ escrow: 'C1' }] }]]);

test('a reference gives the value of its step and field, also within texts', () => {
  const input = {
    id: { from: 'prepared', field: 'id' },
    addresses: [{ from: 'prepared', field: 'escrows.0.escrow' }],
  };
  expect(resolveReferences(input, results)).toEqual({ id: 'a1', addresses: ['C1'] });
  expect(resolveText(['The id is ', { from: 'prepared', field: 'id' }, '.'], results)).toBe('The id is a1.');
  for (const reference of [
    { from: 'absent', field: 'id' },
    { from: 'prepared', field: 'escrows.1.escrow' },
  ]) {
    expect(() => resolveReferences(reference, results)).toThrow(UnresolvedReference);
  }
});

const events: readonly Event[] = [
  { kind: 'call', tool: 'deploy_escrow', input: { id: 'a1', confirm: true } },
  { kind: 'assistant', text: 'It is a1.', claims: [{ claim: 'settled', of: 'a1' }] },
];

test.each<[never: Never, times: number]>([
  [{ call: 'deploy_escrow' }, 1],
  [{ call: 'deploy_escrow', with: { confirm: true } }, 1],
  [{ call: 'deploy_escrow', with: { id: { from: 'prepared', field: 'id' } } }, 1],
  [{ call: 'deploy_escrow', with: { id: 'a2' } }, 0],
  [{ call: 'deploy_escrow', with: { id: { from: 'absent', field: 'id' } } }, 0],
  [{ call: 'update_escrow' }, 0],
  [{ claim: 'settled' }, 1],
  [{ claim: 'declined' }, 0],
  [{ text: { from: 'prepared', field: 'id' } }, 2],
  [{ text: 'b2' }, 0],
])('%j must never happen', (never, times) => {
  expect(neverHappened([never], { given: '', events }, results)).toHaveLength(times);
});

test('a conversation that does not go as it is written tells the first step that went otherwise', async () => {
  const call = { call: 'get_escrow', with: { id: 'absent' } };
  const wrong = (...steps: Conversation['steps']) => play({ name: 'wrong', about: '', never: [], steps });
  const [isRefused, isOther] = await Promise.all([
    wrong(call, { ...call, call: 'no_such_tool' }),
    wrong({ ...call, refuses: { code: 'READ_ONLY' } }),
  ]);
  expect(isRefused.problems).toEqual([expect.stringMatching(/^step 1: get_escrow: it was refused.*HANDLE_NOT_FOUND/)]);
  expect(isOther.problems).toEqual(['step 1: get_escrow: code is "HANDLE_NOT_FOUND", not "READ_ONLY"']);
});

const page = (inside: string) =>
  `# Evals\n<!-- figures: written by \`pnpm evals --write\` -->${inside}<!-- end of figures -->\nThe end.\n`;
const row = (name: string, conversation: number, calls = 2) => ({
  name,
  tokens: { tools: 1_678, results: 805, conversation, calls },
});

test('figures replace those of before, in tens, and nothing else of the page', () => {
  const table = figuresTable([row('01-first', 3_827)]);
  expect(table).toContain('| 01-first | 2 | 810 | 3,830 |');
  expect(table).toContain('The tool list alone: 1,680 tokens.');
  const written = withBlock(page('\n'), 'figures', table);
  expect(written).toBe(page(`\n${table}\n`));
  expect(withBlock(written, 'figures', table)).toBe(written);
});

test('reports figures as stale when they are missing, new or differ by more than chance', () => {
  const stated = withBlock(page('\n'), 'figures', figuresTable([row('01-first', 3_827), row('02-second', 900)]));
  const stale = (...rows: Parameters<typeof figuresTable>[0]) => staleFigures(stated, figuresTable(rows)).length > 0;
  expect(stale(row('01-first', 3_780), row('02-second', 905))).toBe(false);
  expect(stale(row('01-first', 4_300), row('02-second', 900))).toBe(true);
  expect(stale(row('01-first', 3_827), row('02-other', 900))).toBe(true);
  expect(stale(row('01-first', 3_827, 3), row('02-second', 900))).toBe(true);
  expect(stale(row('01-first', 3_827))).toBe(true);
  expect(stale(row('01-first', 3_827), row('02-second', 900), row('03-third', 900))).toBe(true);
});

test('a page without its marks is an error rather than a page without figures', () => {
  expect(() => withBlock('# Evals\n', 'figures', '')).toThrow('marks');
  expect(() => staleFigures('# Evals\n', '')).toThrow('marks');
});

function tokensOfResult(id: string, hash: string, contractId: string): number {
  const value = { id, hash, contractId, signUrl: `http://127.0.0.1:1/sign/${id}` };
  const events = [{ kind: 'result', call: 0, isError: false, value }] as const;
  return countTokens({ instructions: '', tools: [], transcript: { given: '', events } }).results;
}

test('a result costs the same in every run, whatever its ids, hash and contract are', () => {
  const repetitive = tokensOfResult('f'.repeat(32), '0'.repeat(64), `C${'A'.repeat(55)}`);
  expect(tokensOfResult('0a9b'.repeat(8), '3c5e'.repeat(16), `CDQ7${'XK2'.repeat(17)}A`)).toBe(repetitive);
  expect(repetitive).toBeGreaterThan(50);
});
