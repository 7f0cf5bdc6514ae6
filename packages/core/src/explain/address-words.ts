/** Accounts, contracts and keys in words. An address is always whole. */
import { Address, StrKey, type xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import { accountOf } from '../envelope/read-transaction.ts';
import { encodeStrKey } from '../escrow/index.ts';

/** G…, or M… with the G… that it stands for. */
export function accountWords(account: xdr.MuxedAccount): string {
  const owner = accountOf(account);
  if (account.type === 'keyTypeEd25519') return owner;
  return muxedWords(account.med25519, owner);
}

export function keyWords(key: xdr.PublicKey): string {
  return encodeStrKey('account', key.ed25519.toBytes());
}

/** An address as contracts write it: account, contract, M…, claimable balance or pool. */
export function contractAddressWords(address: xdr.ScAddress): string {
  if (address.type !== 'scAddressTypeMuxedAccount') return Address.fromScAddress(address).toString();
  const { muxedAccount } = address;
  return muxedWords(muxedAccount, encodeStrKey('account', muxedAccount.ed25519.toBytes()));
}

function muxedWords({ id, ed25519 }: { id: bigint; ed25519: xdr.Uint256Bytes }, owner: string): string {
  const payload = new Uint8Array(40);
  payload.set(ed25519.toBytes());
  new DataView(payload.buffer).setBigUint64(32, id);
  return `${encodeStrKey('muxedAccount', payload)} (number ${id} of account ${owner})`;
}

/** Whoever or whatever can sign for an account. */
export function signerWords(key: xdr.SignerKey): string {
  switch (key.type) {
    case 'signerKeyTypeEd25519':
      return encodeStrKey('account', key.ed25519.toBytes());
    case 'signerKeyTypePreAuthTx':
      return `the transaction with the hash ${toHex(key.preAuthTx.toBytes())} (${StrKey.encodePreAuthTx(key.preAuthTx.toBytes())})`;
    case 'signerKeyTypeHashX':
      return `the holder of the preimage of ${toHex(key.hashX.toBytes())} (${StrKey.encodeSha256Hash(key.hashX.toBytes())})`;
    case 'signerKeyTypeEd25519SignedPayload': {
      const { ed25519, payload } = key.ed25519SignedPayload;
      return `${encodeStrKey('account', ed25519.toBytes())} by signing the bytes ${toHex(payload) || '(none)'}`;
    }
  }
}

export function poolWords(pool: xdr.PoolId): string {
  return `liquidity pool ${StrKey.encodeLiquidityPool(pool.toBytes())}`;
}

export function balanceWords({ v0 }: xdr.ClaimableBalanceId): string {
  return `claimable balance ${StrKey.encodeClaimableBalance(Uint8Array.of(0, ...v0.toBytes()))}`;
}
