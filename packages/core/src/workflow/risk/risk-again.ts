/** What was sensible when it was prepared may no longer be so when it is sent: it is judged again, by the ledger. */
import { unitsOf } from '../../actions/fund/call.ts';
import { stepOf } from '../../actions/registry.ts';
import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import type { CountersignError } from '../../errors/errors.ts';
import { isStepName, type StepName } from '../../escrow/steps.ts';
import type { MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import { openAmount } from '../../kinds/progress.ts';
import { mergeRisk, type Risk } from '../../risk/index.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import type { DeskContext } from '../context.ts';
import { stakeOfPayment } from '../model/at-stake.ts';
import type { SignalOptions } from '../model/call-options.ts';
import type { PreparedRequest, PreparedTransaction, StoredRisk } from '../model/requests.ts';
import { changed, isOfSameTerms, isOutdatedTransaction, isSameReport, reportIn } from '../model/step-terms.ts';
import { contentOf, unconfirmedWarnings } from '../people/confirmations.ts';
import { lookAlikeWarnings } from '../people/trusted-baseline.ts';
import { changeOfPaid, escrowNow, fundedEscrow } from '../read/funded-escrow.ts';
import { riskOfPayees, riskOfPayments } from './risk-of-payees.ts';
import { riskOfBalance, riskOfTaking } from './risk-of-payment.ts';

/** What is different now: its escrow is not what was shown, or there are blocking warnings to confirm. */
export type RiskAgain = { readonly change: CountersignError } | { readonly unconfirmed: readonly BlockingWarning[] };

/**
 * Called before a signature is accepted, for a transaction that was never sent. Where the ledger does not answer, the
 * contract decides.
 * @returns what is new to confirm; the request then shows it
 * @throws CountersignError RPCS_DISAGREE and SERVICE_UNREACHABLE, which are retryable
 */
export async function judgeAgain(
  context: DeskContext,
  prepared: PreparedRequest,
  transaction: PreparedTransaction,
  options: SignalOptions,
): Promise<RiskAgain> {
  const alike = await lookAlikeWarnings(context, prepared.owner, prepared);
  if (prepared.action === 'fund') return await judgePaymentAgain(context, prepared, transaction, alike, options);
  if (!isStepName(prepared.action)) return await newlyUnconfirmed(context, prepared, prepared.risk, alike);
  const change = await changeOfStep(context, prepared, transaction, options);
  if (change !== undefined) return { change };
  const blockers = await stopsOfStep(context, prepared.action, prepared.request as StepRequest, options);
  return await newlyUnconfirmed(context, prepared, prepared.risk, [...alike, ...blockers]);
}

/** Of everybody whom a step pays, or whom its terms will pay. */
async function stopsOfStep(
  context: DeskContext,
  name: StepName,
  request: StepRequest,
  options: SignalOptions,
): Promise<readonly BlockingWarning[]> {
  const state = escrowStateOf(request, context.network);
  if (state === undefined) return [];
  const step = stepOf(name);
  const effect = step.effect(state, request);
  const { risk } = await riskOfPayments(context, request, state, effect, options);
  const ofTerms = step.setsTerms ? await riskOfPayees(context, request, effect.after, options) : { stops: [] };
  return [...risk.stops, ...ofTerms.stops];
}

/** What the payer confirmed is not asked again: a confirmation counts for the balance that the stop named. */
async function judgePaymentAgain(
  context: DeskContext,
  prepared: Extract<PreparedRequest, { readonly action: 'fund' }>,
  { hash }: PreparedTransaction,
  alike: readonly BlockingWarning[],
  options: SignalOptions,
): Promise<RiskAgain> {
  const { request, risk: before } = prepared;
  const now = await escrowNow(context, request, options);
  // If another call has sent it by now, what changed may be its own effect.
  if ((await context.store.findByHash(hash))?.state !== 'offered') return { unconfirmed: [] };
  const change = changeOfPaid(request, now);
  if (change !== undefined) return { change };
  if (now?.escrow === undefined) return await newlyUnconfirmed(context, prepared, before, alike);
  const { escrow } = now;
  const { stops: blockers } = await riskOfPayees(context, request, escrow, options);
  const more = [...alike, ...blockers];
  if (now.held === undefined) return await newlyUnconfirmed(context, prepared, before, more);
  const { units: held, decimals } = now.held;
  const ofBalance = riskOfBalance(context, request, { escrow, held, decimals, needed: openAmount(escrow) });
  const taking = await riskOfTaking(context, request, prepared.owner, { escrow, held });
  const risk = replaceRisk(before, mergeRisk(ofBalance, taking));
  const atStake = `${stakeOfPayment(escrow, unitsOf(request), held)}`;
  return await newlyUnconfirmed(context, prepared, { ...risk, atStake }, more);
}

/** @param risk as it is now. @param more which may be in it already */
async function newlyUnconfirmed(
  context: DeskContext,
  prepared: PreparedRequest,
  risk: StoredRisk,
  more: readonly BlockingWarning[],
): Promise<RiskAgain> {
  const known = new Set(risk.stops.map(contentOf));
  const blockers = [...risk.stops, ...more.filter((stop) => !known.has(contentOf(stop)))];
  const before = new Set(prepared.risk.stops.map((stop) => JSON.stringify(stop)));
  if (blockers.every((stop) => before.has(JSON.stringify(stop)))) return { unconfirmed: [] };
  await context.store.replaceRisk(prepared.id, { ...risk, stops: blockers });
  return { unconfirmed: await unconfirmedWarnings(context, prepared, blockers) };
}

function replaceRisk(before: Risk, now: Risk): Risk {
  const codes = [now.stops, now.warnings, now.facts].flat().map(({ code }) => code as string);
  const kept = <T extends { readonly code: string }>(list: readonly T[]) =>
    list.filter(({ code }) => !codes.includes(code));
  return mergeRisk(now, { stops: kept(before.stops), warnings: kept(before.warnings), facts: kept(before.facts) });
}

/**
 * Reads the escrow again before a step is sent.
 * @param transaction what was signed: an older one of the request may have shown another escrow
 * @throws CountersignError RPCS_DISAGREE and SERVICE_UNREACHABLE, which are retryable
 */
async function changeOfStep(
  context: DeskContext,
  prepared: PreparedRequest,
  { hash }: PreparedTransaction,
  options: SignalOptions,
): Promise<CountersignError | undefined> {
  const { words, network } = context;
  const name = prepared.action as StepName;
  const request = prepared.request as StepRequest;
  if (isOutdatedTransaction(request, prepared, hash)) return changed(words, words.SHOWN_BEFORE_CHANGE);
  const { contract, value } = await fundedEscrow(context, request.escrow, options);
  const now = { code: contract.code, state: value.toXdr('base64') };
  // If another call has sent it by now, what changed may be its own effect.
  if ((await context.store.findByHash(hash))?.state !== 'offered') return undefined;
  if (!isOfSameTerms(name, request, now, network)) return changed(words, words.ESCROW_CHANGED);
  const [before, after] = [reportIn(name, request, network), reportIn(name, { ...request, ...now }, network)];
  if (before === undefined || after === undefined || isSameReport(before, after)) return undefined;
  return changed(words, words.reportChanged(request.milestone ?? 0, ...whereTheyDiffer(before, after)));
}

/** Long evidence is shown from shortly before the first difference. */
function whereTheyDiffer(
  one: MilestoneOnChain,
  other: MilestoneOnChain,
): readonly [MilestoneOnChain, MilestoneOnChain] {
  const [first, second] = [[...one.evidence], [...other.evidence]];
  const at = first.findIndex((character, index) => character !== second[index]);
  const from = (at === -1 ? first.length : at) - 20;
  if (from <= 60) return [one, other];
  const part = (milestone: MilestoneOnChain, characters: readonly string[]) => ({
    ...milestone,
    evidence: `…${characters.slice(from).join('')}`,
  });
  return [part(one, first), part(other, second)];
}
