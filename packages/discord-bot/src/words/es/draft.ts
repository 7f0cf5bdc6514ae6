/** The panel and the forms of a draft. Titles and labels of forms: 45 characters; descriptions: 100. */
import type { PartName, Section } from '../keys.ts';

export const SECTIONS: Readonly<Record<Section, string>> = {
  basics: 'Datos básicos',
  people: 'Personas',
  milestones: 'Hitos',
  token: 'Token y comisión',
};
export const heading = (title: string): string => `Borrador: ${title}`;
export const NEW_ESCROW: string = 'un depósito nuevo';
export const READY: string =
  'No falta nada. **Preparar** muestra lo que usted firmaría; nada se envía antes de que firme.';
export const SIGNED_BY_FILE: string =
  'Los enlaces para firmar se abren solo en la computadora que ejecuta este bot. Los demás firman el archivo de la tarjeta en su propia billetera y después usan /escrow enviar.';
export const CORRECT: string =
  'Corrija lo marcado con ⚠️, cada cosa con el botón de al lado. Un borrador no envía nada.';
export const PREPARE: string = 'Preparar';
export const LOOK_AGAIN: string = 'Mirar de nuevo';
export const DOWNLOAD: string = 'Descargar como YAML';
export const DISCARD: string = 'Descartar borrador';
export const NEW_DRAFT: string = 'Borrador nuevo';
export const OPEN_ANOTHER: string = 'Abrir otro borrador';
export const WITHOUT_TITLE: string = 'Sin título';

export const HAS_NO_WALLET: string = 'no guardó ninguna billetera aquí';
export const YOU_HAVE_NO_WALLET: string =
  'Usted no guardó ninguna billetera aquí: use /escrow billetera y pulse Mirar de nuevo.';
export const theyHaveNoWallet = (who: string): string =>
  `${who} no guardó ninguna billetera aquí: pídale que use /escrow billetera, o escriba una dirección.`;
/** Of a saved wallet that nothing proves. */
export const AS_SAID: string = 'según dijo';
export const ID: string = 'Identificador';
export const PAYMENT: string = 'Pago';
export const AT_ONCE: string = 'todo de una vez, al final';
export const THE_LIST: string = 'La lista';
export const ROLES: string = 'Roles';
export const lineNumber = (line: number | string): string => `Línea ${line}`;
export const lineAmount = (line: number | string): string => `Línea ${line}, monto`;
export const lineReceiver = (line: number | string): string => `Línea ${line}, quien cobra`;
export const lineText = (line: number | string): string => `Línea ${line}, texto`;
export const NO_BAR: string = 'no tiene | entre el monto y el texto, como en 10.5 | Bocetos';
export const NO_ROLE: string =
  'no nombra un rol y una dirección, como en quien cobra: G… (cliente, trabajador, plataforma, árbitro, quien aprueba, quien hace el trabajo, quien libera los fondos, quien cobra, firmante)';
export const PART_LABELS: Readonly<Record<PartName | 'signer', string>> = {
  client: 'cliente',
  worker: 'trabajador',
  platform: 'plataforma',
  arbiter: 'árbitro',
  signer: 'firmante',
};

export const AS_FILE: string = 'Su borrador como archivo';
export const KEEP_FILE: string = 'Guárdelo, cámbielo o adjúntelo a /escrow crear.';
export const FILE_HEADING: string =
  '# Un pedido para /escrow crear, hecho de un borrador. Las direcciones son las de cuando se descargó.';
export const DISCARDED: string = 'Descartado';
export const IS_GONE: string = 'El borrador ya no está. No se envió nada.';
export const TOO_LONG: string = 'Este borrador tiene más texto del que cabe en un formulario.';
export const BY_FILE: string = 'Pulse “Descargar como YAML”, cambie el archivo y adjúntelo a /escrow crear.';
export const NO_LONGER_HERE: string = 'Este borrador ya no está aquí.';
export const ANOTHER_ONE: string =
  'Se preparó, se descartó, o no se cambió en 14 días. Use /escrow crear para hacer otro.';

export const TITLE: string = 'Título';
export const TITLE_HOW: string = 'Para qué es, en pocas palabras';
export const DESCRIPTION: string = 'Descripción';
export const DESCRIPTION_HOW: string = 'Lo acordado. Cualquiera puede leerlo en el libro mayor.';
export const OWN_ID: string = 'Su propio identificador';
export const OWN_ID_HOW: string = 'Otro depósito necesita otro. Vacío: se inventa uno.';
export const EACH_MILESTONE: string = 'Cada hito se paga por separado';
export const ALL_AT_ONCE: string = 'Todo se paga de una vez, al final';
export const PARTS: Readonly<Record<PartName, readonly [label: string, description: string]>> = {
  client: ['Cliente', 'Aprueba el trabajo y libera el dinero'],
  worker: ['Trabajador', 'Hace el trabajo y cobra el dinero'],
  platform: ['Plataforma', 'Cobra la comisión de la plataforma'],
  arbiter: ['Árbitro', 'Decide las disputas'],
};
export const TYPE_ADDRESSES: string = 'O escriba direcciones o nombres';
export const TYPE_ADDRESSES_HOW: string =
  'Una por línea, como “quien cobra: G…”. Una línea escrita vale más que lo elegido arriba.';
export const AMOUNT_AND_TEXT: string = 'Uno por línea: MONTO | TEXTO';
export const AMOUNT_AND_TEXT_HOW: string =
  'Como “150 | Bocetos”. Agregue “| G…” o “| <@id>” si ese hito lo cobra otra persona.';
export const TOKEN: string = 'Token';
export const OTHER_TOKEN: string = 'O el contrato de otro token';
export const OTHER_TOKEN_HOW: string = 'C…, con 7 decimales. Vale más que lo elegido arriba.';
export const FEE: string = 'Comisión de la plataforma en porcentaje';
export const FEE_HOW: string = 'De cada pago, para la plataforma: 5 es 5 %. Vacío: según los ajustes de este servidor.';
