/** The workflow prepare -> sign -> submit -> settled, as adapters see it. */

import type { ActionName, ActionTypes, RequestOf, SummaryOf } from '../actions/action.ts';
import type { Contact } from '../contacts/contact.ts';
import type { Difference, FieldProblem } from '../errors/errors.ts';
import type { Network } from '../escrow/network.ts';
import type { StepName } from '../escrow/steps.ts';
import type { ServiceMetrics } from '../service/metrics.ts';
import type { Language } from '../words/language.ts';
import type { NamedAddress } from '../words/names.ts';
import type { Reason } from '../words/reasons.ts';
import type { BalancesAndTurns, EscrowView, FoundEscrows, PageEscrow, TitledEscrow } from './escrow-views.ts';
import type { Following, TakeChanges } from './follow/following.ts';
import type { EscrowDetails, ListedEscrows, ListLink, ListSession } from './list/views.ts';
import type { NextInput } from './next-input.ts';
import type { PageAction } from './page-actions.ts';
import type { Person, Right } from './person.ts';
import type { ProofInput, ProofLink, ProofToSign } from './proofs/views.ts';
import type {
  Balances,
  Explained,
  JudgementView,
  Prepared,
  Settlement,
  SignersView,
  TransactionStatus,
} from './results.ts';
import type { RequestCounts, TenantQuota } from './services.ts';
import type { HandleCounts } from './store/handle-counts.ts';
import type { OwnLimits, TenantLimits } from './store/offers.ts';
import type { Job, SettlingPace } from './timers/timed.ts';

/** How a desk serves one person. */
export type AsPerson = {
  /** Of the person's tenant; beyond them nothing is prepared or sent by this desk. */
  readonly limits?: TenantLimits | undefined;
  /** The language of our sentences; default: English. Data and codes are the same in all languages. */
  readonly language?: Language | undefined;
};

export type CallOptions = {
  /** Ends waiting and the HTTP request; the call then throws CANCELLED. */
  readonly signal?: AbortSignal;
  /** Called when a part of a longer call is done. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called for each request to the service, with this call's share of it: 0.5 where two calls share the request. */
  readonly onRequest?: (share: number) => void;
  /** The call's id in the log, also in the lines of its requests to the service; default: a new one. */
  readonly callId?: string;
  /** When the call began, on the clock of `performance`; default: now. It may take 45 s from then. */
  readonly begun?: number;
  /** Whatever the host sent along with the input: only scanned for secrets. */
  readonly beside?: Readonly<Record<string, unknown>>;
};

/** What a caller shows of a handle or transaction. */
export type Seen = Pick<TransactionStatus, 'status' | 'transactionHash'>;

export type WaitOptions = CallOptions & {
  /** Default: the state when the wait begins. */
  readonly seen?: Seen;
};

export type PrepareOptions = CallOptions & {
  /** Asks for another escrow with the same terms as one on the ledger. The person must confirm it. */
  readonly another?: boolean;
};

export type Confirmation = {
  /** What the person typed: the total in token units, as it was shown. */
  readonly amount: string;
  /** `judgement.key` of what the person was shown. */
  readonly shown: string;
};

/** The input of `prepare`: a request as written, or `{ id }` to prepare a handle's request again. */
export type PrepareInput<Name extends ActionName> = ActionTypes[Name]['input'] | { readonly id: string };

/** A handle as its signing page sees it. The page decodes and compares `offer.unsignedXdr` with `request` once more. */
export type SigningView = { readonly [Name in PageAction]: SigningViewOf<Name> }[PageAction];

