/** What became of a sent transaction, in Spanish. */
import { afterwards as deploy } from '../../../actions/deploy/es.ts';
import { afterwards as fund } from '../../../actions/fund/es.ts';
import { afterwards as trust } from '../../../actions/trust/es.ts';
import type { OpeningWords } from '../../../actions/words.ts';
import { isStepName, type StepName } from '../../../escrow/steps.ts';
import type { ErrorWords } from '../../errors.ts';
import type { Acted, Because, Outcome, OutcomeName, SignersWords, StatusText } from '../../life.ts';
import { errorWords } from '../errors.ts';

export function outcomeWords({ code, params }: Outcome): StatusText {
  switch (code) {
    case 'settled': {
      const what = params.byAnother ? BY_ANOTHER : TAKEN;
      return params.isChanged
        ? { message: `${what} ${CHANGED}`, next: READ_CHANGES }
        : { message: what, next: nextAfter(params.action, params.contractId) };
    }
    case 'taken':
      return {
        message: 'En su dirección hay un depósito en garantía distinto del que se pidió.',
        next: 'No ponga fondos ni firme nada más para él. Avise a la persona que administra Countersign, con las diferencias.',
      };
    case 'rejected':
      return {
        message: `El libro mayor rechazó la transacción (${params.result}). Ya no puede quedar registrada.`,
        next: RENEW,
      };
    case 'expired':
      return { message: 'El libro mayor no registró la transacción, y ya no puede hacerlo.', next: RENEW };
    case 'displaced':
      return { message: DISPLACED, next: RENEW };
    case 'accepted': {
      const notes = [
        ...(params.namesAnother ? ['Nombró otra dirección (en el detalle), que es incorrecta.'] : []),
        ...(params.differing.length === 0 ? [] : [differingText(params.differing)]),
      ];
      return {
        message: [params.hasLedger ? PUBLIC_WORDS.accepted.message : UNASKED, ...notes].join(' '),
        next: params.hasLedger ? PUBLIC_WORDS.accepted.next : LOOK_UP,
      };
    }
    case 'unknown':
      return { message: becauseText(params.because), next: isSeeming(params.because) ? READ_AGAIN : UNKNOWN_NEXT };
  }
}

export function becauseText(because: Because): string {
  switch (because) {
    case 'being-sent':
      return 'En este momento se está enviando la misma transacción por otra llamada.';
    case 'not-said':
      return 'El libro mayor todavía no dijo qué pasó con ella.';
    case 'seems-dead':
      return `Parece que venció sin que el libro mayor la registrara. ${READ_TWICE}`;
    case 'seems-displaced':
      return `Parece que el libro mayor aceptó en su lugar otra transacción de la cuenta que firma. ${READ_TWICE}`;
    case 'seems-rejected':
      return `Parece que el libro mayor la rechazó. ${READ_TWICE}`;
    case 'not-sent-again':
      return 'Se envió antes, y todavía no se sabe qué pasó con ella. Ahora no se volvió a enviar.';
    case 'rpc-refused':
      return 'Stellar RPC rechazó la transacción.';
    case 'rpc-silent':
      return 'Puede que se haya enviado. El RPC de Stellar todavía no informó qué pasó con ella.';
    case 'unclear-answer':
      return 'El servicio de depósitos recibió la transacción, pero su respuesta no dice qué pasó con ella.';
    default:
      return `${errorWords(because).message} La transacción puede haber llegado de todos modos al libro mayor.`;
  }
}

const isSeeming = (because: Because): boolean => typeof because === 'string' && because.startsWith('seems-');
const READ_TWICE = 'Se comprueba otra vez cuando cierre el próximo libro mayor, en unos 5 segundos.';
const READ_AGAIN = 'Vuelva a consultar en unos segundos.';

export const partlySignedWords = (
  signers: SignersWords,
  account: string,
  expiresAt: string,
  seconds: number,
): StatusText => ({
  message: `La firma se conserva, y todavía no se envió nada. ${weightText(signers)} ${missingText(signers)}`,
  next: `Las demás personas firman por la cuenta ${account} antes de ${expiresAt}, en ${seconds} s: en la misma página de firma, o la misma transacción. Después de esa hora, todas firman una nueva.`,
});

