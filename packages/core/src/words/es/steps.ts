/** How the steps of an escrow's life are called and told in Spanish. */
import type { RoleName } from '../../escrow/roles.ts';
import type { StepName } from '../../escrow/steps.ts';
import type { Acted } from '../outcomes.ts';
import type { LifeState, PayeeName, PaymentWords, TurnWords } from '../steps.ts';
import { ROLE_WORDS, toParty } from './words.ts';

/** As a heading, and as what somebody does. */
export const STEP_WORDS: Readonly<Record<StepName, { readonly title: string; readonly does: string }>> = {
  'change-status': { title: 'Informar el avance', does: 'informar el avance de' },
  approve: { title: 'Aprobar', does: 'aprobar' },
  release: { title: 'Pagar', does: 'pagar' },
  dispute: { title: 'Abrir una disputa', does: 'abrir una disputa sobre' },
  resolve: { title: 'Decidir una disputa', does: 'decidir la disputa sobre' },
  withdraw: { title: 'Retirar lo que queda', does: 'retirar lo que queda en' },
  update: { title: 'Cambiar las condiciones', does: 'cambiar las condiciones de' },
  extend: { title: 'Mantener el depósito', does: 'mantener más tiempo en la red' },
};

/** A transaction by its action. */
export const TRANSACTION_WORDS: Readonly<Record<Acted, string>> = {
  deploy: 'un depósito en garantía nuevo',
  fund: 'un pago',
  trust: 'una línea de confianza',
  'change-status': 'un informe de avance',
  approve: 'una aprobación',
  release: 'un pago a quien recibe',
  dispute: 'una disputa',
  resolve: 'la decisión de una disputa',
  withdraw: 'un retiro',
  update: 'un cambio de condiciones',
  extend: 'una extensión',
};

export const LIFE_WORDS: Readonly<Record<LifeState, string>> = {
  working: 'en curso',
  'waiting for approval': 'a la espera de aprobación',
  'ready to release': 'listo para pagar',
  'in dispute': 'en disputa',
  finished: 'terminado',
};

const WHAT: Readonly<Record<TurnWords['action'], string>> = {
  fund: 'pone los fondos',
  'change-status': 'informa el avance',
  approve: 'aprueba',
  release: 'paga',
  dispute: 'abre una disputa',
  resolve: 'decide la disputa',
  withdraw: 'retira lo que queda',
  update: 'cambia las condiciones',
  extend: 'mantiene el depósito en la red',
};

/** "Quien aprueba (G…) aprueba el hito 2." */
export function turnText({ role, address, action, milestone }: TurnWords): string {
  const who = role === 'anyone' ? 'Alguien que tenga el token' : ROLE_WORDS[role];
  const whose = address === undefined ? '' : ` (${address})`;
  const which = milestone === undefined ? '' : ` ${AT[action] ?? 'el'} hito ${milestone}`;
  return `${who}${whose} ${WHAT[action]}${which}.`;
}

const AT: Readonly<Partial<Record<TurnWords['action'], string>>> = {
  'change-status': 'del',
  dispute: 'sobre el',
  resolve: 'sobre el',
};

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
