/** Continues several milestones: a submission, a page or a press prepares the next step; a look-up only returns it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { severalOf } from '../../actions/steps/several.ts';
import { CountersignError, toCountersignError } from '../../errors/errors.ts';
import type { StepName } from '../../escrow/steps.ts';
import { givenFields } from '../../text/fields.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import type { Plan, PreparedRequest } from '../model/requests.ts';
import type { Settlement, TransactionStatus } from '../model/results.ts';
import { findSeen, rightTo } from '../people/access.ts';
import { completeStep } from '../prepare/complete-request.ts';
import { following } from '../prepare/several.ts';
import { notPossible } from '../risk/risk-of-step.ts';
import { progressOf, withPlan } from '../status/plan.ts';
import { submit } from '../submit/submit.ts';
import { lookUp } from './look-up.ts';

/**
 * `lookUp`; of several milestones it returns the current one, and waits only for the one that the id names: the caller
 * has the link of no other. Prepares nothing.
 */
export async function lookUpAll(context: RunningContext, input: unknown): Promise<TransactionStatus> {
  const fields = givenFields(input);
  const { id, waitSeconds } = fields;
  const seen = typeof id === 'string' ? await findSeen(context, id.trim()) : undefined;
  if (seen?.plan === undefined) return await lookUp(context, input, context.call());
  const until = performance.now() + (typeof waitSeconds === 'number' ? waitSeconds : 0) * 1_000;
  let prepared = progressOf(seen.plan, await context.store.findPlan(seen.plan)).current ?? seen;
  for (;;) {
    const left = prepared.id === seen.id ? Math.max((until - performance.now()) / 1_000, 0) : 0;
    const rest = waitSeconds === undefined ? {} : { waitSeconds: typeof waitSeconds === 'number' ? left : waitSeconds };
    const status = await lookUp(context, { ...fields, ...rest, id: prepared.id }, context.call());
    if (status.status !== 'settled') return status;
    const next = await preparedNext(context, seen.plan, until);
    if (next === undefined) return withProgress(context, status, await leftOnLedger(context, seen));
    // Somebody who was let in to one of them need not see the next.
    if (next.id === prepared.id || (await rightTo(context, next)) === undefined) return status;
    prepared = next;
  }
}

/** How long a look-up that waits gives anyone who received the signature to prepare the next. */
const PREPARING_MS = 5_000;
const ASK_EVERY_MS = 250;

async function preparedNext(
  { store, call }: RunningContext,
  plan: Plan,
  until: number,
): Promise<PreparedRequest | undefined> {
  const end = Math.min(until, performance.now() + PREPARING_MS);
  for (;;) {
    const { next, current } = progressOf(plan, await store.findPlan(plan));
    if (next === undefined) return current;
    if (next.prepared !== undefined || performance.now() >= end) return next.prepared;
    const { signal } = call();
    await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => {
      throw new CountersignError('CANCELLED');
    });
  }
}

/** Where a plan ends: `isOver` where nothing is left of it, `stopped` where the next is no longer possible. */
type PlanEnd = { readonly isOver?: boolean; readonly stopped?: string };

/** Those that are not prepared may have been done elsewhere, or be impossible by now. */
async function leftOnLedger(context: RunningContext, { action, plan, request }: PreparedRequest): Promise<PlanEnd> {
  const { next } = plan === undefined ? {} : progressOf(plan, await context.store.findPlan(plan));
  if (plan === undefined || next === undefined) return {};
  const name = action as StepName;
  const { escrow, signer } = request as StepRequest;
  try {
    const now = (await completeStep(context, name, { escrow, signer })) as StepRequest;
    const state = escrowStateOf(now, context.network);
    if (state === undefined) return {};
    const rest = plan.milestones.slice(plan.milestones.indexOf(next.milestone));
    const { left, blocked } = severalOf(name, now, rest, state);
    const first = blocked.find(({ milestone }) => milestone === left[0]);
    if (first === undefined) return { isOver: left.length === 0 };
    const { message, remedy } = notPossible(context, first.unmetPreconditions, state);
    return { stopped: `${message} ${remedy}` };
  } catch (thrown) {
    if (toCountersignError(thrown).code === 'CANCELLED') throw thrown;
    return {};
  }
}

/** What follows a settled one of several, prepared now unless it is already. @returns the state of the current one */
export async function prepareFollowing(context: RunningContext, prepared: PreparedRequest): Promise<TransactionStatus> {
  let id = prepared.id;
  for (;;) {
    const status = await lookUp(context, { id }, context.call());
    if (status.status !== 'settled' || !(await mayPrepareFor(context, id))) return status;
    const { next, ...end } = await followingOrWhyNot(context, id);
    if (next === undefined || next === id) return withProgress(context, status, end);
    // Somebody who was let in to one of them need not see the next.
    if ((await findSeen(context, next)) === undefined) return status;
    id = next;
  }
}

async function mayPrepareFor(context: DeskContext, id: string | undefined): Promise<boolean> {
  const { policy, mayPrepare = true, store } = context;
  return (
    !policy.readOnly && mayPrepare && id !== undefined && (await rightTo(context, await store.find(id))) === 'sign'
  );
}

/** The outcome is known by then, so it does not wait longer for the next. */
const MOST_AFTER_SUBMIT_MS = 15_000;

/** `submit`; of several milestones it also prepares the next, so that its link is in the answer. */
export async function submitOne(context: RunningContext, input: unknown): Promise<Settlement> {
  const settlement = await submit(context, input);
  const id = (await context.store.findByHash(settlement.transactionHash))?.requestId;
  if (settlement.status !== 'settled' || id === undefined || !(await mayPrepareFor(context, id))) {
    return await withPlan(context, settlement);
  }
  const limit = AbortSignal.timeout(MOST_AFTER_SUBMIT_MS);
  const limited = () => {
    const options = context.call();
    return { ...options, signal: options.signal === undefined ? limit : AbortSignal.any([options.signal, limit]) };
  };
  const end = await followingOrWhyNot({ ...context, call: limited }, id).catch((): PlanEnd => ({}));
  return withProgress(context, await withPlan(context, settlement), end);
}

/** @returns `next`: the id of what was prepared for the next milestone, now or earlier */
async function followingOrWhyNot(context: RunningContext, id: string): Promise<PlanEnd & { readonly next?: string }> {
  const prepared = await context.store.find(id);
  if (prepared?.plan === undefined) return {};
  try {
    const next = await following(context, prepared);
    return next === undefined ? { isOver: true } : { next };
  } catch (thrown) {
    const { code, message, remedy } = toCountersignError(thrown);
    if (code === 'CANCELLED') throw thrown;
    return { stopped: `${message} ${remedy}` };
  }
}

function withProgress<Outcome extends Pick<Settlement, 'plan' | 'next'>>(
  { words }: DeskContext,
  outcome: Outcome,
  { isOver = false, stopped }: PlanEnd,
): Outcome {
  if (outcome.plan === undefined || (!isOver && stopped === undefined)) return outcome;
  const { next: _, ...known } = outcome.plan;
  const plan = stopped === undefined ? { ...known, done: known.milestones } : { ...known, stopped };
  return { ...outcome, plan, next: words.severalText(plan) };
}
