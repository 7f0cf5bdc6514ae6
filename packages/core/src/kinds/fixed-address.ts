/**
 * An escrow's address, fixed by its terms: the salt of its deploy is a hash of them, so that one request has one
 * address, and the network refuses a second escrow there. The contract does not check it; anybody with the terms can.
 *
 * salt = SHA-256 of these bytes, one after the other:
 *   1. `Countersign escrow terms 1` in ASCII and one zero byte
 *   2. the network's id: SHA-256 of its passphrase, 32 bytes
 *   3. the signer's public key, 32 bytes
 *   4. the XDR of the escrow as it will stand on chain (the argument of `initialize_escrow`, an ScVal)
 *   5. the counter, 4 bytes, big-endian: 0, or more where a person wants another escrow with the same terms
 *
 * The address follows from signer and salt as the network derives it.
 */
import { Address, hash, type xdr } from '@stellar/stellar-sdk/base';
import { joined, sameBytes } from '../envelope/bytes.ts';
import { contractIdFor } from './deploy-call.ts';
import { type InterfaceEscrow, interfaceMulti } from './interface-multi.ts';
import type { ReadDeploy } from './read-deploy.ts';

const ascii = new TextEncoder();
const PREFIX = ascii.encode('Countersign escrow terms 1\0');

export type Terms = {
  readonly passphrase: string;
  /** G… */
  readonly signer: string;
  /** Exactly as it will stand on chain: a known issuer is its token contract there (`escrowOnChain`). */
  readonly escrow: InterfaceEscrow;
  /** Default: 0. */
  readonly another?: number;
};

export function saltOfTerms({ escrow, another, ...terms }: Terms): Uint8Array {
  return saltOf(bytesOf(terms, interfaceMulti.encode(escrow)), another);
}

/** The escrow's address, for a kind whose address is derived from the deployer's. */
export function addressOfTerms(terms: Terms): string {
  return contractIdFor(terms.signer, saltOfTerms(terms), terms.passphrase);
}

/** Whether a deploy's address is the one of its own terms, with one of these counters. */
export function isFixedByTerms(deploy: ReadDeploy, passphrase: string, ...counters: readonly number[]): boolean {
  const { deployer: signer, kind, escrow, salt } = deploy;
  if (kind.id !== interfaceMulti.id || !signer.startsWith('G')) return false;
  const terms = bytesOf({ passphrase, signer }, kind.encode(escrow));
  return counters.some((another) => sameBytes(saltOf(terms, another), salt));
}

function saltOf(terms: Uint8Array, another = 0): Uint8Array {
  const counter = new Uint8Array(4);
  new DataView(counter.buffer).setUint32(0, another);
  return hash(joined(terms, counter));
}

function bytesOf({ passphrase, signer }: Pick<Terms, 'passphrase' | 'signer'>, escrow: xdr.ScVal): Uint8Array {
  const network = hash(ascii.encode(passphrase));
  return [PREFIX, network, Address.fromString(signer).toBuffer(), escrow.toXdr()].reduce(joined);
}
