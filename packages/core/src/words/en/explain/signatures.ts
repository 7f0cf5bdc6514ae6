/** Who has signed. */

export const SIGNATURES: string = 'Signatures';
export const UNSIGNED: string = 'none';
export const SIGNATURE: string = 'Signature';
export const signatureNumber = (number: number): string => `Signature ${number}`;
export const SIGNED_BY_PAYER: string = 'Signed by the payer';
export const NO: string = 'no';
export const SIGNATURE_OF_FEE_BUMP: string = 'Signature of the fee bump';
export const NOT_SIGNED_BY: string = 'Not signed by';
export const signedBy = (account: string, isSource: boolean, network: string): string =>
  `by ${account}${isSource ? ' (the source account)' : ''}, valid for ${network}`;
export const hintedOnly = (account: string, networks: string): string =>
  `not valid: it carries the hint of ${account}, but fits no network known here (${networks}); it may be broken, made before a change, or for another network`;
export const byUnnamed = (hint: string): string => `by somebody whom the envelope does not name; its hint is ${hint}`;
