/** What became of what was prepared. */
import type { OutcomeWords } from '../keys.ts';

export const DECLINED: string = 'Rechazado en la página de firma';
export const GIVEN_UP: string = 'Usted dijo que no quedó registrada';

export const NEXT: OutcomeWords = {
  prepared: 'Fírmela antes de que venza, o pulse Renovar.',
  'to-confirm': 'Pulse “Ya lo leí” en su tarjeta; /escrow pendientes la muestra.',
  'partly-signed':
    'Comparta la página de firma con los demás firmantes, o que usen /escrow enviar con lo que firmó su billetera. Pasado ese plazo, todos firman una nueva.',
  expired: 'Pulse Renovar para prepararla otra vez, cuando esté por firmar.',
  displaced: 'Pulse Renovar para prepararla otra vez, si todavía hace falta.',
  sending: 'Tarda unos segundos.',
  settled: 'Deposite en su dirección con /escrow financiar; /escrow ver dice cómo está y a quién le toca.',
  taken: '**No deposite.** No pague nada a esta dirección, y avise a la persona que administra este bot.',
  rejected: 'No se creó ningún depósito. Pulse Renovar para prepararlo otra vez.',
  accepted: 'El libro mayor aún no la muestra. Hasta entonces no pague nada; compruebe de nuevo en un minuto.',
  unknown: 'No firme otra transacción para este depósito. Compruebe de nuevo en un minuto.',
  unsent: 'Pulse Renovar para prepararla otra vez, cuando esté por firmar.',
  'given-up': 'Pulse Renovar para prepararla otra vez. Si el libro mayor la muestra después, eso vale.',
  superseded: 'Siga con la nueva si sabe quién la cambió; si no, no firme ninguna de las dos.',
  declined: 'Pregunte qué se quiere en su lugar, y prepárelo con /escrow crear.',
  discarded: 'Dé otra vez el pedido completo: adjunte su archivo a /escrow crear.',
};
export const NEXT_OF_PAYMENT: Partial<OutcomeWords> = {
  settled: 'El pago llegó; /escrow saldo muestra lo que tiene el depósito.',
  rejected: 'No se pagó nada. Pulse Renovar para prepararlo otra vez.',
  accepted: 'El libro mayor aún no lo muestra. No pague otra vez; compruebe de nuevo en un minuto.',
  unknown: 'No firme otro pago. Compruebe de nuevo en un minuto.',
  declined: 'Pregunte qué se quiere en su lugar, y prepárelo con /escrow financiar.',
  discarded: 'Prepárelo otra vez con /escrow financiar.',
};
export const NEXT_OF_STEP: Partial<OutcomeWords> = {
  settled: 'Use /escrow ver para ver a quién le toca.',
  rejected: 'No se cambió nada. Pulse Renovar para prepararlo otra vez.',
  accepted: 'El libro mayor aún no lo muestra. No lo haga otra vez; compruebe de nuevo en un minuto.',
  unknown: 'No lo firme otra vez. Compruebe de nuevo en un minuto.',
  declined: 'Pregunte qué se quiere en su lugar, y púlselo en /escrow ver.',
  discarded: 'Púlselo otra vez en /escrow ver.',
};
export const NEXT_OF_TRUSTLINE: Partial<OutcomeWords> = {
  settled: 'No hace falta nada más.',
  rejected: 'No se agregó ninguna línea de confianza. Pulse Renovar para prepararla otra vez.',
  accepted: 'El libro mayor aún no la muestra. Compruebe de nuevo en un minuto.',
  unknown: 'No la firme otra vez. Compruebe de nuevo en un minuto.',
  declined: 'Prepárela otra vez con /escrow trustline, si al final hace falta.',
  discarded: 'Prepárela otra vez con /escrow trustline.',
};

export const AFTER_EARLIER_VERSION: string =
  'Eso no se puede deshacer. Antes de que tenga fondos, la plataforma puede cambiar sus condiciones; para un segundo depósito, cambie engagementId en su archivo.';

export const SEEN: string = 'Firmarla o prepararla otra vez le toca a quien la compartió con usted.';
export const SHARED_TO_SEE: string = 'Se compartió con usted para verla. Esta tarjeta no cambia por sí sola.';
export const CHANGED_SINCE: string = 'Lea qué se cambió antes de pagar algo.';
export const NO_LONGER_CHANGES: string = 'Esta tarjeta ya no cambia por sí sola; pulse un botón para actualizarla.';
export const NOT_PREPARED_HERE: string =
  'Esta transacción no se preparó aquí. Se verificó, pero ningún pedido de aquí coincide con ella.';

export const SHOW_IT: string = 'Mostrarla';
export const CHECK_AGAIN: string = 'Comprobar de nuevo';
export const DID_NOT_SETTLE: string = 'No quedó registrada';
export const nextMilestone = (milestone: number): string => `Siguiente: hito ${milestone}`;
export const SHOW_ESCROW: string = 'Ver el depósito';

export const OPEN_NEWER: string = 'Abrir la versión más nueva';
export const WENT_FIRST: string = 'Se adelantó';
export const STEP: string = 'Paso';
export const UNTIL: string = 'Hasta';
export const REPORTED_BY: string = 'Lo dice';
export const BY_LEDGER: string = 'el libro mayor';
export const byLedgerAt = (host: string): string => `el libro mayor, consultado en ${host}`;
export const BY_SERVICE: string = 'solo el servicio de depósitos';
export const BY_BOT: string = 'el registro propio de este bot';
export const REASON_GIVEN: string = 'El motivo dado';
export const SERVICE_SAID: string = 'El servicio dijo';
export const TAKEN_BY_ANOTHER: string = 'ocupada por otro';
export const HAS_SIGNED: string = 'Ya firmó';
export const MAY_SIGN: string = 'Aún puede firmar';
export const weight = (number: number): string => `peso ${number}`;
export const NEWER_SAYS: string = 'Lo que dice la versión más nueva';
export const STANDS_THERE: string = 'Lo que hay allí';
export const CHANGED_AFTER: string = 'Cambió desde que quedó registrado';
export const ASKED_FOR: string = 'se pidió';
export const FOUND: string = 'se encontró';

export const SURE_NOT_SETTLED: string = '¿Está seguro de que no quedó registrada?';
export const LOOK_UP_FIRST: string =
  'Busque primero la transacción en la red. Si al final quedó registrada, prepararla otra vez la haría dos veces.';
export const YES_NOT_SETTLED: string = 'Sí, no quedó registrada';
