/** What happens in an escrow's life, in words: its steps and payments, and the changes that its followers receive. */
import { actions } from '../../actions/es.ts';
import type { RoleName } from '../../escrow/steps.ts';
import { quoted } from '../../text/text.ts';
import type { Acted, Cost, Costs, LifeState, PayeeCost, PayeeName, PaymentWords, TurnWords } from '../life.ts';
import { groupTurns } from '../naming.ts';
import { type PayoutParts, type PayoutWords, payoutWords } from '../payout.ts';
import type { EscrowChange } from '../schemas.ts';
import { milestonesText, ROLE_WORDS, theParty, toParty } from './words.ts';

export const LIFE_WORDS: Readonly<Record<LifeState, string>> = {
  working: 'en curso',
  'waiting for approval': 'a la espera de aprobación',
  'ready to release': 'listo para pagar',
  'in dispute': 'en disputa',
  finished: 'terminado',
};

/** "abrir una disputa sobre el hito 2" */
export const actText = (action: Acted, milestones?: number | readonly number[]): string =>
  `${actions[action].verb}${whichText(action, milestones)}`;

/** "Quien aprueba (G…) aprueba el hito 2.", "Usted aprueba el hito 2." */
export function turnText({ role, address, action, milestone, milestones, isYou }: TurnWords): string {
  const which = whichText(action, milestones ?? milestone);
  if (isYou) return `Usted ${actions[action].turn}${which}.`;
  const who = role === 'anyone' ? 'Alguien que tenga el token' : ROLE_WORDS[role];
  const whose = address === undefined ? '' : ` (${address})`;
  return `${who}${whose} ${actions[action].turn}${which}.`;
}

/** "el hito 2", "sobre los hitos 1–3"; “de” melts with “el”. */
function whichText(action: Acted, milestones: number | readonly number[] | undefined): string {
  if (milestones === undefined) return '';
  const { preposition = '' } = actions[action];
  const which = milestonesText([milestones].flat());
  return preposition === 'de' && which.startsWith('el ') ? ` d${which}` : ` ${preposition} ${which}`.replace('  ', ' ');
}

export const turnsText = (turns: readonly TurnWords[]): string =>
  turns.length === 0 ? 'No queda nada por hacer.' : groupTurns(turns).map(turnText).join(' ');

const PAYEES: Readonly<Record<PayeeName, string>> = {
  receiver: 'a quien cobra',
  platform: 'a la plataforma',
  service: 'al servicio',
};

/** "196.4 USDC a quien cobra (G…)" */
export function paymentText({ as, to, roles, amount, about }: PaymentWords, unit: string): string {
  const whom = as === 'share' ? sharerText(roles) : PAYEES[as];
  return `${about === true ? 'unos ' : ''}${amount} ${unit} ${whom}${to === undefined ? '' : ` (${to})`}`;
}

export const leftText = (
  { left, about }: { readonly left: string; readonly about?: string | undefined },
  unit: string,
) => `${about === undefined ? '' : 'unos '}${left} ${unit}`;

const NO_ROLE = 'alguien sin papel en este depósito en garantía';
const sharerText = (roles: readonly RoleName[] = []): string =>
  roles.length === 0 ? `a ${NO_ROLE}` : roles.map(toParty).join(', ');

/** "quien cobra (G…)" */
function payeeName({ as, to, roles = [] }: Omit<PaymentWords, 'amount' | 'about'>): string {
  const sharer = roles.length === 0 ? NO_ROLE : roles.map(theParty).join(', ');
  const who = as === 'share' ? sharer : PAYEE_NAMES[as];
  return `${who}${to === undefined ? '' : ` (${to})`}`;
}

const PAYEE_NAMES: Readonly<Record<PayeeName, string>> = {
  receiver: theParty('receiver'),
  platform: theParty('platformAddress'),
  service: theParty('serviceFee'),
};

/** "Ben recibe 9.67 USDC (10 USDC menos comisiones), usted recibe 9.67 USDC; quedan 80 USDC en el depósito" */
export function payoutText({ payees, others, left, milestones }: PayoutWords): string {
  const paid = payees.map(({ who, isYou: _, ...each }) => `${who} recibe ${paidText(each)}`);
  const more = others === undefined ? [] : [`otras ${others.count} direcciones reciben ${paidText(others)}`];
  return [[...paid, ...more].join(', '), staysText(left, milestones)].filter(Boolean).join('; ');
}

