/** Requests and transactions: what somebody asked for, and each transaction that was prepared for it. */
import type { ActionName, RequestOf } from '../../actions/action.ts';
import type { Agreement } from '../../actions/agreed-terms.ts';
import type { DamagedRecord } from '../../errors/damage.ts';
import type { Difference } from '../../errors/differences.ts';
import { isStepName } from '../../escrow/steps.ts';
import type { Risk } from '../../risk/index.ts';
import type { Reason } from '../../words/data/risk.ts';
import type { NamedAddress } from '../../words/names.ts';
import type { Person } from './person.ts';
import type { ENDS, KeptSettlement } from './results.ts';

/**
 * `accepted`: the service says that it succeeded. `unknown`: it was sent, or may have been. `dead`: the ledger shows
 * that it can never be included. `settled`, `rejected`, `taken` and `dead` are the ledger's word.
 */
export const TRANSACTION_STATES = [
  'offered',
  'sending',
  'unknown',
  'accepted',
  'settled',
  'taken',
  'rejected',
  'dead',
] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

/**
 * Who builds or sends a transaction: the escrow service, or Countersign itself by Stellar RPC. `direct`: that, in place
 * of a service that did not do it.
 */
export type By = 'service' | 'rpc' | 'direct';

/** A transaction that a person may sign; hashes in lower-case hex, times in epoch milliseconds. */
export type PreparedTransaction = {
  readonly hash: string;
  /** Its action; always `deploy` for a transaction that was prepared elsewhere. */
  readonly action: ActionName;
  /** Absent for a transaction that was prepared elsewhere. */
  readonly requestId?: string;
  readonly unsignedXdr: string;
  /** The address of its escrow. */
  readonly contractId: string;
  /** Its sequence number: of two transactions with the same one, only one can settle. Absent in rows of version 1. */
  readonly sequence?: string;
  readonly offeredAt: number;
  /** The latest ledger when it was offered: to find its outcome, an RPC's history must reach back this far. */
  readonly offeredLedger?: number;
  readonly expiresAt: number;
  /** Absent in rows of earlier versions, and for a transaction that was prepared elsewhere. */
  readonly builtBy?: By;
  /** Who was last asked to send it; absent where it was not sent yet. */
  readonly sentBy?: By;
  /** Why it is only partly verified; empty when it is verified. */
  readonly reasons: readonly Reason[];
  readonly state: TransactionState;
  /** The person declared that it did not settle, since nothing else could tell. Only the ledger can override that. */
  readonly isGivenUp: boolean;
  /** Whether it counts towards the limits of its day before it is sent. */
  readonly isCounted: boolean;
  /** When it was last being sent; absent where it never was. */
  readonly sentAt?: number;
  /** What the wallet signed; stored before it is first sent, so that it can be sent again. */
  readonly signedXdr?: string;
  readonly settlement?: KeptSettlement;
};

/** What somebody asked for. */
export type ActionRequest = {
  readonly [Name in ActionName]: { readonly action: Name; readonly request: RequestOf<Name> };
}[ActionName];

/** `contractId`: of its escrow. */
export type SettledRequest = ActionRequest & { readonly contractId: string };

/**
 * The judgement from when its newest transaction was built. `atStake`: of a payment, what the escrow would then hold, in base
 * units; absent in rows of earlier versions.
 */
export type StoredRisk = Risk & { readonly atStake?: string };

/** How a request ended that was never sent. */
export type End = {
  readonly as: (typeof ENDS)[number];
  readonly at: number;
  /** The words of the person who declined it; data. */
  readonly reason?: string;
  /** Declined by a visitor who proved that the signer's wallet is theirs. */
  readonly bySigner?: boolean;
  /** Declined on this computer by someone else than its owner; in rows of earlier versions also by any visitor. */
  readonly byVisitor?: boolean;
  /** The request that replaced it. */
  readonly by?: string;
};

/** The earlier version that a request replaces, and how the two differ. */
export type Replaces = { readonly id: string; readonly differences: readonly Difference[] };

/**
 * One request for several milestones, in the order in which they are taken. Each has a prepared request of its own, with
 * this plan. `reports`: a digest of each milestone's report when they were requested, for an action that agrees to
 * reports; absent in rows of earlier versions.
 */
export type Plan = {
  readonly id: string;
  readonly milestones: readonly number[];
  readonly reports?: readonly string[];
};

/** A request that somebody made, with every transaction offered for it, newest first. */
export type PreparedRequest = ActionRequest & {
  readonly id: string;
  readonly owner: Person;
  /** Under which the signing page finds it: 128 random bits that stand in `signUrl` alone. Anybody who has it may act on the page. */
  readonly pageId: string;
  /** Equal for equal requests of one owner and signer. */
  readonly requestKey: string;
  /** How many equal requests were confirmed before it. */
  readonly round: number;
  readonly madeAt: number;
  readonly risk: StoredRisk;
  /** Which of its addresses were given by a name, and what the name stood for then. */
  readonly names: readonly NamedAddress[];
  readonly replaces?: Replaces;
  /** The several milestones of which it is one. */
  readonly plan?: Plan;
  /** When a person first had its page before them. */
  readonly openedAt?: number;
  readonly end?: End;
  readonly transactions: readonly PreparedTransaction[];
  /** Addresses in its past transactions, newest first; absent where there are none. */
  readonly pastAddresses?: readonly string[];
};

