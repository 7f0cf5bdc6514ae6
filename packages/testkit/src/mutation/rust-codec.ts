/**
 * XDR by a third-party codec (Stellar's Rust one, as WebAssembly): envelopes as JSON trees and back, and the schema of
 * an envelope. The proof changes and judges transactions with it, so that it relies neither on our decoding nor on the
 * SDK's.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { StrKey } from '@stellar/stellar-sdk/base';
import initialise, { decode, encode, schema } from '@stellar/stellar-xdr-json';

// biome-ignore lint/suspicious/noExplicitAny: a tree whose shape is the schema's, edited by path
export type Tree = any;

const ENVELOPE = 'TransactionEnvelope';

await initialise(
  readFileSync(createRequire(import.meta.url).resolve('@stellar/stellar-xdr-json/stellar_xdr_json_bg.wasm')),
);

export const envelopeSchema: Tree = JSON.parse(schema(ENVELOPE));

/** Undefined unless it is exactly one envelope, to its last byte. */
export function decodeTree(base64: string): Tree | undefined {
  try {
    return JSON.parse(decode(ENVELOPE, base64));
  } catch {
    return undefined;
  }
}

/** Undefined where XDR cannot encode it (a number out of range, a text too long). */
export function encodeTree(tree: Tree): string | undefined {
  try {
    return encode(ENVELOPE, JSON.stringify(tree));
  } catch {
    return undefined;
  }
}

/** A value of any of XDR's types, by the type's name. @throws Error where the bytes are none */
export function decodeValue(type: string, base64: string): Tree {
  return JSON.parse(decode(type, base64));
}

/** The address that a contract gets from its deployer, derived without our own code. Nothing for odd arguments. */
export function derivedContract(deployer: unknown, salt: unknown, passphrase: string): string | undefined {
  const preimage = {
    contract_id: {
      network_id: createHash('sha256').update(passphrase).digest('hex'),
      contract_id_preimage: { address: { address: deployer, salt } },
    },
  };
  try {
    const bytes = Buffer.from(encode('HashIdPreimage', JSON.stringify(preimage)), 'base64');
    return StrKey.encodeContract(createHash('sha256').update(bytes).digest());
  } catch {
    return undefined;
  }
}
