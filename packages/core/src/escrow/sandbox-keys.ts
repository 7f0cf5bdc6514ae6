/** The keys of the sandbox's demo accounts: from public constants, so anyone can sign with them there. */
import { hash, Keypair } from '@stellar/stellar-sdk/base';
import { NETWORKS } from './network.ts';

/** A caller that takes a transaction from elsewhere checks the network before it signs. */
export function sandboxKeypair(name: string): Keypair {
  return Keypair.fromRawEd25519Seed(hash(`${NETWORKS.sandbox.passphrase} / account ${name}`));
}
