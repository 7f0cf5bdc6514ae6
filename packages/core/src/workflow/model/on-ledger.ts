/** Escrows as the ledger has them, and what polls them. */
import type { Act, EscrowKind, EscrowOnChain } from '../../kinds/index.ts';
import type { StandingContract, TokenBalance } from '../../ledger/ledger.ts';

/** Its own terms are absent where they cannot be read or make no sense. */
export type OnLedger = Partial<ReadStanding> & {
  /** `not-listed`: the RPC does not list it, and it is not known whether it is archived. */
  readonly state: 'standing' | 'archived' | 'absent' | 'not-listed';
  /** Of an archived one only where its code is known. */
  readonly contract?: StandingContract;
  /** Of the escrow's own token; absent where it is not known. */
  readonly held?: TokenBalance;
  /** The latest ledger that the RPC had when it was asked. */
  readonly asOf: number;
  /** Whether a second RPC reported the same. */
  readonly isAgreed?: true;
  /** What its code takes otherwise than we know: none of it is to be suggested. Absent where there is nothing. */
  readonly unknownActs?: readonly Act[];
};

/** Reads a contract as an escrow: its kind and its own state. */
export type ReadStanding = {
  readonly kind: EscrowKind;
  readonly escrow: EscrowOnChain;
  /** `pinned`: it runs the code of this service's escrows. `unknown`: it may do other things than it says. */
  readonly codeIs: 'pinned' | 'known' | 'unknown';
};

/** The result of one poll; escrows that could not be read are missing. */
export type PolledEscrows = ReadonlyMap<string, OnLedger>;

export type Poller = {
  /** Calls the watcher at once with what is known, then after every poll. @returns a function that stops it */
  watch(escrows: readonly string[], watcher: PollWatcher): () => void;
  /** Stops polling for every watcher, after the running poll. */
  close(): Promise<void>;
};

export type PollWatcher = { readonly see: (seen: PolledEscrows) => void; readonly stop: () => Promise<void> };
