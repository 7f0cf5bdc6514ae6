/** The desk over a service, a store and a ledger: every call passes through `runCall`. */

import { CountersignError, fieldProblem } from '../errors/errors.ts';
import { DEFAULT_FEE_STOP } from '../judgement/index.ts';
import type { EscrowService } from '../service/escrow-service.ts';
import { metricsLine } from '../service/metrics.ts';
import { deskWordsOf, ENGLISH } from '../words/desk-words.ts';
import type { Language } from '../words/language.ts';
import { isOwn, requireRight } from './access.ts';
import { readBalances, readStanding } from './balances.ts';
import type { Carriers } from './carriers/carrier.ts';
import { fundCarrier } from './carriers/fund-carrier.ts';
import { serviceCarrier } from './carriers/service-carrier.ts';
import { stepCarriers } from './carriers/step-carrier.ts';
import { trustCarrier } from './carriers/trust-carrier.ts';
import { createChangeFeed } from './changes/change-feed.ts';
import { requestProblems } from './check-request.ts';
import { confirm } from './confirm.ts';
import { type DeskContext, type DeskPolicy, PATIENCE } from './context.ts';
import type { CallOptions, Desk, PersonalDesk } from './desk.ts';
import { discard, forget } from './end-handle.ts';
import { findEscrows } from './find.ts';
import { followEscrows } from './follow/follow.ts';
import { createPoller } from './follow/poller.ts';
import { getEscrow } from './get.ts';
import { keysOfAsked } from './keys.ts';
import { parseOwnLimits } from './limits.ts';
import { endListSession, isListSession, openList, ownerOfSession, useListLink } from './list/access.ts';
import { createListDesk } from './list/list-desk.ts';
import { explainPrepared, lookUp } from './look-up.ts';
import { BALANCE_FIELDS, FIND_FIELDS, withNames } from './names.ts';
import { createPageDesk } from './page-desk.ts';
import { LOCAL_PERSON, personIn } from './person.ts';
import { prepare } from './prepare.ts';
import { prepareStep } from './prepare-step.ts';
import { askWalletProof, isProofAsked, proofToSign, proveWallet } from './proofs/wallet-proofs.ts';
import { type RunningCall, runCall } from './run-call.ts';
import { metricsOf, oneService, quotasOf, type Services } from './services.ts';
import { settleAll } from './settle-all.ts';
import { declareFailed, readStatus, waitForOutcome } from './status.ts';
import { submit } from './submit.ts';
import { keepDoing } from './timers/jobs.ts';
import { keepSettling } from './timers/settling.ts';
import { escrowTitles } from './titles.ts';

/** Everything that the desk works with; who carries each action follows from it unless it is given. */
export type DeskParts = Omit<
  DeskContext,
  'carriers' | 'changes' | 'viewer' | 'patience' | 'policy' | 'poller' | 'words' | 'servedFor'
> &
  Partial<Pick<DeskContext, 'carriers' | 'patience'>> & {
    /** Of tenants with credentials of their own; absent: there is the service alone. */
    readonly services?: Services;
    readonly policy: Omit<DeskPolicy, 'feeStop' | 'limits'> & Partial<Pick<DeskPolicy, 'feeStop' | 'limits'>>;
  };

/** The most handles that one call returns. */
const MOST_HANDLES = 200;

