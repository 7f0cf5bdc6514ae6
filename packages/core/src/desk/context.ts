/** What the desk's functions work with: made once by whoever opens the desk. */

import type { Network } from '../escrow/network.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { SecretScanner } from '../secrets/secrets.ts';
import type { EscrowService } from '../service/escrow-service.ts';
import type { ServiceLog } from '../service/index.ts';
import type { Carriers } from './carriers/carrier.ts';
import type { Access } from './desk.ts';
import type { Store } from './store/store.ts';

export type DeskPolicy = {
  /** Stroops: the highest network fee of an offered transaction. */
  readonly maxFee: bigint;
  readonly allowPartly: boolean;
  readonly allowForeign: boolean;
  readonly readOnly: boolean;
  /** G address sent with balance queries that name none. */
  readonly defaultSigner?: string;
};

export type DeskContext = {
  readonly service: EscrowService;
  readonly carriers: Carriers;
  readonly store: Store;
  readonly network: Network;
  readonly policy: DeskPolicy;
  readonly scanner: SecretScanner;
  /** Whose handles may be reached; absent: all of them, for the one person who runs this. */
  readonly access?: Access;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log?: ServiceLog;
  /** What became of a transaction, by the network's own word; absent where no Stellar RPC is set. */
  readonly ledger?: Ledger;
  /** Address of the signing page of a page id; absent where no page is served. */
  readonly signUrl?: (pageId: string) => string;
  /** Told at each step that a crash must not undo; a test stops the process there. */
  readonly reached?: (step: Step) => void;
};

export type Step = 'before-build' | 'built' | 'stored' | 'claimed' | 'sent' | 'recorded';
