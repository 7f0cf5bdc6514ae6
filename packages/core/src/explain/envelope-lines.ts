/** Everything around the operations: who pays, what it costs, when and on what conditions it is valid, who signed. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { xlm } from '../actions/check.ts';
import { sameBytes, toHex } from '../envelope/bytes.ts';
import {
  accountOf,
  operationSources,
  type ReadEnvelope,
  type ReadTransaction,
  transactionHash,
} from '../envelope/read-transaction.ts';
import { decodeStrKey, encodeStrKey } from '../escrow/index.ts';
import { KNOWN_PASSPHRASES, type Network } from '../escrow/network.ts';
import { verifyEd25519 } from '../signatures/ed25519.ts';
import type { ExplainWords } from '../words/all.ts';
import { accountWords, signerWords } from './asset-words.ts';
import type { Line, Warn } from './explanation.ts';
import { type ExplainContext, listed } from './scene.ts';
import { textWords, timeWords } from './value-words.ts';

export function envelopeLines(envelope: ReadEnvelope, network: Network, now: bigint, words: ExplainWords): Line[] {
  const { inner, feeBump, kind } = envelope;
  const source = accountWords(inner.transaction.sourceAccount, words);
  const signatures = readSignatures(envelope, network);
  return [
    { label: words.ENVELOPE, value: words.ENVELOPES[kind] },
    ...(feeBump === undefined ? [] : [{ label: words.ACTS_FOR, value: source }]),
    { label: words.PAID_BY, value: feeBump === undefined ? source : accountWords(feeBump.feeSource, words) },
    { label: words.NETWORK_FEE, value: feeWords(envelope, words) },
    ...resourceLines(inner, words),
    { label: words.SEQUENCE_NUMBER, value: inner.transaction.seqNum.toString() },
    { label: words.MEMO, value: memoWords(inner.transaction.memo, words) },
    { label: words.VALID_UNTIL, value: endWords(inner, now, words) },
    ...preconditionLines(inner, now, words),
    { label: words.NETWORK, value: networkWords(signatures, network, words) },
    ...signatureLines(envelope, signatures, words),
    { label: words.HASH, value: words.hashIfFor(inner.hashHex, network.name, network.passphrase) },
    ...(feeBump === undefined
      ? []
      : [{ label: words.FEE_BUMP_HASH, value: toHex(feeBump.digest(network.passphrase)) }]),
  ];
}

/** In stroops: 5 XLM, which is also the default limit on offered transactions. */
const HIGH_FEE = 50_000_000n;

/** Warnings about an envelope, independent of its operations. `warn` takes whole sentences. */
export function warnOfEnvelope(
  envelope: ReadEnvelope,
  { network, words }: Pick<ExplainContext, 'network' | 'words'>,
  now: bigint,
  warn: Warn,
): void {
  const { inner, feeBump } = envelope;
  const [fee, payer] =
    feeBump === undefined ? [inner.fee, inner.transaction.sourceAccount] : [feeBump.fee, feeBump.feeSource];
  if (fee > HIGH_FEE) warn('money', words.feeTaken(xlm(fee), accountWords(payer, words)));
  const { networks } = readSignatures(envelope, network);
  const elsewhere = networks.filter((name) => name !== network.name);
  if (elsewhere.length > 0) {
    warn('trust', words.signedElsewhere(elsewhere.join(', '), network.name));
  }
  if (!inner.canonical) {
    warn('note', words.NOT_CANONICAL);
  }
  const end = inner.timeBounds?.maxTime ?? 0n;
  if (end === 0n) warn('note', words.NEVER_EXPIRES);
  else if (end <= now) warn('note', words.HAS_EXPIRED);
}

function feeWords({ inner, feeBump }: ReadEnvelope, words: ExplainWords): string {
  if (feeBump === undefined) return words.atMost(xlm(inner.fee));
  return words.inPlaceOf(xlm(feeBump.fee), xlm(inner.fee));
}

function resourceLines({ transaction: { ext } }: ReadTransaction, words: ExplainWords): Line[] {
  if (ext.type !== 'sorobanData') return [];
  const { resources, resourceFee } = ext.sorobanData;
  const { readOnly, readWrite } = resources.footprint;
  return [
    {
      label: words.CONTRACT_RESOURCES,
      value: words.resources(xlm(resourceFee), readOnly.length, readWrite.length),
    },
  ];
}

function memoWords(memo: xdr.Memo, words: ExplainWords): string {
  switch (memo.type) {
    case 'memoNone':
      return words.NO_MEMO;
    case 'memoText':
      return textWords(memo.text.bytes, words);
    case 'memoId':
      return words.theNumber(memo.id);
    case 'memoHash':
      return words.theHash(toHex(memo.hash.toBytes()));
    case 'memoReturn':
      return words.returnOf(toHex(memo.retHash.toBytes()));
  }
}

