/**
 * The error numbers of the escrow contracts: a name's place in its list is its number. They are
 * the mainnet builds' that were found; the numbers of the live testnet builds are not known.
 */
import { HostError } from '../../host/host-error.ts';

const MULTI = [
  ...['AmountCannotBeZero', 'AmountsToBeTransferredShouldBePositive', 'ApproverOrReceiverFundsLessThanZero'],
  ...['CantReleaseAMilestoneInDispute', 'DisputeResolverCannotDisputeTheMilestone', 'DivisionError'],
  ...['EmptyMilestoneStatus', 'EscrowAlreadyInitialized', 'EscrowAlreadyResolved'],
  ...['EscrowBalanceMustBeZeroOnInitialization', 'EscrowBalanceNotEnoughToSendEarnings', 'EscrowHasFunds'],
  ...['EscrowNotFound', 'EscrowNotFullyProcessed', 'EscrowPropertiesMismatch', 'FlagsMustBeFalse'],
  ...['InsufficientApproverFundsForCommissions', 'InsufficientEscrowFundsToMakeTheRefund'],
  ...['InsufficientFundsForEscrowFunding', 'InsufficientFundsForRefund', 'InsufficientFundsForResolution'],
  ...['InsufficientServiceProviderFundsForCommissions', 'InvalidMileStoneIndex', 'MilestoneAlreadyInDispute'],
  ...['MilestoneAlreadyReleased', 'MilestoneAlreadyResolved', 'MilestoneApprovedCantChangeEscrowProperties'],
  ...['MilestoneHasAlreadyBeenApproved', 'MilestoneNotCompleted', 'MilestoneNotFound', 'MilestoneNotInDispute'],
  ...['MilestoneOpenedForDisputeResolution', 'MilestoneToApproveDoesNotExist', 'MilestoneToUpdateDoesNotExist'],
  ...['NoMileStoneDefined', 'OnlyApproverChangeMilstoneFlag', 'OnlyDisputeResolverCanExecuteThisFunction'],
  ...['OnlyPlatformAddressExecuteThisFunction', 'OnlyReleaseSignerCanReleaseEarnings'],
  ...['OnlyServiceProviderChangeMilstoneStatus', 'Overflow', 'PlatformAddressCannotBeChanged', 'PlatformFeeTooHigh'],
  ...['TooManyEscrowsRequested', 'TooManyMilestones', 'TooManyDistributions', 'TotalAmountCannotBeZero'],
  ...['TotalDisputeFundsMustNotExceedTheMilestoneAmount', 'UnauthorizedToChangeDisputeFlag', 'Underflow'],
] as const;

const SINGLE = [
  ...['AmountCannotBeZero', 'EscrowAlreadyInitialized', 'EscrowNotFound', 'OnlyReleaseSignerCanReleaseEarnings'],
  ...['EscrowNotCompleted', 'EscrowBalanceNotEnoughToSendEarnings', 'OnlyPlatformAddressExecuteThisFunction'],
  ...['OnlyServiceProviderChangeMilstoneStatus', 'NoMilestoneDefined', 'InvalidMileStoneIndex'],
  ...['OnlyApproverChangeMilstoneFlag', 'OnlyDisputeResolverCanExecuteThisFunction', 'EscrowAlreadyInDispute'],
  ...['EscrowNotInDispute', 'InsufficientFundsForResolution', 'EscrowOpenedForDisputeResolution', 'Overflow'],
  ...['Underflow', 'DivisionError', 'InsufficientApproverFundsForCommissions'],
  ...['InsufficientServiceProviderFundsForCommissions', 'MilestoneApprovedCantChangeEscrowProperties'],
  ...['EscrowHasFunds', 'EscrowAlreadyResolved', 'TooManyEscrowsRequested', 'UnauthorizedToChangeDisputeFlag'],
  ...['TooManyMilestones', 'ReceiverAndApproverFundsNotEqual', 'MilestoneHasAlreadyBeenApproved'],
  ...['EmptyMilestoneStatus', 'PlatformFeeTooHigh', 'FlagsMustBeFalse', 'EscrowPropertiesMismatch'],
  ...['ApproverOrReceiverFundsLessThanZero', 'EscrowAlreadyReleased', 'IncompatibleEscrowWasmHash'],
  ...['PlatformAddressCannotBeChanged', 'AmountsToBeTransferredShouldBePositive'],
  ...['DistributionsMustEqualEscrowBalance', 'DisputeResolverCannotDisputeTheEscrow', 'TotalAmountCannotBeZero'],
  ...['InsufficientFundsForEscrowFunding', 'MilestoneToApproveDoesNotExist', 'EscrowNotFullyProcessed'],
  ...['TooManyDistributions', 'MilestoneToUpdateDoesNotExist'],
] as const;

export type ContractError = (typeof MULTI)[number] | (typeof SINGLE)[number];

export const ERRORS: Readonly<Record<'multi' | 'single', readonly ContractError[]>> = {
  multi: MULTI,
  single: SINGLE,
};

/** @param name in any contract's spelling: one of them is spelled in two ways */
export function contractError(errors: readonly ContractError[], name: ContractError): HostError {
  const index = errors.findIndex((known) => known.toLowerCase() === name.toLowerCase());
  return HostError.contract(index + 1, errors[index] ?? name);
}
