/** What to do with a prepared transaction. */

/** @param signers who signed an earlier transaction of it */
export const signAgainText = (signers: readonly string[]): string =>
  `The transaction that ${signers.join(' and ')} signed is no longer offered, and was not sent. Everybody signs this one again.`;

/** @param onPage whether it is confirmed and signed on a page, else where it was prepared */
export function toConfirmNext(onPage: boolean): string {
  const where = onPage ? 'on signUrl' : 'where they prepared it';
  return `Nothing to sign is given yet. Tell the person each stop; if it is what they want all the same, they confirm it themselves ${where}, by typing the amount. No argument can.`;
}

export function preparedNext(
  { signer, network, expiresAt }: { readonly signer: string; readonly network: string; readonly expiresAt: string },
  onPage: boolean,
): string {
  const byHand = `they sign unsignedXdr in the wallet of ${signer} on ${network} before ${expiresAt}, and the signed XDR goes to submit_signed_xdr with this id`;
  return onPage
    ? `Give signUrl to the person: the page shows what they sign and sends it. Then get_transaction with this id tells the outcome. Or ${byHand}.`
    : `Show the summary to the person. If it is what they want, ${byHand}. After that time, prepare it again with the id.`;
}
