/**
 * The keys of the sandbox's demo accounts. They are derived from public constants, so anyone can sign with them:
 * they are good for the sandbox alone, whose passphrase no real network has. Here, because both who makes the
 * accounts (the embedded ledger) and who signs as one of them in a first try (the signing page, in a browser)
 * need them.
 */
import { hash, Keypair } from '@stellar/stellar-sdk/base';
import { NETWORKS } from './network.ts';

/**
 * The key pair of a named account of the sandbox. A caller that takes a transaction from elsewhere checks the
 * network before it signs.
 */
export function sandboxKeypair(name: string): Keypair {
  return Keypair.fromRawEd25519Seed(hash(`${NETWORKS.sandbox.passphrase} / account ${name}`));
}
