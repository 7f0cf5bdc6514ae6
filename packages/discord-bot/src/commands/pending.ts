import type { TransactionStatus } from '@countersign/core';
import { operatorFields, toCountersignError } from '@countersign/core/errors';
import { escrowOf } from '../interactions/escrow-of.ts';
import type { Command } from '../interactions/interaction.ts';

import { handleMeant } from '../records/reference.ts';
import { type Cost, type CostFacts, ONE_REQUEST, type Reply, type Task } from '../task.ts';
import { errorMessage } from '../views/error-view.ts';
import { notice } from '../views/notice.ts';
import { sharedMessage, statusMessage } from '../views/outcome.ts';
import { preparedMessage } from '../views/prepared.ts';

/** Cards at once: each may cost a call to the service. */
const MOST_CARDS = 5;

export async function pendingCost({ texts }: Command, { countCards }: CostFacts): Promise<Cost> {
  if (texts.has('id')) return ONE_REQUEST;
  const cards = await countCards();
  return { requests: Math.min(cards, MOST_CARDS), cards };
}

const IS_OVER: readonly TransactionStatus['status'][] = ['settled', 'superseded', 'declined', 'discarded'];
/** Whether its card shows something to sign or to confirm. */
const IS_OPEN: readonly TransactionStatus['status'][] = ['prepared', 'to-confirm'];

/**
 * `/escrow pending id:`: the cards of everything that this person prepared here and that is not over, newest first; or
 * one that was shared with them.
 */
export async function pending(task: Task, { texts }: Command): Promise<Reply[]> {
  const id = texts.get('id');
  if (id !== undefined) {
    return [await cardOf(task, await task.desk.status(await handleMeant(task.desk, id), task.call))];
  }
  const open: TransactionStatus[] = [];
  for (const handle of await task.desk.handles()) {
    const status = await statusOf(task, handle);
    if (status !== undefined && !IS_OVER.includes(status.status)) open.push(status);
  }
  if (open.length === 0) {
    return [
      {
        message: notice(task.words.answers.NOTHING_PENDING, task.words.answers.ALL_OVER),
      },
    ];
  }
  const replies: Reply[] = [];
  for (const status of open.slice(0, MOST_CARDS)) replies.push(await cardOf(task, status));
  const left = open.length - replies.length;
  if (left > 0) {
    replies.push({ message: notice(task.words.answers.andMore(left), task.words.answers.THEN_OTHERS) });
  }
  return replies;
}

/** Nothing for what the desk has forgotten meanwhile. */
async function statusOf({ desk, call }: Task, handle: string): Promise<TransactionStatus | undefined> {
  try {
    return await desk.status(handle, call);
  } catch (thrown) {
    if (toCountersignError(thrown).code === 'HANDLE_NOT_FOUND') return undefined;
    throw thrown;
  }
}

/** One that cannot be prepared again right now does not hide the others. */
async function cardOf({ bot, desk, call, words }: Task, status: TransactionStatus): Promise<Reply> {
  const asItStands = async () => statusMessage(status, { escrow: await escrowOf(desk, status, call) }, words);
  const canBeRenewed = status.status === 'expired' || status.neverSent === true;
  if (!canBeRenewed && !IS_OPEN.includes(status.status)) {
    return { message: await asItStands(), card: status };
  }
  try {
    const prepared = await desk.renew(status.id, call);
    return { message: preparedMessage(prepared, undefined, words), card: prepared };
  } catch (thrown) {
    const error = toCountersignError(thrown);
    if (error.code === 'HANDLE_NOT_FOUND')
      return { message: sharedMessage(status, { escrow: await escrowOf(desk, status, call) }, words) };
    bot.log('warn', 'a card could not be prepared again', { code: error.code, ...operatorFields(error) });
    if (canBeRenewed) {
      return { message: await asItStands(), card: status };
    }
    return { message: errorMessage(thrown, bot.scanner, words) };
  }
}
