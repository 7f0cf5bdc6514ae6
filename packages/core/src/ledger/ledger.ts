/** What the network says of transactions, tokens, accounts and contracts, by Stellar RPC. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { Asset } from '../escrow/network.ts';
import type { NotSent } from './send-answer.ts';

export type Outcome =
  /** `ledger`: the number of the one that included it. */
  | { readonly kind: 'settled'; readonly ledger: number }
  /** Included and refused while it was executed; `code` is the result's name. `isAgreed`: a second RPC reports the same. */
  | { readonly kind: 'failed'; readonly code: string; readonly ledger: number; readonly isAgreed?: true }
  /** Not in the ledgers that the RPC keeps; `from` and `to` are their closing times in epoch milliseconds. */
  | {
      readonly kind: 'not-found';
      readonly fromLedger: number;
      readonly toLedger: number;
      readonly from: number;
      readonly to: number;
      readonly isAgreed?: true;
    }
  /** The RPC could not be asked. */
  | { readonly kind: 'no-answer' };

/** `ledger` is the latest one that the RPC knew when it answered. */
export type FoundAccount =
  | { readonly kind: 'account'; readonly entry: xdr.AccountEntry; readonly ledger: number }
  | { readonly kind: 'missing'; readonly ledger: number }
  | { readonly kind: 'no-answer' };

export type Wanted = {
  readonly account?: string;
  readonly contracts: readonly string[];
  /** Contracts whose code was read before and cannot change, by address: only their state is read again. */
  readonly known?: ReadonlyMap<string, KnownContract>;
  readonly parties?: WantedParties;
  readonly holdings?: readonly Holding[];
};

/** An account and contracts as they stood in one ledger. */
export type ReadSnapshot = {
  readonly kind: 'seen';
  readonly ledger: number;
  /** Absent where there is none. */
  readonly account?: xdr.AccountEntry;
  /** By address, C…. A missing contract is not listed by the RPC: it may be archived. */
  readonly contracts: ReadonlyMap<string, StandingContract>;
  readonly parties?: Parties;
  /** In the order of the holdings, if any were wanted; undefined for one that could not be read. */
  readonly held?: readonly (TokenBalance | undefined)[];
  /** Whether a second RPC reported the same contracts and balances. */
  readonly isAgreed?: true;
};

/** The RPC could not be asked; `disagree`: two RPCs report different things. */
export type NoSnapshot = { readonly kind: 'no-answer'; readonly disagree?: true };

export type LedgerSnapshot = ReadSnapshot | NoSnapshot;

/** An entry as the RPC returns it, for the caller to decode. */
export type RawEntry = {
  /** `ContractDataEntry` in base64. */
  readonly xdr: string;
  /** The ledger that last changed it. */
  readonly modified?: number;
};

/** Those that are listed, as they stood in one ledger. */
export type RawEntries = {
  readonly kind: 'seen';
  readonly ledger: number;
  readonly entries: readonly RawEntry[];
  /** Whether a second RPC reported the same. */
  readonly isAgreed?: true;
};

/** What is known of an escrow contract whose entries are not all listed. */
export type Unlisted =
  /** Its entries are archived. `code` and `escrow` if they could be read anyway. `isAgreed`: a second RPC reports the same. */
  | { readonly kind: 'archived'; readonly code?: string; readonly escrow?: xdr.ScVal; readonly isAgreed?: true }
  /** No contract is there, not even an archived one. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

export type StandingContract = {
  /** The hash of its code in lower-case hex, or `stellar-asset`; `external` where another contract names its code. */
  readonly code: string;
  /** What it keeps under the key `["Escrow"]`, in its instance or as an entry of its own. */
  readonly escrow?: xdr.ScVal;
  /** Where the escrow is stored; absent where it was not read from an entry. */
  readonly keptIn?: 'instance' | 'entry';
  /** The ledger that last changed that entry. */
  readonly modified?: number;
};

export type KnownContract = Required<Pick<StandingContract, 'code' | 'keptIn'>>;

export type WantedParties = {
  /** G… */
  readonly accounts: readonly string[];
  /** C… */
  readonly contracts: readonly string[];
  /** The asset whose trustlines to read; absent: none. */
  readonly asset?: Asset;
  /** The token, C…, whose balances of these contracts to read: its issuer may have frozen one. */
  readonly token?: string;
};

