/** One reason for "partly verified": nobody but the request says in which units the amounts are. */

/** @param address of the token @param stored whether this kind of escrow stores the decimals, as asked for or not */
export function decimalsReason(address: string, stored: boolean): string {
  return stored
    ? `${beginning(address)}; the token itself was not asked.`
    : `${beginning(address)}: this kind of escrow does not store the token’s decimals, and the token itself was not asked.`;
}

/** Whether an escrow's token had said its decimals, where these are the reasons why it is only partly verified. */
export function saidItsDecimals(reasons: readonly string[], address: string): boolean {
  return !reasons.some((reason) => reason.startsWith(beginning(address)));
}

function beginning(address: string): string {
  return `The decimals of token ${address} are taken from the request`;
}
