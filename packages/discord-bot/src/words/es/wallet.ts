/** People’s own wallets. */

export const changedLately = (who: string, address: string, when: string): string =>
  `**Mire dos veces:** ${who} cambió la billetera guardada aquí por ${address} ${when}. Pregúntele por otro medio si lo hizo.`;
export const moreChanged = (left: number): string => `Y ${left} más.`;

export const NONE: string = 'No hay ninguna billetera guardada';
export const GIVE_ONE: string = 'Dé la dirección de su propia cuenta: /escrow wallet address: G…';
export const YOURS: string = 'Su billetera aquí';
export const savedSince = (when: string): string =>
  `Usted la puso ${when}; nada prueba que sea suya. Firma lo que usted despliega con un archivo sin firmante, paga y da los pasos que le tocan en /escrow show, y pregunta por saldos.`;
export const CHANGE: string = '¿Cambiar su billetera?';
export const now = (address: string, when: string): string => `**Ahora** ${address}, que usted puso ${when}`;
export const anew = (address: string): string => `**Nueva** ${address}`;
export const COMPARE: string =
  'Compare cada carácter con lo que muestra su billetera. Nada cambia hasta que pulse el botón.';
export const CHANGE_IT: string = 'Cambiarla';
