/**
 * The error numbers of the live contracts, by release: a name's place in its list is its number. They are those of the
 * mainnet builds that were found; the numbers of the live testnet builds are not known.
 */
import type { Release } from '@countersign/core/network';

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

export type LiveError = (typeof MULTI)[number] | (typeof SINGLE)[number];

const LIVE_ERRORS: Readonly<Record<Release, readonly LiveError[]>> = { multi: MULTI, single: SINGLE };

/** @param name in the spelling of either release: one of them is spelled in two ways */
export function liveErrorNumber(release: Release, name: LiveError): number {
  const wanted = name.toLowerCase();
  return LIVE_ERRORS[release].findIndex((known) => known.toLowerCase() === wanted) + 1;
}
