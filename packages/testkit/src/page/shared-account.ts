/** An account of a running sandbox for which several people sign: its own key, and demo accounts. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { type Keypair, Operation } from '@stellar/stellar-sdk/base';
import { newcomer, runOperations } from '../ledger/newcomer.ts';

/** @param needed weight; each of them, and the account's own key, has a weight of 1 */
export async function sharedAccount(rpcUrl: string, needed: number, ...signers: readonly string[]): Promise<Keypair> {
  const key = await newcomer(rpcUrl, '100');
  const added = signers.map((name) =>
    Operation.setOptions({ signer: { ed25519PublicKey: sandboxKeypair(name).publicKey(), weight: 1 } }),
  );
  const thresholds = Operation.setOptions({ lowThreshold: 1, medThreshold: needed, highThreshold: needed });
  await runOperations(rpcUrl, key, ...added, thresholds);
  return key;
}
