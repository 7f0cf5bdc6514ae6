/** The desk over a service, a store and a ledger, and what each surface may call of it. */

import { CountersignError } from '../errors/errors.ts';
import { DEFAULT_FEE_STOP } from '../risk/index.ts';
import { type EscrowService, metricsLine } from '../service/escrow-service.ts';
import { BoundedMap } from '../text/bounded-map.ts';
import { deskWordsOf, ENGLISH } from '../words/all.ts';
import type { Language } from '../words/language.ts';
import { type Caller, createCaller } from './caller.ts';
import { escrowPageCalls, listCalls, pageCalls, personCalls } from './calls.ts';
import { directCarriers } from './carriers/direct-carriers.ts';
import { reportToService, serviceCarriers } from './carriers/service-carriers.ts';
import { type DeskContext, type DeskPolicy, PATIENCE } from './context.ts';
import { createPoller } from './follow/poller.ts';
import type { CallOptions } from './model/call-options.ts';
import type { Carriers } from './model/carrier.ts';
import { ESCROW_PAGE } from './model/escrow-page.ts';
import { keysOf } from './model/keys.ts';
import { LOCAL_PERSON, type Person } from './model/person.ts';
import type { TenantLimits } from './model/requests.ts';
import { type Job, keepDoing } from './outcome/timers/jobs.ts';
import { keepSettling, type SettlingPace, settleAll } from './outcome/timers/settling.ts';
import { endListSession, isListSession, ownerOfSession, useListLink } from './page/list/access.ts';
import { publicHistory } from './page/list/escrow-history.ts';
import { hasPageProof, openPage, pageProof } from './people/page-proof.ts';
import { signedInWallet, signIn, signInText, signOut } from './people/sign-in.ts';
import { isProofAsked, proofToSign, proveWallet } from './people/wallet-proofs.ts';
import { reportEscrow } from './read/report-escrow.ts';
import type { RpcMetrics } from './rpc-urls.ts';
import { metricsOf, oneService, quotasOf, type RequestCounts, type Services, visitorsShare } from './services.ts';
import { createChangeFeed } from './store/change-feed.ts';
import type { PageFiles } from './store/postgres/page-files.ts';

/** Everything that the desk works with; who carries each action follows from it unless it is given. */
export type DeskParts = Omit<
  DeskContext,
  'carriers' | 'changes' | 'viewer' | 'patience' | 'policy' | 'poller' | 'words' | 'servedFor' | 'takeForVisitors'
> &
  Partial<Pick<DeskContext, 'carriers' | 'patience'>> & {
    /** Of tenants with credentials of their own; absent: there is the service alone. */
    readonly services?: Services;
    /** Of all processes that share the store; absent: this process counts for itself. */
    readonly requestCounts?: RequestCounts | undefined;
    /** Figures of the quota of the Stellar RPCs, where they have one. */
    readonly rpcMetrics?: () => RpcMetrics;
    /** Since when a Stellar RPC has not answered, in epoch milliseconds. */
    readonly ledgerUnansweredSince?: () => number | undefined;
    readonly policy: Omit<DeskPolicy, 'feeStop' | 'limits'> & Partial<Pick<DeskPolicy, 'feeStop' | 'limits'>>;
  };

export type AsPerson = {
  /** Of the person's tenant; beyond them nothing is prepared or sent by this desk. */
  readonly limits?: TenantLimits | undefined;
  /** The language of our sentences; default: English. Data and codes are the same in all languages. */
  readonly language?: Language | undefined;
  /**
   * Default: true. Otherwise a submission prepares nothing of a request for several milestones, no transaction is handed
   * out, and no result has a link to a page: anyone who has one can confirm, decline and prepare there.
   */
  readonly mayPrepare?: boolean | undefined;
};

export type PersonalDesk = ReturnType<typeof personalDesk>;
/** One request, for anybody with the address of its signing page. */
export type PageDesk = ReturnType<typeof pageCalls> & { readonly language: Language };
/** The whole desk. Unless `for` names somebody else, it serves the local person. */
export type Desk = ReturnType<typeof createDesk> & {
  /** Counts what people ask for, over all processes on its database; absent where each counts for itself. */
  readonly requestCounts?: RequestCounts;
  /** The page's files of all versions that run on its database; absent where one process at a time serves the page. */
  readonly pageFiles?: PageFiles;
};

