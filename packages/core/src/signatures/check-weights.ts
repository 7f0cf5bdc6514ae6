/**
 * Checks signatures as the network will, by the account's entry: each must be a signer's, together they must reach the
 * weight, and none may be unneeded (trust, before anything is sent, 2).
 */
import { xdr } from '@stellar/stellar-sdk/base';
import { sameBytes, toHex } from '../envelope/bytes.ts';
import { addressOfKey, type ReadTransaction } from '../envelope/read-transaction.ts';
import { CountersignError, ERROR_CATALOGUE } from '../errors/errors.ts';
import type { Network } from '../escrow/network.ts';
import { networksSignedFor, notSigned, signedForAnotherNetwork, whoSigned } from './check-signatures.ts';
import { canBeReached, type SignerSignature, signaturesIn, signersOf } from './gather-signatures.ts';
import { hintOf, isBy, type Weighing, weighSignatures } from './weigh-signatures.ts';

/**
 * @param account the entry of the transaction's source, as the network has it
 * @throws CountersignError XDR_NOT_SIGNED, SIGNED_FOR_ANOTHER_NETWORK, SIGNATURE_BROKEN, SIGNED_BY_ANOTHER,
 *   SIGNATURES_MISSING, SIGNATURE_NOT_NEEDED
 */
export function checkWeights(read: ReadTransaction, account: xdr.AccountEntry, network: Network): void {
  if (partOf(read, account, network) !== undefined) throw missing(sceneOf(read, account, network));
}

/** As `checkWeights`, but accepts too few signatures: undefined if there are enough, else those to be completed. */
export function partOf(
  read: ReadTransaction,
  account: xdr.AccountEntry,
  network: Network,
): readonly SignerSignature[] | undefined {
  if (read.signatures.length === 0) throw new CountersignError('XDR_NOT_SIGNED');
  const scene = sceneOf(read, account, network);
  const { reached } = scene.weighing;
  if (reached && scene.extra.length === 0) return undefined;
  const part = reached ? undefined : signaturesIn(read, account);
  const signed = new Set(part?.map(({ signer }) => signer));
  if (part !== undefined && canBeReached(signersOf(read, account, signed))) return part;
  throw whyInvalid(scene) ?? (reached ? notNeeded(scene) : missing(scene));
}

function sceneOf(read: ReadTransaction, account: xdr.AccountEntry, network: Network): WeightContext {
  const weighing = weighSignatures(read, account);
  const extra = read.signatures.filter((_, place) => !weighing.counted.has(place));
  return { read, account, network, weighing, extra };
}

type WeightContext = {
  readonly read: ReadTransaction;
  readonly account: xdr.AccountEntry;
  readonly network: Network;
  readonly weighing: Weighing;
  /** The signatures that did not count. */
  readonly extra: readonly xdr.DecoratedSignature[];
};

/** The error of the first signature with a signer's hint that is invalid, or valid for another network. */
function whyInvalid({ read, account, network, extra }: WeightContext): CountersignError | undefined {
  for (const signature of extra) {
    const hinted = keysOf(account).filter((key) => sameBytes(signature.hint.toBytes(), hintOf(key)));
    const [key] = hinted;
    if (key === undefined || hinted.some((key) => isBy(signature, key, read.hash))) continue;
    const other = hinted
      .flatMap((key) => (key.type === 'signerKeyTypeEd25519' ? networksSignedFor(read, addressOfKey(key)) : []))
      .find((name) => name !== network.name);
    if (other !== undefined) return signedForAnotherNetwork(other, network);
    return new CountersignError('SIGNATURE_BROKEN', {
      message: `The signature of ${describe(key)} is not valid for this transaction.`,
    });
  }
  return undefined;
}

function notNeeded({ read, account, weighing, extra }: WeightContext): CountersignError {
  const already = new Set([...weighing.counted.values()].map(({ key }) => key.toXdr('base64')));
  const whose = extra.map((signature) => {
    const key = keysOf(account).find((key) => isBy(signature, key, read.hash));
    if (key === undefined) return 'an account that is not one of its signers';
    return already.has(key.toXdr('base64')) ? `${describe(key)} twice` : describe(key);
  });
  return new CountersignError('SIGNATURE_NOT_NEEDED', {
    message: `The network refuses a signature that is not needed, and this transaction has one by ${whose.join(', ')}. ${weightNeeded(read, weighing)}.`,
    remedy: `Sign the prepared transaction again, with no more signers than it needs: ${describeSigners(weighing.signers)}.`,
  });
}

function missing({ read, account, network, weighing }: WeightContext): CountersignError {
  const { signers, counted, weight, needed } = weighing;
  const signed = (key: xdr.SignerKey) => read.signatures.some((signature) => isBy(signature, key, read.hash));
  const isUnsigned = !keysOf(account).some(signed);
  // The usual account: only its own key.
  if (isUnsigned && account.signers.length === 0 && signers.length === 1) return notSigned(read, read.source, network);
  const left = signers.filter(
    (signer) => signer.key.type !== 'signerKeyTypePreAuthTx' && ![...counted.values()].includes(signer),
  );
  const isEnough = weight + left.reduce((sum, signer) => sum + signer.weight, 0) >= needed;
  const has = counted.size === 0 ? `${weight}` : `${weight}, by ${describeSigners([...counted.values()])}`;
  return new CountersignError(isUnsigned ? 'SIGNED_BY_ANOTHER' : 'SIGNATURES_MISSING', {
    message: [
      ...(isUnsigned ? [`No signer of ${read.source} has signed the transaction. ${whoSigned(read, network)}`] : []),
      `${weightNeeded(read, weighing)}; this transaction has ${has}.`,
      ...(signers.length === account.signers.length ? ['The account’s own key has no weight.'] : []),
      isEnough
        ? `It needs ${needed - weight} more, from ${describeSigners(left)}.`
        : 'All signers of the account together cannot reach it.',
    ].join(' '),
    ...(isEnough ? {} : { remedy: 'Deploy from another account.' }),
    ...(isEnough && isUnsigned ? { remedy: ERROR_CATALOGUE.SIGNATURES_MISSING.remedy } : {}),
  });
}

function weightNeeded({ source }: ReadTransaction, { needed }: Weighing): string {
  return `A contract call of ${source} needs signatures with a weight of ${needed} in all`;
}

function describeSigners(signers: readonly xdr.Signer[]): string {
  return signers.map(({ key, weight }) => `${describe(key)} (weight ${weight})`).join(', ');
}

/** The keys that may have signed for the account, including its own even if that has no weight. */
function keysOf({ accountId, signers }: xdr.AccountEntry): xdr.SignerKey[] {
  const own = xdr.SignerKey.signerKeyTypeEd25519(accountId.ed25519.toBytes());
  return [own, ...signers.map(({ key }) => key)];
}

function describe(key: xdr.SignerKey): string {
  switch (key.type) {
    case 'signerKeyTypeEd25519':
      return addressOfKey(key);
    case 'signerKeyTypeHashX':
      return `the holder of the preimage of ${toHex(key.hashX.toBytes())}`;
    case 'signerKeyTypePreAuthTx':
      return `the pre-authorised transaction ${toHex(key.preAuthTx.toBytes())}`;
    case 'signerKeyTypeEd25519SignedPayload':
      return `${addressOfKey(key.ed25519SignedPayload)} with a payload agreed before`;
  }
}
