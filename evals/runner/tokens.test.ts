import { expect, test } from 'vitest';
import { countTokens } from './tokens.ts';

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