/** Prepared requests, and the records among them that cannot be read. */
export type ListedRequests = {
  readonly preparedRequests: readonly PreparedRequest[];
  readonly damaged: readonly DamagedRecord[];
};

/** A transaction that was renewed, or whose request was forgotten. */
export type PastTransaction = Pick<
  PreparedTransaction,
  'hash' | 'contractId' | 'sequence' | 'offeredAt' | 'expiresAt'
> & {
  /** The id of its request, which may be forgotten by now. */
  readonly requestId: string;
  readonly owner: Person;
};

export type NewRequest = ActionRequest &
  Pick<PreparedRequest, 'id' | 'pageId' | 'owner' | 'requestKey' | 'round'> & {
    /** Equal for the versions of one escrow: requests of one owner and signer with one engagement id. */
    readonly series?: string;
    /** Equal for requests of one signer with one engagement id, of any owner. */
    readonly engagement?: string;
    /** Equal for equal requests of one signer, of any owner. */
    readonly terms: string;
  };
export type NewTransaction = Pick<
  PreparedTransaction,
  'hash' | 'unsignedXdr' | 'contractId' | 'expiresAt' | 'reasons' | 'offeredLedger' | 'builtBy'
> & {
  readonly sequence: string;
  /** Absent: true. */
  readonly isCounted?: boolean;
};

/** Terms that a wallet agreed to, by a transaction that the ledger settled. */
export type AgreedTerms = Agreement & {
  /** Of that transaction: of one wallet, the newest has the highest. */
  readonly sequence: string;
  readonly offeredAt: number;
};

/** What is kept with a request each time a transaction is added to it. */
export type Context = {
  readonly risk: StoredRisk;
  /** What its signer agrees to. */
  readonly agreement?: Agreement | undefined;
  readonly names?: readonly NamedAddress[];
  readonly replaces?: Replaces;
  /** Absent: what is kept of one stays. */
  readonly plan?: Plan;
  /** Requests that the new one replaces, in the same step; one that was sent in the meantime stays. */
  readonly ends?: readonly string[];
  /** Every rival transaction that was checked, with its state at that time. */
  readonly seenRivals?: ReadonlyMap<string, TransactionState>;
};

/** What a person limits for themselves, in whatever token; absent: not limited. Decimal strings in token units. */
export type OwnLimits = { readonly maxAmount?: string; readonly maxPerDay?: string };

/** What a tenant, such as a Discord server, limits for its people. */
export type TenantLimits = OwnLimits & {
  /** Whose amounts of one day count together. */
  readonly dayOf: 'tenant' | 'person';
  /** What somebody who reaches a limit can do. */
  readonly remedy: string;
};

/** Whether it was sent and its outcome is not known yet. */
export function mayBeSent({ state }: Pick<PreparedTransaction, 'state'>): boolean {
  return state === 'sending' || state === 'unknown' || state === 'accepted';
}

export function isUndecided(transaction: Pick<PreparedTransaction, 'state'>): boolean {
  return transaction.state === 'offered' || mayBeSent(transaction);
}

export function hasSettled({ transactions }: Pick<PreparedRequest, 'transactions'>): boolean {
  return transactions.some(({ state }) => state === 'settled');
}

/** Whether the ledger has decided the request: it settled, or its address is taken. */
export function isDecided({ transactions }: Pick<PreparedRequest, 'transactions'>): boolean {
  return transactions.some(({ state }) => state === 'settled' || state === 'taken');
}

/** The transaction that settled or may have: what becomes of it is what becomes of the request. */
export function decidingTransaction({
  transactions,
}: Pick<PreparedRequest, 'transactions'>): PreparedTransaction | undefined {
  return (
    transactions.find(({ state }) => state === 'settled') ??
    transactions.find(({ state }) => state === 'taken') ??
    transactions.find((transaction) => mayBeSent(transaction) && !transaction.isGivenUp)
  );
}

/** Counted from 1; undefined where the request is about the whole escrow. */
export function milestoneOf({ action, request }: PreparedRequest): number | undefined {
  return isStepName(action) && 'milestone' in request ? request.milestone : undefined;
}

/** `ended`: replaced, declined or discarded. The others are those of a request's deciding or newest transaction. */
export const REQUEST_STATES = [...TRANSACTION_STATES, 'ended'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
export type RequestStateCounts = Readonly<Partial<Record<RequestState, number>>>;

/** A deploy that was prepared here. */
export type PreparedDeploy = Extract<PreparedRequest, { readonly action: 'deploy' }>;

export function transactionToReport(prepared: PreparedRequest): PreparedTransaction {
  return decidingTransaction(prepared) ?? (prepared.transactions[0] as PreparedTransaction);
}

/** The addresses that a deploy's escrow had before it was prepared again, newest first. @param now its present one */
export function previousAddresses(
  prepared: PreparedRequest,
  now: string = transactionToReport(prepared).contractId,
): readonly string[] {
  if (prepared.action !== 'deploy') return [];
  const all = [...prepared.transactions.map(({ contractId }) => contractId), ...(prepared.pastAddresses ?? [])];
  return [...new Set(all)].filter((address) => address !== now);
}
