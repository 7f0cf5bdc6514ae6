/** The buttons of a card of something prepared: renew, confirm, discard, check, and the person's word that it did not settle. */

import type { ActionName, Prepared, TransactionStatus } from '@countersign/core';
import { CountersignError, type ErrorCode, toCountersignError } from '@countersign/core/errors';
import { escrowOf } from '../background/follow.ts';
import type { Modal } from '../discord/answers.ts';
import type { ModalContext, Reply, Task } from '../task.ts';
import { isDeploy, postAtOnce } from '../team/ask.ts';
import { givenUpMessage, statusMessage } from '../views/outcome.ts';
import { button, modal, notice, textField } from '../views/parts.ts';
import { preparedReply, wholeMessage } from '../views/prepared.ts';
import { shortMessage } from '../views/short-card.ts';
import type { Length } from '../views/signing.ts';

/** Where the card is behind: it is decided, or may be, or has ended. */
const BEHIND: readonly ErrorCode[] = [
  'ALREADY_SETTLED',
  'OUTCOME_UNKNOWN',
  'ADDRESS_TAKEN',
  'SUPERSEDED',
  'DECLINED',
  // Of a renewal: discarded.
  'TRANSACTION_EXPIRED',
];

/** A fresh transaction for the same request where the old one has too little time left; also what brings a card up to date. */
export const renew = (task: Task, id: string): Promise<Reply> => current(task, id, 'short');

/** *Details*: the whole card, next to the short one. */
export const details = (task: Task, id: string): Promise<Reply> => current(task, id, 'whole');

type Note = (prepared: Prepared<ActionName>) => Promise<string | undefined>;

async function current(task: Task, id: string, length: Length, noteOf?: Note): Promise<Reply> {
  const { desk, call, words } = task;
  const messageOf = length === 'whole' ? wholeMessage : shortMessage;
  try {
    const prepared = await desk.renew(id, call);
    return { message: messageOf(prepared, await noteOf?.(prepared), words), card: prepared };
  } catch (thrown) {
    if (!BEHIND.includes(toCountersignError(thrown).code)) throw thrown;
    return await statusReply(task, await desk.status(id, call), length);
  }
}

export async function statusReply({ desk, call, words }: Task, status: TransactionStatus, length: Length = 'short') {
  const escrow = await escrowOf(desk, status, call);
  return { message: statusMessage(status, { escrow, length }, words), card: status };
}

const AMOUNT = 'amount';

/** A request, and the key of the stops that its card showed. */
const SHOWN = /^([0-9a-f]{32})\.([0-9a-f]{16})$/;

/** A click alone does not confirm: the person types what they would pay. */
export function confirmModal(customId: string, id: string, { words: { forms } }: ModalContext): Modal | undefined {
  if (!SHOWN.test(id)) return undefined;
  const { confirmTitle, typeTotal: label, typeTotalHow: description } = forms;
  return modal(customId, confirmTitle, textField({ id: AMOUNT, label, description }));
}

export async function confirm(task: Task, id: string, texts: ReadonlyMap<string, string>): Promise<Reply> {
  const [, requestId, shown] = SHOWN.exec(id) ?? [];
  if (requestId === undefined || shown === undefined) return await nothingToConfirm();
  await task.desk.confirm(requestId, { amount: texts.get(AMOUNT)?.trim() ?? '', shown }, task.call);
  // A new escrow is posted now that there is something to sign.
  return await current(task, requestId, 'short', async (prepared) =>
    isDeploy(prepared) ? await postAtOnce(task, prepared) : undefined,
  );
}

export async function nothingToConfirm(): Promise<Reply> {
  throw new CountersignError('HANDLE_NOT_FOUND');
}

/** A prepared request, and a payee whom it warns about. */
const PAYEE = /^([0-9a-f]{32})\.(G[A-Z2-7]{55})$/;

/** The trustline that a payee lacks: for the person who presses, if the account is theirs, or to be given to its owner. */
export async function addTrustline({ bot, desk, person, call, words }: Task, id: string): Promise<Reply> {
  const [, requestId, address] = PAYEE.exec(id) ?? [];
  if (requestId === undefined || address === undefined) return await nothingToConfirm();
  const prepared = await desk.preparePayeeTrustline(requestId, { address }, call);
  const isOwn = (await bot.state.wallet(person))?.address === address;
  const note = isOwn ? undefined : words.card.giveToOwner;
  return preparedReply(prepared, words, note);
}

/** Asks again, since nothing brings it back. */
export async function askToDiscard({ desk, call, words: { card } }: Task, id: string): Promise<Reply> {
  await desk.status(id, call);
  const yes = button(card.discard, 'discard-yes', id);
  return { message: notice(card.discardHeading, card.whatIsDiscarded, 'waiting', yes) };
}

export const discard = async (task: Task, id: string): Promise<Reply> =>
  await statusReply(task, await task.desk.discard(id, task.call));

/** *Remove from the records*: asks again, since nothing brings it back here. */
export async function askToForget({ desk, call, words: { records: own } }: Task, id: string): Promise<Reply> {
  await desk.status(id, call);
  const yes = button(own.forgetIt, 'forget-yes', id, 'Danger');
  return { message: notice(own.forgetHeading, own.whatIsForgotten, 'waiting', yes) };
}

export async function forget({ desk, call, words: { records: own } }: Task, id: string): Promise<Reply> {
  await desk.forget(id, call);
  return { message: notice(own.forgottenHeading, own.forgotten) };
}

export async function check(task: Task, id: string): Promise<Reply> {
  const { desk, call } = task;
  try {
    await desk.submit({ id }, call);
  } catch (thrown) {
    // Nothing to send again, or only shared for reading: shows what is known.
    if (!['NOT_SIGNED_YET', 'HANDLE_NOT_FOUND'].includes(toCountersignError(thrown).code)) throw thrown;
  }
  return await statusReply(task, await desk.status(id, call));
}

/** Asks again, next to the card: a wrong word here could end in two escrows. */
export async function confirmFailed({ desk, call, words: { outcome } }: Task, id: string): Promise<Reply> {
  await desk.status(id, call);
  const yes = button(outcome.yesNotSettled, 'failed-yes', id, 'Danger');
  return { message: notice(outcome.sureNotSettled, outcome.lookUpFirst, 'bad', yes) };
}

/** The person's word, after which the request may be prepared again. */
export async function declareFailed({ desk, call, words }: Task, id: string): Promise<Reply> {
  const status = await desk.declareFailed(id);
  return { message: givenUpMessage(status, { escrow: await escrowOf(desk, status, call) }, words), card: status };
}
