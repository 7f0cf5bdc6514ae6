/** Cards for a team: what is asked for in a channel or thread, and what its buttons answer. */

import type { RoleName } from '@countersign/core/escrow';
import type { Needed, Stage } from '../keys.ts';

export const WHERE_HEADING: string = '¿Dónde quiere pedir la firma?';
export const WHAT_IS_SHOWN: string =
  'El mensaje muestra el título y a quién se pide la firma. Las condiciones y los montos los ve solo quien puede firmar.';
export const IN_PRIVATE_THREAD: string = 'En un hilo privado';
export const IN_PUBLIC_THREAD: string = 'En un hilo público';
export const IN_THIS_CHANNEL: string = 'En este canal';
export const WHOM_TO_ASK: string = 'A quién pedirla';
export const nobodyMeant = (signer: string): string =>
  `Nadie más, o más de un miembro, guardó aquí la billetera de quien firma ${signer}, así que no se menciona a nadie. Dé acceso a alguien con /escrow compartir o desde la tarjeta.`;
const WHAT_THEY_CAN =
  'Se le menciona, y entonces puede ver la solicitud, renovarla, firmarla, enviarla y descartarla. ¿Es la persona correcta?';
export const guessed = (member: string, signer: string): string =>
  `${member} guardó aquí la billetera de quien firma ${signer}. ${WHAT_THEY_CAN}`;
export const proven = (member: string, signer: string): string =>
  `${member} probó que la billetera de quien firma ${signer} es suya. ${WHAT_THEY_CAN}`;
export const chosen = (member: string, signer: string, hasSaved: boolean): string =>
  `Usted eligió a ${member}, que ${hasSaved ? '' : 'no '}guardó aquí la billetera de quien firma ${signer}. Nada demuestra que sea suya. ${WHAT_THEY_CAN}`;
export const NOT_YOURSELF: string = 'No hace falta que se pida la firma a usted mismo.';
export const CHOOSE_ANOTHER: string = 'Elija a otro miembro, o a nadie.';

export const ASKED: string = 'Firma pedida';
export const ASKED_AGAIN: string = 'Se pidió otra vez';
export const ASKED_ALREADY: string = 'La firma ya se había pedido';
export const CHANGES_BY_ITSELF: string = 'La tarjeta de allí cambia sola.';
export const TO_THE_CARD: string = 'Ir a la tarjeta';
export const BEING_POSTED_HEADING: string = 'Se está publicando';
export const BEING_POSTED: string = 'Si no aparece nada, vuelva a presionar en unos minutos.';
export const notAsked = (member: string): string =>
  `No se menciona a ${member}: solo quien la preparó puede dar acceso a alguien.`;
export const notLetIn = (member: string): string =>
  `No se pudo dejar entrar a ${member} al hilo: quizás no ve este canal o ya no está en el servidor. Puede abrir la solicitud con /escrow pendientes.`;

export const PAYMENT: string = 'Pago';
export const THREAD_NAME: string = 'Depósito en garantía';
export const OPEN_MY_CARD: string = 'Abrir mi tarjeta';
export const I_AM_THE_SIGNER: string = 'Quien firma soy yo';
export const ASK_AGAIN: string = 'Volver a pedirla';
export const SEEN_BY_YOU_ALONE: string = 'Lo que muestran los botones lo ve solo usted.';

const OF_ROLES: Readonly<Record<RoleName, string>> = {
  approver: 'de quien aprueba',
  serviceProvider: 'de quien hace el trabajo',
  platformAddress: 'de la plataforma',
  releaseSigner: 'de quien libera los fondos',
  disputeResolver: 'del árbitro',
  receiver: 'de quien cobra',
};
export const waitingFor = (role?: RoleName, step?: string): string =>
  `a la espera ${role === undefined ? 'de quien firma' : OF_ROLES[role]}${step === undefined ? '' : ` (${step})`}`;
export const asks = (asker: string, asked: string | undefined): string =>
  `${asker} pide la firma a ${asked ?? 'quien pueda firmar'}.`;
export const NOTHING_PROVES: string = 'Nada demuestra que la billetera de quien firma sea suya.';
export const askedAgain = (asked: string | undefined): string =>
  `${asked ?? 'Quien pueda firmar'}: se pide otra vez la firma.`;

type AfterWaiting = Readonly<Record<Exclude<Stage, 'waiting'>, string>>;

export const HEADINGS: AfterWaiting = {
  sent: 'firmada y enviada',
  failed: 'falló en el libro mayor',
  displaced: 'otra transacción se adelantó',
  settled: 'quedó registrada',
  taken: 'no pague',
  declined: 'rechazada',
  replaced: 'reemplazada por una versión más nueva',
  discarded: 'descartada',
};

export const SENTENCES: AfterWaiting = {
  sent: 'Ahora decide la red. No firme otra.',
  failed: `No se pagó nada. “${OPEN_MY_CARD}” la prepara otra vez, y “${ASK_AGAIN}” pide la firma.`,
  displaced: `La cuenta que firma envió antes otra transacción. “${OPEN_MY_CARD}” prepara esta otra vez, y “${ASK_AGAIN}” pide la firma.`,
  settled: 'Está en el libro mayor.',
  taken: 'Hay otro contrato en su dirección. No le pague nada y avise a la persona que administra este bot.',
  declined: 'La persona que la tenía abierta la rechazó. Pregunte qué se quiere en su lugar.',
  replaced: 'Firme la más nueva.',
  discarded: 'Ya no se necesita.',
};

export const NOT_YOURS: string =
  'Esta tarjeta la abre solo la persona a la que se pidió esta firma, o a la que dio acceso quien la pidió.';