export type PartyAccount = {
  readonly exists: boolean;
  /** Where an asset was named. Its issuer needs none. */
  readonly trustline?: boolean;
  /** Of its trustline: its largest balance, whether the issuer lets it be paid, and how much it can still take; base units. */
  readonly limit?: bigint;
  readonly isAuthorised?: boolean;
  readonly room?: bigint;
  /** Where the account exists. */
  readonly severalSigners?: boolean;
  /** Whether it wants a memo with each payment (SEP-29), which no contract can add. */
  readonly needsMemo?: boolean;
};

export type Parties = {
  readonly accounts: ReadonlyMap<string, PartyAccount>;
  /** Those of the contracts that are tokens of Stellar assets. */
  readonly tokens: ReadonlySet<string>;
  /** The hashes of the code of the others, in lower-case hex, by address; none of one that is not listed. */
  readonly codes: ReadonlyMap<string, string>;
  /** Contracts whose balance of the token its issuer has frozen. */
  readonly frozen: ReadonlySet<string>;
  readonly protocol?: number;
  readonly asset?: Asset;
};

/** Whether a deploy could still create its contract. `ledger` is that of the reply; 0 where there was none. */
export type Trial = {
  /** `occupied`: there is a contract at the address, archived or not. */
  readonly address: 'free' | 'occupied' | 'unknown';
  readonly ledger: number;
};

/** The contracts, C…, of the holder and the token. */
export type Holding = {
  readonly holder: string;
  readonly token: string;
  /** The balance when last read: an entry that is not listed has not changed since, so the token is not asked. */
  readonly before?: bigint;
};
/** In base units. */
export type TokenBalance = {
  readonly units: bigint;
  readonly decimals: number;
  /** The ledger that last changed its entry; absent where it was not read from one. */
  readonly modified?: number;
};

/** An event of a contract, which only the RPC vouches for. */
export type ContractEvent = {
  readonly contract: string;
  readonly ledger: number;
  /** When that ledger closed, in epoch milliseconds. */
  readonly at?: number;
  /** Of the transaction, in lower-case hex. */
  readonly transactionHash?: string;
  readonly topics: readonly xdr.ScVal[];
  readonly value: xdr.ScVal;
};

/** `upTo`: the last ledger that was searched. */
export type NamedEvents = { readonly events: readonly ContractEvent[]; readonly upTo: number };

/** `sequences`: by address, of those that exist. `ledger`: the lowest one in which they were read. */
export type FoundSequences = { readonly sequences: ReadonlyMap<string, bigint>; readonly ledger: number };

/** A payment of a token: G… or C…, the token C…, the amount in base units. */
export type Transfer = { readonly token: string; readonly from: string; readonly to: string; readonly amount: bigint };

/** What left an address; the amount in base units. */
export type OutgoingTransfer = Pick<ContractEvent, 'ledger' | 'at' | 'transactionHash'> &
  Pick<Transfer, 'to' | 'amount'>;

/** What arrived at an address; the amount in base units. */
export type IncomingTransfer = Pick<ContractEvent, 'ledger' | 'transactionHash'> & Pick<Transfer, 'from' | 'amount'>;

/** The ledgers that the RPC keeps; closing times in epoch milliseconds. */
export type History = {
  readonly oldestLedger: number;
  readonly latestLedger: number;
  readonly oldest: number;
  readonly latest: number;
};

export type Built =
  /** XDR in base64. */
  | { readonly kind: 'built'; readonly unsignedXdr: string }
  | { readonly kind: 'no-account' }
  /**
   * The simulation failed; `detail` is the network's text, `contractError` the number of the contract's own error.
   * `isOccupied`: there is a contract at the address that it would create.
   */
  | {
      readonly kind: 'would-fail';
      readonly detail: string;
      readonly contractError?: number;
      readonly isOccupied?: true;
    }
  | { readonly kind: 'no-answer' };

export type Sent =
  | { readonly kind: 'settled' }
  /** Included and refused while it was executed; `code` is the result's name. */
  | { readonly kind: 'failed'; readonly code: string }
  | NotSent
  /** It may or may not have reached the ledger. */
  | { readonly kind: 'unknown' };

