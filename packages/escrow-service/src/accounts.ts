/** The sandbox's named accounts and their keys. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import type { Keypair } from '@stellar/stellar-sdk/base';

export type DemoAccount = { readonly name: string; readonly address: string };
export type DemoAccountName = (typeof SANDBOX_ACCOUNTS)[number]['name'];

/** The four named accounts that a new sandbox has, funded with XLM and sandbox USDC. */
export function demoAccounts(): readonly DemoAccount[] {
  return SANDBOX_ACCOUNTS;
}

/**
 * The key pair of a demo account, or of the token's `issuer`. Only for the sandbox: a caller must check the network of a
 * transaction from elsewhere before it signs.
 */
export function demoKeypair(name: DemoAccountName | 'issuer'): Keypair {
  return sandboxKeypair(name);
}
