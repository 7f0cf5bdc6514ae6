/** What is not as it is written is noticed: in an answer, and in what must never happen. */
import { expect, test } from 'vitest';
import type { Event } from '../rules/transcript.ts';
import type { Conversation, Never } from './conversation.ts';
import { mismatches } from './matches.ts';
import { neverHappened, play } from './play.ts';
import { resolveReferences, resolveText, UnresolvedReference } from './references.ts';

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
