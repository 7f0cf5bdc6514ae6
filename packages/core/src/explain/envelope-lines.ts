/** Everything around the operations: who pays, what it costs, when and on what conditions it is valid, who signed. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { xlm } from '../actions/check.ts';
import { sameBytes, toHex } from '../envelope/bytes.ts';
import {
  accountOf,
  addressOfKey,
  operationSources,
  type ReadEnvelope,
  type ReadTransaction,
  transactionHash,
} from '../envelope/read-transaction.ts';
import { decodeStrKey } from '../escrow/index.ts';
import { KNOWN_PASSPHRASES, type Network } from '../escrow/network.ts';
import { verifyEd25519 } from '../signatures/ed25519.ts';
import type { ExplainWords } from '../words/all.ts';
import { accountWords, signerWords } from './asset-words.ts';
import { type Line, labelled, type Row, type Warn } from './explanation.ts';
import { type ExplainContext, listed } from './scene.ts';
import { textWords, timeWords } from './value-words.ts';

export function envelopeLines(envelope: ReadEnvelope, network: Network, now: bigint, words: ExplainWords): Line[] {
  const { inner, feeBump, kind } = envelope;
  const source = accountWords(inner.transaction.sourceAccount, words);
  const signatures = readSignatures(envelope, network);
  return labelled([
    [words.ENVELOPE, words.ENVELOPES[kind]],
    [words.ACTS_FOR, feeBump && source],
    [words.PAID_BY, feeBump === undefined ? source : accountWords(feeBump.feeSource, words)],
    [words.NETWORK_FEE, feeWords(envelope, words)],
    [words.CONTRACT_RESOURCES, resourceWords(inner, words)],
    [words.SEQUENCE_NUMBER, inner.transaction.seqNum.toString()],
    [words.MEMO, memoWords(inner.transaction.memo, words)],
    [words.VALID_UNTIL, endWords(inner, now, words)],
    ...preconditions(inner, now, words),
    [words.NETWORK, networkWords(signatures, network, words)],
    ...signatureRows(envelope, signatures, words),
    [words.HASH, words.hashIfFor(inner.hashHex, network.name, network.passphrase)],
    [words.FEE_BUMP_HASH, feeBump && toHex(feeBump.digest(network.passphrase))],
  ]);
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
  if (elsewhere.length > 0) warn('trust', words.signedElsewhere(elsewhere.join(', '), network.name));
  if (!inner.canonical) warn('note', words.NOT_CANONICAL);
  const end = inner.timeBounds?.maxTime ?? 0n;
  if (end === 0n) warn('note', words.NEVER_EXPIRES);
  else if (end <= now) warn('note', words.HAS_EXPIRED);
}

function feeWords({ inner, feeBump }: ReadEnvelope, words: ExplainWords): string {
  if (feeBump === undefined) return words.atMost(xlm(inner.fee));
  return words.inPlaceOf(xlm(feeBump.fee), xlm(inner.fee));
}

function resourceWords({ transaction: { ext } }: ReadTransaction, words: ExplainWords): string | undefined {
  if (ext.type !== 'sorobanData') return undefined;
  const { resources, resourceFee } = ext.sorobanData;
  const { readOnly, readWrite } = resources.footprint;
  return words.resources(xlm(resourceFee), readOnly.length, readWrite.length);
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
function preconditions(
  { timeBounds, transaction: { cond } }: ReadTransaction,
  now: bigint,
  words: ExplainWords,
): readonly Row[] {
  const begin = timeBounds?.minTime ?? 0n;
  const begins: Row = [words.VALID_FROM, begin === 0n ? undefined : fromWords(begin, now, words)];
  if (cond.type !== 'precondV2') return [begins];
  const { ledgerBounds: ledgers, minSeqNum, minSeqAge, minSeqLedgerGap, extraSigners } = cond.v2;
  return [
    begins,
    [words.VALID_IN_LEDGERS, ledgers === null ? undefined : words.fromLedger(ledgers.minLedger, ledgers.maxLedger)],
    [words.MIN_SEQUENCE, minSeqNum === null ? undefined : words.numberOrHigher(minSeqNum)],
    [words.MIN_AGE, minSeqAge === 0n ? undefined : words.secondsAfterLast(minSeqAge)],
    [words.MIN_LEDGER_GAP, minSeqLedgerGap === 0 ? undefined : words.ledgersAfterLast(minSeqLedgerGap)],
    ...extraSigners.map((signer): Row => [words.ALSO_SIGNED_BY, signerWords(signer, words)]),
  ];
}

function fromWords(begin: bigint, now: bigint, words: ExplainWords): string {
  const time = timeWords(begin, words);
  return begin > now ? words.timeAhead(time, begin - now) : time;
}

function networkWords({ networks }: Signatures, network: Network, words: ExplainWords): string {
  return networks.length === 0 ? words.assumedNetwork(network.name) : words.confirmedNetworks(networks);
}

function signatureRows(
  { inner, feeBump }: ReadEnvelope,
  { inner: own, outer, missing }: Signatures,
  words: ExplainWords,
): readonly Row[] {
  const isSigned = own.length + outer.length > 0;
  const by = (signed: Signed) => signatureWords(signed, inner.source, words);
  return [
    [words.SIGNATURES, own.length === 0 ? words.UNSIGNED : undefined],
    ...own.map((signed, at): Row => [own.length === 1 ? words.SIGNATURE : words.signatureNumber(at + 1), by(signed)]),
    [words.SIGNED_BY_PAYER, feeBump !== undefined && outer.length === 0 ? words.NO : undefined],
    ...outer.map((signed): Row => [words.SIGNATURE_OF_FEE_BUMP, by(signed)]),
    [words.NOT_SIGNED_BY, isSigned && missing.length > 0 ? listed(missing, 10, words) : undefined],
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
  const read = (
    { signatures }: Pick<ReadTransaction, 'signatures'>,
    accounts: readonly string[],
    digestFor: DigestFor,
  ) => {
    const digests = signatures.length === 0 ? [] : digestsOf(digestFor, network);
    return signatures.map((signature) => signedBy(signature, accounts, digests, budget));
  };
  const signers = [...needed, ...extraSigners(inner)];
  const signed = read(inner, signers, (passphrase) => transactionHash(inner.transaction, passphrase));
  const payer = feeBump === undefined ? [] : [accountOf(feeBump.feeSource)];
  const outer = feeBump === undefined ? [] : read(feeBump, payer, feeBump.digest);
  const has = (list: readonly Signed[], account: string) => list.some(({ by }) => by === account);
  return {
    inner: signed,
    outer,
    networks: [...new Set([...signed, ...outer].flatMap(({ network: name }) => name ?? []))],
    missing: [...needed.filter((account) => !has(signed, account)), ...payer.filter((account) => !has(outer, account))],
  };
}

type Digest = { readonly network: string; readonly digest: Uint8Array };
type DigestFor = (passphrase: string) => Uint8Array;

/** The believed network first, since it is the likeliest. */
function digestsOf(digestFor: DigestFor, believed: Network): Digest[] {
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
  if (hinted !== undefined) return words.hintedOnly(hinted, Object.keys(KNOWN_PASSPHRASES).join(', '));
  return words.byUnnamed(toHex(signature.hint.toBytes()));
}

function extraSigners({ transaction: { cond } }: ReadTransaction): string[] {
  if (cond.type !== 'precondV2') return [];
  return cond.v2.extraSigners.flatMap((key) => (key.type === 'signerKeyTypeEd25519' ? [addressOfKey(key)] : []));
}

function keyOf(account: string): Uint8Array {
  return decodeStrKey(account)?.payload ?? new Uint8Array();
}
