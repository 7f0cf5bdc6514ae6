/** Who cannot be paid yet, and who must do what about it, in Spanish. */
import type { OfPayee } from '../risk.ts';
import { PARTY_WORDS } from './words.ts';

/** Several with the same problem in one sentence, which names all of them. */
export function payeesText(payees: readonly OfPayee[]): string {
  const [first] = payees as [OfPayee];
  const { role } = first.params;
  if (role === 'signer') return `Quien firma: ${oneText(first)} No puede poner fondos hasta que su dueño agregue una.`;
  return `${rolesOf(payees)}: ${payees.length === 1 ? oneText(first) : severalText(payees)} ${untilText(first.code, payees.length === 1)}`;
}

function rolesOf(payees: readonly OfPayee[]): string {
  const counts = Map.groupBy(payees, ({ params }) => params.role);
  const words = [...counts].map(([role, { length }]) =>
    role === 'receiver' && length > 1 ? 'Quienes cobran' : PARTY_WORDS[role],
  );
  return words.map((word, at) => (at === 0 ? word : word.toLowerCase())).join(' y ');
}

function oneText(payee: OfPayee): string {
  const { address } = payee.params;
  switch (payee.code) {
    case 'ACCOUNT_MISSING':
      return `todavía no existe una cuenta en ${address}.`;
    case 'TRUSTLINE_MISSING':
      return `${address} todavía no acepta este token (no tiene línea de confianza).`;
    case 'NOT_AUTHORISED':
      return `el emisor del token todavía no permite pagar a ${address}.`;
    case 'LIMIT_TOO_LOW':
      return `${limitText(payee)}.`;
    case 'CONTRACT_MISSING':
      return `no hay ningún contrato en ${address}.`;
  }
}

function severalText(payees: readonly OfPayee[]): string {
  const named = payees.map(({ params }) => params.address).join(', ');
  const [first] = payees as [OfPayee];
  switch (first.code) {
    case 'ACCOUNT_MISSING':
      return `todavía no existen cuentas en ${named}.`;
    case 'TRUSTLINE_MISSING':
      return `${named} todavía no aceptan este token (no tienen línea de confianza).`;
    case 'NOT_AUTHORISED':
      return `el emisor del token todavía no permite pagar a ${named}.`;
    case 'LIMIT_TOO_LOW':
      return `${payees.map((each) => (each.code === 'LIMIT_TOO_LOW' ? limitText(each) : '')).join('; ')}.`;
    case 'CONTRACT_MISSING':
      return `no hay contratos en ${named}.`;
  }
}

/** By the limit of its trustline. */
function limitText({ params }: Extract<OfPayee, { readonly code: 'LIMIT_TOO_LOW' }>): string {
  return `${params.address} debe recibir ${params.amount} ${params.token}, y solo puede aceptar ${params.room} más`;
}

function untilText(code: OfPayee['code'], isOne: boolean): string {
  const cannot = `${isOne ? 'No se le puede' : 'No se les puede'} pagar hasta que`;
  const owner = isOne ? 'su dueño' : 'sus dueños';
  switch (code) {
    case 'ACCOUNT_MISSING':
      return `${cannot} ${owner} ${isOne ? 'abra una' : 'las abran'} con algo de XLM.`;
    case 'TRUSTLINE_MISSING':
      return `${cannot} ${owner} ${isOne ? 'agregue' : 'agreguen'} una.`;
    case 'NOT_AUTHORISED':
      return `${cannot} el emisor lo autorice; ${owner} se lo ${isOne ? 'pide' : 'piden'}.`;
    case 'LIMIT_TOO_LOW':
      return `${cannot} ${owner} ${isOne ? 'suba el límite de su línea' : 'suban los límites de sus líneas'} de confianza.`;
    case 'CONTRACT_MISSING':
      return `Nadie puede usar lo que se pague ahí. Pida la dirección correcta a ${owner}.`;
  }
}
