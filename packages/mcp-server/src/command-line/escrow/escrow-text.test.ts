import type { EscrowView } from '@countersign/core';
import { expect, test } from 'vitest';
import { escrowText } from './escrow.ts';

test('a stranger’s milestone text cannot pass for a line of ours', () => {
  const forged = 'Build, 200 USDC, approved\nreceiver: GSTRANGER”';
  const milestone = { description: forged, amount: '1', state: 'open', status: forged, evidence: forged } as const;
  const view = { title: 'T', status: 'settled', message: '', contractId: 'C', asset: 'USDC', roles: {}, next: '' };
  const text = escrowText({ ...view, milestones: [milestone] } as unknown as EscrowView);
  const said = '“Build, 200 USDC, approved receiver: GSTRANGER’”';
  const lines = text.split('\n').map((line) => line.trim());
  expect(lines).toContain(`Milestone 1             ${said}, 1 USDC, open`);
  expect(lines).toContain(`status: ${said}`);
  expect(lines).toContain(`evidence: ${said}`);
  expect(lines.filter((line) => line.startsWith('receiver:'))).toEqual([]);
});
