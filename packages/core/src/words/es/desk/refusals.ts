/** Refusals that say more than the error catalogue, and limits that are reached. */
import { quotedReveal } from '../../../text/text.ts';
import type { ErrorWords } from '../../errors.ts';
import type { LimitBeyond } from '../../risk.ts';

export const canBeDoneNow = (turns: string): string => `Lo que se puede hacer ahora: ${turns}`;

export const notPossibleWords = (problems: string, remedy: string, next: string): ErrorWords => ({
  message: `${problems} No se preparó nada.`,
  remedy: `${remedy} ${canBeDoneNow(next)}`,
});

export const acceptedAlready = (hash: string): string =>
  `El servicio dice que esto ya quedó registrado (transacción ${hash}); el libro mayor no lo dijo.`;

export const sentAlready = (hash: string, id: string): string =>
  `La transacción ${hash} se envió para esta solicitud (id ${id}) y todavía no se conoce su resultado, así que no se prepara otra.`;

export const NOT_THE_AMOUNT: ErrorWords = {
  message: 'Este no es el monto que se mostró. No se confirmó nada.',
  remedy: 'Escriba el total exactamente como se muestra, en el token.',
};
export const STOPS_CHANGED: ErrorWords = {
  message: 'Lo que requiere confirmación cambió desde que se mostró. No se confirmó nada.',
  remedy: 'Léalo de nuevo, y después confirme eso.',
};
export const changedSinceText = (blockers: readonly string[]): string =>
  `No se envió nada, porque el depósito en garantía cambió después de prepararse esto. ${blockers.join(' ')}`;
export const ONLY_ITS_OWNER: ErrorWords = {
  message: 'Solo la persona que la pidió puede decir que falló.',
  remedy: 'Vuelva a preguntar qué fue de ella, o avise a esa persona.',
};
export const NO_ESCROW: ErrorWords = {
  message: 'Esto es una línea de confianza, no un depósito en garantía.',
  remedy: 'Consulte el estado de su transacción.',
};
export const DISCARDED: ErrorWords = {
  message: 'Esta transacción se preparó aquí y después se descartó. No se envió.',
  remedy: 'Para volver a prepararla, haga la solicitud completa.',
};
export const accountMissing = (account: string, network: string): string =>
  `La cuenta ${account} no existe en la red ${network}.`;

export const platformRefused = (platform: string, code?: string): ErrorWords => ({
  message: `El servicio lo rechazó. Según el libro mayor, la cuenta de la plataforma ${platform} ${code === undefined ? 'no existe' : `no tiene línea de confianza para ${code}`}, y así el servicio no crea ningún depósito.`,
  remedy: `El dueño de esa cuenta ${code === undefined ? 'la crea y agrega la línea de confianza' : 'agrega la línea de confianza'}; después vuelva a preparar el depósito.`,
});

export const seemsDead = (hash: string): ErrorWords => ({
  message: `La transacción ${hash} se preparó antes para el mismo depósito en garantía. Parece que ya no puede registrarse; eso se comprueba otra vez cuando cierre el próximo libro mayor, antes de preparar una nueva.`,
  remedy: 'Vuelva a pedirla en unos segundos.',
});

export const stillLiving = (hash: string, until: string): ErrorWords => ({
  message: `La transacción ${hash} se preparó antes para el mismo depósito en garantía, y todavía podría quedar registrada además de una nueva.`,
  remedy: `Vuelva a intentarlo después de ${until}, cuando termine su tiempo.`,
});

export const foreignText = (why: string): string => `Esta transacción no se preparó aquí, y ${why}. No se envió.`;
export const FOREIGN: Readonly<Record<'unreadable' | 'differs' | 'unasked', string>> = {
  unreadable: 'no se puede leer como la creación de un depósito en garantía',
  differs: 'no es exactamente la creación del depósito en garantía que declara',
  unasked: 'ninguna solicitud puede pedir el depósito en garantía que crea',
};
export const partlyForeign = (reasons: string): string =>
  `la solicitud que declara no se puede comprobar por completo: ${reasons}`;
export const stoppedForeign = (stop: string): string => `primero una persona tendría que confirmarla: ${stop}`;

export const ESCROW_UNSIGNED: ErrorWords = {
  message:
    'Este depósito en garantía todavía no se ha firmado, así que no hay nada en su dirección. No se preparó nada.',
  remedy: 'Primero lo firma quien debe firmarlo, en su página de firma. Cuando el libro mayor lo tenga, pida otra vez.',
};
export const ASK_AGAIN: string = 'Vuelva a intentarlo en un minuto.';
export const HELD_NOT_TOLD: string = 'El libro mayor no dijo cuánto tiene el depósito en garantía. No se preparó nada.';
export const ESCROW_NOT_ASKED: string =
  'No se pudo consultar el libro mayor por este depósito en garantía. No se preparó ni se envió nada.';
export const ESCROW_CHANGED: ErrorWords = {
  message: 'El depósito en garantía se cambió en el libro mayor después de que se preparó esto. No se envió nada.',
  remedy:
    'Mire cómo está ahora el depósito. Si sigue siendo lo que quiere, pida el paso como uno nuevo, con todos los datos.',
};