export function weightText({ needed, have, signers }: SignersWords): string {
  const by = signers.filter(({ signed }) => signed).map(({ address }) => address);
  return `La cuenta necesita firmas con un peso total de ${needed}, y tiene ${have}${by.length === 0 ? '' : `, de ${by.join(', ')}`}.`;
}

export function missingText({ needed, have, signers }: SignersWords): string {
  const left = signers.filter(({ signed }) => !signed).map(({ address, weight }) => `${address} (peso ${weight})`);
  return `Falta un peso de ${needed - have}. Todavía pueden firmar la misma transacción: ${left.join(', ')}.`;
}

export const publicWords = (status: OutcomeName): StatusText => PUBLIC_WORDS[status];

const differingText = (fields: readonly string[]): string =>
  `Describe un depósito en garantía distinto del que se firmó (${fields.join(', ')}). Cuenta lo que se firmó; avise a quien opera el servicio.`;

const UNASKED = 'El servicio dice que tuvo éxito. Aquí no se puede consultar ningún libro mayor.';
const LOOK_UP = 'Antes de poner fondos, busque el hash de la transacción en un explorador.';
const TAKEN = 'La transacción quedó registrada en el libro mayor.';
const BY_ANOTHER =
  'El depósito en garantía está en el libro mayor con estas condiciones. Lo creó otra transacción, y no esta.';
const CHANGED = 'Ahora difiere de lo que se pidió.';
const READ_CHANGES = 'Lea en qué difiere antes de poner fondos.';
const UNKNOWN_NEXT =
  'Vuelva a enviar el mismo XDR firmado para conocer el resultado, o busque el hash de la transacción en un explorador. Mientras no lo sepa, no firme otra para este depósito.';

const DISPLACED =
  'El libro mayor aceptó en su lugar otra transacción de la cuenta que firma, y ya no puede aceptar esta.';
const ASK_FOR_NEW = 'Pida una nueva a la persona que la preparó.';

const PUBLIC_WORDS: Readonly<Record<OutcomeName, StatusText>> = {
  settled: { message: TAKEN, next: 'Consulte el saldo del depósito en garantía.' },
  taken: { message: 'En esta dirección hay otro contrato.', next: 'No ponga fondos.' },
  rejected: {
    message: 'El libro mayor rechazó la transacción. Ya no puede quedar registrada.',
    next: ASK_FOR_NEW,
  },
  expired: { message: 'El libro mayor no registró la transacción, y ya no puede hacerlo.', next: ASK_FOR_NEW },
  displaced: { message: DISPLACED, next: ASK_FOR_NEW },
  accepted: {
    message: 'El servicio dice que tuvo éxito. El libro mayor todavía no lo dijo.',
    next: 'Vuelva a consultar en un minuto. No ponga fondos antes de que el libro mayor diga que quedó registrada.',
  },
  unknown: {
    message: 'Se envió, y no se sabe qué pasó con ella.',
    next: 'Vuelva a enviar el mismo XDR firmado para conocer el resultado. Mientras no lo sepa, no firme otra para este depósito.',
  },
};

/** What to do once it has settled. @param escrow its address */
export const nextAfter = (action: Acted, escrow?: string): string => wordsAfter(action).next(escrow);

/** Why it is not prepared again. */
export const settledAlready = (action: Acted, escrow: string, hash: string): Partial<ErrorWords> =>
  wordsAfter(action).already(escrow, hash);

const wordsAfter = (action: Acted): OpeningWords => (isStepName(action) ? STEP : OPENINGS[action]);

const OPENINGS: Readonly<Record<Exclude<Acted, StepName>, OpeningWords>> = { deploy, fund, trust };

const STEP: OpeningWords = {
  next: () => 'Mire el depósito en garantía para ver a quién le toca ahora.',
  already: (escrow, hash) => ({
    message: `Este paso de ${escrow} ya se dio (transacción ${hash}).`,
    remedy: 'Mire el depósito en garantía para ver a quién le toca ahora.',
  }),
};

const RENEW = 'Vuelva a prepararla, firme la transacción nueva y envíe esa.';