export function createDesk(parts: DeskParts): Desk {
  const policy = { feeStop: DEFAULT_FEE_STOP, limits: [], ...parts.policy };
  const { ledger, network, patience = PATIENCE } = parts;
  const poller = ledger && createPoller(ledger, network, patience.followEveryMs);
  const services = parts.services ?? oneService(parts.service);
  const servedFor = serving(parts, services);
  const changes = createChangeFeed(parts.store, parts.log);
  const context = {
    accounts: new Map(),
    words: ENGLISH,
    ...parts,
    ...servedFor(LOCAL_PERSON.tenant),
    servedFor,
    changes,
    viewer: LOCAL_PERSON,
    patience,
    policy,
    ...(poller === undefined ? {} : { poller }),
  };
  return {
    ...createPersonalDesk(context),
    for: (person, { limits, language } = {}) =>
      createPersonalDesk(
        {
          ...context,
          ...servedFor(person.tenant),
          viewer: person,
          ...(limits === undefined ? {} : { tenantLimits: limits }),
        },
        language,
      ),
    page: (pageId, visitor) => createPageDesk(context, pageId, visitor),
    hasPage: (pageId) => context.store.hasPage(pageId),
    useListLink: (token) => runCall(context, undefined, {}, () => useListLink(context, token)),
    list: async (session) => {
      const { person, right } = await runCall(context, undefined, {}, () => ownerOfSession(context, session));
      return createListDesk({ ...context, ...servedFor(person.tenant), viewer: person }, right);
    },
    hasListSession: async (session) => session !== undefined && (await isListSession(context, session)),
    endListSession: (session) => endListSession(context, session),
    walletProof: (token) => runCall(context, undefined, {}, () => proofToSign(context, token)),
    walletProversOf: (tenant, address) => context.store.proversOf(tenant, address),
    hasWalletProof: (token) => isProofAsked(context, token),
    proveWallet: (token, signature) =>
      runCall(context, { signature }, {}, () => proveWallet(context, token, signature)),
    adopt: async (handles) => {
      for (const { id, owner } of handles) {
        const handle = await context.store.find(id);
        if (handle === undefined) continue;
        const { request, series } = keysOfAsked(handle, context.network, owner);
        await context.store.adopt(id, owner, request, series);
      }
    },
    forgetSettled: (tenant, olderThanMs) =>
      context.store.forgetSettled(tenant, context.now() - Math.max(olderThanMs, DAY_MS)),
    onChange: changes.onChange,
    settleAll: (options) => settleAll(context, options),
    keepSettling: (pace) => keepSettling(context, pace),
    keepDoing: (job) => keepDoing(context, job),
    mostBalanceRequests: (addresses) => context.service.mostBalanceRequests(addresses),
    metrics: () => metricsOf(services),
    quotaOf: quotasOf(services),
    handleCounts: () => context.store.handleCounts(),
    close: async () => {
      context.log?.('debug', metricsLine(metricsOf(services)));
      changes.close();
      await poller?.close();
      await context.store.close();
    },
  };
}

/** How long a settled one counts towards a daily limit. */
const DAY_MS = 24 * 3_600_000;

/** Makes the carriers once for each client of the service. */
function serving(parts: DeskParts, services: Services): DeskContext['servedFor'] {
  const made = new Map<EscrowService, Carriers>();
  return (tenant) => {
    const service = services.of(tenant);
    const carriers = made.get(service) ?? parts.carriers ?? carriersFor({ ...parts, service });
    made.set(service, carriers);
    return { service, carriers };
  };
}

function carriersFor({ service, ledger, network, now }: DeskParts): Carriers {
  return {
    deploy: serviceCarrier(service, network),
    // The terms of the escrow to pay are read from the ledger, so without a ledger there are no payments.
    ...(ledger === undefined ? {} : { fund: fundCarrier(service, ledger, network, now) }),
    ...(ledger === undefined ? {} : { trust: trustCarrier(ledger, network, now) }),
    ...(ledger === undefined ? {} : stepCarriers(service, ledger, network, now)),
  };
}

