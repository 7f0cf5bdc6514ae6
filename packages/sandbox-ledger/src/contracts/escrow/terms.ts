/** Checks the terms of a new escrow, and of an update. */
import type { EscrowOnChain } from '@countersign/core/kinds';
import { xdr } from '@stellar/stellar-sdk/base';
import type { ContractContext } from '../../host/host.ts';
import { addressValue } from '../../host/values.ts';
import { type EscrowCall, type EscrowCode, held, type Step } from './code.ts';

const MAX_MILESTONES = 50;
const MAX_PLATFORM_FEE = 9_900;

export function initialize(code: EscrowCode, context: ContractContext, value: xdr.ScVal): xdr.ScVal {
  const escrow = code.read(value);
  // The multi-release contract refuses to be created at an address with a balance; the single-release one does not.
  const balance = code.isSingle ? 0n : held(context, escrow);
  if (code.find(context) !== undefined) throw code.refusal('EscrowAlreadyInitialized');
  if (balance > 0n) throw code.refusal('EscrowBalanceMustBeZeroOnInitialization');
  checkTerms(code, escrow);
  if (hasFlags(escrow)) throw code.refusal('FlagsMustBeFalse');
  code.tell(context, 'deploy', code.store(context, value));
  return value;
}

function checkTerms({ refusal }: EscrowCode, { amount, milestones, platformFee }: EscrowOnChain): void {
  // The source also wants the service's 0.3 % to fit next to it, which follows.
  if (platformFee > MAX_PLATFORM_FEE) throw refusal('PlatformFeeTooHigh');
  if (amount !== undefined && amount <= 0n) throw refusal('AmountCannotBeZero');
  if (milestones.length === 0) throw refusal('NoMileStoneDefined');
  if (milestones.length > MAX_MILESTONES) throw refusal('TooManyMilestones');
  const amounts = milestones.flatMap((milestone) => milestone.amount ?? []);
  if (amounts.some((each) => each <= 0n)) throw refusal('AmountCannotBeZero');
}

export const update: Step = (call) => {
  const { code, context, refusal } = call;
  const { signer, escrow: value } = call.args;
  const next = code.read(value);
  const hasMoney = call.held() > 0n;
  checkTerms(code, next);
  call.requirePlatform();
  if (next.roles.platformAddress !== signer) throw refusal('PlatformAddressCannotBeChanged');
  (code.isSingle ? checkSingleChange : checkMultiChange)(call, next, hasMoney);
  call.authorise();
  code.store(context, value);
  call.tell('update', addressValue(signer), xdr.ScVal.scvString(next.engagementId), value);
  return value;
};

function checkMultiChange({ code, refusal, escrow: old }: EscrowCall, next: EscrowOnChain, hasMoney: boolean): void {
  const kept = next.milestones.slice(0, old.milestones.length);
  const withOldFlags = kept.map((milestone, at) => ({ ...milestone, flags: old.milestones[at]?.flags ?? {} }));
  if (!isSame(code, { ...next, milestones: kept }, { ...next, milestones: withOldFlags })) {
    throw refusal('EscrowPropertiesMismatch');
  }
  if (addedTo(old, next).some(({ flags }) => isAnySet(flags))) throw refusal('FlagsMustBeFalse');
  if (hasMoney && !isSame(code, { ...next, milestones: kept }, old)) throw refusal('EscrowPropertiesMismatch');
}

function checkSingleChange({ code, refusal, escrow: old }: EscrowCall, next: EscrowOnChain, hasMoney: boolean): void {
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
