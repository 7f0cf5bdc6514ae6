/** What an RPC reported of a contract, as data for somebody else to decode; and the history that everybody may see. */
import type { Network } from '../../escrow/network.ts';
import type { Act } from '../../kinds/escrow-kind.ts';
import type { RawEntry } from '../../ledger/ledger.ts';
import type { EscrowLife } from './list-views.ts';

export type EscrowReport = {
  readonly network: Network;
  /** C… */
  readonly contractId: string;
  /** Host of the Stellar RPC that reported it. */
  readonly rpc: string;
  /** The latest ledger that the RPC had, and when it was asked, in epoch milliseconds. */
  readonly ledger: number;
  readonly readAt: number;
  /** Whether a second RPC reported the same. */
  readonly isAgreed?: true;
  /** `not-listed`: the RPC does not list it, and it is not known whether it is archived. */
  readonly found: 'listed' | 'archived' | 'absent' | 'not-listed';
  /** As far as they are listed: of the contract, its escrow, the escrow's token, and what it holds of it. */
  readonly entries: readonly RawEntry[];
  /** Of an archived one: its code in lower-case hex and its escrow as `ScVal` in base64, as a simulation returned them. */
  readonly archived?: { readonly code?: string; readonly escrow?: string };
  /** What it holds in base units, where no entry lists it: then its token was asked. */
  readonly held?: { readonly units: string; readonly decimals: number };
  /** What its code takes otherwise than we know. */
  readonly unknownActs?: readonly Act[];
  /** When it last changed, in epoch milliseconds; absent where the RPC no longer has that event. */
  readonly changedAt?: number;
};

/** Only what the ledger shows: settled transactions that were seen here, and the events that the RPC still keeps. */
export type PublicHistory = EscrowLife & {
  /** The host of the RPC; and from when on it knows events, in epoch milliseconds, where it answered. */
  readonly rpc: string;
  readonly since?: number;
  readonly readAt: number;
};
