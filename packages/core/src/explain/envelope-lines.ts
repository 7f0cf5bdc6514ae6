/** Everything around the operations: who pays, what it costs, when and on what conditions it is valid, who signed. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import type { ReadEnvelope } from '../envelope/read-envelope.ts';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { Network } from '../escrow/network.ts';
import type { ExplainWords } from '../words/explain-words.ts';
import { accountWords, signerWords } from './address-words.ts';
import { xlm } from './asset-words.ts';
import type { Line } from './explanation.ts';
import { listed, type Scene } from './scene.ts';
import { readSignatures, type Signatures, signatureWords } from './signatures.ts';
import { timeWords } from './time-words.ts';
import { textWords } from './value-words.ts';
import type { Warn } from './warnings.ts';

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

/** Warnings about an envelope, whatever its operations do. `warn` takes whole sentences. */
export function warnOfEnvelope(
  envelope: ReadEnvelope,
  { network, words }: Pick<Scene, 'network' | 'words'>,
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

/** Conditions beside the end: the network refuses the transaction until all of them hold. */
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
