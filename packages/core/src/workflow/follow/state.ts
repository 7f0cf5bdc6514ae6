/** An escrow's state as its followers know it, and how the store keeps that. */
import { xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import type { Network } from '../../escrow/network.ts';
import type { OnLedger } from '../model/on-ledger.ts';
import { readStanding } from '../read/read-standing.ts';

/** What followers compare: whether the escrow exists, its terms and its balance. */
export type FollowedEscrow = Omit<OnLedger, 'state'> & { readonly state: 'standing' | 'archived' | 'absent' };

/** The state to compare with the last one; undefined where this poll does not show enough, or is older. */
export function nextState(before: FollowedEscrow, now: OnLedger): FollowedEscrow | undefined {
  const { state } = now;
  if (state === 'not-listed') return undefined;
  if (state === 'absent') return before.state === 'absent' ? { ...now, state } : undefined;
  const isUnread = before.escrow !== undefined && now.escrow === undefined;
  if (isUnread) return state === 'archived' ? { ...before, state, asOf: now.asOf } : undefined;
  if (before.held !== undefined && now.held === undefined) return undefined;
  const isOlder =
    isBefore(now.contract?.modified, before.contract?.modified) || isBefore(now.held?.modified, before.held?.modified);
  return isOlder ? undefined : { ...now, state };
}

const isBefore = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one < other;

const keptSchema = z.strictObject({
  state: z.enum(['standing', 'archived', 'absent']),
  code: z.string().optional(),
  /** XDR in base64. */
  escrow: z
    .string()
    .transform((text) => xdr.ScVal.fromXdr(text, 'base64'))
    .exactOptional(),
  modified: z.number().exactOptional(),
  held: z
    .strictObject({
      units: z.string().transform(BigInt),
      decimals: z.number(),
      modified: z.number().exactOptional(),
    })
    .exactOptional(),
});

export function textOfState({ state, contract, held }: FollowedEscrow): string {
  return JSON.stringify({
    state,
    ...(contract && { code: contract.code, escrow: contract.escrow?.toXdr('base64'), modified: contract.modified }),
    ...(held && { held: { ...held, units: String(held.units) } }),
  });
}

/** @returns undefined where it cannot be read any more; the follower then starts from the current state */
export function stateOfText(text: string, asOf: number, network: Network): FollowedEscrow | undefined {
  try {
    const { state, held, code, ...terms } = keptSchema.parse(JSON.parse(text));
    const contract = code === undefined ? undefined : { code, ...terms };
    return { state, asOf, ...(contract && { contract, ...readStanding(contract, network) }), ...(held && { held }) };
  } catch {
    return undefined;
  }
}
