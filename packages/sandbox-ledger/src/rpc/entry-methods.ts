/** Ledger entries by key, in the real server's format. */
import { xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { ENTRY_LIFE, MAX_ENTRY_LIFE, TEMPORARY_LIFE } from '../entries.ts';
import { keyText } from '../keys.ts';
import type { Ledger, LedgerView } from '../ledger.ts';
import type { StoredEntry } from '../overlay.ts';
import { type Method, paramsError, parse, xdrFormat } from './params.ts';

/** The real server's limit on keys in one request. */
const MAX_KEYS = 200;

const keysParams = z.object({ keys: z.array(z.string()).min(1).max(MAX_KEYS), xdrFormat });

/** The only network setting of this ledger: times to live. Its other fields are the testnet's. */
const ARCHIVAL = xdr.ConfigSettingEntry.configSettingStateArchival(
  new xdr.StateArchivalSettings({
    maxEntryTtl: MAX_ENTRY_LIFE,
    minTemporaryTtl: TEMPORARY_LIFE,
    minPersistentTtl: ENTRY_LIFE,
    persistentRentRateDenominator: 1215n,
    tempRentRateDenominator: 2430n,
    maxEntriesToArchive: 1000,
    liveSorobanStateSizeWindowSampleSize: 30,
    liveSorobanStateSizeWindowSamplePeriod: 64,
    evictionScanSize: 500_000,
    startingEvictionScanLevel: 7,
  }),
);
const ARCHIVAL_KEY = keyText(
  xdr.LedgerKey.configSetting(
    new xdr.LedgerKeyConfigSetting({ configSettingId: xdr.ConfigSettingId.configSettingStateArchival }),
  ),
);

export function entryMethods(ledger: Ledger): Readonly<Record<string, Method>> {
  return {
    getLedgerEntries(params) {
      const keys = parse(keysParams, params).keys.map(canonicalKey);
      return ledger.view((view) => ({
        entries: keys.flatMap((key) => {
          const found = key === ARCHIVAL_KEY ? archival(view) : view.entry(key);
          if (found === undefined) return [];
          return {
            key,
            xdr: found.data.toXdr('base64'),
            lastModifiedLedgerSeq: found.modified,
            ...(found.liveUntil === undefined ? {} : { liveUntilLedgerSeq: found.liveUntil }),
            extXdr: xdr.LedgerEntryExt.v0().toXdr('base64'),
          };
        }),
        latestLedger: view.latest.sequence,
      }));
    },
  };
}

/** The setting's entry, unchanged since the first ledger. */
function archival({ oldest }: LedgerView): StoredEntry {
  return { data: xdr.LedgerEntryData.configSetting(ARCHIVAL), modified: oldest.sequence };
}

function canonicalKey(text: string): string {
  const key = readKey(text);
  if (key.type === 'ttl') throw paramsError('ledger ttl entries cannot be queried directly');
  return keyText(key);
}

function readKey(text: string): xdr.LedgerKey {
  try {
    return xdr.LedgerKey.fromXdr(text, 'base64');
  } catch {
    throw paramsError('cannot unmarshal a key value');
  }
}
