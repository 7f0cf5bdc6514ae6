/** Accounts, contracts and keys in words. An address is always whole. */
import { Address, StrKey, type xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import { accountOf } from '../envelope/read-transaction.ts';
import { encodeStrKey } from '../escrow/index.ts';
import type { ExplainWords } from '../words/all.ts';

/** G…, or M… with its G…. */
export function accountWords(account: xdr.MuxedAccount, words: ExplainWords): string {
  const owner = accountOf(account);
  if (account.type === 'keyTypeEd25519') return owner;
  return muxedWords(account.med25519, owner, words);
}

export function keyWords(key: xdr.PublicKey): string {
  return encodeStrKey('account', key.ed25519.toBytes());
}

/** An address as contracts write it: account, contract, M…, claimable balance or pool. */
export function contractAddressWords(address: xdr.ScAddress, words: ExplainWords): string {
  if (address.type !== 'scAddressTypeMuxedAccount') return Address.fromScAddress(address).toString();
  const { muxedAccount } = address;
  return muxedWords(muxedAccount, encodeStrKey('account', muxedAccount.ed25519.toBytes()), words);
}

function muxedWords(
  { id, ed25519 }: { id: bigint; ed25519: xdr.Uint256Bytes },
  owner: string,
  { numberOfAccount }: ExplainWords,
): string {
  const payload = new Uint8Array(40);
  payload.set(ed25519.toBytes());
  new DataView(payload.buffer).setBigUint64(32, id);
  return numberOfAccount(encodeStrKey('muxedAccount', payload), id, owner);
}

/** Any kind of signer of an account. */
export function signerWords(key: xdr.SignerKey, words: ExplainWords): string {
  switch (key.type) {
    case 'signerKeyTypeEd25519':
      return encodeStrKey('account', key.ed25519.toBytes());
    case 'signerKeyTypePreAuthTx':
      return words.transactionOfHash(toHex(key.preAuthTx.toBytes()), StrKey.encodePreAuthTx(key.preAuthTx.toBytes()));
    case 'signerKeyTypeHashX':
      return words.holderOfPreimage(toHex(key.hashX.toBytes()), StrKey.encodeSha256Hash(key.hashX.toBytes()));
    case 'signerKeyTypeEd25519SignedPayload': {
      const { ed25519, payload } = key.ed25519SignedPayload;
      return words.bySigningBytes(encodeStrKey('account', ed25519.toBytes()), toHex(payload));
    }
  }
}

export function poolWords(pool: xdr.PoolId, { poolNamed }: ExplainWords): string {
  return poolNamed(StrKey.encodeLiquidityPool(pool.toBytes()));
}

export function balanceWords({ v0 }: xdr.ClaimableBalanceId, { claimableNamed }: ExplainWords): string {
  return claimableNamed(StrKey.encodeClaimableBalance(Uint8Array.of(0, ...v0.toBytes())));
}
