/** The state of a settled page's escrow, by the ledger only: the service is not asked; and the next step from it. */
import { actionOf } from '../../actions/actions.ts';
import { endingOf, endingPlan } from '../../actions/steps/ending.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { Network } from '../../escrow/network.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import type { EscrowOnChain } from '../../kinds/index.ts';
import { SERVED_KINDS } from '../../kinds/live-kinds.ts';
import type { StandingContract } from '../../ledger/ledger.ts';
import { deployRisk } from '../../risk/index.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import { stakeIn } from '../model/at-stake.ts';
import type { PageEscrow } from '../model/escrow-views.ts';
import type { OnLedger } from '../model/on-ledger.ts';
import { nextSchema } from '../model/page-actions.ts';
import { maySpeakFor, type Person } from '../model/person.ts';
import { decidingTransaction, isDecided, type PreparedDeploy, type PreparedRequest } from '../model/requests.ts';
import type { JudgementView } from '../model/results.ts';
import { compareStanding } from '../outcome/terms.ts';
import { trustOf } from '../people/trust.ts';
import { endTogether } from '../prepare/end-together.ts';
import { preparePayeeTrustline } from '../prepare/payee-trustline.ts';
import { prepare } from '../prepare/prepare.ts';
import { following } from '../prepare/several.ts';
import { assetOf, escrowNow } from '../read/escrow-terms.ts';
import { escrowsOnLedger } from '../read/escrows-on-ledger.ts';
import { openKept } from '../read/kept-transaction.ts';
import { keptEscrow } from '../status/kept-escrow.ts';

/** @returns undefined before it has settled, or where the ledger shows no escrow of a known kind */
export async function escrowOnPage(
  context: RunningContext,
  prepared: PreparedRequest,
): Promise<PageEscrow | undefined> {
  const { ledger, network, now } = context;
  const contractId = settledAt(prepared);
  if (ledger === undefined || contractId === undefined) return undefined;
  const seen = (await escrowsOnLedger(ledger, network, [contractId], context.call().signal))?.get(contractId);
  if (seen?.escrow === undefined || seen.contract === undefined) return undefined;
  const { escrow, contract, held } = seen;
  // The code of a deploy that was signed here was compared with the pinned code then.
  const kept = prepared.action === 'deploy' ? keptEscrow(context, prepared) : undefined;
  const isAsDeployed = kept?.call.wasmHash === contract.code;
  const codeIs = isAsDeployed ? 'pinned' : seen.codeIs;
  if (codeIs === undefined || codeIs === 'unknown') return undefined;
  return {
    contractId,
    ...escrowNow({ ...seen, escrow }, codeIs, network),
    ...endingOnPage(seen, network),
    ...(prepared.action === 'deploy' && isAsDeployed
      ? await changedTerms(context, prepared, escrow, contract, held?.units ?? 0n)
      : {}),
    asOf: now(),
    ledger: ledger.host,
  };
}

/** While it holds money. */
function endingOnPage({ kind, escrow, held }: OnLedger, network: Network): Pick<PageEscrow, 'ending'> {
  if (kind === undefined || escrow === undefined || !SERVED_KINDS.includes(kind)) return {};
  if (held === undefined || held.units === 0n) return {};
  const { units, decimals } = held;
  const state = { kind, escrow, held: units, decimals, token: assetOf(escrow, network), network };
  return { ending: endingPlan(state, endingOf(state)) };
}

/** Its terms now, where they differ from those that were signed. */
async function changedTerms(
  context: DeskContext,
  prepared: PreparedDeploy,
  escrow: EscrowOnChain,
  contract: StandingContract,
  held: bigint,
): Promise<Pick<PageEscrow, 'changed'>> {
  const { call, network, transaction } = keptEscrow(context, prepared);
  const differences = compareStanding(contract, call, prepared.request, network)?.differences ?? [];
  if (differences.length === 0) return {};
  const action = actionOf('deploy');
  const { read } = openKept(action, transaction, network);
  const { summaryWords, differenceText } = context.words;
  const { request } = prepared;
  const summary = action.summarise(read, { ...call, escrow }, request, network, transaction.reasons, summaryWords);
  const { signer } = request;
  const { contractId } = transaction;
  const trust = await trustOf(context, prepared.owner, signer, stakeIn(contractId, escrow, held));
  const risk = deployRisk({ signer, contractId, escrow }, trust, { network, feeStop: context.policy.feeStop });
  return { changed: { summary, differences: differences.map(differenceText), risk: risk as JudgementView } };
}

