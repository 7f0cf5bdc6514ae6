/** Everything about one escrow: its terms, state and money, by the ledger once it is there. */

import * as z from 'zod';
import type { EscrowState } from '../../actions/steps/escrow-state.ts';
import { CountersignError, createProblem } from '../../errors/errors.ts';
import { addressProblem, isAddress } from '../../escrow/address.ts';
import { boundedText } from '../../escrow/bounded.ts';
import { report } from '../../escrow/issues.ts';
import { codeOwnerOf, tokenDecimals } from '../../escrow/network.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import type { TokenBalance } from '../../ledger/ledger.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { DeskWords } from '../../words/all.ts';
import type { DeskContext } from '../context.ts';
import { nextChanges } from '../follow/follow.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { EscrowView, TermsView } from '../model/escrow-views.ts';
import type { OnLedger } from '../model/on-ledger.ts';
import { personIn } from '../model/person.ts';
import { type PreparedDeploy, previousAddresses } from '../model/requests.ts';
import type { TransactionStatus } from '../model/results.ts';
import { readEscrowHistory } from '../page/list/escrow-history.ts';
import { findSeen } from '../people/access.ts';
import { namesAmong, partyFields, readerOf } from '../people/names-shown.ts';
import { deployAt } from '../people/seen-deploys.ts';
import { escrowAddress } from '../prepare/complete-request.ts';
import { readBalances } from '../read/balances.ts';
import { nextOnLedger } from '../read/escrow-next.ts';
import { heldView, kindView, lifeView, termsView } from '../read/escrow-terms.ts';
import { escrowsOnLedger } from '../read/escrows-on-ledger.ts';
import { renewedAt } from '../read/renewed.ts';
import { isListedByService, reportToService } from '../read/service-rows.ts';
import { readOutcomeToReport } from '../status/deaths.ts';
import { findPrepared, ID_OR_HASH } from '../status/find-request.ts';
import { type KeptEscrow, keptEscrow } from '../status/kept-escrow.ts';
import { describePrepared } from '../status/status-words.ts';
import { getsOf, lifeAnswers, moneyAnswers, sinceAgreedOf, withMissing } from './answers.ts';
import { withItsPage } from './its-page.ts';
import { pendingSignatures } from './pending-signatures.ts';
import { type SettledNow, settledNow } from './settled-now.ts';

/**
 * Nothing reveals whether somebody else prepared it here.
 * @throws CountersignError HANDLE_NOT_FOUND, ESCROW_ARCHIVED, SERVICE_UNREACHABLE
 */
async function notPreparedHere(context: DeskContext, contractId: string, { signal }: CallOptions): Promise<EscrowView> {
  const { ledger, network, words } = context;
  if (ledger === undefined) throw notFound(context, 'no-ledger');
  const [seen, isListed] = await Promise.all([
    escrowsOnLedger(ledger, network, [contractId], signal),
    isListedByService(context, contractId, { signal }),
  ]);
  if (seen === undefined) {
    throw new CountersignError('SERVICE_UNREACHABLE', {
      message: words.notFoundText('no-answer'),
      remedy: words.ASK_AGAIN,
      language: words.language,
    });
  }
  const { state, kind, escrow, held, codeIs, unknownActs, contract } = seen.get(contractId) as OnLedger;
  const codeOwner = codeOwnerOf(contract?.code);
  const isArchived = state === 'archived';
  if (escrow === undefined || kind === undefined || codeIs === undefined) {
    throw isArchived ? new CountersignError('ESCROW_ARCHIVED') : notFound(context, state, isListed);
  }
  const decimals = held?.decimals ?? tokenDecimals(network, escrow.trustline.address);
  const lacks = codeIs === 'pinned' && isListed === false;
  const terms = termsView(escrow, network, decimals);
  const readerContext = { ...context, reader: await readerOf(context) };
  const isUnknown = codeIs === 'unknown';
  const next = isUnknown
    ? words.CODE_FIRST
    : nextOnLedger(escrow, held, readerContext, codeIs === 'pinned', unknownActs);
  return {
    ...{ status: 'not-prepared-here', by: 'ledger', ledger: ledger.host, network: network.name, contractId },
    ...(isArchived && { archived: true }),
    ...(lacks && { serviceLacks: true }),
    ...kindView(kind),
    ...omitUndefined({ codeIs, codeOwner }),
    ...terms,
    ...(!isUnknown && answersOf(context, terms, { kind, escrow, held, decimals })),
    ...(held && heldView(escrow, held)),
    ...lifeView(escrow, held?.units, codeIs, unknownActs),
    message: [
      words.elsewhereText(codeIs, codeOwner),
      ...(isArchived ? [words.ARCHIVED] : []),
      ...(lacks ? [words.SERVICE_LACKS] : []),
    ].join(' '),
    next: `${next} ${words.COMPARE_FIRST}`,
  };
}

