import type { xdr } from '@stellar/stellar-sdk/base';

const LETTERS_AND_DIGITS = /^[0-9A-Za-z]+$/;

/** Whether an asset's code is valid: letters and digits, then only zero bytes; the short form where it fits. */
export function isValidAsset(asset: xdr.Asset | xdr.ChangeTrustAsset | xdr.TrustLineAsset): boolean {
  switch (asset.type) {
    case 'assetTypeNative':
      return true;
    case 'assetTypeCreditAlphanum4':
      return isCode(asset.alphaNum4.assetCode.toBytes(), 1);
    case 'assetTypeCreditAlphanum12':
      return isCode(asset.alphaNum12.assetCode.toBytes(), 5);
    case 'assetTypePoolShare':
      return false;
  }
}

function isCode(bytes: Uint8Array, shortest: number): boolean {
  const end = bytes.indexOf(0);
  const code = end === -1 ? bytes : bytes.subarray(0, end);
  const isPadded = bytes.subarray(code.length).every((byte) => byte === 0);
  return isPadded && code.length >= shortest && LETTERS_AND_DIGITS.test(Buffer.from(code).toString('latin1'));
}
