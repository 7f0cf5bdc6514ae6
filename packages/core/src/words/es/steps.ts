/** How the steps of an escrow's life are called and told in Spanish. */
import { actions } from '../../actions/es.ts';
import type { RoleName } from '../../escrow/roles.ts';
import type { Acted } from '../outcomes.ts';
import type { LifeState, PayeeName, PaymentWords, TurnWords } from '../steps.ts';
import { ROLE_WORDS, toParty } from './words.ts';

export const LIFE_WORDS: Readonly<Record<LifeState, string>> = {
  working: 'en curso',
  'waiting for approval': 'a la espera de aprobación',
  'ready to release': 'listo para pagar',
  'in dispute': 'en disputa',
  finished: 'terminado',
};

/** "abrir una disputa sobre el hito 2" */
export const actText = (action: Acted, milestone?: number): string =>
  `${actions[action].verb}${whichText(action, milestone)}`;

/** "Quien aprueba (G…) aprueba el hito 2." */
export function turnText({ role, address, action, milestone }: TurnWords): string {
  const who = role === 'anyone' ? 'Alguien que tenga el token' : ROLE_WORDS[role];
  const whose = address === undefined ? '' : ` (${address})`;
  return `${who}${whose} ${actions[action].turn}${whichText(action, milestone)}.`;
}

function whichText(action: Acted, milestone: number | undefined): string {
  const { preposition = 'el' } = actions[action];
  return milestone === undefined ? '' : ` ${preposition} hito ${milestone}`;
}

export function turnsText(turns: readonly TurnWords[]): string {
  const [first, second, ...more] = turns;
  if (first === undefined) return 'No queda nada por hacer.';
  const rest = more.length === 0 ? '' : ` Y ${more.length} más.`;
  return [turnText(first), ...(second === undefined ? [] : [turnText(second)])].join(' ') + rest;
}

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

const sharerText = (roles: readonly RoleName[] = []): string =>
  roles.length === 0 ? 'a alguien sin papel en este depósito en garantía' : roles.map(toParty).join(', ');
