/** Who has signed, and for which network: the envelope names neither, but a valid signature proves both. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { sameBytes, toHex } from '../envelope/bytes.ts';
import type { ReadEnvelope } from '../envelope/read-envelope.ts';
import { accountOf, type ReadTransaction, transactionHash } from '../envelope/read-transaction.ts';
import { decodeStrKey, encodeStrKey } from '../escrow/index.ts';
import { KNOWN_PASSPHRASES, type Network } from '../escrow/network.ts';
import { verifyEd25519 } from '../signatures/ed25519.ts';
import type { ExplainWords } from '../words/explain-words.ts';

/** A hostile envelope could name many accounts with the same hint; an honest one needs a few tries at most. */
const MOST_TRIES = 100;

export type Signed = {
  readonly signature: xdr.DecoratedSignature;
  /** The signer, G…; absent where no account in the envelope fits the signature. */
  readonly by?: string;
  /** The network it is valid for, by the name a person knows. */
  readonly network?: string;
  /** The account whose hint an invalid signature carries. */
  readonly hinted?: string;
};

export type Signatures = {
  readonly inner: readonly Signed[];
  /** Signatures of the fee's payer. */
  readonly outer: readonly Signed[];
  /** The networks that valid signatures are for. */
  readonly networks: readonly string[];
  /** Accounts whose valid signature is required and missing. */
  readonly missing: readonly string[];
};

export function readSignatures({ inner, feeBump }: ReadEnvelope, network: Network): Signatures {
  const needed = [...new Set([inner.source, ...operationSources(inner)])];
  const budget = { tries: MOST_TRIES };
  const digests =
    inner.signatures.length === 0
      ? []
      : digestsOf((passphrase) => transactionHash(inner.transaction, passphrase), network);
  const signed = inner.signatures.map((signature) =>
    signedBy(signature, [...needed, ...extraSigners(inner)], digests, budget),
  );
  const payer = feeBump === undefined ? [] : [accountOf(feeBump.feeSource)];
  const outer =
    feeBump === undefined
      ? []
      : feeBump.signatures.map((signature) => signedBy(signature, payer, digestsOf(feeBump.digest, network), budget));
  const has = (list: readonly Signed[], account: string) => list.some(({ by }) => by === account);
  return {
    inner: signed,
    outer,
    networks: [...new Set([...signed, ...outer].flatMap(({ network: name }) => name ?? []))],
    missing: [...needed.filter((account) => !has(signed, account)), ...payer.filter((account) => !has(outer, account))],
  };
}

type Digest = { readonly network: string; readonly digest: Uint8Array };

/** The believed network first, since it is the likeliest. */
function digestsOf(digestFor: (passphrase: string) => Uint8Array, believed: Network): Digest[] {
  return Object.entries(KNOWN_PASSPHRASES)
    .sort(([one], [other]) => Number(other === believed.name) - Number(one === believed.name))
    .map(([network, passphrase]) => ({ network, digest: digestFor(passphrase) }));
}

function signedBy(
  signature: xdr.DecoratedSignature,
  accounts: readonly string[],
  digests: readonly Digest[],
  budget: { tries: number },
): Signed {
  const hint = signature.hint.toBytes();
  const hinted = accounts.filter((account) => sameBytes(keyOf(account).subarray(-4), hint));
  const bytes = signature.signature.toBytes();
  for (const account of bytes.length === 64 ? hinted : []) {
    for (const { network, digest } of digests) {
      if (budget.tries <= 0) break;
      budget.tries -= 1;
      if (verifyEd25519(digest, bytes, keyOf(account))) return { signature, by: account, network };
    }
  }
  return { signature, ...(hinted[0] === undefined ? {} : { hinted: hinted[0] }) };
}

export function signatureWords(
  { signature, by, network, hinted }: Signed,
  source: string,
  words: ExplainWords,
): string {
  if (by !== undefined) return words.signedBy(by, by === source, String(network));
  if (hinted !== undefined) return words.hintedOnly(hinted, networkNames());
  return words.byUnnamed(toHex(signature.hint.toBytes()));
}

function networkNames(): string {
  return Object.keys(KNOWN_PASSPHRASES).join(', ');
}

function operationSources({ transaction }: ReadTransaction): string[] {
  return transaction.operations.flatMap(({ sourceAccount }) =>
    sourceAccount === null ? [] : [accountOf(sourceAccount)],
  );
}

function extraSigners({ transaction: { cond } }: ReadTransaction): string[] {
  if (cond.type !== 'precondV2') return [];
  return cond.v2.extraSigners.flatMap((key) =>
    key.type === 'signerKeyTypeEd25519' ? [encodeStrKey('account', key.ed25519.toBytes())] : [],
  );
}

function keyOf(account: string): Uint8Array {
  return decodeStrKey(account)?.payload ?? new Uint8Array();
}
