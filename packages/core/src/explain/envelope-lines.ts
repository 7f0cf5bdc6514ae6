/** Everything around the operations: who pays, what it costs, when and on what conditions it is valid, who signed. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import type { ReadEnvelope } from '../envelope/read-envelope.ts';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { Network } from '../escrow/network.ts';
import { accountWords, signerWords } from './address-words.ts';
import { xlm } from './asset-words.ts';
import type { Line } from './explanation.ts';
import { listed } from './scene.ts';
import { readSignatures, type Signatures, signatureWords } from './signatures.ts';
import { timeWords } from './time-words.ts';
import { textWords } from './value-words.ts';
import type { Warn } from './warnings.ts';

const KINDS = {
  v1: 'a transaction (v1)',
  v0: 'an old transaction (v0), which the escrow service does not accept',
  'fee-bump': 'a fee bump around a transaction, which the escrow service does not accept',
} as const;

export function envelopeLines(envelope: ReadEnvelope, network: Network, now: bigint): Line[] {
  const { inner, feeBump, kind } = envelope;
  const source = accountWords(inner.transaction.sourceAccount);
  const signatures = readSignatures(envelope, network);
  return [
    { label: 'Envelope', value: KINDS[kind] },
    ...(feeBump === undefined ? [] : [{ label: 'Acts for', value: source }]),
    { label: 'Paid by', value: feeBump === undefined ? source : accountWords(feeBump.feeSource) },
    { label: 'Network fee', value: feeWords(envelope) },
    ...resourceLines(inner),
    { label: 'Sequence number', value: inner.transaction.seqNum.toString() },
    { label: 'Memo', value: memoWords(inner.transaction.memo) },
    { label: 'Valid until', value: endWords(inner, now) },
    ...preconditionLines(inner, now),
    { label: 'Network', value: networkWords(signatures, network) },
    ...signatureLines(envelope, signatures),
    { label: 'Hash', value: `${inner.hashHex} (if it is for ${network.name}: ${network.passphrase})` },
    ...(feeBump === undefined
      ? []
      : [{ label: 'Hash of the fee bump', value: toHex(feeBump.digest(network.passphrase)) }]),
  ];
}

/** A fee above this is more than any transaction of ours may cost without a word from its operator. */
const HIGH_FEE = 50_000_000n;

/** What a person should know about an envelope, whatever it does. `warn` takes sentences of their own. */
export function warnOfEnvelope(envelope: ReadEnvelope, network: Network, now: bigint, warn: Warn): void {
  const { inner, feeBump } = envelope;
  const [fee, payer] =
    feeBump === undefined ? [inner.fee, inner.transaction.sourceAccount] : [feeBump.fee, feeBump.feeSource];
  if (fee > HIGH_FEE) warn('money', `The network may take up to ${xlm(fee)} from ${accountWords(payer)} as its fee.`);
  const { networks } = readSignatures(envelope, network);
  const elsewhere = networks.filter((name) => name !== network.name);
  if (elsewhere.length > 0) {
    warn('trust', `It is signed for ${elsewhere.join(', ')}, and is explained here as if it were for ${network.name}.`);
  }
  if (!inner.canonical) {
    warn('note', 'Its XDR is not in canonical form; wallets may read it differently.');
  }
  const end = inner.timeBounds?.maxTime ?? 0n;
  if (end === 0n) warn('note', 'It never expires: once signed, it can be sent at any time.');
  else if (end <= now) warn('note', 'It has expired: the network would refuse it.');
}

function feeWords({ inner, feeBump }: ReadEnvelope): string {
  if (feeBump === undefined) return `at most ${xlm(inner.fee)}`;
  return `at most ${xlm(feeBump.fee)}, in place of the ${xlm(inner.fee)} that the transaction inside offers`;
}

