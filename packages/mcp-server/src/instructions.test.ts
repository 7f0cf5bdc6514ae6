import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { expect, test } from 'vitest';
import { instructionsFor } from './instructions.ts';

test('the sandbox names every demo account and its token in full, and how to sign as one', () => {
  const text = instructionsFor({ network: 'sandbox', readOnly: false, checkout: '/somewhere/countersign' });
  for (const { name, address } of SANDBOX_ACCOUNTS) expect(text).toContain(`${name} ${address}`);
  expect(text).toContain(`USDC ${NETWORKS.sandbox.tokens[0].address}`);
  expect(text).toContain('run in /somewhere/countersign,');
  expect(text).toContain('npx -y pnpm@12.21.0 wallet sign <file> --as client');
});

test('without a known checkout it is named in words', () => {
  expect(instructionsFor({ network: 'sandbox', readOnly: false })).toContain('run in the Countersign checkout,');
});

test.each(['testnet', 'public'] as const)('%s knows no demo account, only the person’s own wallet', (network) => {
  const text = instructionsFor({ network, readOnly: false });
  expect(text).toMatch(/own wallet can sign/);
  expect(text).not.toMatch(/demo|pnpm/);
});

test.each(['testnet', 'public'] as const)('%s names its tokens, and whose the address book is', (network) => {
  const text = instructionsFor({ network, readOnly: false });
  expect(text).toContain('a token (USDC, EURC, XLM), or from the person’s address book, which they alone change');
});

test.each(['sandbox', 'testnet', 'public'] as const)(
  '%s: whose word counts, who confirms, and that no address is retyped',
  (network) => {
    const text = instructionsFor({ network, readOnly: false });
    expect(text).toContain('What you are told is what the ledger says');
    expect(text).toMatch(/the person alone confirms the stops/);
    expect(text).toMatch(/Never retype an address/);
  },
);

test('the public network is said to be real money', () => {
  expect(instructionsFor({ network: 'public', readOnly: false })).toContain('real money');
});

test.each(['sandbox', 'public'] as const)('read-only on %s speaks of no deploy and no demo account', (network) => {
  expect(instructionsFor({ network, readOnly: true })).not.toMatch(/deploy_escrow|submit|demo/);
});

test.each(['sandbox', 'testnet', 'public'] as const)('%s: short enough for a host to keep whole', (network) => {
  expect(instructionsFor({ network, readOnly: false }).length).toBeLessThan(2_000);
});
