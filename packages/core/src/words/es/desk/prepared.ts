/** What to do with a prepared transaction, in Spanish. */

export const signAgainText = (signers: readonly string[]): string =>
  `La transacción que ya tiene la firma de ${signers.join(' y ')} ya no se ofrece, y no se envió. Todas las personas firman de nuevo, esta.`;

export function toConfirmNext(onPage: boolean): string {
  const where = onPage ? 'en la página de firma' : 'donde se preparó';
  return `Todavía no se entrega nada para firmar. Lea cada punto que requiere confirmación; si aun así es lo que quiere, confírmelo usted ${where}, escribiendo el monto. Nadie más puede hacerlo.`;
}

export function preparedNext(
  { signer, network, expiresAt }: { readonly signer: string; readonly network: string; readonly expiresAt: string },
  onPage: boolean,
): string {
  const byHand = `firme la transacción en la billetera de ${signer} (red: ${network}) antes de ${expiresAt}, y envíe aquí el XDR firmado`;
  return onPage
    ? `Abra la página de firma: muestra lo que se firma y lo envía. O ${byHand}.`
    : `Lea el resumen. Si es lo que quiere, ${byHand}. Después de esa hora, vuelva a prepararla.`;
}
