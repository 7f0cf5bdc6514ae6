/** What addresses and fields are called, and the proof that a wallet is somebody's. */
import {
  fieldWordsBy,
  linesOfNames,
  type NameChange,
  type NamedAddress,
  type PageProofText,
  type SetBy,
  upper,
  type WalletProof,
} from '../names.ts';

/** “Ana, from your address book, set 3 October 2026 in the terminal” */
export function nameText({ name, from, setBy, setAt }: Omit<NamedAddress, 'field'>): string {
  switch (from) {
    case 'address-book':
      return `${name}, from your address book${setText(setBy, setAt)}`;
    case 'address':
      return `${name} in your address book${setText(setBy, setAt)}`;
    case 'sandbox':
      return `${name}, a demo account of the sandbox`;
    case 'network':
      return `${name}, a known token of this network`;
  }
}

export const nameLines = (names: readonly NamedAddress[]): string[] => linesOfNames(names, { nameText, fieldText });

function setText(setBy: SetBy | undefined, setAt: string | undefined): string {
  return setBy === undefined || setAt === undefined ? '' : `, set ${dayText(setAt)} ${SET_BY_WORDS[setBy]}`;
}

export const SET_BY_WORDS: Readonly<Record<SetBy, string>> = {
  terminal: 'in the terminal',
  page: 'on the signing page',
  command: 'by a command',
};

export function nameChangeText({ name, before, now, at, by }: NameChange): string {
  return `The address of ${name} in the address book was changed on ${dayText(at)} ${SET_BY_WORDS[by]}: before it was ${before}, now it is ${now}.`;
}

/** “3 October 2026”. @param time ISO 8601, UTC */
export function dayText(time: string): string {
  return new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}

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
    crossChainReceiver: 'receiver on another blockchain',
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

export function walletProofText({ address, person, place, host, code }: WalletProof): string {
  return [
    `I prove to ${host} that this wallet is mine.`,
    `Wallet: ${address}`,
    `Person: ${person}`,
    `Place: ${place}`,
    `One-time code: ${code}`,
    'This is not a transaction. It moves no money and gives nobody the right to sign anything.',
  ].join('\n');
}

/** What the signer's wallet signs before a link that anybody may have shows the transaction. */
export function pageProofText({ address, host, code }: PageProofText): string {
  return [
    `I open a page at ${host} with a transaction that this wallet is asked to sign.`,
    `Wallet: ${address}`,
    `Code: ${code}`,
    'This is not a transaction. It moves no money and gives nobody the right to sign anything.',
  ].join('\n');
}

export const PAGE_PROOF_OVER = {
  message: 'The text that was signed is no longer valid. It counts for 15 minutes.',
  remedy: 'Load this page again, and sign the text that it shows then.',
};
