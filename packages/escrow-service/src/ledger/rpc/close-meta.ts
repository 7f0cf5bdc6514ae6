import { xdr } from '@stellar/stellar-sdk/base';
import type { ClosedLedger } from '../store.ts';

/** What closed a ledger, as the real server adds it to the latest one: the header, with the transactions left out. */
export function closeMeta({ hash, header }: ClosedLedger): xdr.LedgerCloseMeta {
  return xdr.LedgerCloseMeta.v1(
    new xdr.LedgerCloseMetaV1({
      ext: xdr.LedgerCloseMetaExt.v0(),
      ledgerHeader: new xdr.LedgerHeaderHistoryEntry({
        hash: Buffer.from(hash, 'hex'),
        header,
        ext: xdr.LedgerHeaderHistoryEntryExt.v0(),
      }),
      txSet: xdr.GeneralizedTransactionSet.v1TxSet(
        new xdr.TransactionSetV1({ previousLedgerHash: header.previousLedgerHash, phases: [] }),
      ),
      txProcessing: [],
      upgradesProcessing: [],
      scpInfo: [],
      totalByteSizeOfLiveSorobanState: 0n,
      evictedKeys: [],
      unused: [],
    }),
  );
}