function endWords({ timeBounds }: ReadTransaction, now: bigint, words: ExplainWords): string {
  const end = timeBounds?.maxTime ?? 0n;
  if (end === 0n) return words.NO_EXPIRY;
  const time = timeWords(end, words);
  return end > now ? words.timeLeft(time, end - now) : words.expiredAt(time);
}

/** Conditions next to the end: the network refuses the transaction until all of them hold. */
function preconditionLines(
  { timeBounds, transaction: { cond } }: ReadTransaction,
  now: bigint,
  words: ExplainWords,
): Line[] {
  const begin = timeBounds?.minTime ?? 0n;
  const begins = begin === 0n ? [] : [{ label: words.VALID_FROM, value: fromWords(begin, now, words) }];
  if (cond.type !== 'precondV2') return begins;
  const { ledgerBounds, minSeqNum, minSeqAge, minSeqLedgerGap, extraSigners } = cond.v2;
  return [
    ...begins,
    ...(ledgerBounds === null
      ? []
      : [{ label: words.VALID_IN_LEDGERS, value: words.fromLedger(ledgerBounds.minLedger, ledgerBounds.maxLedger) }]),
    ...(minSeqNum === null ? [] : [{ label: words.MIN_SEQUENCE, value: words.numberOrHigher(minSeqNum) }]),
    ...(minSeqAge === 0n ? [] : [{ label: words.MIN_AGE, value: words.secondsAfterLast(minSeqAge) }]),
    ...(minSeqLedgerGap === 0 ? [] : [{ label: words.MIN_LEDGER_GAP, value: words.ledgersAfterLast(minSeqLedgerGap) }]),
    ...extraSigners.map((signer) => ({ label: words.ALSO_SIGNED_BY, value: signerWords(signer, words) })),
  ];
}

function fromWords(begin: bigint, now: bigint, words: ExplainWords): string {
  const time = timeWords(begin, words);
  return begin > now ? words.timeAhead(time, begin - now) : time;
}

function networkWords({ networks }: Signatures, network: Network, words: ExplainWords): string {
  return networks.length === 0 ? words.assumedNetwork(network.name) : words.confirmedNetworks(networks);
}

function signatureLines({ inner, feeBump }: ReadEnvelope, signatures: Signatures, words: ExplainWords): Line[] {
  const { inner: own, outer, missing } = signatures;
  return [
    ...(own.length === 0 ? [{ label: words.SIGNATURES, value: words.UNSIGNED }] : []),
    ...own.map((signed, index) => ({
      label: own.length === 1 ? words.SIGNATURE : words.signatureNumber(index + 1),
      value: signatureWords(signed, inner.source, words),
    })),
    ...(feeBump !== undefined && outer.length === 0 ? [{ label: words.SIGNED_BY_PAYER, value: words.NO }] : []),
    ...outer.map((signed) => ({
      label: words.SIGNATURE_OF_FEE_BUMP,
      value: signatureWords(signed, inner.source, words),
    })),
    ...(missing.length > 0 && own.length + outer.length > 0
      ? [{ label: words.NOT_SIGNED_BY, value: listed(missing, 10, words) }]
      : []),
  ];
}

/** A hostile envelope could name many accounts with the same hint; an honest one needs a few tries at most. */
const MOST_TRIES = 100;

/** Who has signed, and for which network: the envelope names neither, but a valid signature proves both. */
type Signed = {
  readonly signature: xdr.DecoratedSignature;
  /** The signer, G…; absent where no account in the envelope fits the signature. */
  readonly by?: string;
  /** The network it is valid for, by the name a person knows. */
  readonly network?: string;
  /** The account whose hint an invalid signature carries. */
  readonly hinted?: string;
};

type Signatures = {
  readonly inner: readonly Signed[];
  /** Signatures of the fee's payer. */
  readonly outer: readonly Signed[];
  readonly networks: readonly string[];
  /** Accounts whose valid signature is required and missing. */
  readonly missing: readonly string[];
};

function readSignatures({ inner, feeBump }: ReadEnvelope, network: Network): Signatures {
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

function signatureWords({ signature, by, network, hinted }: Signed, source: string, words: ExplainWords): string {
  if (by !== undefined) return words.signedBy(by, by === source, String(network));
  if (hinted !== undefined) return words.hintedOnly(hinted, networkNames());
  return words.byUnnamed(toHex(signature.hint.toBytes()));
}

function networkNames(): string {
  return Object.keys(KNOWN_PASSPHRASES).join(', ');
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
