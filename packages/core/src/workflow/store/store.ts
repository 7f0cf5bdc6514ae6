/**
 * Stores what was prepared and its outcomes; the seam for storage engines. Every method is atomic, also where several
 * processes share the engine. All reject with STORE_UNUSABLE where the engine fails. `describeStore` of the testkit is
 * its specification.
 */
import type { ActionName } from '../../actions/action.ts';
import type { Agreement } from '../../actions/agreed-terms.ts';
import type { Contact } from '../../contacts/index.ts';
import type { ConfirmedTaking, Deal } from '../../risk/index.ts';
import type { SignerSignature } from '../../signatures/index.ts';
import type { WalletProof } from '../../words/desk/proofs.ts';
import type { Language } from '../../words/language.ts';
import type { Person, Right } from '../model/person.ts';
import type {
  AgreedTerms,
  By,
  Context,
  End,
  ListedRequests,
  NewRequest,
  NewTransaction,
  OwnLimits,
  PastTransaction,
  Plan,
  PreparedRequest,
  PreparedTransaction,
  RequestStateCounts,
  SettledRequest,
  StoredRisk,
  TransactionState,
} from '../model/requests.ts';
import type { KeptSettlement } from '../model/results.ts';
import type { MoneyMoved, MoneySource } from './money-moved.ts';
import type { Gap } from './restored.ts';
import type { Matches, Search, Titled } from './search.ts';
import type { Timers } from './timers.ts';

/** Either the right to send a transaction, with its state before; or why it may not be sent. */
export type Claim =
  | { readonly kind: 'granted'; readonly number: number; readonly before: TransactionState }
  | { readonly kind: 'refused'; readonly because: PreparedTransaction }
  /** Its request has ended, and it was not sent before. */
  | { readonly kind: 'ended'; readonly end: End }
  /** Another transaction has replaced it since it was looked up. */
  | { readonly kind: 'renewed' };

/** The ledger's decision about a transaction. */
export type Decision = {
  readonly state: 'settled' | 'taken' | 'rejected' | 'dead';
  readonly settlement?: KeptSettlement;
};

/** The state of an escrow that was last reported to a follower, as of a ledger; only the follower reads the text. */
export type FollowedState = { readonly ledger: number; readonly state: string };

/** Requests in the order of their last change, and the cursor to go on from. */
export type Changed = { readonly cursor: number; readonly requestIds: readonly string[] };

/** A link to the list of a person's escrows, or a session in it. Only a hash of its token is stored. */
export type ListAccess = { readonly hash: string; readonly expiresAt: number };

/** A wallet that signed in at an origin, such as `https://sign.example.org`. */
export type WalletAt = { readonly origin: string; readonly address: string };

/** What a person is asked to sign to prove a wallet. Only a hash of the link's token is stored. */
export type ProofAsked = Omit<WalletProof, 'address'> & {
  readonly hash: string;
  readonly address: string;
  readonly language: Language;
  readonly expiresAt: number;
};

/** The last signature of a signer over a transaction of a request, while others are missing. */
export type KeptSignature = Omit<SignerSignature, 'signature'> & {
  readonly hash: string;
  /** Absent once a newer transaction was offered: its signer signs again. */
  readonly signature?: string;
};

/** Escrows that a wallet has to do with, as far as the store knows; newest first. Requests that can be read. */
export type OfWallet = {
  /** Addresses of escrows about which it signed something that settled; 100 at most. */
  readonly signed: readonly string[];
  /** Of those about which people who proved it had something prepared that settled; 100 at most. */
  readonly prepared: readonly string[];
  /** What waits for its signature: of these people, or about an escrow that was opened; 100 at most. */
  readonly toSign: readonly PreparedRequest[];
  /** Other deploys that name it, settled or waiting for its signature; 20 at most, and how many more. */
  readonly named: readonly PreparedRequest[];
  readonly more: number;
};

