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
import type { Balances, JudgementView, Prepared, Settlement, SignersView, TransactionStatus } from './results.ts';
import type { HandleCounts } from './store/handle-counts.ts';
import type { OwnLimits, TenantLimits } from './store/offers.ts';
import type { Job, SettlingPace } from './timers/timed.ts';

/** How a desk serves one person. */
export type AsPerson = {
  /** Of the person's tenant; beyond them nothing is prepared or sent by this desk. */
  readonly limits?: TenantLimits | undefined;
  /** In which sentences of ours are said; English where it is left out. Data and codes are the same in all. */
  readonly language?: Language | undefined;
};

export type CallOptions = {
  /** Ends waiting and the HTTP request; the call then throws CANCELLED. */
  readonly signal?: AbortSignal;
  /** Told when a part of a longer call is done. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Told of each request to the service for this call, with its share of it: a half where two calls share a request. */
  readonly onRequest?: (share: number) => void;
  /** Names the call in the log, also in the line of each request to the service for it; one is made where it has none. */
  readonly callId?: string;
  /** When the call began, on the clock of `performance`; default: now. It may take 45 s from then. */
  readonly begun?: number;
  /** What the host sent along with the input: it is looked through for secrets, and no more. */
  readonly beside?: Readonly<Record<string, unknown>>;
};

/** What a caller shows of a handle or transaction. */
export type Seen = Pick<TransactionStatus, 'status' | 'transactionHash'>;

export type WaitOptions = CallOptions & {
  /** Absent: how it stands when the wait begins. */
  readonly seen?: Seen;
};

export type PrepareOptions = CallOptions & {
  /** A second escrow with the same terms is wanted, although one stands on the ledger. The person confirms it. */
  readonly another?: boolean;
};

export type Confirmation = {
  /** What the person typed: the total in token units, as it was shown. */
  readonly amount: string;
  /** `judgement.key` of what the person had before them. */
  readonly shown: string;
};

/** What may be asked of an action: a request as it is written, or `{ id }` for a handle's request. */
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
    /** Absent until whoever opens the page has confirmed the stops, and when its handle has ended. */
    readonly unsignedXdr?: string;
    readonly hash: string;
    readonly contractId: string;
    readonly expiresAt: number;
    readonly reasons: readonly Reason[];
  };
  readonly judgement: JudgementView;
  /** Where the transaction is not given: what stands in it. */
  readonly summary?: SummaryOf<Name>;
  /** What its addresses are called, where whoever sees it may know. */
  readonly names?: readonly NamedAddress[];
  /** Names can be given to them here. */
  readonly canName?: true;
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
   * Gives the living offer of the request's handle, or one that was built and compared anew when too little life is
   * left. Everything in the request is checked here, so an adapter may hand on what a person or model wrote. Where
   * the person must confirm something first the result is `to-confirm`, and holds nothing to sign.
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
  /** Every problem of a deploy request that may still be incomplete; nothing is prepared, and nobody is asked. */
  check(request: unknown, options?: CallOptions): Promise<readonly FieldProblem[]>;
  /**
   * `prepare` of a step by what a person or model wrote: `{ action, escrow, … }`, or `{ id }` of one that was prepared.
   * @param steps those that may be asked for; where it is one alone, `action` may be left out
   */
  prepareStep(steps: readonly StepName[], input: unknown, options?: CallOptions): Promise<Prepared<StepName>>;
  /** A handle's request prepared again, whatever its action is. @throws CountersignError as `prepare` */
  renew(id: string, options?: CallOptions): Promise<Prepared<ActionName>>;
  /**
   * The person's own confirmation of a handle's stops, which counts for this person alone. Only for what a person does
   * on a page, in a modal or at a terminal: never by an argument that a model sets.
   * @throws CountersignError INPUT_INVALID where it is another amount; CONFIRMATION_NEEDED where other stops stand
   *   against it by now; and those of `prepare`
   */
  confirm(id: string, confirmation: Confirmation, options?: CallOptions): Promise<Prepared<ActionName>>;
  /**
   * `input`: `{ signedXdr, id? }`; or `{ id }` alone, once the signing page has delivered a signature: then what
   * became of it, sent again where that is unknown. Anybody may send a signed transaction that they hold; of one that
   * somebody else prepared they are told its outcome, hash and escrow address alone. Of an account that needs several
   * signers, signatures are kept until there are enough: the result is `partly-signed` until then.
   */
  submit(input: unknown, options?: CallOptions): Promise<Settlement>;
  /** What is known about a handle or a transaction hash, by the ledger's word where there is one to ask; never the service's. */
  status(reference: string, options?: CallOptions): Promise<TransactionStatus>;
  /**
   * As `status`, but answers once it differs from what the caller has seen, when nothing more will become of it, or
   * after `timeoutMs` (30 s at most).
   */
  waitFor(reference: string, timeoutMs: number, options?: WaitOptions): Promise<TransactionStatus>;
  /** `status` or `waitFor` by what a person or model wrote: `{ id? , transactionHash?, waitSeconds? }`, one of the first two. */
  lookUp(input: unknown, options?: CallOptions): Promise<TransactionStatus>;
  /**
   * Escrows of this person, and those that they were let in to, newest first; 20 at most, and how many more there are.
   * States are the ledger's where there is one to ask, and so is what they hold.
   * @param input `{ query?, wallet?, status?, since?, openList? }`: words that its texts hold, an address that takes
   *   part, a phase, a date or time; with `openList` also a link to the whole list, as of `openList()`.
   *   @throws CountersignError INPUT_INVALID, LIST_CLOSED
   */
  find(input: unknown, options?: CallOptions): Promise<FoundEscrows>;
  /**
   * The whole of one escrow. One that was not prepared by this person is told by its address, as the ledger has it.
   * @param input one of `{ id, contractId, transactionHash }`; with `waitSeconds` (30 at most) it answers after the
   *   next change, which is told in `changes`. @throws CountersignError HANDLE_NOT_FOUND
   */
  get(input: unknown, options?: CallOptions): Promise<EscrowView>;
  /**
   * Tells what happens to escrows from now on, as the ledger has it. Whoever gives itself a name as `follower` is told
   * after a restart what happened meanwhile; each change is told once, unless `take` failed or the process died in it.
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
   */
  titles(prefixText: string, limit: number, options?: CallOptions): Promise<readonly TitledEscrow[]>;
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
   * ledger cannot tell. Frees the request to be prepared again. @throws OUTCOME_UNKNOWN while it is too early
   */
  declareFailed(id: string): Promise<TransactionStatus>;
  /** What this person limited for themselves: beyond it nothing is prepared, whoever asks. */
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
  /** Lets somebody else see a handle of this person, or sign and send it as well. @throws HANDLE_NOT_FOUND */
  grant(id: string, to: Person, right: Right): Promise<void>;
  /**
   * `input`: `{ signer?, addresses }`. `asOf` is the time of the oldest answer in it. Only the service wants to know who
   * asks: without a signer that is the default one, or who prepared the escrow.
   */
  balances(input: unknown, options?: CallOptions): Promise<Balances>;
  /** As `balances`, of addresses alone, and of the same reading of the ledger whose turn it is in each. */
  balancesAndTurns(input: unknown, options?: CallOptions): Promise<BalancesAndTurns>;
};