function resourceLines({ transaction: { ext } }: ReadTransaction): Line[] {
  if (ext.type !== 'sorobanData') return [];
  const { resources, resourceFee } = ext.sorobanData;
  const { readOnly, readWrite } = resources.footprint;
  return [
    {
      label: 'Contract resources',
      value: `at most ${xlm(resourceFee)} of the fee; reads ${readOnly.length} and may write ${readWrite.length} entries of the ledger`,
    },
  ];
}

function memoWords(memo: xdr.Memo): string {
  switch (memo.type) {
    case 'memoNone':
      return 'none';
    case 'memoText':
      return textWords(memo.text.bytes);
    case 'memoId':
      return `the number ${memo.id}`;
    case 'memoHash':
      return `the hash ${toHex(memo.hash.toBytes())}`;
    case 'memoReturn':
      return `a return of ${toHex(memo.retHash.toBytes())}`;
  }
}

function endWords({ timeBounds }: ReadTransaction, now: bigint): string {
  const end = timeBounds?.maxTime ?? 0n;
  if (end === 0n) return 'no expiry';
  return `${timeWords(end)} (${end > now ? `${end - now} s left` : 'expired'})`;
}

/** Conditions beside the end: the network refuses the transaction until all of them hold. */
function preconditionLines({ timeBounds, transaction: { cond } }: ReadTransaction, now: bigint): Line[] {
  const begin = timeBounds?.minTime ?? 0n;
  const begins = begin === 0n ? [] : [{ label: 'Valid from', value: fromWords(begin, now) }];
  if (cond.type !== 'precondV2') return begins;
  const { ledgerBounds, minSeqNum, minSeqAge, minSeqLedgerGap, extraSigners } = cond.v2;
  return [
    ...begins,
    ...(ledgerBounds === null
      ? []
      : [{ label: 'Valid in ledgers', value: `from ${ledgerBounds.minLedger} ${ledgerEnd(ledgerBounds.maxLedger)}` }]),
    ...(minSeqNum === null
      ? []
      : [
          {
            label: 'Minimum sequence number',
            value: `the account’s number is ${minSeqNum} or higher, instead of exactly one less than this`,
          },
        ]),
    ...(minSeqAge === 0n
      ? []
      : [{ label: 'Minimum age', value: `${minSeqAge} s after the account’s last transaction` }]),
    ...(minSeqLedgerGap === 0
      ? []
      : [{ label: 'Minimum ledger gap', value: `${minSeqLedgerGap} ledgers after the account’s last transaction` }]),
    ...extraSigners.map((signer) => ({ label: 'Also to be signed by', value: signerWords(signer) })),
  ];
}

function fromWords(begin: bigint, now: bigint): string {
  return `${timeWords(begin)}${begin > now ? ` (in ${begin - now} s)` : ''}`;
}

function ledgerEnd(last: number): string {
  return last === 0 ? 'on' : `to before ${last}`;
}

function networkWords({ networks }: Signatures, network: Network): string {
  return networks.length === 0
    ? `not stated in an envelope; assumed to be ${network.name}`
    : `${networks.join(' and ')}, confirmed by a valid signature`;
}

function signatureLines({ inner, feeBump }: ReadEnvelope, signatures: Signatures): Line[] {
  const { inner: own, outer, missing } = signatures;
  return [
    ...(own.length === 0 ? [{ label: 'Signatures', value: 'none' }] : []),
    ...own.map((signed, index) => ({
      label: own.length === 1 ? 'Signature' : `Signature ${index + 1}`,
      value: signatureWords(signed, inner.source),
    })),
    ...(feeBump !== undefined && outer.length === 0 ? [{ label: 'Signed by the payer', value: 'no' }] : []),
    ...outer.map((signed) => ({ label: 'Signature of the fee bump', value: signatureWords(signed, inner.source) })),
    ...(missing.length > 0 && own.length + outer.length > 0
      ? [{ label: 'Not signed by', value: listed(missing, 10) }]
      : []),
  ];
}
