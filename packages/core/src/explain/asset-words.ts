/** Assets, amounts, prices and addresses in words. Every classic asset has 7 decimals; a contract's token may have any. */
import { Address, hash, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { XLM_DECIMALS } from '../actions/check.ts';
import { toHex } from '../envelope/bytes.ts';
import { addressOfKey } from '../envelope/read-transaction.ts';
import { encodeStrKey, fromBaseUnits } from '../escrow/index.ts';
import { knownToken, type Network } from '../escrow/network.ts';
import { nativeToken } from '../risk/payability.ts';
import type { ExplainWords } from '../words/all.ts';
import type { ExplainContext } from './scene.ts';

/** An asset's code and issuer; warns of a code that belongs to another issuer. */
export function assetWords(asset: xdr.Asset, scene: ExplainContext): string {
  if (asset.type === 'assetTypeNative') return 'XLM';
  const { assetCode, issuer } = asset.type === 'assetTypeCreditAlphanum4' ? asset.alphaNum4 : asset.alphaNum12;
  const { network, words } = scene;
  const [code, account] = [codeWords(assetCode.toBytes(), words), addressOfKey(issuer)];
  const meant = network.tokens.find((token) => token.code === code.toUpperCase());
  if (code.toUpperCase() === 'XLM') {
    scene.remark(words.posesAsXlm(code, account));
  } else if (meant !== undefined && (meant.issuer !== account || meant.code !== code)) {
    const known = { known: meant.code, knownIssuer: String(meant.issuer) };
    scene.remark(words.posesAsKnown({ code, issuer: account, network: network.name, ...known }));
  }
  return words.issuedBy(code, account);
}

/** An asset's code, safe to show: only the network makes sure that it has letters and digits only. */
export function codeWords(bytes: Uint8Array, { codeOfBytes }: ExplainWords): string {
  const end = bytes.indexOf(0);
  const code = String.fromCharCode(...(end === -1 ? bytes : bytes.subarray(0, end)));
  return /^[A-Za-z0-9]+$/.test(code) ? code : codeOfBytes(toHex(bytes));
}

export function amountWords(units: bigint, asset: xdr.Asset, scene: ExplainContext): string {
  return `${plainAmount(units)} ${assetWords(asset, scene)}`;
}

/** Units of a classic asset. */
export function plainAmount(units: bigint): string {
  return fromBaseUnits(units, XLM_DECIMALS);
}

export type ContractToken = { readonly code: string; readonly decimals: number };

/** The known token at a contract's address on this network; XLM's address follows from the passphrase. */
export function tokenOfContract(contract: string, network: Network): ContractToken | undefined {
  const known = knownToken(network, contract);
  if (known !== undefined) return known;
  return contract === nativeToken(network) ? { code: 'XLM', decimals: XLM_DECIMALS } : undefined;
}

export function contractOfPreimage(contractIdPreimage: xdr.ContractIdPreimage, passphrase: string): string {
  const preimage = xdr.HashIdPreimage.envelopeTypeContractId(
    new xdr.HashIdPreimageContractId({ networkId: hash(passphrase), contractIdPreimage }),
  );
  return encodeStrKey('contract', hash(preimage.toXdr()));
}

/** An amount of a contract's token: in token units if its decimals are known, else in base units. */
export function contractAmount(
  units: bigint,
  contract: string,
  { network, words }: Pick<ExplainContext, 'network' | 'words'>,
): string {
  const token = tokenOfContract(contract, network);
  return token === undefined
    ? words.baseUnitsOf(units, contract)
    : `${fromBaseUnits(units, token.decimals)} ${token.code}`;
}

/** G…, or M… with its G…. */
export function accountWords(account: xdr.MuxedAccount, words: ExplainWords): string {
  return account.type === 'keyTypeEd25519' ? addressOfKey(account) : muxedWords(account.med25519, words);
}

/** An address as contracts write it: account, contract, M…, claimable balance or pool. */
export function contractAddressWords(address: xdr.ScAddress, words: ExplainWords): string {
  if (address.type === 'scAddressTypeMuxedAccount') return muxedWords(address.muxedAccount, words);
  return Address.fromScAddress(address).toString();
}

function muxedWords(
  account: Pick<xdr.MuxedEd25519Account, 'id' | 'ed25519'>,
  { numberOfAccount }: ExplainWords,
): string {
  const payload = new Uint8Array(40);
  payload.set(account.ed25519.toBytes());
  new DataView(payload.buffer).setBigUint64(32, account.id);
  return numberOfAccount(encodeStrKey('muxedAccount', payload), account.id, addressOfKey(account));
}

export function signerWords(key: xdr.SignerKey, words: ExplainWords): string {
  switch (key.type) {
    case 'signerKeyTypeEd25519':
      return addressOfKey(key);
    case 'signerKeyTypePreAuthTx':
      return words.transactionOfHash(toHex(key.preAuthTx.toBytes()), StrKey.encodePreAuthTx(key.preAuthTx.toBytes()));
    case 'signerKeyTypeHashX':
      return words.holderOfPreimage(toHex(key.hashX.toBytes()), StrKey.encodeSha256Hash(key.hashX.toBytes()));
    case 'signerKeyTypeEd25519SignedPayload': {
      const { ed25519SignedPayload: signed } = key;
      return words.bySigningBytes(addressOfKey(signed), toHex(signed.payload));
    }
  }
}
