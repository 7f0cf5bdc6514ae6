/** What the fields of a request, a transaction and an escrow are called. Most have plain English names already. */
import { fieldWordsBy, upper } from '../field-words.ts';

/** Within a sentence. */
export const fieldWords = fieldWordsBy({
  paths: { 'trustline.address': 'token', 'trustline.decimals': 'decimals of the token' },
  entries: {
    milestones: 'milestone',
    addMilestones: 'added milestone',
    distributions: 'share',
    addresses: 'address',
    operations: 'operation',
    signatures: 'signature',
  },
  parts: {
    addMilestones: 'added milestones',
    approvalCount: 'number of approvals',
    approvedBy: 'approved by',
    approverFunds: 'funds of the approver',
    contractId: 'escrow address',
    disputeResolver: 'dispute resolver',
    disputeResolvers: 'dispute resolvers',
    distributions: 'shares',
    engagementId: 'engagement id',
    feeAddress: 'fee address',
    isDisputed: 'in dispute',
    maxAmount: 'highest amount',
    maxPerDay: 'highest amount per day',
    platformAddress: 'platform',
    platformFee: 'platform fee',
    receiverFunds: 'funds of the receiver',
    receiverMemo: 'receiver memo',
    release: 'release signer',
    releaseSigner: 'release signer',
    releaseSigners: 'release signers',
    serviceProvider: 'service provider',
    serviceProviderFunds: 'funds of the service provider',
    serviceProviders: 'service providers',
    signedXdr: 'signed transaction',
    statusChanges: 'status changes',
    transactionHash: 'transaction hash',
    trustline: 'token',
    waitSeconds: 'seconds to wait',
    way: 'way to pay',
  },
});

/** As a label: “Milestone 1: amount”. */
export const fieldText = (field: string): string => upper(fieldWords(field));
