/** Checks the terms of a new escrow, and of an update. */
import type { EscrowOnChain } from '@countersign/core/kinds';
import { xdr } from '@stellar/stellar-sdk/base';
import { addressValue } from '../../host/values.ts';
import { checkPlatform, type EscrowCode, held, type Step, tell } from './code.ts';

const MAX_MILESTONES = 50;
const MAX_PLATFORM_FEE = 9_900;

export const initialize: Step = (code, context, { escrow: value }) => {
  const escrow = code.read(value);
  // The multi-release contract refuses to be created at an address with a balance; the single-release one does not.
  const balance = code.isSingle ? 0n : held(context, escrow);
  if (code.find(context) !== undefined) throw code.refusal('EscrowAlreadyInitialized');
  if (balance > 0n) throw code.refusal('EscrowBalanceMustBeZeroOnInitialization');
  checkTerms(code, escrow);
  if (hasFlags(escrow)) throw code.refusal('FlagsMustBeFalse');
  tell(code, context, 'deploy', [code.store(context, value)]);
  return value;
};

function checkTerms({ refusal }: EscrowCode, { amount, milestones, platformFee }: EscrowOnChain): void {
  // The source also wants the service's 0.3 % to fit next to it, which follows.
  if (platformFee > MAX_PLATFORM_FEE) throw refusal('PlatformFeeTooHigh');
  if (amount !== undefined && amount <= 0n) throw refusal('AmountCannotBeZero');
  if (milestones.length === 0) throw refusal('NoMileStoneDefined');
  if (milestones.length > MAX_MILESTONES) throw refusal('TooManyMilestones');
  const amounts = milestones.flatMap((milestone) => milestone.amount ?? []);
  if (amounts.some((each) => each <= 0n)) throw refusal('AmountCannotBeZero');
}

export const update: Step = (code, context, { signer, escrow: value }) => {
  const old = code.load(context);
  const next = code.read(value);
  const hasMoney = held(context, old) > 0n;
  checkTerms(code, next);
  checkPlatform(code, old, signer);
  if (next.roles.platformAddress !== signer) throw code.refusal('PlatformAddressCannotBeChanged');
  (code.isSingle ? checkSingleChange : checkMultiChange)(code, old, next, hasMoney);
  context.host.requireAuth(signer);
  code.store(context, value);
  const engagementId = xdr.ScVal.scvString(next.engagementId);
  tell(code, context, 'update', [addressValue(signer), engagementId, value]);
  return value;
};

function checkMultiChange(code: EscrowCode, old: EscrowOnChain, next: EscrowOnChain, hasMoney: boolean): void {
  const { refusal } = code;
  const kept = next.milestones.slice(0, old.milestones.length);
  const withOldFlags = kept.map((milestone, at) => ({ ...milestone, flags: old.milestones[at]?.flags ?? {} }));
  if (!isSame(code, { ...next, milestones: kept }, { ...next, milestones: withOldFlags })) {
    throw refusal('EscrowPropertiesMismatch');
  }
  if (addedTo(old, next).some(({ flags }) => isAnySet(flags))) throw refusal('FlagsMustBeFalse');
  if (hasMoney && !isSame(code, { ...next, milestones: kept }, old)) throw refusal('EscrowPropertiesMismatch');
}

function checkSingleChange(code: EscrowCode, old: EscrowOnChain, next: EscrowOnChain, hasMoney: boolean): void {
  const { refusal } = code;
  if (old.flags?.disputed === true) throw refusal('EscrowOpenedForDisputeResolution');
  if (isAnySet(next.flags ?? {})) throw refusal('FlagsMustBeFalse');
  if (hasMoney) {
    const kept = next.milestones.slice(0, old.milestones.length);
    if (!isSame(code, { ...next, milestones: kept }, old)) throw refusal('EscrowPropertiesMismatch');
  } else if (old.milestones.some(({ flags }) => isAnySet(flags))) {
    throw refusal('MilestoneApprovedCantChangeEscrowProperties');
  }
  const fresh = hasMoney ? addedTo(old, next) : next.milestones;
  if (fresh.some(({ flags }) => isAnySet(flags))) throw refusal('FlagsMustBeFalse');
}

const isSame = ({ kind }: EscrowCode, one: EscrowOnChain, other: EscrowOnChain): boolean =>
  kind.encode(one).equals(kind.encode(other));

const addedTo = (old: EscrowOnChain, { milestones }: EscrowOnChain) => milestones.slice(old.milestones.length);

const isAnySet = (flags: object): boolean => Object.values(flags).includes(true);

const hasFlags = ({ flags = {}, milestones }: EscrowOnChain): boolean =>
  [flags, ...milestones.map((milestone) => milestone.flags)].some(isAnySet);
