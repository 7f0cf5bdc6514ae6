/** Keys of ledger entries, and the addresses in them. */
import { Address, type Asset, hash, Keypair, xdr } from '@stellar/stellar-sdk/base';

const KNOWN_ACCOUNTS = 10_000;

/** `account`: G… */
export const accountKey = remember(
  KNOWN_ACCOUNTS,
  (account): xdr.LedgerKey => xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: accountId(account) })),
);

const texts = new WeakMap<xdr.LedgerKey, string>();

/** The key in base64, under which its entry is kept. */
export function keyText(key: xdr.LedgerKey): string {
  const text = texts.get(key) ?? key.toXdr('base64');
  texts.set(key, text);
  return text;
}

export function trustlineKey(account: string, asset: Asset): xdr.LedgerKey {
  return xdr.LedgerKey.trustline(
    new xdr.LedgerKeyTrustLine({ accountId: accountId(account), asset: asset.toTrustLineXdrObject() }),
  );
}

const { persistent, temporary } = xdr.ContractDataDurability;

/** @param address G… for a nonce, else C… */
export function contractDataKey(address: string, key: xdr.ScVal, durability = persistent): xdr.LedgerKey {
  const contract = Address.fromString(address).toScAddress();
  return xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract, key, durability }));
}

/** What keeps a nonce from being used twice. `address`: G… or C… */
export const nonceKey = (address: string, nonce: bigint): xdr.LedgerKey =>
  contractDataKey(address, xdr.ScVal.scvLedgerKeyNonce(new xdr.ScNonceKey({ nonce })), temporary);

export function instanceKey(contract: string): xdr.LedgerKey {
  return contractDataKey(contract, xdr.ScVal.scvLedgerKeyContractInstance());
}

export function codeKey(codeHash: Uint8Array): xdr.LedgerKey {
  return xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: new xdr.Hash(codeHash) }));
}

export function keyOf(data: xdr.LedgerEntryData): xdr.LedgerKey {
  switch (data.type) {
    case 'account':
      return xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: data.account.accountId }));
    case 'trustline':
      return xdr.LedgerKey.trustline(
        new xdr.LedgerKeyTrustLine({ accountId: data.trustLine.accountId, asset: data.trustLine.asset }),
      );
    case 'data': {
      const { accountId: owner, dataName } = data.data;
      return xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId: owner, dataName }));
    }
    case 'contractData': {
      const { contract, key, durability } = data.contractData;
      return xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract, key, durability }));
    }
    case 'contractCode':
      return codeKey(data.contractCode.hash.toBytes());
    default:
      throw new TypeError(`this ledger keeps no ${data.type} entries`);
  }
}

export function accountId(account: string): xdr.PublicKey {
  return Keypair.fromPublicKey(account).xdrAccountId();
}

export function contractAddress(networkId: Uint8Array, preimage: xdr.ContractIdPreimage): string {
  const contractId = xdr.HashIdPreimage.envelopeTypeContractId(
    new xdr.HashIdPreimageContractId({ networkId, contractIdPreimage: preimage }),
  );
  return Address.contract(hash(contractId.toXdr())).toString();
}

/**
 * Caches values by text, up to `limit` of them; then it starts over. For values that are expensive and depend only on the
 * text.
 */
export function remember<T>(limit: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      if (known.size >= limit) known.clear();
      value = make(text);
      known.set(text, value);
    }
    return value;
  };
}
