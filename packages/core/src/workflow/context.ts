/** The context of the desk's functions, created once when the desk is opened. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { Network } from '../escrow/network.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../risk/index.ts';
import type { SecretScanner } from '../secrets/secrets.ts';
import type { EscrowService } from '../service/escrow-service.ts';
import type { ServiceLog } from '../service/index.ts';
import type { DeskWords } from '../words/all.ts';
import type { RunningCall } from './model/call.ts';
import type { Carriers } from './model/carrier.ts';
import type { Poller } from './model/on-ledger.ts';
import type { Viewer } from './model/person.ts';
import type { TenantLimits } from './model/requests.ts';
import type { TakeForVisitors } from './services.ts';
import type { ChangeFeed } from './store/change-feed.ts';
import type { Store } from './store/store.ts';

export type DeskPolicy = {
  /** Stroops: the highest network fee of an offered transaction. */
  readonly maxFee: bigint;
  /** Whether transactions are built and sent without the service where it does not do it; default: false. */
  readonly goesDirect?: boolean;
  readonly allowPartly: boolean;
  readonly allowForeign: boolean;
  readonly readOnly: boolean;
  /** Basis points: a platform fee above it must be confirmed by the person. */
  readonly feeStop: number;
  readonly limits: readonly Limits[];
  /** G address sent with balance queries that name none. */
  readonly defaultSigner?: string;
};

/** How long the ledger is waited for, in milliseconds. */
export type Patience = {
  /** For an account to reach an transaction's sequence number, or a transaction that is built to fit it. */
  readonly alignMs: number;
  /** For the ledger to confirm or deny what was sent, whatever the service says of it. */
  readonly acceptedMs: number;
  readonly unknownMs: number;
  readonly askEveryMs: number;
  /** Between two looks at followed escrows. */
  readonly followEveryMs: number;
  /** Until the lease of a process that died while it prepared the same request runs out. */
  readonly leaseMs: number;
};

/** Ledgers close every five seconds or so. */
export const PATIENCE: Patience = {
  alignMs: 15_000,
  acceptedMs: 10_000,
  unknownMs: 1_500,
  askEveryMs: 500,
  followEveryMs: 4_000,
  leaseMs: 5_000,
};

export type DeskContext = {
  /** Absent where there is none: then everything is built here, and sent by Stellar RPC. */
  readonly service?: EscrowService | undefined;
  readonly carriers: Carriers;
  /** Without the service, for what it does not do; absent where there is none, or no ledger. */
  readonly direct?: Carriers | undefined;
  /** The service and who carries what, with the credential of a tenant. */
  readonly servedFor: (tenant: string) => Pick<DeskContext, 'service' | 'carriers' | 'direct'>;
  readonly store: Store;
  readonly network: Network;
  readonly policy: DeskPolicy;
  readonly patience: Patience;
  readonly scanner: SecretScanner;
  readonly viewer: Viewer;
  /** Default: true. */
  readonly mayPrepare?: boolean;
  readonly tenantLimits?: TenantLimits;
  /** Our sentences, in the viewer's language. */
  readonly words: DeskWords;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log?: ServiceLog;
  /** The ledger; absent where no Stellar RPC is set. */
  readonly ledger?: Ledger;
  /** Accounts as the ledger had them when it was last asked, to show who may sign; what is sent is checked again. */
  readonly accounts?: Map<string, xdr.AccountEntry>;
  /** Tells which requests changed, to everybody who waits in this process. */
  readonly changes: ChangeFeed;
  /** Looks at what is followed, for everybody; absent where there is no ledger. */
  readonly poller?: Poller;
  /** Address of the signing page of a page id; absent where no page is served. */
  readonly signUrl?: (pageId: string) => string;
  /** Address of the list of escrows for a link's token; absent where it cannot be opened. */
  readonly listUrl?: (token: string) => string;
  /** Address of the page on which a wallet is proven, for a link's token; absent where no page is served. */
  readonly proofUrl?: (token: string) => string;
  /** Takes one of the requests to the service that visitors of escrows' pages share. */
  readonly takeForVisitors: TakeForVisitors;
  /** Address of an escrow's page for everyone in the deal; absent where other machines do not reach it. */
  readonly escrowUrl?: (contractId: string) => string;
  /** Called at each step that must survive a crash; a test stops the process there. */
  readonly onCheckpoint?: (step: Step) => void;
};

/** The context of one call, with its options and its deadline. */
export type RunningContext = DeskContext & { readonly call: RunningCall };

export type Step = 'before-build' | 'built' | 'stored' | 'kept' | 'claimed' | 'sent' | 'recorded';
