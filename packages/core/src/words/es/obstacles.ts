/** Why a step cannot be taken now, and who can change that, in Spanish. */
import { actions } from '../../actions/es.ts';
import { upper } from '../field-names.ts';
import type { ObstacleWords, OfMilestone, Party, UnmetPrecondition } from '../obstacles.ts';
import { theParty } from './words.ts';

export function obstacleWords({ code, params }: UnmetPrecondition): ObstacleWords {
  switch (code) {
    case 'NOT_YOUR_STEP':
      return {
        problem: `En este depósito en garantía solo ${params.parties.map(partyText).join(' o ')} puede ${actions[params.step].verb}; ${params.signer} no puede.`,
        remedy: 'Pida que firme quien tiene ese papel, o nómbrelo como firmante.',
      };
    case 'ROLE_IS_CONTRACT':
      return {
        problem: `${upper(partyText(params))} es un contrato: no tiene clave y no puede firmar aquí.`,
        remedy: 'Solo ese contrato puede dar este paso, en una transacción que haga su propia billetera.',
      };
    case 'RESOLVER_CANNOT_DISPUTE':
      return {
        problem: `El árbitro (${params.address}) no puede abrir una disputa.`,
        remedy:
          'La abre otra parte: quien aprueba, quien hace el trabajo, la plataforma, quien libera los fondos o quien cobra.',
      };
    case 'NO_SUCH_MILESTONE':
      return {
        problem: `No existe el hito ${params.milestone}: el depósito en garantía tiene ${params.count}.`,
        remedy: `Indique uno del 1 al ${params.count}.`,
      };
    case 'ALREADY_APPROVED':
      return { problem: `El hito ${params.milestone} ya está aprobado.`, remedy: NOTHING_TO_DO };
    case 'ALREADY_REPORTED':
      return { problem: `El hito ${params.milestone} ya tiene este estado y esta evidencia.`, remedy: NOTHING_TO_DO };
    case 'ALREADY_PAID':
      return { problem: `${itText(params)} ya fue pagado.`, remedy: NOTHING_TO_DO };
    case 'ALREADY_RESOLVED':
      return {
        problem: `${itText(params)} estuvo en disputa, y la disputa se decidió.`,
        remedy: 'No se puede hacer nada más. Lo que queda en el depósito lo puede retirar el árbitro.',
      };
    case 'ALREADY_IN_DISPUTE':
      return { problem: `${itText(params)} ya está en disputa.`, remedy: 'La decide el árbitro.' };
    case 'NOTHING_CHANGES':
      return { problem: 'El depósito en garantía ya tiene estas condiciones.', remedy: NOTHING_TO_DO };
    case 'NOT_APPROVED':
      return {
        problem: ofMilestones(params.milestones, 'todavía no está aprobado', 'todavía no están aprobados'),
        remedy: `Primero aprueba quien aprueba (${params.approver}).`,
      };
    case 'IN_DISPUTE':
      return {
        problem: `${itText(params)} está en disputa, así que no se puede pagar.`,
        remedy: `El árbitro (${params.resolver}) decide adónde va el dinero.`,
      };
    case 'NOT_IN_DISPUTE':
      return {
        problem: `${itText(params)} no está en disputa, así que no hay nada que decidir.`,
        remedy: 'Primero una de las partes abre una disputa, o quien libera los fondos paga cuando esté aprobado.',
      };
    case 'TOO_LITTLE_HELD':
      return {
        problem: `El depósito en garantía tiene ${params.held} ${params.token}, y esto necesita ${params.needed}.`,
        remedy: `Primero alguien pone fondos: faltan ${params.missing} ${params.token}.`,
      };
    case 'MORE_THAN_MILESTONE':
      return {
        problem: `Las partes suman ${params.asked} ${params.token}, más que los ${params.most} del hito.`,
        remedy: `Reparta como máximo ${params.most} ${params.token}. ${FEES}`,
      };
    case 'MORE_THAN_HELD':
      return {
        problem: `Las partes suman ${params.asked} ${params.token}, más que los ${params.held} que tiene el depósito en garantía.`,
        remedy:
          params.held === '0'
            ? 'No hay nada que repartir hasta que alguien ponga fondos.'
            : `Reparta como máximo ${params.held} ${params.token}. ${FEES}`,
      };
    case 'NOT_ALL_OF_IT':
      return {
        problem: `Las partes suman ${params.asked} ${params.token}, y deben ser exactamente lo que tiene el depósito en garantía: ${params.held}.`,
        remedy: `Reparta ${params.held} ${params.token}, ni más ni menos. ${FEES}`,
      };
    case 'ROUNDED_UP':
      return {
        problem: `Al redondear las comisiones de estas partes se podría pagar algo más que los ${params.held} ${params.token} que tiene el depósito en garantía, y entonces el contrato falla.`,
        remedy: params.canLeave
          ? 'Elija partes que se dividan sin resto, o deje un pequeño sobrante.'
          : 'Elija partes que se dividan sin resto; no puede sobrar nada.',
      };
    case 'NOTHING_HELD':
      return { problem: 'El depósito en garantía no tiene fondos.', remedy: NOTHING_TO_DO };
    case 'NOT_FINISHED':
      return {
        problem: ofMilestones(
          params.milestones,
          'todavía no está pagado, decidido ni en disputa',
          'todavía no están pagados, decididos ni en disputa',
        ),
        remedy: 'Lo que queda se puede retirar cuando cada hito esté pagado, decidido o en disputa.',
      };
    case 'HOLDS_MONEY':
      return {
        problem: `El depósito en garantía tiene ${params.held} ${params.token}.`,
        remedy: params.canAppend
          ? 'Mientras tenga dinero, su contrato permite agregar hitos al final y no cambiar nada más.'
          : 'Su contrato permite cambiar las condiciones solo mientras no tenga nada.',
      };
    case 'LIFE_HAS_BEGUN':
      return {
        problem: ofMilestones(
          params.milestones,
          'ya está aprobado, en disputa, pagado o decidido',
          'ya están aprobados, en disputa, pagados o decididos',
        ),
        remedy: 'Su contrato permite cambiar las condiciones solo antes de eso.',
      };
    case 'TOO_MANY_MILESTONES':
      return {
        problem: `El depósito en garantía tendría ${params.count} hitos; su contrato admite como máximo ${params.most}.`,
        remedy: 'Cambie menos a la vez, o cree otro depósito en garantía.',
      };
    case 'REPORT_TOO_LONG':
      return {
        problem: `Esta evidencia tiene ${params.length} caracteres; en este depósito en garantía ${params.most === 0 ? 'no cabe ninguno' : `caben ${params.most}`}.`,
        remedy:
          params.most === 0
            ? 'Acorte la evidencia de un hito que no esté terminado: todos los textos de un depósito comparten el lugar que da la red.'
            : `Acórtela a ${params.most} caracteres, o indique un enlace. Todos los textos de un depósito comparten el lugar que da la red.`,
      };
    case 'TOO_MANY_SHARES':
      return {
        problem: `Esto paga a ${params.count} partes; con los textos de este depósito en garantía, en una transacción caben ${params.most}.`,
        remedy: `Repártalo entre ${params.most} como máximo.`,
      };
    case 'ESCROW_TOO_LONG':
      return params.step === 'update'
        ? {
            problem: `Con estas condiciones, los textos del depósito en garantía tienen ${params.excess} caracteres de más para una transacción de Stellar.`,
            remedy: 'Acórtelos en esa cantidad, o agregue menos hitos.',
          }
        : {
            problem: `Los textos del depósito en garantía tienen ${params.excess} caracteres de más para la transacción que permite ${actions[params.step].verb}.`,
            remedy: 'Antes, quien hace el trabajo acorta la evidencia de un hito.',
          };
    case 'NO_TRUSTLINE':
      return {
        problem: `${upper(partyText(params))} cobraría, y todavía no puede tener ${params.token}: su cuenta no tiene línea de confianza para este token.`,
        remedy: 'El dueño de esa cuenta agrega la línea de confianza en su billetera; después intente de nuevo.',
      };
    case 'NO_ACCOUNT':
      return {
        problem: `${upper(partyText(params))} cobraría, y allí no existe ninguna cuenta.`,
        remedy:
          'Su dueño crea la cuenta y agrega la línea de confianza del token, salvo que sea XLM; después intente de nuevo.',
      };
    case 'NOT_AUTHORISED':
      return {
        problem: `${upper(partyText(params))} cobraría, pero el emisor de ${params.token} todavía no lo permite.`,
        remedy: 'El dueño de esa cuenta pide al emisor que la autorice; después intente de nuevo.',
      };
    case 'LIMIT_TOO_LOW':
      return {
        problem: `${upper(partyText(params))} cobraría más ${params.token} de lo que permite el límite de su línea de confianza.`,
        remedy: 'El dueño de esa cuenta sube el límite en su billetera; después intente de nuevo.',
      };
    case 'SERVICE_CANNOT_BE_PAID':
      return {
        problem: `Ahora no se puede pagar nada: la cuenta del propio servicio (${params.address}) no puede recibir su comisión.`,
        remedy: 'Avise a quien administra esta instalación; hasta entonces el dinero queda en el depósito.',
      };
    case 'NO_SUCH_FUNCTION':
      return {
        problem: `El contrato de este depósito en garantía no tiene una función para que ${actions[params.step].function}, o no se conoce.`,
        remedy: 'Hay que encontrar otro camino: este contrato no se puede cambiar.',
      };
  }
}

const NOTHING_TO_DO = 'No hace falta hacer nada.';
const FEES = 'Las comisiones se descuentan de las partes.';

const partyText = ({ role, address }: Party): string => `${theParty(role)} (${address})`;

const itText = ({ milestone }: OfMilestone): string =>
  milestone === undefined ? 'El depósito en garantía' : `El hito ${milestone}`;

/** "El hito 2 todavía no está aprobado.", "Los hitos 1, 2 todavía no están aprobados." */
const ofMilestones = (milestones: readonly number[], one: string, several: string): string =>
  milestones.length === 1 ? `El hito ${milestones[0]} ${one}.` : `Los hitos ${milestones.join(', ')} ${several}.`;