type Answered = Pick<EscrowState, 'kind' | 'escrow'> & {
  readonly held: TokenBalance | undefined;
  readonly decimals: number | undefined;
};

/** @param decimals of its token; without them no amounts are shown */
function answersOf(
  context: DeskContext,
  { milestones, asset }: TermsView,
  { kind, escrow, held, decimals }: Answered,
): Partial<Pick<EscrowView, 'gets' | 'missing' | 'canBePaid' | 'ifNotDelivered' | 'milestones'>> {
  const gets = decimals === undefined ? {} : { gets: getsOf(escrow, decimals) };
  if (held === undefined) return gets;
  const { network } = context;
  const state: EscrowState = { kind, escrow, held: held.units, decimals: held.decimals, token: asset, network };
  return { ...gets, ...moneyAnswers(state, context), milestones: withMissing(milestones, state) };
}

const notFound = (
  { words }: Pick<DeskContext, 'words'>,
  ...because: Parameters<DeskWords['notFoundText']>
): CountersignError =>
  new CountersignError('HANDLE_NOT_FOUND', {
    message: words.notFoundText(...because),
    remedy: words.CHECK_ADDRESS,
    language: words.language,
  });

/** The longest that a caller is kept waiting; hosts give up on a call at 60 s. */
const MAX_WAIT_SECONDS = 30;

const reference = boundedText(100);
const getSchema = z
  .strictObject({
    /** Its address, the id or hash of a transaction about it, or its title. */
    escrow: z.string().optional(),
    id: reference.optional(),
    contractId: z
      .string()
      .check((context) => {
        if (!ID_OR_HASH.test(context.value)) report(context, addressProblem(context.value, ['contract']));
      })
      .optional(),
    transactionHash: reference.optional(),
    waitSeconds: z.int().min(1).max(MAX_WAIT_SECONDS).optional(),
    /** Also what waits for a signature, and what happened. */
    whole: z.boolean().optional(),
    /** Also the names of its parties, as far as the caller knows them. */
    named: z.boolean().optional(),
  })
  .check((context) => {
    const fields = ['escrow', 'id', 'contractId', 'transactionHash'] as const;
    const count = fields.filter((field) => context.value[field] !== undefined).length;
    if (count !== 1) report(context, createProblem('NOT_EXACTLY_ONE', { fields, given: count }));
  });

/** @throws CountersignError INPUT_INVALID, HANDLE_NOT_FOUND, ESCROW_ARCHIVED; SERVICE_UNREACHABLE where the ledger must be asked and does not answer */
export async function getEscrow(context: DeskContext, input: unknown, options: CallOptions = {}): Promise<EscrowView> {
  const { waitSeconds, whole = false, named = false, ...query } = parseInput(getSchema, input);
  const read = async () => {
    const found = withItsPage(context, await readEscrow(context, query, options), named);
    return named ? await withRoleNames(context, found) : found;
  };
  const answer = async (view: EscrowView) => (whole ? await wholeView(context, view, options) : view);
  const view = await read();
  if (waitSeconds === undefined) return await answer(view);
  const changes = await nextChanges(context, view.contractId, waitSeconds * 1_000, options);
  const worded = changes.map((change) => ({ kind: change.kind, text: context.words.changeText(change) }));
  return { ...(await answer(await read())), changes: worded };
}

