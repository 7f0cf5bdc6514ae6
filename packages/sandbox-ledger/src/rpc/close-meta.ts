/** A ledger's close meta, as validators publish it: header, transaction and all changes. */
import { xdr } from '@stellar/stellar-sdk/base';
import type { ClosedLedger, StoredTransaction } from '../store.ts';

export function headerEntry({ hash, header }: ClosedLedger): xdr.LedgerHeaderHistoryEntry {
  return new xdr.LedgerHeaderHistoryEntry({
    hash: Buffer.from(hash, 'hex'),
    header,
    ext: xdr.LedgerHeaderHistoryEntryExt.v0(),
  });
}

/** `transaction`: the ledger's one; an empty ledger has none. */
export function closeMeta(closed: ClosedLedger, transaction: StoredTransaction | undefined): xdr.LedgerCloseMetaV2 {
  return new xdr.LedgerCloseMetaV2({
    ext: xdr.LedgerCloseMetaExt.v0(),
    ledgerHeader: headerEntry(closed),
    txSet: xdr.GeneralizedTransactionSet.v1TxSet(
      new xdr.TransactionSetV1({
        previousLedgerHash: closed.header.previousLedgerHash,
        phases: phases(transaction && xdr.TransactionEnvelope.fromXdr(transaction.envelope, 'base64')),
      }),
    ),
    txProcessing: transaction === undefined ? [] : [processing(transaction)],
    upgradesProcessing: [],
    scpInfo: [],
    totalByteSizeOfLiveSorobanState: 0n,
    evictedKeys: [],
  });
}

/** The phase of classic transactions, then that of contract calls, as since protocol 23. */
function phases(envelope: xdr.TransactionEnvelope | undefined): xdr.TransactionPhase[] {
  const soroban = envelope !== undefined && callsContract(envelope);
  const classic = envelope === undefined || soroban ? [] : [envelope];
  return [
    xdr.TransactionPhase.v0Components(
      classic.length === 0
        ? []
        : [
            xdr.TxSetComponent.txsetCompTxsMaybeDiscountedFee(
              new xdr.TxSetComponentTxsMaybeDiscountedFee({ baseFee: null, txs: classic }),
            ),
          ],
    ),
    xdr.TransactionPhase.parallelTxsComponent(
      new xdr.ParallelTxsComponent({ baseFee: null, executionStages: soroban ? [[[envelope]]] : [] }),
    ),
  ];
}

/** Whether the transaction, or the one inside a fee bump, is a contract call. */
export function callsContract(envelope: xdr.TransactionEnvelope): boolean {
  switch (envelope.type) {
    case 'envelopeTypeTx':
      return envelope.v1.tx.ext.type === 'sorobanData';
    case 'envelopeTypeTxFeeBump':
      return envelope.feeBump.tx.innerTx.v1.tx.ext.type === 'sorobanData';
    case 'envelopeTypeTxV0':
      return false;
  }
}

function processing(stored: StoredTransaction): xdr.TransactionResultMetaV1 {
  return new xdr.TransactionResultMetaV1({
    ext: xdr.ExtensionPoint.v0(),
    result: new xdr.TransactionResultPair({
      transactionHash: Buffer.from(stored.hash, 'hex'),
      result: xdr.TransactionResult.fromXdr(stored.result, 'base64'),
    }),
    feeProcessing: stored.feeChanges.map((change) => xdr.LedgerEntryChange.fromXdr(change, 'base64')),
    txApplyProcessing: xdr.TransactionMeta.fromXdr(stored.meta, 'base64'),
    postTxApplyFeeProcessing: stored.refundChanges.map((change) => xdr.LedgerEntryChange.fromXdr(change, 'base64')),
  });
}
