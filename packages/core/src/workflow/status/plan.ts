/** Several milestones of one request: how far they are, by what is kept of each. */

import { omitUndefined } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import { hasPage } from '../model/page-actions.ts';
import { type End, hasSettled, isUndecided, milestoneOf, type Plan, type PreparedRequest } from '../model/requests.ts';
import type { PlanView, Settlement } from '../model/results.ts';
import { findSeen, rightTo } from '../people/access.ts';

export type Progress = {
  readonly done: readonly number[];
  /** Absent: all are done. Without a handle it is not prepared yet. */
  readonly next?: { readonly milestone: number; readonly prepared: PreparedRequest | undefined };
  readonly current: PreparedRequest | undefined;
};

/** @param preparedRequests of the plan, newest first. Pure. */
export function progressOf({ milestones }: Plan, preparedRequests: readonly PreparedRequest[]): Progress {
  const requestOf = (milestone: number) => {
    const own = preparedRequests.filter((each) => milestoneOf(each) === milestone);
    return own.find(hasSettled) ?? own[0];
  };
  const last = milestones.findLastIndex((each) => requestOf(each) !== undefined);
  // One without a request, before one that has one, was so already when its turn came.
  const done = milestones.filter((each, at) => {
    const prepared = requestOf(each);
    return prepared === undefined ? at < last : hasSettled(prepared);
  });
  const milestone = milestones.find((each) => !done.includes(each));
  const current = milestones[last];
  return {
    done,
    current: current === undefined ? undefined : requestOf(current),
    ...(milestone === undefined ? {} : { next: { milestone, prepared: requestOf(milestone) } }),
  };
}

/** How it ended, or failed; undefined while it may still settle, or can be renewed on its page. */
export function stoppedAs(prepared: PreparedRequest | undefined): End['as'] | 'rejected' | 'taken' | undefined {
  if (prepared === undefined) return undefined;
  if (prepared.end !== undefined) return prepared.end.as;
  if (prepared.transactions.some((transaction) => isUndecided(transaction) && !transaction.isGivenUp)) return undefined;
  const state = prepared.transactions[0]?.state;
  return state === 'rejected' || state === 'taken' ? state : undefined;
}

/** Undefined where the request is not one of several. */
export async function planView(context: DeskContext, prepared: PreparedRequest): Promise<PlanView | undefined> {
  const { plan } = prepared;
  const milestone = milestoneOf(prepared);
  if (plan === undefined || milestone === undefined) return undefined;
  const { done, next } = progressOf(plan, await context.store.findPlan(plan));
  const stopped = stoppedAs(next?.prepared);
  const isOther = next !== undefined && next.milestone !== milestone;
  return {
    milestones: [...plan.milestones],
    milestone,
    done: [...done],
    ...(isOther ? { next: { milestone: next.milestone, ...(await linkTo(context, next.prepared)) } } : {}),
    ...(stopped === undefined ? {} : { stopped: context.words.statusWords(stopped, prepared.action).message }),
  };
}

async function linkTo(context: DeskContext, prepared: PreparedRequest | undefined) {
  const right = await rightTo(context, prepared);
  if (prepared === undefined || right === undefined) return {};
  const signUrl = right === 'sign' && hasPage(prepared.action) ? context.signUrl?.(prepared.pageId) : undefined;
  return omitUndefined({ id: prepared.id, signUrl });
}

export async function withPlan(context: DeskContext, settlement: Settlement): Promise<Settlement> {
  const { store } = context;
  const id = (await store.findByHash(settlement.transactionHash))?.requestId;
  const prepared = await findSeen(context, id);
  const plan = prepared && (await planView(context, prepared));
  return plan === undefined ? settlement : { ...settlement, plan };
}
