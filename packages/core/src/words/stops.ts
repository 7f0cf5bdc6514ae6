/** What a person must confirm before anything to sign is given out: as data, and in words for that person. */
import type { Difference } from '../errors/errors.ts';
import type { RoleName } from '../escrow/roles.ts';
import { cleanLine } from '../text/text.ts';
import { type NameChange, nameChangeText } from './names.ts';
import { LEAVES } from './warnings.ts';
import { ROLE_WORDS } from './words.ts';

/** `transactions`: hashes of earlier ones that may have settled, or may still do so. */
type Beside = { readonly transactions: readonly string[] };
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
  /** `id`: the handle of that version. `found`: what it says; in texts, a stranger's words. */
  | {
      readonly code: 'REPLACES_OPENED';
      readonly params: { readonly id: string; readonly differences: readonly Difference[] };
    }
  /** The ledger's history no longer reaches back to an earlier transaction. */
  | { readonly code: 'NOT_COVERED'; readonly params: Beside }
  | { readonly code: 'NO_LEDGER_TO_ASK'; readonly params: Beside }
  /** An update changed them since the escrow was made. Never texts: `asked` as agreed, `found` on the ledger now. */
  | { readonly code: 'TERMS_CHANGED'; readonly params: { readonly differences: readonly Difference[] } }
  /** A name of the address book has had another address until lately, and this one was never used. */
  | { readonly code: 'NAME_HAS_NEW_ADDRESS'; readonly params: NameChange }
  /** Of a payment: all of the escrow was paid out, or resolved. */
  | { readonly code: 'ESCROW_FINISHED'; readonly params: Readonly<Record<string, never>> }
  /** Of a distribution: addresses that have no role in the escrow. */
  | { readonly code: 'PAYS_STRANGER'; readonly params: { readonly addresses: readonly string[] } }
  /** Of an update: who would be paid, or move the money, and has had no role in the escrow. */
  | {
      readonly code: 'NAMES_STRANGER';
      readonly params: { readonly parties: readonly { readonly role: RoleName; readonly address: string }[] };
    }
  /** As PAID_ALREADY, of what was left in the escrow. */
  | { readonly code: 'WITHDRAWN_ALREADY'; readonly params: Readonly<Record<'amount' | 'token' | 'at', string>> }
  /** Of a payment: the escrow holds what it needs. `token`: how the token is called. */
  | { readonly code: 'NOTHING_NEEDED'; readonly params: Readonly<Record<'held' | 'needed' | 'token', string>> };

/** Long enough for an address, an amount or a hash. */
const LONGEST_VALUE = 80;
/** So many transactions are named; of the rest there is the number. */
const MOST_NAMED = 2;

/** Each stop as a person reads it: what is wrong with several roles is said once, and so is what reads the same. */
export function stopLines(stops: readonly Stop[]): string[] {
  const lines = stops.map((stop) =>
    stop.code === 'ROLE_IS_TOKEN' || stop.code === 'ROLE_IS_ESCROW'
      ? rolesText(stop.code, rolesOf(stops, stop.code))
      : stopText(stop),
  );
  return [...new Set(lines)];
}

export function stopText({ code, params }: Stop): string {
  switch (code) {
    case 'ROLE_IS_TOKEN':
    case 'ROLE_IS_ESCROW':
      return rolesText(code, [params.role]);
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
      return `It replaces a version that somebody opened already.${differentNow(params.differences)}`;
    case 'NOT_COVERED':
      return `It can no longer be found out whether ${earlier(params)} carried out: the network’s history does not go back that far. If so, signing this one does it again.`;
    case 'NO_LEDGER_TO_ASK':
      return `The ledger cannot be asked here whether ${earlier(params)} carried out: a wallet may have sent it by itself. If so, signing this one does it again.`;
    case 'TERMS_CHANGED':
      return `The terms of this escrow were changed after it was made: ${params.differences.map(changeText).join('; ')}. Read the new ones before you pay.`;
    case 'NAME_HAS_NEW_ADDRESS':
      return `${nameChangeText(params)} If you did not change it, do not sign.`;
    case 'ESCROW_FINISHED':
      return `This escrow is finished: all of it was paid out or resolved. ${LEAVES}`;
    case 'PAYS_STRANGER':
      return `It pays somebody who has no role in this escrow: ${params.addresses.join(', ')}. If that is a mistake, the money is lost.`;
    case 'NAMES_STRANGER':
      return `It puts somebody who has no role in this escrow where money is paid out: ${params.parties.map(({ role, address }) => `${ROLE_WORDS[role]} ${address}`).join(', ')}. If that is a mistake, the money can be lost.`;
    case 'WITHDRAWN_ALREADY':
      return `You withdrew ${params.amount} ${params.token} at ${minuteOf(params.at)}. Again?`;
    case 'NOTHING_NEEDED':
      return `The escrow needs nothing more: it holds ${params.held} ${params.token}, and needs ${params.needed}. ${LEAVES}`;
  }
}

const IN_NO_ROLE = { ROLE_IS_TOKEN: 'a token contract', ROLE_IS_ESCROW: 'the escrow itself' } as const;

function rolesText(code: keyof typeof IN_NO_ROLE, roles: readonly RoleName[]): string {
  const named = roles.map((role) => ROLE_WORDS[role]).join(', ');
  const what = roles.length === 1 ? 'this address' : 'each of these addresses';
  return `${named}: ${what} is ${IN_NO_ROLE[code]}. Nobody can act for it, and what is paid to it is lost.`;
}

function rolesOf(stops: readonly Stop[], code: Stop['code']): RoleName[] {
  return stops.flatMap((stop) => (stop.code === code && 'role' in stop.params ? stop.params.role : []));
}

/** Names alone: what either version says may be a stranger's text, which is no part of a sentence of ours. */
function differentNow(differences: readonly Difference[]): string {
  const fields = [...new Set(differences.map(({ field }) => field))];
  return fields.length === 0 ? '' : ` Different now: ${fields.join(', ')}.`;
}

function changeText({ field, asked, found }: Difference): string {
  return `${field}: agreed ${cleanLine(asked, LONGEST_VALUE)}, now ${cleanLine(found, LONGEST_VALUE)}`;
}

/** "an earlier transaction for this (…) was", "3 earlier transactions for this (…, … and 1 more) were" */
function earlier({ transactions }: Beside): string {
  const left = transactions.length - MOST_NAMED;
  const named = `${transactions.slice(0, MOST_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  return transactions.length === 1
    ? `an earlier transaction for this (${named}) was`
    : `${transactions.length} earlier transactions for this (${named}) were`;
}

/** "14:02 on 2026-11-22 (UTC)" */
function minuteOf(at: string): string {
  return `${at.slice(11, 16)} on ${at.slice(0, 10)} (UTC)`;
}
