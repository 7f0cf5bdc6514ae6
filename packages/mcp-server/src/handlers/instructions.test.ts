import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { expect, test } from 'vitest';
import { listedTools } from '../tools/index.ts';
import { instructionsFor as instructionsOf, type Situation } from './handlers-of.ts';

const TOOLS = listedTools().map(({ name }) => name);
const instructionsFor = (situation: Pick<Situation, 'network' | 'readOnly'> & Partial<Situation>) =>
  instructionsOf({ hasLedger: true, tools: TOOLS, ...situation });

const command = 'node /opt/countersign/cli.js';

test('the sandbox names every demo account and its token in full, and how to sign as one', () => {
  const text = instructionsFor({ network: 'sandbox', readOnly: false, command });
  for (const { name, address } of SANDBOX_ACCOUNTS) expect(text).toContain(`${name} ${address}`);
  expect(text).toContain(`USDC ${NETWORKS.sandbox.tokens[0].address}`);
  expect(text).toContain('/opt/countersign/cli.js sandbox sign --id <id>');
  expect(text).not.toMatch(/pnpm|checkout/);
});

test('a remote person is not sent to a terminal', () => {
  expect(instructionsFor({ network: 'sandbox', readOnly: false })).not.toContain('terminal');
});

test.each(['testnet', 'public'] as const)('%s knows no demo account, only the person’s own wallet', (network) => {
  const text = instructionsFor({ network, readOnly: false, command });
  expect(text).toMatch(/own wallet can sign/);
  expect(text).not.toMatch(/demo|pnpm/);
});

test.each(['testnet', 'public'] as const)('%s names its tokens, and whose the address book is', (network) => {
  const text = instructionsFor({ network, readOnly: false, command });
  expect(text).toContain('a token (USDC, EURC, XLM), or from the person’s address book, which they alone change');
});

test.each(['sandbox', 'testnet', 'public'] as const)(
  '%s: whose word counts, who confirms, and that no address is retyped',
  (network) => {
    const text = instructionsFor({ network, readOnly: false, command });
    expect(text).toContain('A state comes from the ledger');
    expect(text).toMatch(/the person alone confirms the stops/);
    expect(text).toMatch(/Never retype an address/);
  },
);

test('the instructions warn that the public network is real money', () => {
  expect(instructionsFor({ network: 'public', readOnly: false, command })).toContain('real money');
});

test.each(['sandbox', 'public'] as const)('read-only on %s speaks of no deploy and no demo account', (network) => {
  expect(instructionsFor({ network, readOnly: true, command })).not.toMatch(/deploy_escrow|submit|demo/);
});

test.each(['sandbox', 'testnet', 'public'] as const)('%s: short enough for a host to keep whole', (network) => {
  expect(instructionsFor({ network, readOnly: false, command }).length).toBeLessThan(2_000);
});

test('where no ledger can be asked it names no tool that needs one, and names the source of a state', () => {
  const tools = TOOLS.filter((name) => !/^(fund|prepare|resolve|update|end|add)_/.test(name));
  const text = instructionsFor({ network: 'public', readOnly: false, hasLedger: false, tools });
  expect(text).not.toMatch(/update_escrow|what the ledger says/);
  expect(text).toContain('a state is only what the service says');
  const some = instructionsFor({
    network: 'testnet',
    readOnly: false,
    tools: [...tools, 'prepare_step'],
  });
  expect(some).toMatch(/prepare_step prepares all that follows/);
});
