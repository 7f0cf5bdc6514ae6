/** What a person must confirm before anything to sign is handed out, as data. */
import type { Difference } from '../errors/differences.ts';
import type { RoleName } from '../escrow/roles.ts';
import type { NameChange } from './names.ts';

/** `transactions`: hashes of earlier ones that may have settled, or may still do so. */
export type Beside = { readonly transactions: readonly string[] };
/**
 * How somebody could take the money of an escrow. `release`: they approve, pay out and are paid. `approved`: the same,
 * where the work is approved already. `fee`: the platform fee is most of each payment. `milestone`: they add a
 * milestone that pays them. `dispute`: one of them opens a dispute, unless there is one, and the other decides it.
 */
export const TAKING_WAYS = ['release', 'approved', 'fee', 'milestone', 'dispute'] as const;
export type TakingWay = (typeof TAKING_WAYS)[number];
export const SHARES = ['all', 'part'] as const;
export type Taking = { readonly way: TakingWay; readonly share: (typeof SHARES)[number] };
/** `name`: where the reader knows one for the address. */
export type TakingParty = { readonly address: string; readonly name?: string | undefined };
type AtContract = { readonly contractId: string };

export type Stop =
  | { readonly code: 'ROLE_IS_TOKEN'; readonly params: { readonly role: RoleName } }
  | { readonly code: 'ROLE_IS_ESCROW'; readonly params: { readonly role: RoleName } }
  /** Somebody whom the person does not know. */
  | { readonly code: 'CAN_TAKE_ALONE'; readonly params: Taking & TakingParty }
  | { readonly code: 'FEE_ABOVE_STOP'; readonly params: { readonly percent: string; readonly stop: string } }
  /** `token`: how the token is called. `at`: ISO 8601, UTC. */
  | {
      readonly code: 'PAID_ALREADY';
      readonly params: { readonly amount: string; readonly token: string; readonly at: string };
    }
  /** A second escrow with the same terms was asked for. */
  | { readonly code: 'ANOTHER_ESCROW'; readonly params: AtContract }
  /** The same signer and engagement id, with different terms. */
  | { readonly code: 'ANOTHER_VERSION_SETTLED'; readonly params: AtContract }
  /** `id`: the handle of that version. `found`: what it says; in texts, a stranger's words. */
  | {
      readonly code: 'REPLACES_OPENED';
      readonly params: { readonly id: string; readonly differences: readonly Difference[] };
    }
  /** The ledger's history no longer reaches back to an earlier transaction. */
  | { readonly code: 'NOT_COVERED'; readonly params: Beside }
  | { readonly code: 'NO_LEDGER_TO_ASK'; readonly params: Beside }
  /** The store was restored from a backup of this time. `count`: how many; absent where that is unknown. */
  | {
      readonly code: 'SIGNED_SINCE_BACKUP';
      readonly params: { readonly account: string; readonly at: string; readonly count?: string | undefined };
    }
  /** They are not as agreed or last confirmed here. Never texts: `asked` as known here, `found` as the RPC reports it. */
  | { readonly code: 'TERMS_CHANGED'; readonly params: { readonly differences: readonly Difference[] } }
  /** A name in the address book had a different address until lately, and the present one was never used. */
  | { readonly code: 'NAME_HAS_NEW_ADDRESS'; readonly params: NameChange }
  /** For a payment: all of the escrow was paid out or resolved. */
  | { readonly code: 'ESCROW_FINISHED'; readonly params: Readonly<Record<string, never>> }
  /** For a distribution: addresses that have no role in the escrow. */
  | { readonly code: 'PAYS_STRANGER'; readonly params: { readonly addresses: readonly string[] } }
  /** For an update: addresses that would newly be paid, or move the money. */
  | {
      readonly code: 'NAMES_STRANGER';
      readonly params: { readonly parties: readonly { readonly role: RoleName; readonly address: string }[] };
    }
  /** A contract in a role that has to sign. */
  | { readonly code: 'ROLE_IS_CONTRACT'; readonly params: { readonly role: RoleName } }
  /** As PAID_ALREADY, for a withdrawal of what was left. */
  | { readonly code: 'WITHDRAWN_ALREADY'; readonly params: Readonly<Record<'amount' | 'token' | 'at', string>> }
  /** Of a payment. `needed`: what the escrow has yet to pay out. `token`: how the token is called. */
  | {
      readonly code: 'MORE_THAN_NEEDED';
      readonly params: Readonly<Record<'held' | 'needed' | 'over' | 'token', string>>;
    };

/** Long enough for an address, an amount or a hash. */
export const LONGEST_VALUE = 80;
/** So many transactions are named; of the rest there is the number. */
export const MOST_NAMED = 2;

/** Problems of a role, of which several roles may have the same one. */
const ROLE_STOPS = ['ROLE_IS_TOKEN', 'ROLE_IS_ESCROW', 'ROLE_IS_CONTRACT'] as const;
export type RoleStop = (typeof ROLE_STOPS)[number];
const isOfRole = (stop: Stop): stop is Extract<Stop, { readonly code: RoleStop }> =>
  (ROLE_STOPS as readonly string[]).includes(stop.code);

/**
 * The stops as lines: equal sentences are shown once, and a problem of several roles is one sentence.
 * @param words of one language
 */
export function linesOf(
  stops: readonly Stop[],
  words: {
    readonly stopText: (stop: Stop) => string;
    readonly rolesText: (code: RoleStop, roles: readonly RoleName[]) => string;
  },
): string[] {
  const lines = stops.map((stop) =>
    isOfRole(stop) ? words.rolesText(stop.code, rolesOf(stops, stop.code)) : words.stopText(stop),
  );
  return [...new Set(lines)];
}

function rolesOf(stops: readonly Stop[], code: Stop['code']): RoleName[] {
  return stops.flatMap((stop) => (stop.code === code && 'role' in stop.params ? stop.params.role : []));
}