export type Ledger = {
  /** Only the host name of the RPC that is believed: the rest of its address may contain a key. */
  readonly host: string;
  /** @param hash lower-case hex */
  outcomeOf(hash: string, signal?: AbortSignal): Promise<Outcome>;
  /** A token's decimals as it reports them; undefined where it cannot be asked. @param contract C… */
  decimalsOf(contract: string, signal?: AbortSignal): Promise<number | undefined>;
  /** The asset of a token contract, proven by its address; undefined where it has none. */
  assetOf(contract: string, signal?: AbortSignal): Promise<Asset | undefined>;
  /** @param address G… */
  accountOf(address: string, signal?: AbortSignal): Promise<FoundAccount>;
  /** Undefined where the RPC could not be asked. @param addresses G… */
  sequencesOf(addresses: readonly string[], signal?: AbortSignal): Promise<FoundSequences | undefined>;
  /** Asks for all of it at once. @param wanted an account, G…, and contracts, C… */
  lookAt(wanted: Wanted, signal?: AbortSignal): Promise<LedgerSnapshot>;
  /**
   * The entries of a contract and of its escrow; with a token also that token's contract and what the first holds of it.
   * @param contract C… @param token C…
   */
  rawEntriesOf(contract: string, token: string | undefined, signal?: AbortSignal): Promise<RawEntries | NoSnapshot>;
  /** When a ledger closed in which a contract emitted an event, in epoch milliseconds; undefined where that is not known. */
  eventTimeIn(ledger: number, contract: string, signal?: AbortSignal): Promise<number | undefined>;
  /** Executes nothing. @param unsignedXdr of a deploy */
  trialOf(unsignedXdr: string, signal?: AbortSignal): Promise<Trial>;
  /** In the order of the holdings; undefined for one that could not be read. */
  balancesOf(holdings: readonly Holding[], signal?: AbortSignal): Promise<readonly (TokenBalance | undefined)[]>;
  /**
   * Every event of these contracts since a ledger, in order; undefined where the RPC's history does not reach back that
   * far, or it could not be asked.
   * @param contracts C…
   */
  eventsOf(
    contracts: readonly string[],
    from: number,
    signal?: AbortSignal,
  ): Promise<readonly ContractEvent[] | undefined>;
  /** As `eventsOf`, of any contract. @param name the first topic, a symbol */
  eventsNamed(name: string, from: number, signal?: AbortSignal): Promise<NamedEvents | undefined>;
  /**
   * The latest payment of exactly this amount. Searches backwards through the RPC's history for as long as an answer
   * may take; undefined where it finds none, or the RPC could not be asked.
   */
  lastTransfer(transfer: Transfer, signal?: AbortSignal): Promise<ContractEvent | undefined>;
  /** Every payment of a token by an address since a ledger, in order; undefined as for `eventsOf`. */
  transfersFrom(
    payer: Pick<Transfer, 'token' | 'from'>,
    fromLedger: number,
    signal?: AbortSignal,
  ): Promise<readonly OutgoingTransfer[] | undefined>;
  /** As `transfersFrom`, of payments to an address. Undefined too unless a second RPC, where there is one, reports the same. */
  transfersTo(
    payee: Pick<Transfer, 'token' | 'to'>,
    fromLedger: number,
    signal?: AbortSignal,
  ): Promise<readonly IncomingTransfer[] | undefined>;
  /** Whether an escrow contract that is not listed is archived. @param contract C… */
  unlistedAt(contract: string, signal?: AbortSignal): Promise<Unlisted>;
  /**
   * The bytes of a contract's code; undefined where the ledger lists none, or the RPC could not be asked. Code is
   * recognised by its hash, so the bytes of any RPC are as good as another's.
   * @param hash lower-case hex
   */
  codeOf(hash: string, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  /** Undefined where the RPC could not be asked. */
  historyOf(signal?: AbortSignal): Promise<History | undefined>;
  /**
   * The unsigned transaction of one contract call. Executes nothing.
   * @param source G…, whose sequence number is used
   * @param time now, and when it shall end; seconds since 1970
   */
  buildCall(
    source: string,
    call: xdr.InvokeContractArgs,
    time: { readonly now: number; readonly validUntil: number },
    signal?: AbortSignal,
  ): Promise<Built>;
  /**
   * Sends it, and waits for its outcome until the deadline. Where it may have been sent, and where an RPC says when to try
   * again, the same transaction is sent again. @param deadline epoch milliseconds
   */
  send(signedXdr: string, options: { readonly deadline?: number; readonly signal?: AbortSignal }): Promise<Sent>;
};