/** Other languages than English are loaded on the first call that needs them. */
function createPersonalDesk(parts: DeskContext, language: Language = 'en'): PersonalDesk {
  let spoken: Promise<DeskContext> | undefined;
  const inLanguage = async (): Promise<DeskContext> => {
    spoken ??= deskWordsOf(language).then((words) => ({ ...parts, words }));
    return await spoken;
  };
  const run = <T>(
    input: unknown,
    options: CallOptions = {},
    work: (context: DeskContext, call: RunningCall) => Promise<T>,
  ): Promise<T> =>
    runCall(parts, input, options, async (call) => {
      return await work(language === 'en' ? parts : await inLanguage(), call);
    });
  return {
    network: parts.network,
    prepare: (name, input, options) =>
      run(input, options, (context, call) => prepare(context, name, input, call, options)),
    check: (input, options) => run(input, options, (context) => requestProblems(context, input)),
    prepareStep: (steps, input, options) =>
      run(input, options, (context, call) => prepareStep(context, steps, input, call)),
    renew: (id, options) =>
      run({ id }, options, async (context, call) => {
        const { action } = await requireRight(context, id, 'sign');
        return await prepare(context, action, { id }, call);
      }),
    confirm: (id, confirmation, options) =>
      run({ id, ...confirmation }, options, async (context, call) =>
        confirm(context, await requireRight(context, id, 'sign'), confirmation, call),
      ),
    submit: (input, options) => run(input, options, (context, call) => submit(context, input, call)),
    status: (reference, options) => run(reference, options, (context, call) => readStatus(context, reference, call())),
    waitFor: (reference, timeoutMs, options) =>
      run(reference, options, (context, call) =>
        waitForOutcome(context, reference, timeoutMs, { ...options, ...call() }),
      ),
    explain: (input, options) => run(input, options, (context) => explainPrepared(context, input)),
    lookUp: (input, options) => run(input, options, (context, call) => lookUp(context, input, call())),
    find: (input, options) =>
      run(input, options, async (context, call) => {
        const find = (named: unknown) => findEscrows(context, named, call());
        return (await withNames(context, personIn(context), input, FIND_FIELDS, find)).result;
      }),
    get: (input, options) => run(input, options, (context, call) => getEscrow(context, input, call())),
    follow: (input, take, options) => run(input, options, (context) => followEscrows(context, input, take, options)),
    handles: () => run(undefined, {}, (context) => context.store.handlesOf(personIn(context), MOST_HANDLES)),
    titles: (prefixText, limit, options) =>
      run(prefixText, options, (context) => escrowTitles(context, prefixText, limit, options?.wallet)),
    forget: (id, options) =>
      run(id, options, async (context, call) => {
        const handle = await requireRight(context, id, 'sign');
        if (!isOwn(context, handle)) throw new CountersignError('HANDLE_NOT_FOUND');
        await forget(context, handle, call());
      }),
    discard: (id, options) =>
      run(id, options, async (context, call) => {
        if (id === '') throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('id', 'MISSING')] });
        return discard(context, await requireRight(context, id, 'sign'), call());
      }),
    declareFailed: (id) => run(id, {}, (context) => declareFailed(context, id)),
    limits: () => run(undefined, {}, async (context) => (await context.store.limitsOf(personIn(context))) ?? {}),
    setLimits: (input) =>
      run(input, {}, async (context) => {
        const limits = parseOwnLimits(input);
        await context.store.setLimits(personIn(context), limits);
        return limits;
      }),
    openList: () => run(undefined, {}, (context) => openList(context, 'all')),
    askWalletProof: (input) => run({ ...input }, {}, (context) => askWalletProof(context, input)),
    walletProvenAt: (address) => run(address, {}, (context) => context.store.provenAt(personIn(context), address)),
    grant: (id, to, right) =>
      run(id, {}, async (context) => {
        const handle = await requireRight(context, id, 'sign');
        if (!isOwn(context, handle)) throw new CountersignError('HANDLE_NOT_FOUND');
        await context.store.grant(handle.id, to, right);
      }),
    balances: (input, options = {}) =>
      run(input, options, async (context, call) => {
        const read = (named: unknown) => readBalances(context, named, { ...options, ...call() });
        return (await withNames(context, personIn(context), input, BALANCE_FIELDS, read)).result;
      }),
    balancesAndTurns: (input, options = {}) =>
      run(input, options, (context, call) => readStanding(context, input, { ...options, ...call() })),
  };
}