async function withRoleNames(context: DeskContext, view: EscrowView): Promise<EscrowView> {
  const prepared = view.id === undefined ? undefined : await context.store.find(view.id);
  const names = await namesAmong(context, partyFields(view.roles, view.milestones), prepared);
  return names.length === 0 ? view : { ...view, names };
}

async function wholeView(context: DeskContext, view: EscrowView, options: CallOptions): Promise<EscrowView> {
  const preparedRequests = await context.store.requestsAbout(personIn(context), view.contractId);
  const [{ waiting }, life] = await Promise.all([
    pendingSignatures(context, preparedRequests, options),
    // Nothing before it is on the ledger.
    view.state === undefined ? undefined : readEscrowHistory({ ...context, call: () => options }, view),
  ]);
  return {
    ...view,
    ...(waiting.length > 0 && { toSign: [...waiting] }),
    ...(await lifeAnswers(context, view, life)),
  };
}

async function readEscrow(
  context: DeskContext,
  { escrow, id, contractId, transactionHash }: Omit<z.output<typeof getSchema>, 'waitSeconds' | 'whole' | 'named'>,
  options: CallOptions,
): Promise<EscrowView> {
  // Each names the escrow, whichever field it is in.
  const wanted = (
    escrow === undefined ? (contractId ?? id ?? transactionHash ?? '') : await addressIn(context, escrow)
  ).trim();
  if (isAddress(wanted, ['contract'])) return await atAddress(context, wanted, options);
  const prepared = await findPrepared(context, wanted.toLowerCase());
  if (prepared.action === 'trust') {
    throw new CountersignError('HANDLE_NOT_FOUND', { ...context.words.NO_ESCROW, language: context.words.language });
  }
  return prepared.action === 'deploy'
    ? await ofHandle(context, prepared, options)
    : await atAddress(context, prepared.request.escrow, options);
}

/** @returns an address, an id or a hash. @throws CountersignError INPUT_INVALID */
async function addressIn(context: DeskContext, escrow: string): Promise<string> {
  const address = ID_OR_HASH.test(escrow) ? escrow : await escrowAddress(context, escrow);
  const problem = ID_OR_HASH.test(address) ? undefined : addressProblem(address.trim(), ['contract']);
  if (problem === undefined) return address;
  const named = problem.code === 'NOT_AN_ADDRESS' ? createProblem('NO_SUCH_TITLE') : problem;
  throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'escrow', problem: named }] });
}

async function atAddress(context: DeskContext, contractId: string, options: CallOptions): Promise<EscrowView> {
  const seen = await deployAt(context, contractId);
  if (seen !== undefined) return await ofHandle(context, seen, options, true);
  const renewed = await renewedAt(context, contractId);
  if (renewed === undefined) return await notPreparedHere(context, contractId, options);
  const own = await findSeen(context, renewed.prepared.id);
  if (own !== undefined) return await ofHandle(context, own as PreparedDeploy, options, true);
  const view = await notPreparedHere(context, renewed.contractId, options);
  const previous = previousAddresses(renewed.prepared);
  const text = context.words.renewedText(view.contractId, [contractId]);
  return { ...view, previousAddresses: [...previous], message: `${text} ${view.message}` };
}

/** These can still be signed: the page renews an expired or refused one. */
const TO_SIGN: readonly TransactionStatus['status'][] = ['prepared', 'to-confirm', 'expired', 'displaced', 'rejected'];

