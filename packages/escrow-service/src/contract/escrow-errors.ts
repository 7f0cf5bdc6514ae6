/** The errors of the escrow contract of docs/interface.md by number, in words. Other kinds number differently. */
const TEXTS: readonly string[] = [
  'Escrow not funded',
  'Amount cannot be zero',
  'Escrow already initialized',
  'Escrow not found',
  'Only the release signer can release the escrow earnings',
  'The milestone is not completed',
  'The escrow balance is not enough to send earnings',
  'Only the platform address can execute this function',
  'Only the service provider can change the milestone status',
  'No milestone defined',
  'Invalid milestone index',
  'Only the approver can change the milestone flag',
  'Only the dispute resolver can execute this function',
  'The milestone is already in dispute',
  'The milestone is not in dispute',
  'Insufficient funds for the resolution',
  'The milestone is open for dispute resolution',
  'Overflow',
  'Underflow',
  'Division error',
  'Insufficient approver funds for commissions',
  'Insufficient service provider funds for commissions',
  'A milestone is approved, so the escrow properties cannot change',
  'The escrow has funds',
  'The milestone is already resolved',
  'Too many escrows requested',
  'You are not authorized to change the dispute flag',
  'Too many milestones',
  'A milestone in dispute cannot be released',
  'The milestone is already released',
  'Milestone not found',
  'The milestone has already been approved',
  'The milestone status cannot be empty',
  'The platform fee is too high',
  'Flags must be false',
  'The escrow properties do not match',
  'Incompatible escrow wasm hash',
  'Approver or receiver funds cannot be less than zero',
  'The distributions exceed the amount of the milestone',
  'The escrow is already resolved',
  'The escrow is not fully processed',
  'The amounts to be transferred must be positive',
  'Insufficient funds for the refund',
  'The platform address cannot be changed',
  'Insufficient escrow funds to make the refund',
  'The dispute resolver cannot dispute the milestone',
  'The total amount cannot be zero',
];

/** Errors of a Stellar asset's contract (CAP-46-6) that a step can cause. A number does not show which contract's it is. */
const OF_TOKEN: Readonly<Record<number, string>> = {
  6: 'an account does not exist',
  10: 'the balance is too small',
  11: 'an account may not hold it',
  13: 'a trustline is missing',
};

export function escrowErrorText(number: number): string | undefined {
  const [text, ofToken] = [TEXTS[number - 1], OF_TOKEN[number]];
  return ofToken === undefined ? text : `${text}; or, if it is the token's: ${ofToken}`;
}
