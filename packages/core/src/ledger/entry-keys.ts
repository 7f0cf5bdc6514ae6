/** The keys of ledger entries, and entries by their keys. This module also runs in a browser. */
import { Address, Keypair, xdr } from '@stellar/stellar-sdk/base';

export const ESCROW_KEY = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]);

export const accountKey = (address: string): xdr.LedgerKey =>
  xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(address).xdrAccountId() }));

/** The key of a named value that an account keeps for others to read. */
export const dataKey = (address: string, dataName: string): xdr.LedgerKey =>
  xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId: Keypair.fromPublicKey(address).xdrAccountId(), dataName }));

/** The same contracts are read again and again, so their keys are made and encoded once. */
const MOST_KEPT = 500;

function keyMaker(name: xdr.ScVal): (contract: string) => xdr.LedgerKey {
  const kept = new Map<string, xdr.LedgerKey>();
  return (contract) => {
    const key = kept.get(contract) ?? persistentKey(contract, name);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(contract, key);
    return key;
  };
}

export const instanceKey = /* @__PURE__ */ keyMaker(/* @__PURE__ */ xdr.ScVal.scvLedgerKeyContractInstance());

export const escrowKey = /* @__PURE__ */ keyMaker(ESCROW_KEY);

export function persistentKey(contract: string, key: xdr.ScVal): xdr.LedgerKey {
  const durability = xdr.ContractDataDurability.persistent;
  const owner = Address.fromString(contract).toScAddress();
  return xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract: owner, key, durability }));
}

export type Entries = {
  /** The latest ledger of the reply: the lowest, where there were several. */
  readonly ledger: number;
  at(key: xdr.LedgerKey): EntryData | undefined;
  /** The ledger that last changed it; undefined where the reply does not say. */
  modifiedAt(key: xdr.LedgerKey): number | undefined;
};

/** A contract's data may come without the union around it: a page that decodes nothing else need not load that. */
export type EntryData =
  | xdr.LedgerEntryData
  | { readonly type: 'contractData'; readonly contractData: xdr.ContractDataEntry };

export type FoundEntry = { readonly data: EntryData; readonly modified: number | undefined };

/** @param found by the text of each key */
export const entriesOf = (found: ReadonlyMap<string, FoundEntry>, ledger: number): Entries => ({
  ledger,
  at: (key) => found.get(textOf(key))?.data,
  modifiedAt: (key) => found.get(textOf(key))?.modified,
});

const texts = new WeakMap<xdr.LedgerKey, string>();

export function textOf(key: xdr.LedgerKey): string {
  const text = texts.get(key) ?? key.toXdr('base64');
  texts.set(key, text);
  return text;
}

/** The key under which a ledger lists an entry. */
export function keyOf(data: xdr.LedgerEntryData): string | undefined {
  if (data.type === 'account') {
    return textOf(xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: data.account.accountId })));
  }
  if (data.type === 'trustline') {
    const { accountId, asset } = data.trustLine;
    return textOf(xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset })));
  }
  if (data.type === 'data') {
    const { accountId, dataName } = data.data;
    return textOf(xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId, dataName })));
  }
  if (data.type === 'contractCode') {
    return textOf(xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: data.contractCode.hash })));
  }
  if (data.type !== 'contractData') return undefined;
  return keyOfData(data.contractData);
}

export const keyOfData = ({ contract, key, durability }: xdr.ContractDataEntry): string =>
  textOf(xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract, key, durability })));