/** One handle, for whoever holds the address of its signing page. Every method throws HANDLE_NOT_FOUND. */
export type PageDesk = {
  /** Everything the page shows; costs no call to anybody. */
  view(): Promise<SigningView>;
  /** As `Desk.onChange`. @throws CountersignError HANDLE_NOT_FOUND */
  onChange(see: () => void): Promise<() => void>;
  /** A person has the page before them: from now on they must confirm before a newer version replaces this one. */
  opened(): Promise<void>;
  /** The ledger is asked what became of it, where there is one to ask. */
  refresh(options?: CallOptions): Promise<TransactionStatus>;
  renew(options?: CallOptions): Promise<Prepared<ActionName>>;
  /** How its escrow stands, by the ledger alone; nothing before it has settled, and where no ledger can be asked. */
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
  /** The person does not want it: ends the handle as `declined`. @param reason in the person's words, 300 characters at most */
  decline(reason?: string, options?: CallOptions): Promise<TransactionStatus>;
  submit(signedXdr: string, options?: CallOptions): Promise<Settlement>;
  /** What became of the signature that was delivered; sent again where that is unknown. */
  askAgain(options?: CallOptions): Promise<Settlement>;
  declareFailed(): Promise<TransactionStatus>;
};

/** What whoever opened the list may see and change. */
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
    /** What a name stands for, or stood for until it was removed lately. */
    find(name: string): Promise<Contact | undefined>;
    /**
     * @param named `instead`: the other address that the person saw this one replace, and confirmed
     * @throws CountersignError INPUT_INVALID, CONFIRMATION_NEEDED where the name stands for another address
     */
    set(named: { readonly name: string; readonly address: string; readonly instead?: string }): Promise<Contact>;
    /** @throws CountersignError INPUT_INVALID where there is no such name */
    remove(name: string): Promise<Contact>;
  };
};

/** The whole desk. By itself it serves the one local person. */
export type Desk = PersonalDesk & {
  for(person: Person, as?: AsPerson): PersonalDesk;
  /** @param visitor tells those apart who open a page that is reached from other machines: each confirms for themselves */
  page(pageId: string, visitor?: string): PageDesk;
  /** Whether a page's address leads to a handle; costs next to nothing. */
  hasPage(pageId: string): Promise<boolean>;
  /** Makes a session of what stood in a link. @throws CountersignError LIST_CLOSED, whatever is wrong with it */
  useListLink(token: string): Promise<ListSession>;
  /** @throws CountersignError LIST_CLOSED where the session has ended */
  list(session: string): Promise<ListDesk>;
  /** Whether a session goes on; costs next to nothing. */
  hasListSession(session: string | undefined): Promise<boolean>;
  endListSession(session: string): Promise<void>;
  /** What the link of `askWalletProof` asks to sign. @throws CountersignError PROOF_CLOSED, whatever is wrong with it */
  walletProof(token: string): Promise<ProofToSign>;
  /** Whether there is such a link; costs next to nothing. */
  hasWalletProof(token: string): Promise<boolean>;
  /**
   * Ends the link. @param signature by SEP-53, 64 bytes in base64 or hex
   * @throws CountersignError PROOF_CLOSED, PROOF_NOT_SIGNED
   */
  proveWallet(token: string, signature: string): Promise<void>;
  /** Gives handles that were kept before owners were to whom they belong; those of anybody else stay as they are. */
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
  /** What the client of the service has done and has before it: numbers for logs, a doctor and whoever shares the quota. */
  metrics(): ServiceMetrics;
  /** How many handles of this network there are in each state, whoever's they are. */
  handleCounts(): Promise<HandleCounts>;
  close(): Promise<void>;
};