export type SigningViewOf<Name extends PageAction> = {
  readonly id: string;
  readonly action: Name;
  readonly request: RequestOf<Name>;
  readonly network: Network;
  /** The newest offer; `expiresAt` in epoch milliseconds, `reasons` why it is only partly verified (empty: verified). */
  readonly offer: {
    /** Absent until the viewer has confirmed the stops, and once the handle has ended. */
    readonly unsignedXdr?: string;
    readonly hash: string;
    readonly contractId: string;
    readonly expiresAt: number;
    readonly reasons: readonly Reason[];
  };
  readonly judgement: JudgementView;
  /** The transaction's summary, where the transaction itself is withheld. */
  readonly summary?: SummaryOf<Name>;
  /** The names of its addresses, if the viewer may know them. */
  readonly names?: readonly NamedAddress[];
  /** Present where the viewer can give names to addresses. */
  readonly canName?: true;
  /** Present where the viewer can say of a transaction that it failed. */
  readonly canDeclareFailed?: true;
  /** The earlier version that this one ends. */
  readonly replaces?: { readonly differences: readonly Difference[] };
  /** Stroops: the highest network fee of an offered transaction. */
  readonly maxFee: bigint;
  /** Who signs for the account, where more than its own key may be needed; known once the ledger was asked. */
  readonly signers?: SignersView;
  readonly status: TransactionStatus;
};

export type { NextInput, PageEscrow, ProofToSign };

