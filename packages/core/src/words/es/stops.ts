/** What a person must confirm before anything to sign is given out, in Spanish. */
import type { Difference } from '../../errors/differences.ts';
import type { RoleName } from '../../escrow/roles.ts';
import { cleanLine } from '../../text/text.ts';
import { type Beside, LONGEST_VALUE, linesOf, MOST_NAMED, type RoleStop, type Stop } from '../stops.ts';
import { differenceText } from './differences.ts';
import { fieldWords } from './fields.ts';
import { nameChangeText } from './names.ts';
import { takingText } from './taking.ts';
import { LEAVES } from './warnings.ts';
import { ROLE_WORDS } from './words.ts';

export const stopLines = (stops: readonly Stop[]): string[] => linesOf(stops, { stopText, rolesText });

export function stopText({ code, params }: Stop): string {
  switch (code) {
    case 'ROLE_IS_TOKEN':
    case 'ROLE_IS_ESCROW':
    case 'ROLE_IS_CONTRACT':
      return rolesText(code, [params.role]);
    case 'CAN_TAKE_ALONE':
      return takingText(params);
    case 'FEE_ABOVE_STOP':
      return `La comisión de la plataforma es ${params.percent} % de cada pago, más de ${params.stop} %.`;
    case 'PAID_ALREADY':
      return `Usted pagó ${params.amount} ${params.token} a las ${minuteOf(params.at)}. ¿Otra vez?`;
    case 'ANOTHER_ESCROW':
      return `Ya existe un depósito en garantía con las mismas condiciones: ${params.contractId}. Esto crea un segundo.`;
    case 'ANOTHER_VERSION_SETTLED':
      return `Ya existe otra versión de este depósito en garantía, con el mismo identificador del acuerdo: ${params.contractId}. Esto crea un segundo.`;
    case 'REPLACES_OPENED':
      return `Reemplaza una versión que alguien ya abrió.${differentNow(params.differences)}`;
    case 'NOT_COVERED':
      return `Ya no se puede averiguar si se ejecutó ${earlier(params)}: el historial de la red no llega tan atrás. Si se ejecutó, firmar esto lo hace de nuevo.`;
    case 'NO_LEDGER_TO_ASK':
      return `Aquí no se puede consultar en la red si se ejecutó ${earlier(params)}: una billetera pudo enviarla por su cuenta. Si se ejecutó, firmar esto lo hace de nuevo.`;
    case 'SIGNED_SINCE_BACKUP':
      return `${signedSince(params)} ya haya creado este depósito en garantía; entonces, firmar esto crea un segundo. Mire primero el historial de esa billetera.`;
    case 'TERMS_CHANGED':
      return `Las condiciones de este depósito en garantía no son las que se acordaron o se confirmaron aquí por última vez: ${params.differences.map(changeText).join('; ')}. Se actualizaron desde entonces, o el RPC de Stellar las informa mal. Averigüe cuál de las dos antes de firmar.`;
    case 'NAME_HAS_NEW_ADDRESS':
      return `${nameChangeText(params)} Si usted no la cambió, no firme.`;
    case 'ESCROW_FINISHED':
      return `Este depósito en garantía está terminado: todo se pagó o se decidió. ${LEAVES}`;
    case 'PAYS_STRANGER':
      return `Paga a alguien sin papel en este depósito en garantía: ${params.addresses.join(', ')}. Si es un error, el dinero se pierde.`;
    case 'NAMES_STRANGER':
      return `Cambia quién cobra o quién mueve el dinero; será ${params.parties.map(({ role, address }) => `${ROLE_WORDS[role]} ${address}`).join(', ')}. Si es un error, el dinero se puede perder.`;
    case 'WITHDRAWN_ALREADY':
      return `Usted retiró ${params.amount} ${params.token} a las ${minuteOf(params.at)}. ¿Otra vez?`;
    case 'MORE_THAN_NEEDED':
      return `Este pago supera en ${params.over} ${params.token} lo que el depósito en garantía necesita: tiene ${params.held} de ${params.needed} ${params.token}. ${LEAVES}`;
  }
}

const LOST = 'Nadie puede actuar por ella, y lo que se le paga se pierde.';
const IN_NO_ROLE: Readonly<Record<RoleStop, readonly [what: string, then: string]>> = {
  ROLE_IS_TOKEN: ['el contrato de un token', LOST],
  ROLE_IS_ESCROW: ['el depósito en garantía mismo', LOST],
  ROLE_IS_CONTRACT: [
    'un contrato, como una billetera inteligente o una cuenta compartida',
    'Un contrato no puede firmar aquí: cuando haya dinero dentro, nadie podrá actuar en este papel con Countersign.',
  ],
};

function rolesText(code: RoleStop, roles: readonly RoleName[]): string {
  const named = roles.map((role) => ROLE_WORDS[role]).join(', ');
  const what = roles.length === 1 ? 'esta dirección' : 'cada una de estas direcciones';
  const [is, then] = IN_NO_ROLE[code];
  return `${named}: ${what} es ${is}. ${then}`;
}

/** Names alone: what either version says may be a stranger's text, which is no part of a sentence of ours. */
function differentNow(differences: readonly Difference[]): string {
  const fields = [...new Set(differences.map(({ field }) => fieldWords(field)))];
  return fields.length === 0 ? '' : ` Ahora es distinto: ${fields.join(', ')}.`;
}

function changeText(difference: Difference): string {
  const { field, asked, found } = differenceText(difference);
  return `${fieldWords(field)}: acordado ${cleanLine(asked, LONGEST_VALUE)}, ahora ${cleanLine(found, LONGEST_VALUE)}`;
}

/** "una transacción anterior para esto (…)", "alguna de 3 transacciones anteriores para esto (…, … y 1 más)" */
function earlier({ transactions }: Beside): string {
  const left = transactions.length - MOST_NAMED;
  const named = `${transactions.slice(0, MOST_NAMED).join(', ')}${left > 0 ? ` y ${left} más` : ''}`;
  return transactions.length === 1
    ? `una transacción anterior para esto (${named})`
    : `alguna de ${transactions.length} transacciones anteriores para esto (${named})`;
}

function signedSince({ account, at, count }: Extract<Stop, { code: 'SIGNED_SINCE_BACKUP' }>['params']): string {
  const restored = `Estos datos se restauraron de una copia de seguridad de las ${minuteOf(at)}.`;
  if (count === undefined) return `${restored} Countersign no sabe qué firmó ${account} desde entonces. Puede que eso`;
  const [transactions, it] = count === '1' ? ['1 transacción', 'esta'] : [`${count} transacciones`, 'una de ellas'];
  return `${restored} Desde entonces ${account} firmó ${transactions} que Countersign no conoce. Puede que ${it}`;
}

/** "14:02 del 2026-11-22 (UTC)" */
function minuteOf(at: string): string {
  return `${at.slice(11, 16)} del ${at.slice(0, 10)} (UTC)`;
}
