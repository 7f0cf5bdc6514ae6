/** The explanation as a whole, and all around its operations: who pays, when it is valid, and who has signed. */
import type { Stakes } from '../../explain.ts';

export const operationLabel = (number: number): string => `Operation ${number}`;
/** Before what an operation does: “Operation 3 pays …”. */
export const operationDoes = (number: number): string => `Operation ${number}`;
/** The transaction, where its only operation is a deploy. */
export const IT: string = 'It';
export const GOOD_TO_KNOW: string = 'Good to know';
export const asActor = (words: string, actor: string): string => `${words}, as ${actor}`;
export const unreadDeploy = (called: string, why: string): string =>
  `It calls ${called}, as the deploy of an escrow does, but cannot be read as one: ${why}.`;
export const NOT_COMPARED: string =
  'This was not compared with a request. Sign it only if each operation is what you want.';
export const notADeploy = (names: string): string => `Not the deploy of an escrow, but ${names}.`;
export const WITHOUT_OPERATIONS: string = 'a transaction without operations';
export const operationsNamed = (count: number, names: string): string => `${count} operations: ${names}`;
export const paysFeeOfThis = (account: string): string => `${account} pays the fee of this: `;

/** What this installation knows of it. @param title in quotation marks */
export const preparedHere = (time: string, transaction: string, title: string | undefined): string =>
  `This is what you prepared at ${time}: ${transaction}${title === undefined ? '' : ` for the escrow ${title}`}.`;
export const stepOfEscrow = (transaction: string, title: string): string =>
  `This is ${transaction} for the escrow ${title}, which is on the ledger.`;
export const STATE: string = 'State';
export const AMOUNT: string = 'Amount';
export const PAYS: string = 'Pays';

export const moreWarnings = (count: number): string => `and ${count} more warnings like these`;
export const moreLikeIt = (text: string, count: number): string => `${text} (and ${count} more like it)`;
export const COUNTED: Readonly<Record<Stakes, string>> = {
  control: 'about who controls an account or a token',
  account: 'about closing an account',
  access: 'about who can no longer sign',
  money: 'about money',
  trust: 'about trust and approvals',
  note: 'about the transaction itself',
};

/** Everything around the operations: who pays, what it costs, and when and on what conditions it is valid. */

export const ENVELOPES: Readonly<Record<'v1' | 'v0' | 'fee-bump', string>> = {
  v1: 'a transaction (v1)',
  v0: 'an old transaction (v0), which Countersign does not send',
  'fee-bump': 'a fee bump around a transaction, which Countersign does not send',
};
export const ENVELOPE: string = 'Envelope';
export const ACTS_FOR: string = 'Acts for';
export const PAID_BY: string = 'Paid by';
export const NETWORK_FEE: string = 'Network fee';
export const CONTRACT_RESOURCES: string = 'Contract resources';
export const SEQUENCE_NUMBER: string = 'Sequence number';
export const MEMO: string = 'Memo';
export const VALID_UNTIL: string = 'Valid until';
export const NETWORK: string = 'Network';
export const HASH: string = 'Hash';
export const FEE_BUMP_HASH: string = 'Hash of the fee bump';

export const feeTaken = (fee: string, payer: string): string =>
  `The network may take up to ${fee} from ${payer} as its fee.`;
export const signedElsewhere = (networks: string, network: string): string =>
  `It is signed for ${networks}, and is explained here as if it were for ${network}.`;
export const NOT_CANONICAL: string = 'Its XDR is not in canonical form; wallets may read it differently.';
export const NEVER_EXPIRES: string = 'It never expires: once signed, it can be sent at any time.';
export const HAS_EXPIRED: string = 'It has expired: the network would refuse it.';

export const atMost = (fee: string): string => `at most ${fee}`;
export const inPlaceOf = (fee: string, inner: string): string =>
  `at most ${fee}, in place of the ${inner} that the transaction inside offers`;
export const resources = (fee: string, reads: number, writes: number): string =>
  `at most ${fee} of the fee; reads ${reads} and may write ${writes} entries of the ledger`;
export const NO_MEMO: string = 'none';
export const theNumber = (number: bigint): string => `the number ${number}`;
export const theHash = (hash: string): string => `the hash ${hash}`;
export const returnOf = (hash: string): string => `a return of ${hash}`;
export const NO_EXPIRY: string = 'no expiry';
export const timeLeft = (time: string, seconds: bigint): string => `${time} (${seconds} s left)`;
export const expiredAt = (time: string): string => `${time} (expired)`;

export const VALID_FROM: string = 'Valid from';
export const timeAhead = (time: string, seconds: bigint): string => `${time} (in ${seconds} s)`;
export const VALID_IN_LEDGERS: string = 'Valid in ledgers';
export const fromLedger = (first: number, last: number): string =>
  `from ${first} ${last === 0 ? 'on' : `to before ${last}`}`;
export const MIN_SEQUENCE: string = 'Minimum sequence number';
export const numberOrHigher = (number: bigint): string =>
  `the account’s number is ${number} or higher, instead of exactly one less than this`;
export const MIN_AGE: string = 'Minimum age';
export const secondsAfterLast = (seconds: bigint): string => `${seconds} s after the account’s last transaction`;
export const MIN_LEDGER_GAP: string = 'Minimum ledger gap';
export const ledgersAfterLast = (ledgers: number): string => `${ledgers} ledgers after the account’s last transaction`;
export const ALSO_SIGNED_BY: string = 'Also to be signed by';
export const assumedNetwork = (network: string): string => `not stated in an envelope; assumed to be ${network}`;
export const confirmedNetworks = (networks: readonly string[]): string =>
  `${networks.join(' and ')}, confirmed by a valid signature`;
export const hashIfFor = (hash: string, network: string, passphrase: string): string =>
  `${hash} (if it is for ${network}: ${passphrase})`;

/** Who has signed. */

export const SIGNATURES: string = 'Signatures';
export const UNSIGNED: string = 'none';
export const SIGNATURE: string = 'Signature';
export const signatureNumber = (number: number): string => `Signature ${number}`;
export const SIGNED_BY_PAYER: string = 'Signed by the payer';
export const NO: string = 'no';
export const SIGNATURE_OF_FEE_BUMP: string = 'Signature of the fee bump';
export const NOT_SIGNED_BY: string = 'Not signed by';
export const signedBy = (account: string, isSource: boolean, network: string): string =>
  `by ${account}${isSource ? ' (the source account)' : ''}, valid for ${network}`;
export const hintedOnly = (account: string, networks: string): string =>
  `not valid: it carries the hint of ${account}, but fits no network known here (${networks}); it may be broken, made before a change, or for another network`;
export const byUnnamed = (hint: string): string => `by somebody whom the envelope does not name; its hint is ${hint}`;
