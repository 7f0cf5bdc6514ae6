import { expect, test } from 'vitest';
import { currentCall } from './earlier-names.ts';
import { EVERY_TOOL } from './tools-for.ts';

test.each([
  ['add_trustline', { signer: 'G', token: 'USDC' }, 'prepare_step', { step: 'trustline', signer: 'G', token: 'USDC' }],
  ['fund_escrow', { contractId: 'C', amount: '5' }, 'prepare_step', { step: 'fund', escrow: 'C', amount: '5' }],
  ['fund_escrow', { id: 'a' }, 'prepare_step', { step: 'fund', id: 'a' }],
  ['prepare_action', { escrow: 'C', action: 'approve' }, 'prepare_step', { escrow: 'C', step: 'approve' }],
  ['resolve_dispute', { id: 'a' }, 'prepare_step', { id: 'a' }],
  ['end_escrow', { escrow: 'C' }, 'prepare_step', { step: 'end', escrow: 'C' }],
  ['discard_escrow', { id: 'a' }, 'prepare_step', { step: 'discard', id: 'a' }],
  ['get_transaction', { transactionHash: 'ff', waitSeconds: 30 }, 'get_escrow', { id: 'ff', waitSeconds: 30 }],
  ['get_transaction', { transactionHash: null, id: 'a' }, 'get_escrow', { id: 'a' }],
  ['get_escrow', { contractId: 'C' }, 'get_escrow', { escrow: 'C' }],
  ['get_balances', { addresses: ['C'] }, 'get_balances', { escrows: ['C'] }],
  ['deploy_escrow', { id: 'a', includeXdr: true }, 'prepare_step', { id: 'a', includeXdr: true }],
  ['deploy_escrow', { title: 'A', id: '' }, 'deploy_escrow', { title: 'A', id: '' }],
  ['update_escrow', { id: 'a' }, 'prepare_step', { id: 'a' }],
  ['update_escrow', { id: 'a', title: 'B' }, 'update_escrow', { escrow: 'a', title: 'B' }],
])('takes %s %j of the last release for %s', (name, written, now, input) => {
  expect(currentCall({ name, arguments: written })).toEqual({ name: now, input });
  expect(EVERY_TOOL.map((tool) => tool.name)).toContain(now);
});

test('leaves every other call as it is', () => {
  for (const input of [undefined, 'a', ['a'], { query: 'logo' }]) {
    expect(currentCall({ name: 'find_escrows', arguments: input })).toEqual({ name: 'find_escrows', input });
  }
  expect(currentCall({ name: 'constructor', arguments: {} })).toEqual({ name: 'constructor', input: {} });
});