/** "Quien cobra (G…) recibe 9.67 USDC (10 USDC menos comisiones); quedan 80 USDC en el depósito" */
export function payoutLine(summary: PayoutParts, unit: string): string {
  const call = (payment: PayoutParts['pays'][number]) => ({ who: payeeName(payment) });
  const text = payoutText(payoutWords(summary, call, (amount) => `${amount} ${unit}`));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Paid = Omit<PayoutWords['payees'][number], 'who' | 'isYou'>;
const paidText = ({ amount, of, isAbout }: Paid): string =>
  `${isAbout ? 'unos ' : ''}${amount}${of === undefined ? '' : ` (${of} menos comisiones)`}`;

function staysText(left: PayoutWords['left'], milestones: readonly number[]): string {
  if (left === undefined) return 'no queda nada en el depósito';
  const stays = `quedan ${left.isAbout ? 'unos ' : ''}${left.amount} en el depósito`;
  if (left.need === 'none') return `${stays}, que ningún hito necesita`;
  const whatFor = milestones.length === 0 ? '' : ` para ${milestonesText(milestones)}`;
  return left.need === 'all' ? `${stays}${whatFor}` : `${stays}${whatFor}, de los que solo se necesitan ${left.need}`;
}

/** Status and evidence in it are a stranger's words, cleaned and cut where the change was made. */
export function changeText(change: EscrowChange): string {
  const { kind, milestone, amount, token, to, after, evidence } = change;
  const of = milestone === undefined ? 'el depósito en garantía' : `el hito ${milestone}`;
  const subject = `E${of.slice(1)}`;
  const money = amount === undefined ? undefined : `${amount} ${token}`;
  switch (kind) {
    case 'deployed':
      return 'El depósito en garantía ya existe en la red.';
    case 'restored':
      return 'Se restauraron sus datos en la red.';
    case 'updated':
      return 'Cambiaron sus condiciones.';
    case 'funded':
      return `Llegó dinero: ${money}.`;
    case 'status': {
      const reported = after ? `D${of} se informó: ${quoted(after)}.` : `${subject} tiene una nueva evidencia.`;
      return evidence ? `${reported} Evidencia: ${quoted(evidence)}.` : reported;
    }
    case 'approved':
      return `${subject} fue aprobado.`;
    case 'disputed':
      return `${subject} está en disputa.`;
    case 'released':
      return `${subject} fue pagado.${money === undefined ? '' : ` Pago: ${money}${to === undefined ? '' : ` a ${to}`}.`}`;
    case 'resolved':
      return `Se decidió la disputa sobre ${of}.${money === undefined ? '' : ` Pago: ${money}, con comisiones.`}`;
    case 'withdrawn':
      return `Retiro: ${money}.`;
    case 'archived':
      return 'La red archivó sus datos. No se perdió nada.';
  }
}

/** What an escrow pays out, and to whom, in Spanish. */
export function labelledCosts(
  { milestones, total, payees, serviceAddress }: Costs,
  unit: string,
): { label: string; value: string }[] {
  const each = milestones.map((cost, index) => ({
    label: `Se paga por el hito ${index + 1}`,
    value: costText(cost, unit),
  }));
  return [
    ...(milestones.length === 1 ? [] : each),
    ...(payees ?? []).map((payee) => ({ label: 'Se paga a', value: `${payee.address}: ${payeeText(payee, unit)}` })),
    { label: 'Se paga en total', value: costText(total, unit, payees !== undefined) },
    ...(serviceAddress === undefined ? [] : [{ label: 'La parte del servicio va a', value: serviceAddress }]),
  ];
}

function costText(cost: Cost, unit: string, isSeveral = false): string {
  return `${cost.paid} ${unit}: ${sharesText(cost, isSeveral)}`;
}

export function payeeText({ paid, receiver, milestones }: Omit<PayeeCost, 'address'>, unit: string): string {
  return `${receiver} de ${paid} ${unit}, por ${milestones.length === 1 ? 'el hito' : 'los hitos'} ${milestones.join(', ')}`;
}

export function sharesText({ platform, service, receiver }: Omit<Cost, 'paid'>, isSeveral = false): string {
  return `${receiver} para ${isSeveral ? 'quienes cobran' : 'quien cobra'}, ${platform} para la plataforma, ${service} para el servicio`;
}
