/** Whose turn it is, and what to do with a prepared transaction. */
import type { DamagedRecord } from '../../../errors/damage.ts';
import type { EndingPlan } from '../../ending.ts';
import type { StandingName, StatusName } from '../../life.ts';
import { firstOf } from '../../naming.ts';
import { obstacleWords } from '../obstacles.ts';
import { DAMAGED_PARTS } from '../problems.ts';
import { milestonesText, ROLE_WORDS } from '../words.ts';

const PREPARE_AGAIN = 'Hay que volver a prepararlo; después se firma.';

export const CONFIRM_AGAIN: string =
  'Hay que volver a prepararlo; quien firma confirma lo que requiere confirmación, y después firma.';

export const NEXT_STEPS: Readonly<Record<StatusName, string>> = {
  prepared: 'Falta la firma.',
  'to-confirm': 'Quien firma confirma lo que requiere confirmación, y después firma.',
  expired: PREPARE_AGAIN,
  rejected: PREPARE_AGAIN,
  displaced: PREPARE_AGAIN,
  sending: 'Vuelva a consultar en unos segundos.',
  accepted: 'Espere lo que diga el libro mayor; no ponga fondos todavía.',
  unknown: 'Vuelva a consultar qué pasó con la transacción.',
  settled: 'Mire el depósito en garantía para ver cómo está.',
  taken: 'No ponga fondos.',
  superseded: 'Siga con la versión más nueva.',
  declined: 'Nada, salvo que la persona lo vuelva a pedir.',
  discarded: 'Nada, salvo que la persona lo vuelva a pedir.',
};

export const ARCHIVED: string =
  'Sus datos están archivados en el libro mayor: no se perdió nada. Cualquier llamada que los escriba los restaura primero, por una comisión de unos 0.1 XLM; no lo dé por perdido.';

export const SERVICE_LACKS: string = 'Está en el libro mayor; el servicio todavía no se enteró.';

export const NOT_ASKED: string =
  'En este momento no se pudo consultar el libro mayor: vuelva a consultar antes de pagar nada.';

export const UNREAD: Readonly<Record<StandingName, string>> = {
  standing: 'Ahora no se pueden leer sus condiciones en el libro mayor. No pague nada antes de que se pueda.',
  archived: ARCHIVED,
  absent:
    'Ahora no hay ningún contrato en su dirección; puede que se haya reiniciado una red de pruebas. No ponga fondos.',
  'not-listed': 'Ahora el libro mayor no lo muestra; puede que esté archivado. No ponga fondos.',
};

export const UNKNOWN_INTERFACE: string =
  'El paso siguiente no se ofrece: el código del contrato lo describe de otro modo que como lo conoce Countersign. Pregunte a la persona que administra Countersign.';

export const allPaidText = (left: string): string =>
  `Ya se pagó todo, y quedan ${left}: solo el árbitro puede retirarlos, si su contrato lo permite.`;

export const overText = (over: string): string => `Tiene más de lo que necesita: sobran ${over}.`;

export const NOTHING_LEFT: string = 'Nada: ya se pagó todo.';
export const IS_FUNDED: string = 'Consulte el saldo para ver si tiene los fondos.';

export const fundText = (missing: string, isReaders: boolean): string =>
  isReaders ? `Ponga los fondos: faltan ${missing}.` : `Espera el dinero: faltan ${missing}.`;
export const notPinnedText = (missing: string): string =>
  `Faltan ${missing}, pero su código no es el de los depósitos de este servicio. No pague nada antes de saber por qué.`;

export function notDeliveredText({ now, because, stages, pays, unit }: EndingPlan, held: string): string {
  if (now === 'not-signed' || now === 'no-money') return 'No se pierde nada: no hay dinero en él.';
  if (now === 'over') return 'Nada: no queda dinero en él.';
  const begin = 'El contrato no tiene plazo, y ningún dinero vuelve por sí solo.';
  if (now === 'cannot') return [begin, ...new Set(because.map((each) => obstacleWords(each).problem))].join(' ');
  const dispute = stages.find(({ act, isDone }) => act === 'dispute' && !isDone);
  const [share] = pays.filter(({ as }) => as === 'share');
  return [
    begin,
    ...(dispute === undefined ? [] : [disputeText(dispute.left, dispute.signers)]),
    `Solo el árbitro decide quién recibe los ${held} que tiene.`,
    ...(share === undefined
      ? []
      : [`Si se devuelve todo, llegan ${share.about ? 'unos ' : ''}${share.amount} ${unit} después de comisiones.`]),
  ].join(' ');
}

