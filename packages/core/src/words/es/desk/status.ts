/** A request's status where the ledger has not shown more, escrows from elsewhere, and balances that were not read. */
import { actions } from '../../../actions/es.ts';
import type { UnreadBalance, UnreadWords } from '../../../errors/errors.ts';
import type { Acted, CodeName, DisplacedByWords, StandingName, StatusName, StatusText } from '../../life.ts';
import { errorWords } from '../errors.ts';
import { codeOfAnother } from '../risk.ts';
import { ARCHIVED } from './next.ts';
import { nextAfter } from './outcomes.ts';

const STATUS_WORDS: Readonly<Record<StatusName, StatusText>> = {
  prepared: {
    message: 'Espera la firma de la persona.',
    next: 'La persona firma en su billetera antes de que venza.',
  },
  'to-confirm': {
    message: 'Todavía no se entrega nada para firmar: primero la persona debe confirmar.',
    next: 'La persona lee lo que requiere confirmación y lo confirma escribiendo el monto, o lo deja.',
  },
  sending: { message: 'Está firmada y se está enviando.', next: 'Vuelva a consultar en unos segundos.' },
  accepted: {
    message: 'El servicio dice que tuvo éxito. El libro mayor todavía no lo dijo.',
    next: 'Vuelva a consultar en un minuto. No ponga fondos antes de que el libro mayor diga que quedó registrada.',
  },
  settled: {
    message: 'La transacción quedó registrada en el libro mayor.',
    next: 'Ponga los fondos en el depósito en garantía.',
  },
  taken: {
    message: 'En su dirección hay un depósito en garantía distinto del que se pidió.',
    next: 'No ponga fondos. Avise a la persona que administra Countersign.',
  },
  rejected: { message: 'El libro mayor rechazó la transacción.', next: 'Vuelva a prepararla.' },
  expired: {
    message: 'Se terminó su tiempo, y el libro mayor no la registró.',
    next: 'Vuelva a prepararla; la página de firma lo hace por sí misma.',
  },
  displaced: {
    message: 'El libro mayor aceptó en su lugar otra transacción de la cuenta que firma, y ya no puede aceptar esta.',
    next: 'Vuelva a prepararla.',
  },
  unknown: {
    message: 'Se envió, y no se sabe qué pasó con ella.',
    next: 'Vuelva a enviarla, o el mismo XDR firmado, para conocer el resultado. Mientras no lo sepa, no firme otra para este depósito.',
  },
  superseded: {
    message: 'Una versión más nueva la reemplazó. Ya no se ofrece, y su firma se rechaza.',
    next: 'Siga con la más nueva.',
  },
  declined: {
    message: 'La persona dijo que no es lo que quiere. Ya no se ofrece.',
    next: 'Pregunte a la persona qué quiere. No la vuelva a preparar sin que lo pida.',
  },
  discarded: {
    message: 'Se descartó. Ya no se ofrece.',
    next: 'Para volver a prepararla, haga la solicitud completa.',
  },
};

export const UNSENT: StatusText = {
  message:
    'Se terminó su tiempo, y no se envió desde aquí. El libro mayor todavía no puede decir si la envió la billetera.',
  next: 'Vuelva a consultar en un minuto.',
};

export const SET_ASIDE: StatusText = {
  message: 'Es de un libro mayor que se apartó: sus contratos ya no existen, así que no se puede firmar ni pagar.',
  next: 'No se puede hacer nada con él. Si aún lo quiere, prepare el depósito otra vez: tendrá una dirección nueva.',
};

export const SIGNED_NOT_SENT: StatusText = {
  message: 'Está firmada y todavía no se envió: no la aceptaron cuando se iba a enviar.',
  next: 'Envíe de nuevo su identificador para enviarla. No hace falta volver a firmarla.',
};

export const DECLINED_BY_VISITOR: StatusText = {
  message: 'Alguien que tenía el enlace de su página la rechazó allí. Ya no se ofrece.',
  next: 'Pregunte a la persona si la quiere. Si la quiere, haga la solicitud completa para volver a prepararla.',
};

export const SIGN_AGAIN: StatusText = {
  message: 'La transacción que se firmó en parte ya no se ofrece, y no se envió. Todas las personas firman una nueva.',
  next: 'Cada firmante firma la nueva en su billetera antes de que venza.',
};

