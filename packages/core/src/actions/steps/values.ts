/** A step's arguments as the contract takes them. */
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { toBaseUnits } from '../../escrow/amount.ts';
import type { Argument } from '../../kinds/escrow-kind.ts';
import { i128, u32 } from '../../kinds/layout.ts';
import type { EscrowState } from './escrow-state.ts';

export type Share = { readonly address: string; readonly amount: string };

/** People count milestones from 1, contracts from 0. */
export function indexArguments(milestone: number | undefined): Partial<Record<Argument, xdr.ScVal>> {
  if (milestone === undefined) return {};
  return { index: u32.write(milestone - 1) };
}

/** The place of an escrow in a value that is measured without it. */
export const PLACE = xdr.ScVal.scvVoid();

export const listValue = (...values: xdr.ScVal[]): xdr.ScVal => xdr.ScVal.scvVec(values);
export const stringValue = (text: string): xdr.ScVal => xdr.ScVal.scvString(text);

/** The host requires a map's keys in byte order. */
export function distributionsValue(distributions: readonly Share[], standing: EscrowState): xdr.ScVal {
  return xdr.ScVal.scvMap(
    inHostOrder(distributions).map(
      (share) =>
        new xdr.ScMapEntry({
          key: Address.fromString(share.address).toScVal(),
          val: i128.write(unitsOfShare(share, standing)),
        }),
    ),
  );
}

/** Accounts come before contracts, each in the order of their 32 bytes. */
export function inHostOrder<Entry extends { readonly address: string }>(entries: readonly Entry[]): Entry[] {
  const keys = new Map(entries.map((entry) => [entry, Address.fromString(entry.address).toScVal().toXdr()]));
  return entries.toSorted((one, other) => compareBytes(keys.get(one) as Uint8Array, keys.get(other) as Uint8Array));
}

export const unitsOfShare = ({ amount }: Share, { decimals }: Pick<EscrowState, 'decimals'>): bigint =>
  toBaseUnits(amount, decimals) as bigint;

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  for (const [index, byte] of one.entries()) {
    const difference = byte - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
