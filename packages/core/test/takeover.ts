/** "Own key 0, attacker 255", hidden among operations that harm nobody: for every surface that explains a transaction. */
import { Account, Asset, Keypair, Operation, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';
import { NOW, otherKey, sandbox, signerKey } from './deploy-fixture.ts';

export const victim = signerKey.publicKey();
export const attacker = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(66)).publicKey();
const friend = otherKey.publicKey();
const keyOf = (number: number) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(number)).publicKey();

export const TAKEOVER = Operation.setOptions({ masterWeight: 0, signer: { ed25519PublicKey: attacker, weight: 255 } });
export const PAYMENT = Operation.payment({ destination: attacker, asset: Asset.native(), amount: '1' });
/** What must be read before anything else, with both addresses whole. */
export const TAKEOVER_WARNINGS = [
  `lets ${attacker} sign for ${victim}, with weight 255`,
  `ends the right of ${victim} to sign with its own key`,
] as const;

/** Operations to hide among. Those of a kind differ from each other, so that none is folded; some warn themselves. */
export const HARMLESS: Readonly<Record<string, (index: number) => xdr.Operation>> = {
  'data entries': (index) => Operation.manageData({ name: `note ${index}`, value: 'x'.repeat(60) }),
  'small payments': (index) =>
    Operation.payment({ destination: friend, asset: Asset.native(), amount: `0.0000${100 + index}` }),
  'tokens that pose as another': (index) =>
    Operation.changeTrust({ asset: new Asset('USDC', keyOf(100 + index)), limit: '1' }),
  'jumps of the sequence number': (index) =>
    Operation.bumpSequence({ bumpTo: String(index), source: keyOf(100 + index) }),
  'signers removed that never were': (index) =>
    Operation.setOptions({ signer: { ed25519PublicKey: keyOf(100 + index), weight: 0 } }),
  'a threshold that is set again and again': (index) => Operation.setOptions({ lowThreshold: index }),
  'home domains': (index) => Operation.setOptions({ homeDomain: `${index}.example` }),
};

export function envelopeOf(...operations: readonly xdr.Operation[]): string {
  const builder = new TransactionBuilder(new Account(victim, '41'), {
    fee: '100',
    networkPassphrase: sandbox.passphrase,
  }).setTimebounds(0, NOW + 100);
  for (const operation of operations) builder.addOperation(operation);
  return builder.build().toXDR();
}

/** @param position from 0: where among 99 harmless operations the others stand, the second after the first */
export function hiddenAmong(kind: string, position: number, ...hidden: readonly xdr.Operation[]): string {
  const harmless = HARMLESS[kind];
  if (harmless === undefined) throw new TypeError(`no harmless operations are called ${kind}`);
  const others = Array.from({ length: 100 - hidden.length }, (_, index) => harmless(index));
  return envelopeOf(...others.toSpliced(position, 0, ...hidden));
}