type Report = { readonly status: string; readonly evidence: string };

export const reportChanged = (milestone: number, before: Report, after: Report): ErrorWords => ({
  message: `El hito ${milestone} se informó de nuevo después de mostrarse esto. Era ${reportText(before)}; ahora es ${reportText(after)}. No se envió nada.`,
  remedy: 'Lea el nuevo informe. Para aprobarlo, prepare la aprobación de nuevo y firme la nueva transacción.',
});

const reportText = ({ status, evidence }: Report): string =>
  `${quotedReveal(status, 100)} ${evidence === '' ? 'sin evidencia' : `con la evidencia ${quotedReveal(evidence, 150)}`}`;

export const SHOWN_BEFORE_CHANGE: ErrorWords = {
  message:
    'El depósito en garantía cambió después de prepararse esta transacción, y se preparó otra más nueva que lo muestra. Esta no se envió.',
  remedy: 'Lea la transacción más nueva y firme esa.',
};

export function expiredText(
  over: { readonly until: string; readonly ago: string } | undefined,
  isRenewed: boolean,
  isUnclear = false,
): string {
  const when =
    over === undefined
      ? 'Esta transacción se preparó aquí y ya no se ofrece.'
      : `La transacción se podía enviar hasta ${over.until}, hace ${over.ago}; la red la rechazaría.`;
  const sent = isUnclear
    ? 'No se envió desde aquí. Ahora no se puede leer en la red si una billetera la envió a tiempo.'
    : 'No se envió.';
  return `${when} ${sent}${isRenewed ? ' Se preparó una más nueva para el mismo depósito.' : ''}`;
}

const UNITS = { days: 'días', hours: 'horas', minutes: 'minutos', s: 's' } as const;
export const agoText = (count: number, unit: keyof typeof UNITS): string => `${count} ${UNITS[unit]}`;

export const MAY_HAVE_SETTLED: string =
  'Busque antes su hash en un explorador: si se ejecutó, una nueva hace lo mismo por segunda vez.';
export const PREPARED_ELSEWHERE: string = 'Prepare aquí el depósito en garantía, y firme esa transacción a tiempo.';
export const REQUEST_FORGOTTEN: string =
  'Su solicitud ya no se conserva: vuelva a prepararla completa, y firme la nueva a tiempo.';

/** Limits of what may be prepared, in Spanish. */
export function limitText({ code, params }: LimitBeyond): string {
  switch (code) {
    case 'until':
      return `El permiso para preparar y enviar terminó el ${params.at}.`;
    case 'tokens':
      return `El token ${params.token} no está permitido aquí.`;
    case 'counterparties':
      return `La dirección ${params.address} no está permitida aquí.`;
    case 'maxAmount':
      return `El monto es ${params.amount}; aquí se permiten como máximo ${params.most} por vez.`;
    case 'maxPerDay':
      return `El monto es ${params.amount}, después de ${params.spent} hoy; aquí se permiten como máximo ${params.most} por día.`;
  }
}

export const LIMIT_OF_PERSON: string =
  'Este límite lo puso usted, y solo usted lo puede quitar. Un asistente no puede.';
export const LIMIT_OF_OPERATOR: string =
  'Este límite lo puso la persona que administra Countersign, y lo puede quitar. Un asistente no puede.';

export const PAGE_REFUSALS: Readonly<{
  notKnown: ErrorWords;
  nothingFollows: ErrorWords;
  nothingLacking: ErrorWords;
  notItsTurn: string;
  notTheirs: string;
  payerNotKnown: string;
}> = {
  notKnown: {
    message: 'El libro mayor no muestra el estado del depósito de esta página. No se preparó nada.',
    remedy: 'Espere a que esta página muestre que quedó registrado y vuelva a intentarlo en un minuto.',
  },
  nothingFollows: {
    message: 'No queda otro hito de este pedido. No se preparó nada.',
    remedy: 'Mire el estado del depósito ahora.',
  },
  nothingLacking: {
    message: 'Ahí no falta ninguna línea de confianza. No se preparó nada.',
    remedy: 'Mire esto otra vez: quizá ya se agregó.',
  },
  notItsTurn: 'Según el estado del depósito en el libro mayor, ahora no se puede dar este paso. No se preparó nada.',
  notTheirs: 'Esto lo debe firmar otra persona, no la que firmó aquí. No se preparó nada.',
  payerNotKnown:
    'El historial del libro mayor no muestra quién pagó, así que alguien debe indicar quién recibe el dinero: pida que se decida la disputa donde pidió esto. No se preparó nada.',
};

export const clockText = (by: string, isAhead: boolean): string =>
  `El reloj de la computadora donde funciona Countersign está ${by} ${isAhead ? 'adelantado' : 'atrasado'} respecto del de la red, así que no se puede comparar la hora de una transacción. No se entregó nada.`;

export const BUILT_MISMATCH: ErrorWords = {
  message: 'La transacción que construyó Countersign no coincide con el pedido. No se entregó y no se debe firmar.',
  remedy: 'Lea las diferencias y avise a la persona que administra Countersign.',
};
