/**
 * Checks that a transaction is signed by its signer, for this network, and by no one else (trust, before anything is
 * sent, 2), without the account's entry. With the entry, see check-weights.ts.
 */
import type { xdr } from '@stellar/stellar-sdk/base';
import { sameBytes } from '../envelope/bytes.ts';
import { type ReadTransaction, transactionHash } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { decodeStrKey, isAddress, ROLE_NAMES, type RoleName } from '../escrow/index.ts';
import { KNOWN_PASSPHRASES, type Network } from '../escrow/network.ts';
import { readDeploy } from '../kinds/read-deploy.ts';
import { ROLE_WORDS } from '../words/en-core.ts';
import { verifyEd25519 } from './ed25519.ts';

/**
 * @param signer G address that must have signed
 * @throws CountersignError XDR_NOT_SIGNED, SIGNED_FOR_ANOTHER_NETWORK, SIGNATURE_BROKEN, SIGNED_BY_ANOTHER,
 *   MULTISIG_NOT_SUPPORTED
 */
export function checkSignatures(read: ReadTransaction, signer: string, network: Network): void {
  if (read.signatures.length === 0) throw new CountersignError('XDR_NOT_SIGNED');
  const key = publicKey(signer);
  const valid = read.signatures.filter((signature) => isValid(signature, read.hash, key));
  if (valid.length === 0) throw notSigned(read, signer, network);
  // The network refuses a transaction with an unneeded signature.
  if (valid.length > 1) throw new CountersignError('MULTISIG_NOT_SUPPORTED', SIGNED_TWICE);
  if (read.signatures.length > 1) throw new CountersignError('MULTISIG_NOT_SUPPORTED');
}

export function networksSignedFor(read: ReadTransaction, signer: string): string[] {
  return Object.entries(KNOWN_PASSPHRASES)
    .filter(([, passphrase]) => hasSigned(read, signer, transactionHash(read.transaction, passphrase)))
    .map(([name]) => name);
}

/** Whether `signer` has validly signed the transaction with this hash, regardless of the envelope's current content. */
export function hasSigned(read: ReadTransaction, signer: string, hash: Uint8Array): boolean {
  const key = publicKey(signer);
  return read.signatures.some((signature) => isValid(signature, hash, key));
}

export function notSigned(read: ReadTransaction, signer: string, network: Network): CountersignError {
  const key = publicKey(signer);
  const [other] = networksSignedFor(read, signer);
  if (other !== undefined) return signedForAnotherNetwork(other, network);
  const hinted = read.signatures.some((signature) => isHinted(signature, key));
  if (hinted) return new CountersignError('SIGNATURE_BROKEN');
  return new CountersignError('SIGNED_BY_ANOTHER', {
    message: `The transaction must be signed by ${signer}, but is not. ${whoSigned(read, network)}`,
    remedy: `Choose the account ${signer} in the wallet and sign the unsigned transaction again.`,
  });
}

/** @param other the name of the network that it is signed for */
export function signedForAnotherNetwork(other: string, network: Network): CountersignError {
  return new CountersignError('SIGNED_FOR_ANOTHER_NETWORK', {
    message: `It was signed for the network “${other}”, but this escrow is on “${network.name}”.`,
    remedy: `Switch the wallet to the network with the passphrase “${network.passphrase}” and sign again.`,
  });
}

const SIGNED_TWICE = {
  message: 'The signer has signed the transaction more than once, which the network refuses.',
  remedy: 'Sign the unsigned transaction again, once, and submit that.',
} as const;

/** A sentence that says who signed, if it is an account that the transaction names. */
export function whoSigned(read: ReadTransaction, network: Network): string {
  const hinted = [...namedAccounts(read, network.passphrase)].filter(([address]) => {
    const key = publicKey(address);
    return read.signatures.some((signature) => isHinted(signature, key));
  });
  const signers = hinted.map(([address, roles]) => ({
    who: roles.length === 0 ? address : `${address}, its ${roles.join(' and ')}`,
    networks: networksSignedFor(read, address),
  }));
  const here = signers.find(({ networks }) => networks.includes(network.name));
  if (here !== undefined) return `It is signed by ${here.who}.`;
  const elsewhere = signers.find(({ networks }) => networks.length > 0);
  if (elsewhere !== undefined) return `It is signed by ${elsewhere.who}, for the network “${elsewhere.networks[0]}”.`;
  return signers[0] === undefined
    ? 'It is signed by an account that it does not name.'
    : `A signature that claims to be by ${signers[0].who} is not valid.`;
}

function isHinted(signature: xdr.DecoratedSignature, key: Uint8Array): boolean {
  return sameBytes(signature.hint.toBytes(), key.subarray(-4));
}

function isValid(signature: xdr.DecoratedSignature, digest: Uint8Array, key: Uint8Array): boolean {
  const bytes = signature.signature.toBytes();
  if (bytes.length !== 64 || !isHinted(signature, key)) return false;
  return verifyEd25519(digest, bytes, key);
}

function publicKey(address: string): Uint8Array {
  const key = decodeStrKey(address);
  if (key?.kind !== 'account') throw new TypeError('a signer is a G address');
  return key.payload;
}

/** A deploy names seven; more are not worth searching. */
const MOST = 100;

/** @returns the roles of each G address; empty for one without a role */
function namedAccounts(read: ReadTransaction, passphrase: string): ReadonlyMap<string, readonly string[]> {
  const deploy = readDeploy(read, passphrase);
  const roles: Partial<Record<RoleName, string>> = 'unreadable' in deploy ? {} : deploy.escrow.roles;
  // The JSON of a transaction has every account as its address.
  const found = JSON.stringify(read.transaction).match(/\bG[A-Z2-7]{55}\b/g) ?? [];
  return new Map(
    [...new Set(found)]
      .filter((address) => isAddress(address, ['account']))
      .slice(0, MOST)
      .map((address) => [
        address,
        ROLE_NAMES.filter((role) => roles[role] === address).map((role) => ROLE_WORDS[role].toLowerCase()),
      ]),
  );
}
