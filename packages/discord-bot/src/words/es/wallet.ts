/** People’s own wallets. */

export const changedLately = (who: string, address: string, when: string): string =>
  `**Mire dos veces:** ${who} cambió la billetera guardada aquí por ${address} ${when}. Pregúntele por otro medio si lo hizo.`;
export const moreChanged = (left: number): string => `Y ${left} más.`;