export function createDesk(parts: DeskParts) {
  const policy = { feeStop: DEFAULT_FEE_STOP, limits: [], ...parts.policy };
  const { ledger, network, patience = PATIENCE } = parts;
  const poller = ledger && createPoller(ledger, network, patience.followEveryMs);
  const services = parts.services ?? oneService(parts.service);
  const servedFor = serving(parts, services);
  const changes = createChangeFeed(parts.store, parts.log);
  const context: DeskContext = {
    accounts: new BoundedMap(MOST_ACCOUNTS),
    words: ENGLISH,
    ...parts,
    ...servedFor(LOCAL_PERSON.tenant),
    servedFor,
    takeForVisitors: visitorsShare(services, parts.requestCounts, parts.now),
    changes,
    viewer: LOCAL_PERSON,
    patience,
    policy,
    ...(poller && { poller }),
  };
  const { store } = context;
  const contextOf = (person: Person): DeskContext => ({ ...context, ...servedFor(person.tenant), viewer: person });
  const { call } = createCaller(context);
  const ownerOf = call(1, ownerOfSession, NOTHING);
  // For readers of whom nothing is known: no address book is theirs.
  const anyone = createCaller({ ...context, viewer: { page: '' } });
  return {
    ...personalDesk(context),
    for: (person: Person, { limits, language, mayPrepare = true }: AsPerson = {}): PersonalDesk => {
      const whole = { ...contextOf(person), ...(limits === undefined ? {} : { tenantLimits: limits }) };
      const { signUrl: _sign, listUrl: _list, proofUrl: _proof, ...unlinked } = whole;
      return personalDesk(mayPrepare ? whole : { ...unlinked, mayPrepare }, language);
    },
    /**
     * @param visitor identifies who opens a page that other machines can reach: each visitor confirms for themselves
     * @param language of anyone who reads the page
     * @param wallets those that the visitor proved to be theirs
     */
    page: (pageId: string, visitor?: string, language: Language = 'en', wallets: readonly string[] = []): PageDesk => {
      const viewer = { page: pageId, ...(visitor === undefined ? {} : { visitor, wallets }) };
      return { language, ...pageCalls(callerIn({ ...context, viewer }, language)) };
    },
    /** For a visitor of an escrow's page; the parameters are those of `page`. */
    escrowPage: (visitor?: string, language: Language = 'en', wallets: readonly string[] = []) => {
      const viewer = { page: '', ...(visitor === undefined ? {} : { visitor, wallets }) };
      return escrowPageCalls(callerIn({ ...context, ...servedFor(ESCROW_PAGE), viewer }, language));
    },
    /** Whether a page id belongs to a request; cheap. */
    hasPage: (pageId: string) => store.hasPage(pageId),
    /** An escrow as the RPC reports it, for anyone to decode. @throws CountersignError RPC_UNREACHABLE, RPCS_DISAGREE */
    escrowForAnyone: anyone.call(1, (callContext, contractId: string) =>
      reportEscrow(callContext, contractId, callContext.call()),
    ),
    /** What the ledger shows of its past. @throws CountersignError RPC_UNREACHABLE */
    escrowHistoryForAnyone: anyone.call(1, publicHistory),
    /** Exchanges a link's token for a session. @throws CountersignError LIST_CLOSED, whatever is wrong with the token */
    useListLink: call(1, useListLink, NOTHING),
    /** The calls of a session. @throws CountersignError LIST_CLOSED where it has ended */
    list: async (session: string, language: Language = 'en') => {
      const { person, right } = await ownerOf(session);
      return listCalls(callerIn(contextOf(person), language), right);
    },
    /** Whether a session is still valid; cheap. */
    hasListSession: async (session: string | undefined) =>
      session !== undefined && (await isListSession(context, session)),
    endListSession: (session: string) => endListSession(context, session),
    /** Ids of a tenant's people who proved that this wallet is theirs. */
    walletProversOf: (tenant: string, address: string) => store.proversOf(tenant, address),
    /** The text to sign, by a link of `askWalletProof`. @throws CountersignError PROOF_CLOSED for any invalid link */
    walletProof: call(1, proofToSign, NOTHING),
    /** Whether there is such a link; cheap. */
    hasWalletProof: (token: string) => isProofAsked(context, token),
    /** Ends the link. @param signature by SEP-53, 64 bytes. @throws CountersignError PROOF_CLOSED, PROOF_NOT_SIGNED */
    proveWallet: call(2, proveWallet, ([, signature]) => ({ signature })),
    /**
     * The text by which the wallet that signs a request opens its page, from a link that shows nothing else.
     * @throws CountersignError HANDLE_NOT_FOUND
     */
    pageProof: call(2, pageProof, NOTHING),
    /** Whether there is such a request; cheap. */
    hasPageProof: (id: string) => hasPageProof(context, id),
    /** Exchanges that text's signature for the page's id. @throws HANDLE_NOT_FOUND, PROOF_CLOSED, PROOF_NOT_SIGNED */
    openPage: call(2, openPage, ([, proof]) => proof),
    /**
     * What a wallet signs to sign a browser in at an origin, such as `https://sign.example.org`.
     * @throws CountersignError INPUT_INVALID
     */
    signInText: call(2, signInText, ([wallet]) => wallet),
    /** Exchanges it, signed, for a session of 12 hours. @throws CountersignError PROOF_CLOSED, PROOF_NOT_SIGNED */
    signIn: call(2, signIn, ([wallet, proof]) => ({ ...(wallet as object), ...(proof as object) })),
    /** The wallet of a session at this origin; undefined for any other one. */
    signedInWallet: (session: string, origin: string) => signedInWallet(context, session, origin),
    signOut: (session: string, origin: string) => signOut(context, session, origin),
    /** Assigns owners to requests that still belong to the local person, as all did before there were owners. */
    adopt: async (preparedRequests: readonly { readonly id: string; readonly owner: Person }[]) => {
      for (const { id, owner } of preparedRequests) {
        const prepared = await store.find(id);
        if (prepared === undefined) continue;
        const { request, series } = keysOf(prepared, network, owner);
        await store.adopt(id, owner, request, series);
      }
    },
    /**
     * Forgets what a tenant's people settled longer ago than so many milliseconds: for a tenant who keeps it for less
     * time than the installation. What still counts towards the limits of a day, or may matter otherwise, stays.
     */
    forgetSettled: (tenant: string, olderThanMs: number) =>
      store.forgetSettled(tenant, context.now() - Math.max(olderThanMs, DAY_MS)),
    /**
     * Calls `see` whenever the state of a request may have changed, by this process or another on its store. However
     * many wait, the store is asked one question in 250 ms. What changes by the clock or on the ledger alone is reported
     * once a desk has asked. @returns how to end it
     */
    onChange: changes.onChange,
    /** Asks the ledger about every transaction that is undecided and past its time; gives how many were decided. */
    settleAll: (options?: CallOptions) => settleAll(context, options),
    /** Asks about each outcome as it falls due, once for all processes that share the store. @returns how to end it */
    keepSettling: (pace?: Partial<SettlingPace>) => keepSettling(context, pace),
    /** Does it now if it is due, and then once a period for all processes that share the store. @returns how to end it */
    keepDoing: (job: Job) => keepDoing(context, job),
    /** The most requests to the service that a read of so many balances takes, retries aside. */
    mostBalanceRequests: (addresses: number) => context.service?.mostBalanceRequests(addresses) ?? 0,
    /** Figures of the service's client, for logs, the doctor and the other users of the quota. */
    metrics: () => metricsOf(services),
    /** Figures of the quota of the Stellar RPCs; undefined where they have none. */
    rpcMetrics: () => parts.rpcMetrics?.(),
    /** Since when a Stellar RPC has not answered, in epoch milliseconds; undefined while all do. */
    ledgerUnansweredSince: () => parts.ledgerUnansweredSince?.(),
    /** Asks the Stellar RPCs that did not answer their last request. @throws CountersignError RPC_UNREACHABLE */
    requireLedger: async () => {
      if (parts.ledgerUnansweredSince?.() === undefined || (await ledger?.historyOf()) !== undefined) return;
      throw new CountersignError('RPC_UNREACHABLE');
    },
    /** Of the credential that is used for a tenant. */
    quotaOf: quotasOf(services),
    /** How many requests of this network there are in each state, of all owners. */
    countsByState: () => store.countsByState(),
    close: async () => {
      context.log?.('debug', metricsLine(metricsOf(services)));
      changes.close();
      await poller?.close();
      await store.close();
    },
  };
}