/** @param asksService whether the service has it, too */
async function ofHandle(
  context: DeskContext,
  request: PreparedDeploy,
  options: CallOptions,
  asksService = false,
): Promise<EscrowView> {
  const prepared = (await readOutcomeToReport({ ...context, call: () => options }, request, 'all')) as PreparedDeploy;
  const kept = keptEscrow(context, prepared);
  const { call, network, transaction, decimals } = kept;
  const { contractId } = transaction;
  const described = await describePrepared(context, prepared);
  const { neverSent, expiresAt, signUrl, changedSince: noted, paid: _paid, paidAt: _at, ...status } = described;
  const isToSign = TO_SIGN.includes(status.status) || neverSent === true;
  const isSettled = status.status === 'settled' && status.setAside === undefined;
  const [seen, isListed] = await Promise.all([
    isSettled ? lookAt(context, kept, options) : undefined,
    isSettled && asksService ? isListedByService(context, contractId, options) : undefined,
  ]);
  const now = isSettled
    ? await settledNow({ ...context, reader: await readerOf(context) }, kept, prepared, seen, noted)
    : undefined;
  const lacks = now?.escrow !== undefined && isListed === false;
  if (lacks) reportToService(context, prepared.id, transaction.hash);
  const changes = now?.changes ?? noted ?? [];
  const isAside = status.setAside ?? now?.setAside;
  const isKnown = isAside === undefined && (!isSettled || now?.escrow !== undefined);
  const escrow = now?.escrow ?? call.escrow;
  const terms = termsView(escrow, network, now?.held?.decimals ?? decimals, isKnown);
  return {
    ...status,
    ...omitUndefined({ archived: now?.archived }),
    ...(now?.setAside && { setAside: now.setAside, message: context.words.SET_ASIDE.message }),
    ...(lacks && { serviceLacks: true, message: `${status.message} ${context.words.SERVICE_LACKS}` }),
    contractId,
    signer: prepared.request.signer,
    ...kindView(call.kind),
    ...terms,
    ...(isKnown && answersOf(context, terms, { kind: call.kind, escrow, held: now?.held, decimals })),
    ...(await moneyOf(context, contractId, status.status, now, options)),
    ...(now?.escrow && lifeView(now.escrow, now.held?.units, 'pinned', now.unknownActs)),
    preparedAt: new Date(prepared.madeAt).toISOString(),
    ...(status.status === 'prepared' && { expiresAt }),
    ...(prepared.replaces && { replaces: prepared.replaces.id }),
    ...(changes.length > 0 && { changedSince: [...changes] }),
    ...(isSettled && { sinceAgreed: sinceAgreedOf(now) }),
    next: changes.length > 0 ? context.words.TELL_CHANGES : (now?.next ?? status.next),
    ...(isToSign && omitUndefined({ signUrl })),
  };
}

async function lookAt(
  { ledger, network }: DeskContext,
  { call, transaction: { contractId } }: KeptEscrow,
  { signal }: CallOptions,
): ReturnType<typeof escrowsOnLedger> {
  const tokens = new Map([[contractId, call.escrow.trustline.address]]);
  return ledger && (await escrowsOnLedger(ledger, network, [contractId], signal, tokens));
}

/** The service is asked only where there is no ledger, and what it cannot tell is left out. */
async function moneyOf(
  context: DeskContext,
  contractId: string,
  status: TransactionStatus['status'],
  now: SettledNow | undefined,
  options: CallOptions,
): Promise<Pick<EscrowView, 'held' | 'heldBy' | 'funded'>> {
  if (now?.escrow !== undefined && now.held !== undefined) return heldView(now.escrow, now.held);
  if (context.ledger !== undefined || status !== 'accepted') return {};
  const answer = await readBalances(context, { addresses: [contractId] }, options).catch((error: unknown) => {
    if (!(error instanceof CountersignError) || error.code === 'CANCELLED') throw error;
  });
  const balance = answer?.balances[0]?.balance;
  return balance === undefined ? {} : { held: balance, heldBy: 'service' };
}
