/** Creates and changes ledger entries. Entries are immutable: a change is a new value. */
import { Address, type Asset, hash, xdr } from '@stellar/stellar-sdk/base';
import { accountId } from './keys.ts';

/** Stroops (a ten-millionth of a lumen) that an account keeps for itself and for each entry it owns. */
export const BASE_RESERVE = 5_000_000n;
/** How many ledgers a contract's entry lives at first, at least and at most: the testnet's settings. */
export const ENTRY_LIFE = 120_960;
export const MAX_ENTRY_LIFE = 3_110_400;
/** The same, at first and at least, for a temporary entry: a nonce. */
export const TEMPORARY_LIFE = 720;
/** An issued asset's amounts are 64-bit. */
export const MAX_INT64 = 2n ** 63n - 1n;
export const TRUSTLINE_AUTHORIZED = 1;
export const TRUSTLINE_CLAWBACK_ENABLED = 4;

export function newAccount(account: string, balance: bigint, sequence: bigint): xdr.LedgerEntryData {
  return xdr.LedgerEntryData.account(
    new xdr.AccountEntry({
      accountId: accountId(account),
      balance,
      seqNum: sequence,
      numSubEntries: 0,
      inflationDest: null,
      flags: 0,
      homeDomain: '',
      thresholds: new xdr.Thresholds(new Uint8Array([1, 0, 0, 0])),
      signers: [],
      ext: xdr.AccountEntryExt.v0(),
    }),
  );
}

export function changedAccount(
  entry: xdr.AccountEntry,
  change: Partial<ConstructorParameters<typeof xdr.AccountEntry>[0]>,
): xdr.LedgerEntryData {
  return xdr.LedgerEntryData.account(new xdr.AccountEntry({ ...entry, ...change }));
}

/** An account's XLM beyond its reserve. */
export function spendable(entry: xdr.AccountEntry): bigint {
  return entry.balance - BigInt(2 + entry.numSubEntries) * BASE_RESERVE;
}

export function newTrustline(
  account: string,
  asset: Asset,
  limit: bigint,
  { balance = 0n, flags = TRUSTLINE_AUTHORIZED }: { readonly balance?: bigint; readonly flags?: number } = {},
): xdr.LedgerEntryData {
  return xdr.LedgerEntryData.trustline(
    new xdr.TrustLineEntry({
      accountId: accountId(account),
      asset: asset.toTrustLineXdrObject(),
      balance,
      limit,
      flags,
      ext: xdr.TrustLineEntryExt.v0(),
    }),
  );
}

export function changedTrustline(
  entry: xdr.TrustLineEntry,
  change: { readonly balance?: bigint; readonly limit?: bigint },
): xdr.LedgerEntryData {
  return xdr.LedgerEntryData.trustline(new xdr.TrustLineEntry({ ...entry, ...change }));
}

const { persistent, temporary } = xdr.ContractDataDurability;

export function contractData(
  address: string,
  key: xdr.ScVal,
  val: xdr.ScVal,
  durability = persistent,
): xdr.LedgerEntryData {
  const contract = Address.fromString(address).toScAddress();
  const ext = xdr.ExtensionPoint.v0();
  return xdr.LedgerEntryData.contractData(new xdr.ContractDataEntry({ contract, key, val, durability, ext }));
}

export function nonceEntry(address: string, nonce: bigint): xdr.LedgerEntryData {
  const key = xdr.ScVal.scvLedgerKeyNonce(new xdr.ScNonceKey({ nonce }));
  return contractData(address, key, xdr.ScVal.scvVoid(), temporary);
}

export function contractInstance(
  contract: string,
  executable: xdr.ContractExecutable,
  storage: readonly xdr.ScMapEntry[],
): xdr.LedgerEntryData {
  return contractData(
    contract,
    xdr.ScVal.scvLedgerKeyContractInstance(),
    xdr.ScVal.scvContractInstance(
      new xdr.ScContractInstance({ executable, storage: storage.length === 0 ? null : [...storage] }),
    ),
  );
}

export const contractCode = (code: Uint8Array): xdr.LedgerEntryData =>
  xdr.LedgerEntryData.contractCode(
    new xdr.ContractCodeEntry({ ext: xdr.ContractCodeEntryExt.v0(), hash: new xdr.Hash(hash(code)), code }),
  );

/** The TTL entry of an entry. @param key of that entry, in base64 */
export function ttlEntry(key: string, liveUntil: number): xdr.LedgerEntryData {
  const keyHash = hash(Buffer.from(key, 'base64'));
  return xdr.LedgerEntryData.ttl(new xdr.TtlEntry({ keyHash, liveUntilLedgerSeq: liveUntil }));
}

export function ledgerEntry(data: xdr.LedgerEntryData, modified: number): xdr.LedgerEntry {
  return new xdr.LedgerEntry({ lastModifiedLedgerSeq: modified, data, ext: xdr.LedgerEntryExt.v0() });
}
