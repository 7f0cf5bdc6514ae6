/**
 * The keys of the sandbox's demo accounts. They are derived from public constants, so anyone can sign with them:
 * they work only in the sandbox, whose passphrase no real network has. They are here because both the embedded ledger,
 * which creates the accounts, and the signing page, which signs as one of them in a first try, need them.
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
