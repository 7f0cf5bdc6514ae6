/** The cards of what was prepared, and `/escrow submit`. */

import type { CallOptions, PersonalDesk, Settlement, TransactionStatus } from '@countersign/core';
import { operatorFields, toCountersignError } from '@countersign/core/errors';
import { format } from '@countersign/core/text/message';
import { escrowOf, nextCard } from '../background/follow.ts';
import type { Command } from '../discord/interaction.ts';
import { readXdr } from '../inputs/attachment.ts';
import { requestMeant } from '../inputs/titles.ts';
import { ifFound } from '../state/state.ts';
import type { Cost, CostFacts, Reply, Task } from '../task.ts';
import { errorMessage } from '../views/error-view.ts';
import { settlementMessage, sharedMessage, statusMessage } from '../views/outcome.ts';
import { notice } from '../views/parts.ts';
import { preparedReply } from '../views/prepared.ts';
import { invalid } from '../words/index.ts';

/** Cards at once: each may cost a call to the service. */
const MOST_CARDS = 5;

const IS_OVER: readonly TransactionStatus['status'][] = ['settled', 'superseded', 'declined', 'discarded'];
const IS_OPEN: readonly TransactionStatus['status'][] = ['prepared', 'to-confirm'];

/** What this person prepared and is not over, newest first. */
export async function openCards(task: Task): Promise<Reply[]> {
  const open: TransactionStatus[] = [];
  for (const requestId of await task.desk.handles()) {
    // The desk may have forgotten it in the meantime.
    const status = await ifFound(task.desk.status(requestId, task.call));
    if (status !== undefined && !IS_OVER.includes(status.status)) open.push(status);
  }
  if (open.length === 0) {
    return [{ message: notice(task.words.answers.nothingPending, task.words.answers.allOver) }];
  }
  const replies: Reply[] = [];
  for (const status of open.slice(0, MOST_CARDS)) replies.push(await cardOf(task, status));
  const left = open.length - replies.length;
  if (left > 0) {
    replies.push({ message: notice(format(task.words.answers.andMore, { left }), task.words.answers.thenOthers) });
  }
  return replies;
}

export async function openCardsCost({ countCards }: CostFacts): Promise<Cost> {
  const cards = await countCards();
  return { requests: Math.min(cards, MOST_CARDS), cards };
}

/** One that cannot be prepared again right now does not hide the others. */
export async function cardOf({ bot, desk, call, words }: Task, status: TransactionStatus): Promise<Reply> {
  const currentMessage = async () => statusMessage(status, { escrow: await escrowOf(desk, status, call) }, words);
  const canBeRenewed = status.status === 'expired' || status.neverSent === true;
  if (!canBeRenewed && !IS_OPEN.includes(status.status)) return { message: await currentMessage(), card: status };
  try {
    return preparedReply(await desk.renew(status.id, call), words);
  } catch (thrown) {
    const error = toCountersignError(thrown);
    if (error.code === 'HANDLE_NOT_FOUND')
      return { message: sharedMessage(status, { escrow: await escrowOf(desk, status, call) }, words) };
    bot.log('warn', 'a card could not be prepared again', { code: error.code, ...operatorFields(error) });
    if (canBeRenewed) return { message: await currentMessage(), card: status };
    return { message: errorMessage(thrown, bot.scanner, words) };
  }
}

/** `/escrow submit`. Anybody may send a signed transaction that they hold; an id is found only for whom it belongs to. */
export async function submit(task: Task, command: Command): Promise<Reply[]> {
  const { desk, call, words } = task;
  const named = command.texts.get('id');
  const id = named === undefined ? undefined : await requestMeant(desk, named);
  // Before anything else that was named is read, so that nothing about it can tell a stranger's id from an unknown one.
  if (id !== undefined) await desk.status(id, call);
  const signedXdr = await readXdr(task, command);
  if (signedXdr === undefined && id === undefined) {
    throw invalid(words, { fields: [{ path: 'file', problem: words.problems.fileOrIdMissing }] });
  }
  const input = { ...(signedXdr === undefined ? {} : { signedXdr }), ...(id === undefined ? {} : { id }) };
  const settlement = await desk.submit(input, call);
  const escrow = await escrowOf(desk, settlement, call);
  const message = settlementMessage(settlement, id, { escrow }, words);
  const card = await followedCard(desk, settlement, call);
  const next = await nextCard(task, settlement, escrow);
  return [
    { message, done: settlement, ...(card === undefined ? {} : { card }) },
    ...(next === undefined ? [] : [next]),
  ];
}

/** More becomes of these by itself. */
const GOING_ON: readonly Settlement['status'][] = ['accepted', 'unknown', 'partly-signed'];

/** How the answer is followed; undefined for what was prepared elsewhere or by somebody else. */
async function followedCard(desk: PersonalDesk, { status, transactionHash }: Settlement, call: CallOptions) {
  if (!GOING_ON.includes(status)) return undefined;
  try {
    const known = await desk.status(transactionHash, call);
    const isPart = status === 'partly-signed';
    return { id: known.id, transactionHash, status: isPart ? known.status : status, goesOn: !isPart };
  } catch {
    // The outcome is reported all the same.
    return undefined;
  }
}