export function displacedWords(action: Acted, by: DisplacedByWords | undefined): StatusText {
  const { next } = statusWords('displaced', action);
  if (by?.earlierVersion) {
    return {
      message: `Una versión anterior de este depósito en garantía se firmó y ya existe: ${by.contractId}. El libro mayor ya no puede aceptar esta versión.`,
      next: 'Eso no se puede deshacer. Para cambiar sus condiciones antes de poner los fondos, la plataforma firma un cambio de condiciones; para un segundo depósito, prepare uno con otro identificador de acuerdo (engagementId).',
    };
  }
  const other =
    by === undefined
      ? 'una que no preparó aquí la persona que pidió esta'
      : `${actions[by.action ?? 'deploy'].transaction}${by.status === 'rejected' ? ', que falló' : ''}`;
  return {
    message: `El libro mayor aceptó en su lugar otra transacción de la cuenta que firma: ${other}. Ya no puede aceptar esta.`,
    next,
  };
}

export const NOT_SENT: string = 'No se envió nada ahora.';

export function statusWords(status: StatusName, action: Acted): StatusText {
  const { message, next } = STATUS_WORDS[status];
  if (status === 'settled') return { message, next: nextAfter(action) };
  return { message, next: status === 'expired' && action !== 'deploy' ? 'Vuelva a prepararla.' : next };
}

const CODE: Readonly<Record<CodeName, string>> = {
  pinned: 'Su código es el de los depósitos de aquí.',
  known: 'Su código se conoce aquí, y no es el que usan ahora los depósitos de este servicio.',
  unknown:
    'Aquí no se conoce su código: puede hacer otras cosas que las que dice, así que nadie debería pagarle antes de conocerlo.',
};

/** Escrows that the caller did not prepare here, and balances that were not read, in Spanish. */
export const elsewhereText = (codeIs: CodeName, codeOwner?: string): string =>
  `Usted no preparó aquí este depósito en garantía, así que no se compara con nada que usted haya pedido. Esto es lo que el contrato dice de sí mismo. ${codeOwner === undefined ? CODE[codeIs] : codeOfAnother(codeOwner)}`;

export const CODE_FIRST: string = 'No le pague nada antes de conocer su código.';
export const COMPARE_FIRST: string =
  'Antes de que alguien pague o firme, compare cada papel y el token con lo que se acordó.';

const UNSEEN: Readonly<Record<StandingName, string>> = {
  standing:
    'el contrato que hay allí no es un depósito de un tipo que se conozca aquí, o sus condiciones no se pueden leer: no tiene hitos, o tiene un monto negativo.',
  archived: ARCHIVED,
  absent: 'allí no hay ningún contrato, ni siquiera archivado.',
  'not-listed': 'el libro mayor no muestra allí ningún contrato; no se pudo saber si hay uno archivado.',
};

export function notFoundText(because: StandingName | 'no-ledger' | 'no-answer', isListed = false): string {
  const why =
    because === 'no-ledger'
      ? 'aquí no hay un libro mayor que se pueda consultar.'
      : because === 'no-answer'
        ? 'en este momento no se pudo consultar el libro mayor.'
        : UNSEEN[because];
  const listed = isListed ? ' El servicio muestra allí un depósito: solo lo dice él, así que no le pague nada.' : '';
  return `Ningún depósito en garantía que usted haya preparado aquí tiene esta dirección, y ${why}${listed}`;
}

export const CHECK_ADDRESS: string = 'Revise la dirección y la red.';

export const notReadText = (why: string): string => `No se leyó. ${why}`;
export const NO_CONTRACT: string = 'En esta dirección no hay ningún contrato. Revise la dirección y la red.';
export const NO_ESCROW_READ: string = 'El libro mayor no muestra allí ningún depósito en garantía que se pueda leer.';

const UNREAD: UnreadWords = {
  NOT_NAMED: () => 'La respuesta del servicio no nombra esta dirección.',
  NOT_A_NUMBER: () => 'El saldo que dio el servicio no es un número.',
  NEGATIVE: () => 'El saldo que dio el servicio es negativo.',
  BEYOND_ANY_TOKEN: () => 'El saldo que dio el servicio es más grande o más fino que el de cualquier token.',
  TWO_BALANCES: () => 'El servicio dio dos saldos distintos para esta dirección.',
  NO_ESCROW: () => 'El servicio no conoce ningún depósito en esta dirección.',
  REFUSED: ({ status }) => `El servicio se negó a leer esta dirección (estado ${status}).`,
  REFUSED_TOGETHER: () => notReadText('El servicio la rechazó junto con otras; fueron demasiadas para saber por cuál.'),
  FAILED: ({ error }) => notReadText(errorWords(error).message),
};

export const unreadText = ({ code, params }: UnreadBalance): string =>
  (UNREAD[code] as (params: object) => string)(params);