function disputeText(milestones: readonly number[], signers: EndingPlan['stages'][number]['signers']): string {
  const what = milestones.length === 0 ? 'el depósito' : milestonesText(milestones);
  const who = signers.map(({ role }) => ROLE_WORDS[role as keyof typeof ROLE_WORDS]).join(', ');
  return `Cualquiera de estos puede abrir una disputa sobre ${what}: ${who}.`;
}

export const PAID_NOT_AVAILABLE: string =
  'Aquí no se sabe qué se pagó: el RPC del libro mayor ya no tiene esos eventos, o no respondió. Vuelva a consultar, o mire el contrato en un explorador.';
export const PAID_IN_PART: string =
  'Pueden faltar pagos anteriores: el RPC del libro mayor ya no tiene todos los eventos. Un explorador los muestra.';

export const NOT_CONFIRMED: string = 'Solo el servicio dice que existe: no le pague nada.';
export const UNKNOWN_CODE: string = 'Aquí no se conoce su código: no le pague nada.';
export const NO_ROLE_THERE: string =
  'Está en el libro mayor, pero no le da ningún papel a esta billetera: mírelo para ver de quién es.';
export const COMPARE_ROLES: string = 'Primero compare cada papel.';

export const CHANGED_SINCE_SETTLED: string =
  'Se cambió después de quedar registrado: mire qué cambió. No pague nada antes.';
export const TO_SIGN: string =
  'Hay pagos y pasos que esperan una firma: quien firma cada uno lo abre en su página de firma.';
export const TO_SIGN_ELSEWHERE: string =
  'Hay pagos y pasos que esperan una firma: quien firma cada uno lo hace donde se preparó.';
export const TELL_CHANGES: string = 'Lea lo que se cambió después de que quedó registrado, antes de pagar nada.';

export function renewedText(contractId: string, previous: readonly string[]): string {
  const { shown, left } = firstOf(previous, MOST_ADDRESSES);
  const others = left === 0 ? '' : `, ni a otras ${left} direcciones anteriores`;
  return `Este depósito en garantía se preparó de nuevo; su dirección ahora es ${contractId}. No pague nada a ${shown.join(' ni a ')}${others}.`;
}

const MOST_ADDRESSES = 3;

export function foundNextText(shown: number, more: number, notAsked: number): string {
  if (notAsked > 0) {
    const others = more > 0 ? `${moreText(more)} ` : '';
    return `${others}Todavía no se consultó al libro mayor por otros ${notAsked}, que ya pueden coincidir. Afine la búsqueda (más palabras, una billetera, desde cuándo), o vuelva a buscar.`;
  }
  if (more > 0) return `${moreText(more)} Afine la búsqueda: más palabras, una billetera, un estado, o desde cuándo.`;
  return shown === 0
    ? 'No coincide nada de lo que esta persona preparó aquí. Pruebe con menos palabras o escríbalo de otra manera, o búsquelo por su dirección o por el hash de la transacción.'
    : 'Elija uno para verlo completo.';
}

const moreText = (more: number): string => (more === 1 ? 'Coincide 1 más.' : `Coinciden ${more} más.`);

export function damagedText(records: readonly DamagedRecord[]): string {
  const each = records.map(({ id, part }) => `${id} (${DAMAGED_PARTS[part]})`).join(', ');
  const what =
    records.length === 1
      ? 'Un registro guardado está dañado y no se muestra'
      : 'Hay registros guardados dañados que no se muestran';
  return `${what}: ${each}. Los demás están completos. Quien administra Countersign puede restaurar una copia.`;
}

export const NOT_LISTED_HERE: string =
  'Faltan los depósitos de esta billetera que no se prepararon aquí: no se usa ningún servicio de depósitos, y el libro mayor no tiene una lista. Busque uno por la dirección de su contrato.';

/** What to do with a prepared transaction, in Spanish. */

export const signAgainText = (signers: readonly string[]): string =>
  `La transacción que ya tiene la firma de ${signers.join(' y ')} ya no se ofrece, y no se envió. Todas las personas firman de nuevo, esta.`;

export function toConfirmNext(onPage: boolean): string {
  const where = onPage ? 'en la página de firma' : 'donde se preparó';
  return `Todavía no se entrega nada para firmar. Lea cada punto que requiere confirmación; si aun así es lo que quiere, confírmelo usted ${where}, escribiendo el monto. Nadie más puede hacerlo.`;
}

export function preparedNext(
  { signer, network, expiresAt }: { readonly signer: string; readonly network: string; readonly expiresAt: string },
  onPage: boolean,
): string {
  const byHand = `firme la transacción en la billetera de ${signer} (red: ${network}) antes de ${expiresAt}, y envíe aquí el XDR firmado`;
  return onPage
    ? `Abra la página de firma: muestra lo que se firma y lo envía. O ${byHand}.`
    : `Lea el resumen. Si es lo que quiere, ${byHand}. Después de esa hora, vuelva a prepararla.`;
}
