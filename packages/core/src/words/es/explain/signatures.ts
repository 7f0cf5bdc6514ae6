/** Who has signed. */

export const SIGNATURES: string = 'Firmas';
export const UNSIGNED: string = 'ninguna';
export const SIGNATURE: string = 'Firma';
export const signatureNumber = (number: number): string => `Firma ${number}`;
export const SIGNED_BY_PAYER: string = 'La firmó quien paga';
export const NO: string = 'no';
export const SIGNATURE_OF_FEE_BUMP: string = 'Firma del aumento de tarifa';
export const NOT_SIGNED_BY: string = 'No la firmó';
export const signedBy = (account: string, isSource: boolean, network: string): string =>
  `de ${account}${isSource ? ' (la cuenta de origen)' : ''}, válida para ${network}`;
export const hintedOnly = (account: string, networks: string): string =>
  `no es válida: lleva la seña de ${account}, pero no corresponde a ninguna red conocida aquí (${networks}); puede estar dañada, ser anterior a un cambio o ser para otra red`;
export const byUnnamed = (hint: string): string => `de alguien que el sobre no nombra; su seña es ${hint}`;