/** The desk as one person may use it. Of other people's handles it gives nothing away, not even that they exist. */
export type PersonalDesk = {
  readonly network: Network;
  /**
   * Returns the current offer of the request's handle, or builds and compares a new one when it expires too soon.
   * Everything in the request is checked here, so an adapter may pass on what a person or model wrote. If the person
   * must confirm something first, the result is `to-confirm` and contains nothing to sign.
   * @param request a request of the action, or `{ id }` of a handle to prepare its request again
   * @throws CountersignError INPUT_INVALID with every problem of the request; LIMIT_REACHED; TRANSACTION_MISMATCH
   *   where what was built is not what was asked for; ALREADY_SETTLED, ALREADY_ON_LEDGER, ADDRESS_TAKEN,
   *   OUTCOME_UNKNOWN, SEQUENCE_TAKEN; SUPERSEDED, DECLINED for a handle that has ended
   */
  prepare<Name extends ActionName>(
    action: Name,
    request: PrepareInput<Name>,
    options?: PrepareOptions,
  ): Promise<Prepared<Name>>;
  /** Every problem of a deploy request, which may be incomplete. Prepares nothing and makes no request to anybody. */
  check(request: unknown, options?: CallOptions): Promise<readonly FieldProblem[]>;
  /**
   * `prepare` of a step by what a person or model wrote: `{ action, escrow, … }`, or `{ id }` of one that was prepared.
   * @param steps the permitted steps; if there is only one, `action` may be left out
   */
  prepareStep(steps: readonly StepName[], input: unknown, options?: CallOptions): Promise<Prepared<StepName>>;
  /** A handle's request prepared again, whatever its action is. @throws CountersignError as `prepare` */
  renew(id: string, options?: CallOptions): Promise<Prepared<ActionName>>;
  /**
   * The person's own confirmation of a handle's stops, which counts for this person alone. Only for what a person does
   * on a page, in a modal or at a terminal: never by an argument that a model sets.
   * @throws CountersignError INPUT_INVALID where the amount differs; CONFIRMATION_NEEDED where the stops have changed;
   *   and those of `prepare`
   */
  confirm(id: string, confirmation: Confirmation, options?: CallOptions): Promise<Prepared<ActionName>>;
  /**
   * `input`: `{ signedXdr, id? }`; or `{ id }` alone, once the signing page has delivered a signature: then what
   * became of it, sent again where that is unknown. Anybody may send a signed transaction that they hold; of one that
   * somebody else prepared they are told its outcome, hash and escrow address alone. Of an account that needs several
   * signers, signatures are kept until there are enough: the result is `partly-signed` until then.
   */
  submit(input: unknown, options?: CallOptions): Promise<Settlement>;
  /** The state of a handle or a transaction hash: by the ledger, where there is one to ask; never by the service. */
  status(reference: string, options?: CallOptions): Promise<TransactionStatus>;
  /**
   * As `status`, but answers once the state differs from what the caller has seen, or is final, or after `timeoutMs`
   * (30 s at most).
   */
  waitFor(reference: string, timeoutMs: number, options?: WaitOptions): Promise<TransactionStatus>;
  /** `status` or `waitFor` by what a person or model wrote: `{ id? , transactionHash?, waitSeconds? }`, one of the first two. */
  lookUp(input: unknown, options?: CallOptions): Promise<TransactionStatus>;
  /** What a handle's transaction does, in plain words; sends no request. @param input `{ id }`. @throws HANDLE_NOT_FOUND */
  explain(input: unknown, options?: CallOptions): Promise<Explained>;
  /**
   * Escrows of this person, and those that they were let in to, newest first; 20 at most, and how many more there are.
   * States are the ledger's where there is one to ask, and so is what they hold.
   * @param input `{ query?, wallet?, status?, since?, openList? }`: words that its texts hold, an address that takes
   *   part, a phase, a date or time; with `openList` also a link to the whole list, as of `openList()`.
   *   @throws CountersignError INPUT_INVALID, LIST_CLOSED
   */
  find(input: unknown, options?: CallOptions): Promise<FoundEscrows>;
  /**
   * Everything about one escrow. One that this person did not prepare is found by its address, as the ledger has it.
   * @param input one of `{ id, contractId, transactionHash }`; with `waitSeconds` (30 at most) it answers after the
   *   next change, which is in `changes`. @throws CountersignError HANDLE_NOT_FOUND
   */
  get(input: unknown, options?: CallOptions): Promise<EscrowView>;
  /**
   * Reports what happens to escrows from now on, by the ledger. A caller that names itself as `follower` learns after a
   * restart what happened meanwhile. Each change is reported once, unless `take` failed or the process died in it.
   * @param input `{ escrows, follower? }`: addresses, or ids of what was prepared here; 1,000 at most
   * @param take is given the changes of one escrow; a promise that it returns is waited for
   * @param options `signal` ends it. @throws CountersignError INPUT_INVALID, HANDLE_NOT_FOUND, SETTING_INVALID
   */
  follow(input: unknown, take: TakeChanges, options?: CallOptions): Promise<Following>;
  /** Ids of this person's own handles, newest first; 200 at most. Those that settled or ended are among them. */
  handles(): Promise<readonly string[]>;
  /**
   * Escrows of this person, and those that they were let in to, to choose one from while its title is typed; newest
   * first. As the store has them: nobody is asked, and no transaction is read.
   * @param prefixText how a word of the title begins, and what follows it; '' for all. @param limit 200 at most
   * @param options `wallet`: also escrows that others of the tenant prepared, once they settled with this account among
   *   the parties. Everybody can read those on the ledger, so nothing proves that the wallet is the person's
   */
  titles(
    prefixText: string,
    limit: number,
    options?: CallOptions & { readonly wallet?: string | undefined },
  ): Promise<readonly TitledEscrow[]>;
  /**
   * Removes one of the person's own handles, with all that is kept of it, for everybody who was let in to it.
   * @throws HANDLE_NOT_FOUND; NOT_OVER while it could still matter: it may settle yet, warns of an address that was
   *   taken, or counts towards the limits of a day
   */
  forget(id: string, options?: CallOptions): Promise<void>;
  /** Ends a handle that was never sent. @throws OUTCOME_UNKNOWN, ALREADY_SETTLED, HANDLE_NOT_FOUND */
  discard(id: string, options?: CallOptions): Promise<TransactionStatus>;
  /**
   * The person's explicit word that an undecided transaction did not settle, once its time bound has passed and the
   * ledger cannot tell. Frees the request to be prepared again. Only its owner can say so.
   * @throws OUTCOME_UNKNOWN while it is too early, and for anyone else
   */
  declareFailed(id: string): Promise<TransactionStatus>;
  /** The limits that this person set for themselves; they apply whoever asks. */
  limits(): Promise<OwnLimits>;
  /**
   * Replaces them. Only for what a person does in a command or at a terminal: never by an argument that a model sets.
   * @param limits `{ maxAmount?, maxPerDay? }` in token units. @throws CountersignError INPUT_INVALID
   */
  setLimits(limits: unknown): Promise<OwnLimits>;
  /**
   * An address that opens the list of this person's escrows and their address book: once, within 5 minutes. Only for a
   * person's own eyes. @throws CountersignError LIST_CLOSED where no page is served on this computer alone
   */
  openList(): Promise<ListLink>;
  /**
   * Asks the person to prove that a wallet is theirs, by a text that it signs on the page; takes the place of what they
   * were asked before. Nothing where no page is served. @throws CountersignError INPUT_INVALID
   */
  askWalletProof(input: ProofInput): Promise<ProofLink | undefined>;
  /** When this person proved that a wallet is theirs, in epoch milliseconds. */
  walletProvenAt(address: string): Promise<number | undefined>;
  /** Lets somebody else see this person's handle, or also sign and send it. @throws HANDLE_NOT_FOUND */
  grant(id: string, to: Person, right: Right): Promise<void>;
  /**
   * `input`: `{ signer?, addresses }`. `asOf` is the time of the oldest answer in it. Only the service needs a signer;
   * default: the installation's, or the signer that the escrow was prepared for.
   */
  balances(input: unknown, options?: CallOptions): Promise<Balances>;
  /** As `balances`, by addresses only, with whose turn it is in each, from the same reading of the ledger. */
  balancesAndTurns(input: unknown, options?: CallOptions): Promise<BalancesAndTurns>;
};

