/** Who cannot be paid yet, and who must do what about it. */
import type { OfPayee } from '../risk.ts';
import { PARTY_WORDS } from './words.ts';

/** Several with the same problem in one sentence, which names all of them. */
export function payeesText(payees: readonly OfPayee[]): string {
  const [first] = payees as [OfPayee];
  const { role } = first.params;
  if (role === 'signer') return `Signer: ${oneText(first)} It cannot fund the escrow until its owner adds one.`;
  return `${rolesOf(payees)}: ${payees.length === 1 ? oneText(first) : severalText(payees)} ${untilText(first.code, payees.length === 1)}`;
}

function rolesOf(payees: readonly OfPayee[]): string {
  const counts = Map.groupBy(payees, ({ params }) => params.role);
  const words = [...counts].map(([role, { length }]) =>
    role === 'receiver' && length > 1 ? 'Receivers' : PARTY_WORDS[role],
  );
  return words.map((word, at) => (at === 0 ? word : word.toLowerCase())).join(' and ');
}

function oneText(payee: OfPayee): string {
  const { address } = payee.params;
  switch (payee.code) {
    case 'ACCOUNT_MISSING':
      return `no account exists at ${address} yet.`;
    case 'TRUSTLINE_MISSING':
      return `${address} does not accept this token yet (it has no trustline).`;
    case 'NOT_AUTHORISED':
      return `the token’s issuer does not allow ${address} to be paid yet.`;
    case 'LIMIT_TOO_LOW':
      return `${limitText(payee)}.`;
    case 'CONTRACT_MISSING':
      return `there is no contract at ${address}.`;
  }
}

function severalText(payees: readonly OfPayee[]): string {
  const named = payees.map(({ params }) => params.address).join(', ');
  const [first] = payees as [OfPayee];
  switch (first.code) {
    case 'ACCOUNT_MISSING':
      return `no accounts exist yet at ${named}.`;
    case 'TRUSTLINE_MISSING':
      return `${named} do not accept this token yet (they have no trustline).`;
    case 'NOT_AUTHORISED':
      return `the token’s issuer does not allow ${named} to be paid yet.`;
    case 'LIMIT_TOO_LOW':
      return `${payees.map((each) => (each.code === 'LIMIT_TOO_LOW' ? limitText(each) : '')).join('; ')}.`;
    case 'CONTRACT_MISSING':
      return `there are no contracts at ${named}.`;
  }
}

/** By the limit of its trustline. */
function limitText({ params }: Extract<OfPayee, { readonly code: 'LIMIT_TOO_LOW' }>): string {
  return `${params.address} is to get ${params.amount} ${params.token}, and can take only ${params.room} more`;
}

function untilText(code: OfPayee['code'], isOne: boolean): string {
  const cannot = `${isOne ? 'It' : 'They'} cannot be paid until`;
  switch (code) {
    case 'ACCOUNT_MISSING':
      return `${cannot} ${isOne ? 'its owner opens one' : 'their owners open them'} with some XLM.`;
    case 'TRUSTLINE_MISSING':
      return `${cannot} ${isOne ? 'its owner adds' : 'their owners add'} one.`;
    case 'NOT_AUTHORISED':
      return `${cannot} the issuer authorises ${isOne ? 'it' : 'them'}; ${isOne ? 'its owner asks' : 'their owners ask'} for that.`;
    case 'LIMIT_TOO_LOW':
      return `${cannot} ${isOne ? 'its owner raises the limit of its trustline' : 'their owners raise the limits of their trustlines'}.`;
    case 'CONTRACT_MISSING':
      return `No one can use what is paid there. Ask ${isOne ? 'the owner' : 'the owners'} for the right address.`;
  }
}
