/** A step's arguments in the values of a call, and the values of its event. */
import { xdr } from '@stellar/stellar-sdk/base';
import { toBaseUnits } from '../../escrow/amount.ts';
import type { ArgumentValues } from '../../kinds/encode-call.ts';
import type { EscrowState } from './escrow-state.ts';

export type Share = { readonly address: string; readonly amount: string };

/** People count milestones from 1, contracts from 0. */
export const indexOf = (milestone: number | undefined): ArgumentValues =>
  milestone === undefined ? {} : { index: milestone - 1 };

/** The place of an escrow in a value that is measured without it. */
export const PLACE = xdr.ScVal.scvVoid();

export const listValue = (...values: xdr.ScVal[]): xdr.ScVal => xdr.ScVal.scvVec(values);

export const sharesInUnits = (distributions: readonly Share[], state: EscrowState) =>
  distributions.map((share) => ({ address: share.address, units: unitsOfShare(share, state) }));

export const unitsOfShare = ({ amount }: Share, { decimals }: Pick<EscrowState, 'decimals'>): bigint =>
  toBaseUnits(amount, decimals) as bigint;
