/** Everything around the operations: who pays, what it costs, and when and on what conditions it is valid. */

export const ENVELOPES: Readonly<Record<'v1' | 'v0' | 'fee-bump', string>> = {
  v1: 'a transaction (v1)',
  v0: 'an old transaction (v0), which the escrow service does not accept',
  'fee-bump': 'a fee bump around a transaction, which the escrow service does not accept',
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
