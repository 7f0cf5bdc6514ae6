/** Several milestones of one request: how far they are, by what is kept of each. */

import type { DeskContext } from '../context.ts';
import { hasPage } from '../model/page-actions.ts';
import { hasSettled, isUndecided, milestoneOf, type Plan, type PreparedRequest } from '../model/requests.ts';
import type { PlanView, Settlement } from '../model/results.ts';
import { findSeen, rightTo } from '../people/access.ts';

export type Progress = {
  readonly done: readonly number[];
  /** Absent: all are done. Without a handle it is not prepared yet. */
  readonly next?: { readonly milestone: number; readonly handle: PreparedRequest | undefined };
  readonly current: PreparedRequest | undefined;
};

/** @param handles of the plan, newest first. Pure. */
export function progressOf({ milestones }: Plan, handles: readonly PreparedRequest[]): Progress {
  const of = (milestone: number) => {
    const own = handles.filter((each) => milestoneOf(each) === milestone);
    return own.find(hasSettled) ?? own[0];
  };
  const last = milestones.findLastIndex((each) => of(each) !== undefined);
  // One without a handle, before one that has one, was so already when its turn came.
  const done = milestones.filter((each, at) => {
    const handle = of(each);
    return handle === undefined ? at < last : hasSettled(handle);
  });
  const milestone = milestones.find((each) => !done.includes(each));
  const current = milestones[last];
  return {
    done,
    current: current === undefined ? undefined : of(current),
    ...(milestone === undefined ? {} : { next: { milestone, handle: of(milestone) } }),
  };
}

/** How it ended, or failed; undefined while it may still settle, or can be renewed on its page. */
export function stoppedAs(
  handle: PreparedRequest | undefined,
): 'superseded' | 'declined' | 'discarded' | 'rejected' | 'taken' | undefined {
  if (handle === undefined) return undefined;
  if (handle.end !== undefined) return handle.end.as;
  if (handle.offers.some((offer) => isUndecided(offer) && !offer.isGivenUp)) return undefined;
  const state = handle.offers[0]?.state;
  return state === 'rejected' || state === 'taken' ? state : undefined;
}

/** Undefined where the handle is not one of several. */
export async function planView(context: DeskContext, handle: PreparedRequest): Promise<PlanView | undefined> {
  const { plan } = handle;
  const milestone = milestoneOf(handle);
  if (plan === undefined || milestone === undefined) return undefined;
  const { done, next } = progressOf(plan, await context.store.findPlan(plan));
  const stopped = stoppedAs(next?.handle);
  const isOther = next !== undefined && next.milestone !== milestone;
  return {
    milestones: [...plan.milestones],
    milestone,
    done: [...done],
    ...(isOther ? { next: { milestone: next.milestone, ...(await linkTo(context, next.handle)) } } : {}),
    ...(stopped === undefined ? {} : { stopped: context.words.statusWords(stopped, handle.action).message }),
  };
}

async function linkTo(
  context: DeskContext,
  handle: PreparedRequest | undefined,
): Promise<{ readonly id?: string; readonly signUrl?: string }> {
  const right = await rightTo(context, handle);
  if (handle === undefined || right === undefined) return {};
  const signUrl = right === 'sign' && hasPage(handle.action) ? context.signUrl?.(handle.pageId) : undefined;
  return { id: handle.id, ...(signUrl === undefined ? {} : { signUrl }) };
}

export async function withPlan(context: DeskContext, settlement: Settlement): Promise<Settlement> {
  const { store } = context;
  const id = (await store.findByHash(settlement.transactionHash))?.handle;
  const handle = await findSeen(context, id);
  const plan = handle && (await planView(context, handle));
  return plan === undefined ? settlement : { ...settlement, plan };
}