export type Store = Timers & {
  /** As other methods that do not say otherwise: @throws CountersignError RECORD_DAMAGED */
  find(id: string): Promise<PreparedRequest | undefined>;
  /** Of a damaged one, too: what decides who may see it. */
  ownerOf(id: string): Promise<Pick<PreparedRequest, 'id' | 'pageId' | 'owner'> | undefined>;
  findByPage(pageId: string): Promise<PreparedRequest | undefined>;
  /** Whether there is such a request, without reading it. */
  hasPage(pageId: string): Promise<boolean>;
  /** The newest request of equal requests that has not ended. */
  findByRequest(requestKey: string): Promise<PreparedRequest | undefined>;
  /** Requests of equal requests that ended or were followed by another round; newest first. */
  findFormer(requestKey: string): Promise<readonly PreparedRequest[]>;
  findByHash(hash: string): Promise<PreparedTransaction | undefined>;
  /** Anybody's transactions of this action about an escrow, newest first; 20 at most. Those that can be read. */
  findByContract(action: ActionName, contractId: string): Promise<readonly PreparedTransaction[]>;
  /** Anybody's deploys with a transaction of this address, past ones included, newest first; 20 at most. */
  deploysAt(contractId: string): Promise<readonly PreparedRequest[]>;
  /** A transaction that was renewed, or whose request was forgotten, up to 30 days ago. */
  findPast(hash: string): Promise<PastTransaction | undefined>;
  /** Every version of an escrow, newest first, those that ended included. */
  findSeries(series: string): Promise<readonly PreparedRequest[]>;
  /** The requests of a plan, newest first. */
  findPlan(plan: Plan): Promise<readonly PreparedRequest[]>;
  /** A person's own requests with a transaction of this sequence number, newest first; 50 at most. */
  findBySequence(owner: Person, sequence: string): Promise<readonly PreparedRequest[]>;
  /** Whether somebody else has a living request for the same signer and engagement id, with other terms. */
  isAskedByOthers(request: Pick<NewRequest, 'owner' | 'engagement' | 'terms'>): Promise<boolean>;
  /** Ids of a person's own requests, newest first. */
  preparedRequestsOf(owner: Person, most: number): Promise<readonly string[]>;
  /** A person's own requests with a transaction about an escrow, whatever they do, newest first; 50 at most. Those that can be read. */
  requestsAbout(owner: Person, contractId: string): Promise<readonly PreparedRequest[]>;
  /** Anybody's requests with a settled transaction about an escrow, newest first; 200 at most. Those that can be read. */
  settledAbout(contractId: string): Promise<readonly PreparedRequest[]>;
  /** A person's own payments and other acts that are neither signed nor over, newest first; no deploys. */
  requestsToSign(owner: Person, most: number): Promise<ListedRequests>;
  /** The accounts that a person's newest 1,000 requests were prepared for. */
  signersOf(owner: Person): Promise<readonly string[]>;
  /** Those that signed one of the person's newest 1,000 transactions that were sent. */
  signedBy(owner: Person): Promise<readonly string[]>;
  /** What a person's requests asked for that settled, and of which escrow, newest first. @param signer absent: any */
  settledOf(owner: Person, signer: string | undefined, most: number): Promise<readonly SettledRequest[]>;
  /** Deploys that match, newest first. @param most requests; the total counts the others too */
  search(search: Search, most: number): Promise<Matches>;
  /**
   * What was prepared on an escrow's page is left out until it has settled.
   * @param isLocals whether it is the local person's. @param opened addresses of escrows that its owner opened
   */
  escrowsOfWallet(wallet: string, isLocals: boolean, opened: readonly string[]): Promise<OfWallet>;
  /**
   * Deploys of a person, those that they were let in to, and those of their tenant that settled with this wallet among
   * the parties; with a word of the title that begins so, newest first.
   */
  titles(person: Person, prefix: string, most: number, wallet?: string): Promise<readonly Titled[]>;
  /** Requests with an undecided transaction that expired before `time` or was sent; oldest first. Those that can be read. */
  undecided(time: number, most: number): Promise<readonly PreparedRequest[]>;
  undecidedForeign(most: number): Promise<readonly PreparedTransaction[]>;
  /**
   * Requests with a transaction since `time` that counts towards limits, and settled or still may. @param owner absent: of
   * everybody
   */
  askedSince(owner: Person | undefined, time: number): Promise<readonly PreparedRequest[]>;
  limitsOf(owner: Person): Promise<OwnLimits | undefined>;
  setLimits(owner: Person, limits: OwnLimits): Promise<void>;
  /** A person's address book on this network, by name; entries that were removed lately are among them. */
  contactsOf(owner: Person): Promise<readonly Contact[]>;
  /** The entries left out of that since their names are no longer accepted: no sentence uses them. */
  contactsToRename(owner: Person): Promise<readonly Contact[]>;
  /**
   * Writes an entry, and forgets what was removed more than 7 days ago.
   * @param seen the entry of this name as the caller found it
   * @returns false, having written nothing, where the entry has changed since or another name looks like it
   */
  setContact(owner: Person, contact: Contact, seen: Contact | undefined): Promise<boolean>;
  /** Keeps the money that a settled transaction moved; again changes nothing. */
  noteMoney(source: MoneySource, moved: MoneyMoved): Promise<void>;
  /** What a wallet paid into escrows and what came of it, the newest 1,000 escrows. @param token absent: any */
  dealsOf(wallet: string, token?: string): Promise<readonly Deal[]>;
  /** The platform's fee in basis points in the newest other escrow that this wallet made or paid with it. */
  lastFee(wallet: string, platform: string, otherThan: string): Promise<number | undefined>;
  /** Keeps what the signer of a settled transaction confirmed: who may take how much of this escrow. */
  noteConfirmedTakings(
    wallet: string,
    source: Pick<MoneySource, 'hash' | 'escrow'>,
    takings: readonly ConfirmedTaking[],
  ): Promise<void>;
  addListLink(owner: Person, link: ListAccess): Promise<void>;
  /** Exchanges a link for a session; the link no longer works. @returns the owner of the list */
  useListLink(hash: string, session: ListAccess): Promise<Person | undefined>;
  listSession(hash: string): Promise<Person | undefined>;
  endListSession(hash: string): Promise<void>;
  /** Opens a session. @param proof counts once. @returns false where it was used before */
  openWalletSession(wallet: WalletAt, proof: ListAccess, session: ListAccess): Promise<boolean>;
  walletSession(hash: string): Promise<WalletAt | undefined>;
  endWalletSession(hash: string): Promise<void>;
  /** Replaces what the person was asked before. An earlier proof stays valid only if it is of the same wallet. */
  askProof(owner: Person, proof: ProofAsked): Promise<void>;
  /** Undefined where it is unknown, used, replaced, or expired. */
  proofAsked(hash: string): Promise<ProofAsked | undefined>;
  /** Notes the proof once its signature was checked. Only the first of concurrent calls gets true. */
  prove(hash: string): Promise<boolean>;
  /** When a signature proved that this wallet is the person's. */
  provenAt(owner: Person, address: string): Promise<number | undefined>;
  provenWallet(owner: Person): Promise<string | undefined>;
  /** Ids of a tenant's people who proved that this wallet is theirs. */
  proversOf(tenant: string, address: string): Promise<readonly string[]>;
  /** What was last reported to this follower, by escrow; escrows of which nothing was reported are absent. */
  reportedTo(owner: Person, follower: string, escrows: readonly string[]): Promise<ReadonlyMap<string, FollowedState>>;
  setReported(owner: Person, follower: string, reported: ReadonlyMap<string, FollowedState>): Promise<void>;
  /**
   * Adds a transaction to the request of its request, creating the request if there is none. @returns the request
   * @throws CountersignError STORE_FULL; OUTCOME_UNKNOWN or ALREADY_SETTLED if one was sent in the meantime;
   *   TRANSACTION_MISMATCH if the transaction was offered for another request, or its address for other terms;
   *   SEQUENCE_TAKEN if it has a rival that was not checked
   */
  add(prepared: NewRequest, transaction: NewTransaction, context: Context): Promise<PreparedRequest>;
  /** Replaces the plan of a request: it was asked for again, with other milestones after it. */
  setPlan(id: string, plan: Plan): Promise<void>;
  /** Stores the risk of a request that was checked again. */
  replaceRisk(id: string, risk: StoredRisk): Promise<void>;
  /** Adds a transaction that was prepared elsewhere, so that it too is sent only once. @returns it as stored */
  addForeign(transaction: NewTransaction, agreement?: Agreement | undefined): Promise<PreparedTransaction>;
  /**
   * The terms of an escrow that wallets agreed to last, newest first, and those of its deploy. They stay when their
   * requests are forgotten. A deploy counts before its outcome was read: the caller found its escrow on the ledger.
   */
  agreedTerms(escrow: string): Promise<readonly AgreedTerms[]>;
  signaturesOf(requestId: string): Promise<readonly KeptSignature[]>;
  /**
   * Keeps valid signatures over a transaction until there are enough. They are dropped when a newer one is added.
   * @returns all signatures over it; undefined, keeping nothing, where it is not the request's newest transaction, or was sent,
   *   or the request has ended
   */
  keepSignatures(hash: string, signatures: readonly SignerSignature[]): Promise<readonly SignerSignature[] | undefined>;
  /**
   * Claims the right to send a transaction. A claim older than `staleAfterMs`, or from the future, is stale and taken over.
   * @param seen the state in which the caller found the transaction: refused if another call has sent or decided it since
   * @param by who is asked to send it
   * @returns `renewed` where the transaction is gone
   */
  claim(hash: string, signedXdr: string, staleAfterMs: number, seen?: TransactionState, by?: By): Promise<Claim>;
  /** Records who else is asked to send a transaction, before it is. */
  setSentBy(hash: string, by: By): Promise<void>;
  /** Records what is known of a claimed transaction, unless the claim was taken over or the ledger has spoken. */
  record(
    hash: string,
    claim: number,
    state: 'offered' | 'accepted' | 'unknown',
    settlement?: KeptSettlement,
  ): Promise<void>;
  /**
   * Records the ledger's decision about a transaction. `settled` is final; any other decision may only change to `settled`.
   * @param unsignedXdr of a past transaction, which is restored
   */
  decide(hash: string, decision: Decision, unsignedXdr?: string): Promise<void>;
  /** Records what was read of the death of a transaction that is not known to have settled. @param settlement absent: none */
  noteDeath(hash: string, settlement?: KeptSettlement): Promise<void>;
  /** Notes that a transaction was not included up to this ledger, unless it has an `offeredLedger` already. */
  notBefore(hash: string, ledger: number): Promise<void>;
  /** From now on the transaction counts towards the limits of its day. */
  count(hash: string): Promise<void>;
  /** Records the person's declaration that these did not settle. */
  giveUp(hashes: readonly string[]): Promise<void>;
  /** Ends a request that was never sent. Does nothing where it has ended. @throws OUTCOME_UNKNOWN, ALREADY_SETTLED */
  end(id: string, end: End): Promise<void>;
  /** Removes a request and all that is kept of it. @param isLimited its owner has a limit of a day. @throws HANDLE_NOT_FOUND; NOT_OVER while it could still matter */
  forget(id: string, isLimited: boolean): Promise<void>;
  /** Removes a tenant's requests that settled with a transaction from before `time`; one that may still matter stays. */
  forgetSettled(tenant: string, time: number): Promise<void>;
  opened(id: string): Promise<void>;
  /** @param content a hash of what was confirmed. @param by who confirmed it */
  confirm(id: string, content: string, by: string): Promise<void>;
  /** @param by absent: anybody */
  isConfirmed(id: string, content: string, by?: string): Promise<boolean>;
  grant(id: string, to: Person, right: Right): Promise<void>;
  rightOf(id: string, person: Person): Promise<Right | undefined>;
  /** Changes the owner of a request that the local person owns, with its keys. */
  adopt(id: string, owner: Person, requestKey: string, series?: string): Promise<void>;
  /**
   * Requests whose state was changed since, by whatever process; those that are gone are among them, and those of other
   * networks may be. @param cursor of the last answer; absent: from now on
   */
  changedSince(cursor: number | undefined): Promise<Changed>;
  /** Of a store that was restored from a backup, as long as it matters. */
  gap(): Promise<Gap | undefined>;
  setGap(gap: Gap): Promise<void>;
  /**
   * 32 secret bytes, in hex: made when they are first asked for, and the same ever after, for all
   * processes and networks. They are in backups and moves, and never leave the process.
   */
  secret(): Promise<string>;
  /** How many requests of this network there are in each state. */
  countsByState(): Promise<RequestStateCounts>;
  /**
   * Takes a lease, so that only one process at a time does something: until it is given back, or for `ms` milliseconds
   * if its holder dies. The holder may take it again to renew it.
   * @returns false where another holder has it
   */
  takeLease(key: string, holder: string, ms: number): Promise<boolean>;
  dropLease(key: string, holder: string): Promise<void>;
  /** Forgets what is too old or too much, of all tenants and networks. To be called once in a while. */
  sweep(): Promise<void>;
  close(): Promise<void>;
};