/** One handle, for anybody with the address of its signing page. Every method may throw HANDLE_NOT_FOUND. */
export type PageDesk = {
  /** Everything that the page shows; makes no request to anybody. */
  view(): Promise<SigningView>;
  /** As `Desk.onChange`. @throws CountersignError HANDLE_NOT_FOUND */
  onChange(see: () => void): Promise<() => void>;
  /** A person has the page before them: from now on they must confirm before a newer version replaces this one. */
  opened(): Promise<void>;
  /** Asks the ledger for the outcome, if there is a ledger to ask. */
  refresh(options?: CallOptions): Promise<TransactionStatus>;
  renew(options?: CallOptions): Promise<Prepared<ActionName>>;
  /** The state of its escrow by the ledger; undefined before it has settled, or where there is no ledger to ask. */
  escrow(options?: CallOptions): Promise<PageEscrow | undefined>;
  /**
   * The next step of a settled handle's escrow, where it is its signer's turn; gives the id of that step's page.
   * @param step data from a browser. @throws CountersignError STEP_NOT_POSSIBLE, and those of `PersonalDesk.prepare`
   */
  prepareNext(step: NextInput, options?: CallOptions): Promise<{ readonly page: string }>;
  /** As `PersonalDesk.confirm`. */
  confirm(confirmation: Confirmation, options?: CallOptions): Promise<Prepared<ActionName>>;
  /**
   * Gives a name in the owner's address book to an address that has a role here.
   * @throws CountersignError INPUT_INVALID, also where others may open the page; CONFIRMATION_NEEDED where the name
   *   stands for another address
   */
  nameAddress(named: { readonly name: string; readonly address: string }): Promise<void>;
  /** Ends the handle as `declined`, by a visitor unless the caller is its owner. @param reason in the person's words, 300 characters at most */
  decline(reason?: string, options?: CallOptions): Promise<TransactionStatus>;
  submit(signedXdr: string, options?: CallOptions): Promise<Settlement>;
  /** The outcome of the delivered signature; sends it again where the outcome is unknown. */
  askAgain(options?: CallOptions): Promise<Settlement>;
  declareFailed(): Promise<TransactionStatus>;
};