/** For a call whose token or session is no text that a person wrote. */
const NOTHING = () => undefined;

function personalDesk(context: DeskContext, language: Language = 'en') {
  return { network: context.network, ...personCalls(callerIn(context, language)) };
}

function callerIn(context: DeskContext, language: Language): Caller {
  const spoken = language === 'en' ? context : { ...context, words: deskWordsOf(language) };
  return createCaller(context, () => spoken);
}

const MOST_ACCOUNTS = 1_000;

/** How long a settled one counts towards a daily limit. */
const DAY_MS = 24 * 3_600_000;

function serving(parts: DeskParts, services: Services): DeskContext['servedFor'] {
  const made = new Map<EscrowService | undefined, Pick<DeskContext, 'carriers' | 'direct'>>();
  return (tenant) => {
    const service = services.serviceOf(tenant);
    const known = made.get(service) ?? {
      carriers: parts.carriers ?? carriersFor({ ...parts, service }),
      direct: directFor({ ...parts, service }),
    };
    made.set(service, known);
    return { service, ...known };
  };
}

/** For what the service does not do, which is reported afterwards. */
function directFor({ service, ledger, network, now, store }: DeskParts): Carriers | undefined {
  if (service === undefined || ledger === undefined) return undefined;
  const carriers = directCarriers({ ledger, network, now, secret: store.secret });
  return Object.fromEntries(
    Object.entries(carriers).map(([name, carrier]) => [
      name,
      { ...carrier, send: reportToService(service, network, carrier.send) },
    ]),
  );
}

function carriersFor({ service, ledger, network, now, store }: DeskParts): Carriers {
  const direct = ledger && directCarriers({ ledger, network, now, secret: store.secret });
  return service === undefined ? (direct ?? {}) : serviceCarriers(service, network, direct);
}
