/**
 * The keys of the sandbox's demo accounts. They are derived from public constants, so anyone can sign with them:
 * they are good for the sandbox alone, whose passphrase no real network has.
 */
import { createHash } from 'node:crypto';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { Keypair } from '@stellar/stellar-sdk/base';

export type DemoAccount = { readonly name: string; readonly address: string };
export type DemoAccountName = (typeof SANDBOX_ACCOUNTS)[number]['name'];

/** The four named accounts that a new sandbox has, funded with XLM and sandbox USDC. */
export function demoAccounts(): readonly DemoAccount[] {
  return SANDBOX_ACCOUNTS;
}

/**
 * The key pair of a demo account, or of the token's `issuer`. It signs for the sandbox alone: a caller that
 * takes a transaction from elsewhere checks the network before it signs.
 */
export function demoKeypair(name: DemoAccountName | 'issuer'): Keypair {
  return sandboxKeypair(name);
}

/** Also the keys that only the ledger itself uses (its friendbot). */
export function sandboxKeypair(name: string): Keypair {
  return Keypair.fromRawEd25519Seed(
    createHash('sha256').update(`${NETWORKS.sandbox.passphrase} / account ${name}`).digest(),
  );
}