/** The list of a person's escrows, for the browser that opened it. */
export type ListDesk = {
  /**
   * Newest first, 200 at most. @param input `{ query?, status?, since? }` as of `PersonalDesk.find`
   * @throws CountersignError INPUT_INVALID
   */
  escrows(input: unknown, options?: CallOptions): Promise<ListedEscrows>;
  /** @param input `{ id }` or `{ contractId }`. @throws CountersignError as `PersonalDesk.get` */
  details(input: unknown, options?: CallOptions): Promise<EscrowDetails>;
  readonly contacts: {
    list(): Promise<readonly Contact[]>;
    /** The entry of a name, including one that was removed lately. */
    find(name: string): Promise<Contact | undefined>;
    /**
     * @param named `instead`: the address that this one replaces, as the person saw and confirmed
     * @throws CountersignError INPUT_INVALID, CONFIRMATION_NEEDED where the name stands for another address
     */
    set(named: { readonly name: string; readonly address: string; readonly instead?: string }): Promise<Contact>;
    /** @throws CountersignError INPUT_INVALID where there is no such name */
    remove(name: string): Promise<Contact>;
  };
};

/** The whole desk. Unless `as` names somebody else, it serves the local person. */
export type Desk = PersonalDesk & {
  for(person: Person, as?: AsPerson): PersonalDesk;
  /** @param visitor identifies who opens a page that other machines can reach: each visitor confirms for themselves */
  page(pageId: string, visitor?: string): PageDesk;
  /** Whether a page id belongs to a handle; cheap. */
  hasPage(pageId: string): Promise<boolean>;
  /** Exchanges a link's token for a session. @throws CountersignError LIST_CLOSED, whatever is wrong with the token */
  useListLink(token: string): Promise<ListSession>;
  /** @throws CountersignError LIST_CLOSED where the session has ended */
  list(session: string): Promise<ListDesk>;
  /** Whether a session is still valid; cheap. */
  hasListSession(session: string | undefined): Promise<boolean>;
  endListSession(session: string): Promise<void>;
  /** Ids of a tenant's people who proved that this wallet is theirs. */
  walletProversOf(tenant: string, address: string): Promise<readonly string[]>;
  /** The text to sign, by a link of `askWalletProof`. @throws CountersignError PROOF_CLOSED for any invalid link */
  walletProof(token: string): Promise<ProofToSign>;
  /** Whether there is such a link; cheap. */
  hasWalletProof(token: string): Promise<boolean>;
  /**
   * Ends the link. @param signature by SEP-53, 64 bytes in base64 or hex
   * @throws CountersignError PROOF_CLOSED, PROOF_NOT_SIGNED
   */
  proveWallet(token: string, signature: string): Promise<void>;
  /** Assigns owners to handles that still belong to the local person, as all did before there were owners. */
  adopt(handles: readonly { readonly id: string; readonly owner: Person }[]): Promise<void>;
  /**
   * Forgets what a tenant's people settled longer ago than so many milliseconds: for a tenant who keeps it for less time
   * than the installation. What still counts towards the limits of a day, or may matter otherwise, stays.
   */
  forgetSettled(tenant: string, olderThanMs: number): Promise<void>;
  /**
   * Calls `see` whenever the state of a handle may have changed, by this process or another on its store. However many
   * wait, the store is asked one question in 250 ms. What changes by the clock or on the ledger alone is told once a
   * desk has asked. @returns how to end it
   */
  onChange(handle: string, see: () => void): () => void;
  /** Asks the ledger about every offer that is undecided and past its time; gives how many were decided. */
  settleAll(options?: CallOptions): Promise<number>;
  /** Asks about each outcome as it falls due, once for all processes that share the store. @returns how to end it */
  keepSettling(pace?: Partial<SettlingPace>): () => Promise<void>;
  /** Does it now if it is due, and then once a period for all processes that share the store. @returns how to end it */
  keepDoing(job: Job): () => Promise<void>;
  /** The most requests to the service that a read of so many balances takes, retries aside. */
  mostBalanceRequests(addresses: number): number;
  /** Figures of the service's client, for logs, the doctor and those who share the quota. */
  metrics(): ServiceMetrics;
  /** Of the credential that is used for a tenant. */
  quotaOf(tenant: string): TenantQuota;
  /** Counts what people ask for, over all processes on its database; absent where each counts for itself. */
  readonly requestCounts?: RequestCounts;
  /** How many handles of this network there are in each state, whoever's they are. */
  handleCounts(): Promise<HandleCounts>;
  close(): Promise<void>;
};
