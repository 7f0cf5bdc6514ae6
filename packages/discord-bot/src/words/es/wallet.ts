/** People’s own wallets. */

export const changedLately = (who: string, address: string, when: string): string =>
  `**Mire dos veces:** ${who} cambió la billetera guardada aquí por ${address} ${when}. Pregúntele por otro medio si lo hizo.`;
export const moreChanged = (left: number): string => `Y ${left} más.`;

export const NONE: string = 'No hay ninguna billetera guardada';
export const GIVE_ONE: string = 'Dé la dirección de su propia cuenta: /escrow billetera dirección: G…';
export const YOURS: string = 'Su billetera aquí';
export const saidSince = (when: string): string => `Usted la puso ${when}; nada prueba que sea suya.`;
export const provenSince = (when: string, proven: string): string =>
  `Usted la puso ${when} y probó ${proven} que es suya.`;
export const WHAT_IT_DOES: string =
  'Firma lo que usted despliega con un archivo sin firmante, paga y da los pasos que le tocan en /escrow ver, y pregunta por saldos.';
export const PROVE_IT: string = 'Probarlo';
export const REMOVE_IT: string = 'Quitarla';
export const REMOVED: string = 'Quitada';
export const IS_REMOVED: string =
  'Ya no hay ninguna billetera suya guardada en este servidor. Lo que preparó se queda. Si vuelve a guardar una, los demás verán durante una semana que la cambió.';
export const SAVE: string = '¿Guardar esta billetera?';
export const SAVE_IT: string = 'Guardarla';
export const CHANGE: string = '¿Cambiar su billetera?';
export const now = (address: string, when: string): string => `**Ahora** ${address}, que usted puso ${when}`;
export const anew = (address: string): string => `**Nueva** ${address}`;
export const COMPARE: string =
  'Compare cada carácter con lo que muestra su billetera. Nada cambia hasta que pulse el botón.';
export const CHANGE_IT: string = 'Cambiarla';

export const PROVE: string = 'Pruebe que esta billetera es suya';
export const HOW_TO_PROVE: string =
  'Abra la página y haga que su billetera firme un texto. No es una transacción, no cuesta nada, y el enlace sirve una vez, durante 15 minutos. Es solo para usted.';
export const OPEN_PAGE: string = 'Abrir la página';
export const LOOK_AGAIN: string = 'Ya lo firmé';
export const NO_PAGE: string =
  'Este bot no ofrece una página en la que una billetera pueda firmar, así que la billetera queda como usted dijo.';
export const personInProof = (name: string, id: string): string => `${name} (usuario de Discord ${id})`;
export const serverInProof = (id: string): string => `servidor de Discord ${id}`;