export const IF_SIGNER: string =
  'Si usted es quien firma, guarde la dirección de quien firma con /escrow billetera y vuelva a presionar.';
export const wantsToSign = (asker: string, member: string, isProven: boolean): string =>
  isProven
    ? `${asker}: ${member} probó que la billetera de quien firma es suya, y quiere firmar.`
    : `${asker}: ${member} guardó la billetera de quien firma y quiere firmar. Nada demuestra que sea suya.`;
export const LET_IN: string = 'Dejar entrar';
export const ASKER_WAS_TOLD: string = 'Se avisó a quien la pidió';
export const ONCE_LET_IN: string = `Cuando le dé acceso, presione “${OPEN_MY_CARD}”.`;
export const CLAIM_STANDS: string = 'Aquí quedó dicho que usted quiere firmar';
export const ASKER_NOT_THERE: string =
  'Quien pidió la firma no está en este hilo, así que no recibió aviso. Alguien que pueda ver la tarjeta puede dejarle entrar.';
export const LET_IN_HEADING: string = 'Tiene acceso';
export const mayOpenAndSign = (member: string): string => `${member} puede abrir la tarjeta y firmar.`;
export const OTHER_WALLET_BY_NOW: string = 'Este miembro ya tiene guardada otra billetera.';
export const PRESS_SIGNER_AGAIN: string = `Pídale que presione otra vez “${I_AM_THE_SIGNER}”.`;
export const ONLY_OWNER_LETS_IN: string = 'Solo quien la preparó puede dar acceso a alguien.';
export const ASK_OWNER_TO_PRESS: string = 'Pídale que presione este botón.';
export const notInThread = (member: string): string => `${member} no está en este hilo, y no se le mencionó.`;
export const isInThread = (member: string): string => `${member} ya está en este hilo.`;
export const NOT_LET_IN: string = 'No entró';
export const NOT_ITS_THREAD: string = 'Presione el botón en el hilo de esa tarjeta.';
export const cannotEnter = (member: string): string =>
  `${member} no ve el canal de este hilo, o el bot no puede dejar entrar a nadie aquí.`;

export const PREPARED_ALREADY: string = 'Esto ya está preparado';
export const hasPrepared = (member: string): string =>
  `${member} ya preparó esto, con las mismas condiciones, y pidió la firma. Solo una de las dos puede quedar registrada.`;
export const SHOW_MY_OWN: string = 'Mostrar la mía';

export const UNKNOWN_CHANNEL: string = 'Discord no dijo qué canal es este.';
export const ELSEWHERE: string = 'Pídala en un hilo privado, o en un canal en el que usted escriba.';
export const CANNOT_OPEN_FOR_ALL: string =
  'Usted no puede abrir un hilo público en este canal, así que el bot no lo abre en su lugar.';
export const ASK_A_MODERATOR: string = 'Consulte a un moderador de este servidor, o use otro canal.';
export const WHERE_PREPARED: string = '/escrow pendientes muestra lo que usted preparó.';
export const THREAD_ARCHIVED: string =
  'El hilo vacío quedó archivado, porque el bot no puede eliminarlo. Un moderador sí puede.';
export const WRONG_KIND_OF_CHANNEL: string = 'Discord no permite eso en un canal de este tipo. Use un canal de texto.';

/** As Discord calls them. */
const PERMISSIONS: Readonly<Record<Needed, string>> = {
  ViewChannel: 'Ver canal',
  SendMessages: 'Enviar mensajes',
  CreatePrivateThreads: 'Crear hilos privados',
  CreatePublicThreads: 'Crear hilos públicos',
  SendMessagesInThreads: 'Enviar mensajes en hilos',
};
export const botNeeds = (lacks: readonly Needed[]): string =>
  `El bot no puede hacer eso en este canal. Aquí necesita ${lacks.map((each) => `“${PERMISSIONS[each]}”`).join(' y ')}.`;
export const forMorePlaces = (lacks: readonly Needed[]): string =>
  `Para más lugares, el bot necesita aquí ${lacks.map((each) => `“${PERMISSIONS[each]}”`).join(' y ')}. ${ASK_A_MODERATOR}`;

const POST_PROBLEMS: Readonly<Record<string | number, string>> = {
  10003: 'Este canal o hilo ya no existe.',
  10004: 'El bot no está en este servidor. Agréguelo con el enlace de su documentación.',
  10007: 'La persona ya no está en este servidor.',
  10008: 'Este mensaje fue eliminado.',
  40005: 'El mensaje es más grande de lo que permite Discord.',
  50001: 'El bot no ve este canal. Aquí necesita el permiso “Ver canal”.',
  50013:
    'El bot no puede hacer eso en este canal. Aquí necesita “Enviar mensajes” y “Adjuntar archivos”; para un hilo, además, “Crear hilos privados” (o “Crear hilos públicos”) y “Enviar mensajes en hilos”.',
  50024: WRONG_KIND_OF_CHANNEL,
  50083: 'Este hilo está archivado y bloqueado. Un moderador puede volver a abrirlo.',
  160005: 'Este hilo está bloqueado. Un moderador puede desbloquearlo.',
  160006: 'Este servidor tiene tantos hilos activos como permite Discord. Cierre uno, o pida la firma en el canal.',
  200000:
    'AutoMod de este servidor bloqueó el mensaje. Cambie el título, o pida a un moderador que permita sus palabras.',
  200001:
    'AutoMod de este servidor bloqueó el nombre del hilo, que es el título. Cámbielo, o pida la firma en el canal.',
  240000: 'Discord bloqueó el mensaje porque considera dañino un enlace que contiene.',
};
export const postProblem = (code: string | number): string | undefined => POST_PROBLEMS[code];
