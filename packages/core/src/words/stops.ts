/** What a person must confirm before anything to sign is given out: as data, and in words for that person. */
import type { RoleName } from '../escrow/roles.ts';
import { ROLE_WORDS } from './words.ts';

type None = Readonly<Record<string, never>>;
type AtContract = { readonly contractId: string };

export type Stop =
  | { readonly code: 'ROLE_IS_TOKEN'; readonly params: { readonly role: RoleName } }
  | { readonly code: 'ROLE_IS_ESCROW'; readonly params: { readonly role: RoleName } }
  | { readonly code: 'ONE_STRANGER_IN_ALL_ROLES'; readonly params: { readonly address: string } }
  | { readonly code: 'FEE_ABOVE_STOP'; readonly params: { readonly percent: string; readonly stop: string } }
  /** `token`: how the token is called. `at`: ISO 8601, UTC. */
  | {
      readonly code: 'PAID_ALREADY';
      readonly params: { readonly amount: string; readonly token: string; readonly at: string };
    }
  /** A second escrow with the same terms was asked for. */
  | { readonly code: 'ANOTHER_ESCROW'; readonly params: AtContract }
  /** Of the same signer and engagement id, with other terms. */
  | { readonly code: 'ANOTHER_VERSION_SETTLED'; readonly params: AtContract }
  /** `found`: what the version says whose page was opened. */
  | { readonly code: 'REPLACES_OPENED'; readonly params: { readonly differences: readonly ChangedField[] } }
  /** The ledger's history no longer reaches back to an earlier transaction. */
  | { readonly code: 'NOT_COVERED'; readonly params: None }
  | { readonly code: 'NO_LEDGER_TO_ASK'; readonly params: None }
  /** `fields`: terms of an escrow on the ledger that an update changed since it was made. */
  | { readonly code: 'TERMS_CHANGED'; readonly params: { readonly fields: readonly string[] } };

type ChangedField = { readonly field: string; readonly asked: string; readonly found: string };

export function stopText({ code, params }: Stop): string {
  switch (code) {
    case 'ROLE_IS_TOKEN':
      return `${ROLE_WORDS[params.role]}: this address is a token contract. Nobody can act for it, and what is paid to it is lost.`;
    case 'ROLE_IS_ESCROW':
      return `${ROLE_WORDS[params.role]}: this address is the escrow itself. Nobody can act for it, and what is paid to it is lost.`;
    case 'ONE_STRANGER_IN_ALL_ROLES':
      return `One address has every role, and it is not the signer’s: ${params.address}. Its owner alone would decide where the money goes.`;
    case 'FEE_ABOVE_STOP':
      return `The platform fee is ${params.percent} % of each payment, more than ${params.stop} %.`;
    case 'PAID_ALREADY':
      return `You paid ${params.amount} ${params.token} at ${minuteOf(params.at)}. Again?`;
    case 'ANOTHER_ESCROW':
      return `An escrow with the same terms exists already: ${params.contractId}. This makes a second one.`;
    case 'ANOTHER_VERSION_SETTLED':
      return `Another version of this escrow exists already, with the same engagement id: ${params.contractId}. This makes a second one.`;
    case 'REPLACES_OPENED':
      return `This replaces a version that was opened already. What is different: ${params.differences.map(changeText).join('; ')}.`;
    case 'NOT_COVERED':
      return 'It can no longer be found out whether an earlier transaction for this was carried out: the network’s history does not go back that far. If it was, signing this one does it twice.';
    case 'NO_LEDGER_TO_ASK':
      return 'The ledger cannot be asked here. If a wallet sent an earlier transaction for this by itself, signing this one does it twice.';
    case 'TERMS_CHANGED':
      return `The terms of this escrow were changed after it was made: ${params.fields.join(', ')}. Read the new ones before you pay.`;
  }
}

function changeText({ field, asked, found }: ChangedField): string {
  return `${field}: now ${asked}, before ${found}`;
}

/** "14:02 on 2026-11-22 (UTC)" */
function minuteOf(at: string): string {
  return `${at.slice(11, 16)} on ${at.slice(0, 10)} (UTC)`;
}