function settledAt(prepared: PreparedRequest): string | undefined {
  const transaction = decidingTransaction(prepared);
  if (prepared.action === 'trust' || transaction?.state !== 'settled') return undefined;
  return prepared.action === 'deploy' ? transaction.contractId : prepared.request.escrow;
}

/** Anybody with the page's address can write evidence, and each text is a new request. Settled ones do not count. */
const MOST_REPORTS = 20;
const REPORTS_MS = 3_600_000;

/**
 * The step belongs to the request's owner and has the request's signer; it passes every check of a request.
 * @returns the id of the new request's page
 * @throws CountersignError STEP_NOT_POSSIBLE where it is not its turn or not this signer's, PROOF_NEEDED for a visitor's
 *   text without the signer's proof, RATE_LIMITED, and those of `prepare`
 */
export async function prepareNext(
  context: RunningContext,
  prepared: PreparedRequest,
  input: unknown,
): Promise<{ readonly page: string }> {
  const { action, milestone, evidence, address } = parseInput(nextSchema, input);
  const { signer } = prepared.request;
  if (evidence !== undefined && !maySpeakFor(context.viewer, [signer])) throw new CountersignError('PROOF_NEEDED');
  if (action === 'trust' && address !== undefined) {
    return await pageOf(context, (await preparePayeeTrustline(context, prepared, { address })).id);
  }
  if (action === 'plan') {
    const id = await following(context, prepared);
    if (id === undefined) throw notOnPage(context, context.words.PAGE_REFUSALS.nothingFollows);
    return await pageOf(context, id);
  }
  const escrow = await escrowOnPage(context, prepared);
  if (escrow === undefined) throw notOnPage(context, context.words.PAGE_REFUSALS.notKnown);
  if (action === 'end') {
    return await endOnPage(context, { escrow: escrow.contractId, signer }, prepared.owner);
  }
  const turn = escrow.turn.find((each) => each.action === action && each.milestone === milestone);
  if (turn === undefined || (turn.role !== 'anyone' && turn.address !== signer)) {
    const { notItsTurn, notTheirs } = context.words.PAGE_REFUSALS;
    throw notOnPage(context, {
      message: turn === undefined ? notItsTurn : notTheirs,
      remedy: context.words.canBeDoneNow(context.words.turnsText(escrow.turn)),
    });
  }
  if (action === 'change-status') await requireFewReports(context, prepared, escrow.contractId);
  const request = {
    escrow: escrow.contractId,
    signer,
    ...(milestone === undefined ? {} : { milestone }),
    ...(evidence === undefined ? {} : { evidence }),
  };
  const { id } = await prepare(context, action, request, { owner: prepared.owner });
  return await pageOf(context, id);
}

export async function pageOf({ store }: DeskContext, id: string): Promise<{ readonly page: string }> {
  const next = await store.find(id);
  if (next === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  return { page: next.pageId };
}

/** The next transaction that ends it together, where it is this signer's. */
export async function endOnPage(
  context: RunningContext,
  input: { readonly escrow: string; readonly signer: string; readonly refundTo?: unknown },
  owner: Person,
): Promise<{ readonly page: string }> {
  const { signer } = input;
  const { plan, prepared } = await endTogether(context, input, { owner, isForCallerAlone: true });
  if (prepared !== undefined) return await pageOf(context, prepared.id);
  const { notItsTurn, payerNotKnown, notTheirs } = context.words.PAGE_REFUSALS;
  const isTheirs = plan.next?.signers.some(({ address }) => address === signer);
  const why = isTheirs ? payerNotKnown : notTheirs;
  throw notOnPage(context, {
    message: plan.next === undefined ? notItsTurn : why,
    remedy: context.words.endingWords(plan).next,
  });
}

const notOnPage = ({ words: { language } }: DeskContext, text: { readonly message: string; readonly remedy: string }) =>
  new CountersignError('STEP_NOT_POSSIBLE', { ...text, language });

/** @throws CountersignError RATE_LIMITED */
async function requireFewReports({ store, now }: DeskContext, { owner }: PreparedRequest, contractId: string) {
  const made = (await store.requestsAbout(owner, contractId)).filter(
    (each) => each.action === 'change-status' && each.madeAt > now() - REPORTS_MS && !isDecided(each),
  );
  if (made.length < MOST_REPORTS) return;
  const retryAfterMs = Math.min(...made.map(({ madeAt }) => madeAt)) + REPORTS_MS - now();
  throw new CountersignError('RATE_LIMITED', { retryAfterMs });
}
