/** What went wrong, and what is not allowed. */

import type { ErrorName } from '@countersign/core/errors';
import type { Act } from '../keys.ts';

export const NOT_FOR_YOU: string = 'No le corresponde';
export const IN_SERVERS_ALONE: string = 'Esto funciona en un servidor, no en mensajes directos.';
export const SERVES_ANOTHER_SERVER: string = 'Esta instalación atiende a otro servidor.';
export const NO_ROLE: string =
  'No tiene ningún rol con el que aquí se pueda preparar o enviar algo. Consulte a la persona que administra este bot en su servidor.';
export const NOT_A_MANAGER: string =
  'Solo los miembros con el permiso “Gestionar servidor” ven y cambian los ajustes de este servidor.';
export const CARD_OF_ANOTHER: string =
  'Esta tarjeta es de otra persona. Para una propia, use /escrow ver o /escrow crear.';
export const NOTHING_DONE: string = 'No se hizo nada';
export const TRY_AGAIN: string = 'No se pudo responder a tiempo. Inténtelo de nuevo.';
export const NOTHING_PREPARED: string = 'No se preparó nada.';

const ACT_WORDS: Readonly<Record<Act, string>> = {
  prepare: 'preparar depósitos en garantía',
  fund: 'preparar pagos a depósitos en garantía',
  steps: 'preparar pasos de depósitos en garantía',
};

export const actForbidden = (act?: Act): string =>
  `En este servidor solo los miembros con ciertos roles pueden ${act === undefined ? 'usar esto' : ACT_WORDS[act]}. Un miembro con “Gestionar servidor” puede cambiarlo con /escrow ajustes.`;

export const notInThisChannel = (channels: string): string => `En este servidor el bot se usa solo en ${channels}.`;

export const NO_SUCH_COMMAND: string = 'No existe ese comando.';
export const FROM_ANOTHER_VERSION: string = 'Este botón es de otra versión.';
export const FRESH_CARD: string = 'Use /escrow pendientes para una tarjeta nueva.';
export const FRESH_ESCROW: string = 'Use /escrow ver para una tarjeta nueva.';
export const NO_WALLET: string = 'No guardó ninguna billetera aquí.';
export const GIVE_WALLET: string = 'Dé primero la dirección de su propia cuenta: /escrow billetera dirección: G…';
export const IS_MISSING: string = 'falta';
export const FILE_OR_ID_MISSING: string = 'falta; adjunte lo que firmó su billetera, o dé su xdr, o el id';
export const GIVEN_WITH_FILE: string = 'se dio junto con un archivo; dé solo uno de los dos';
export const ANOTHER_NEEDS_FILE: string = 'es para un archivo; un borrador tiene su propio identificador';

export const NO_ATTACHMENT: string = 'no es un adjunto de Discord, así que no se descargó';
export const NOT_FETCHED: string = 'no se pudo descargar de Discord; adjúntelo otra vez';
export const NOT_TEXT: string = 'no es texto en UTF-8 ni en UTF-16';
export const tooLarge = (kilobytes: number): string => `es demasiado grande; se leen como máximo ${kilobytes} kB`;
export const TOO_MANY_MARKS: string =
  'tiene muchas más líneas, corchetes y otros signos que cualquier pedido; quite lo que sobra';
export const HAS_ALIAS: string = 'contiene un alias (*nombre), que no se admite; escriba el valor';
export const UNREADABLE: string = 'no se puede leer como YAML ni JSON';
export const SYNTAX: Readonly<Record<string, string>> = {
  BAD_INDENT: 'no tiene la sangría de las líneas que la rodean, o algo anterior no está cerrado',
  DUPLICATE_KEY: 'repite un campo',
  MISSING_CHAR: 'le falta un corchete, una comilla o una coma',
  MULTIPLE_DOCS: 'empieza un segundo documento; dé un pedido por archivo',
  TAB_AS_INDENT: 'tiene sangría con tabulador; YAML necesita espacios',
};

export const REMEDIES: Partial<Record<ErrorName, string>> = {
  CONFIRMATION_NEEDED: 'Pulse “Ya lo leí” en su tarjeta; /escrow pendientes la muestra otra vez.',
  ALREADY_SETTLED:
    'Léalo con /escrow saldo. Para otro depósito cambie engagementId, o use /escrow crear con otro: True.',
  ALREADY_ON_LEDGER:
    'Para otro depósito cambie engagementId. Si quiere un segundo con las mismas condiciones, use /escrow crear con otro: True.',
  TRANSACTION_EXPIRED:
    'Pulse Renovar en su tarjeta, o use /escrow pendientes para una nueva. Si no está en la lista, use otra vez /escrow crear con el mismo archivo. Firme la nueva a tiempo.',
  TRANSACTION_DISPLACED: 'Pulse Renovar en su tarjeta, que /escrow pendientes muestra otra vez, y firme la nueva.',
  DISCORD_UNREACHABLE: 'Vuelva a intentarlo en un minuto. /escrow pendientes muestra lo que usted preparó.',
  HANDLE_NOT_FOUND: 'Revise el id; /escrow pendientes muestra lo que usted preparó aquí.',
  OUTCOME_UNKNOWN:
    'Use /escrow enviar con el mismo XDR firmado, o “Comprobar de nuevo” en la tarjeta de /escrow pendientes. Hasta entonces, no firme otra transacción para este depósito.',
  NOT_SIGNED_YET: 'Fírmela en su página de firma, o dé el XDR firmado a /escrow enviar.',
  'XDR_UNREADABLE (truncated)':
    'Guarde lo que muestra la billetera como archivo de texto y adjúntelo: /escrow enviar con archivo. O firme en su página de firma.',
  'XDR_UNREADABLE (id)':
    'Para ver qué fue de ella, dé solo el id a /escrow enviar. Para enviarla, dé el XDR que firmó su billetera.',
};
export const SERVICE_SAID: string = 'El servicio dijo';
export const REASON_GIVEN: string = 'El motivo dado';
export const NOT_VERIFIED: string = 'Sin verificar';
export const STELLAR_ANSWERED: string = 'Stellar respondió';
export const tryAgain = (when: string): string => `Inténtelo de nuevo ${when}.`;
export const atLine = (line: number): string => `línea ${line}`;
export const differs = (asked: string, found: string): string => `se pidió ${asked}, se encontró ${found}`;
