/**
 * The live service's texts for contract errors, by number only, whichever contract raised it. They are those of the
 * single-release escrow, so errors of multi-release escrows and tokens get wrong texts: a fee that is too high (43)
 * becomes a milestone that does not exist, and a missing trustline (13 of a token) becomes a dispute. Clients of the live
 * service meet this bug, so they meet it here too.
 */
const TEXTS: readonly string[] = [
  'The amount cannot be zero',
  'Escrow already initialized',
  'Escrow not found',
  'Only the release signer can release the escrow earnings',
  'The escrow must be completed before earnings are released',
  'The escrow balance is not enough to send earnings',
  'Only the platform address can execute this function',
  'Only the service provider can change the milestone status',
  'No milestone defined',
  'Invalid milestone index',
  'Only the approver can change the milestone flag',
  'Only the dispute resolver can execute this function',
  'Escrow already in dispute',
  'Escrow not in dispute',
  'Insufficient funds for resolution',
  'The escrow is open for dispute resolution',
  'Overflow',
  'Underflow',
  'Division error',
  'Insufficient approver funds for commissions',
  'Insufficient service provider funds for commissions',
  'A milestone is approved, so the escrow properties cannot change',
  'The escrow has funds',
  'Escrow already resolved',
  'Too many escrows requested',
  'You are not authorized to change the dispute flag',
  'Too many milestones',
  'Receiver and approver funds do not equal the escrow balance',
  'The milestone has already been approved',
  'The milestone status cannot be empty',
  'The platform fee is too high',
  'All flags must be false',
  'The escrow properties do not match',
  'Approver or receiver funds cannot be less than zero',
  'Escrow already released',
  'Incompatible escrow wasm hash',
  'The platform address cannot be changed',
  'The amounts to be transferred must be positive',
  'The distributions must equal the escrow balance',
  'The dispute resolver cannot dispute the escrow',
  'The total amount cannot be zero',
  'Insufficient funds to fund the escrow',
  'One of the selected milestones to approve does not exist',
  'The escrow is not fully processed',
  'Too many distributions',
  'One of the milestones to update does not exist',
];

export function contractErrorText(number: number): string {
  return TEXTS[number - 1] ?? `Unknown contract error ${number}`;
}
