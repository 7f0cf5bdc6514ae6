/** Steps of an escrow's life by a button: prepared for the person's own wallet, of the escrow as the ledger has it now. */
import type { StepInput } from '@countersign/core/actions';
import type { StepName } from '@countersign/core/escrow';
import type { Reply, Task } from '../task.ts';
import { escrowMessage } from '../views/escrow.ts';
import { fundingMessage } from '../views/funding-card.ts';
import { stepMessage } from '../views/step.ts';
import { sharesIn } from './shares.ts';
import { EVIDENCE, MILESTONE, SHARES, STATUS } from './step-modals.ts';
import { fromAnotherVersion, requireTarget, requireWallet, type Target } from './step-target.ts';

type Texts = ReadonlyMap<string, string>;

async function prepared(task: Task, step: StepName, { escrow, milestone }: Target, input: StepInput): Promise<Reply> {
  const of = milestone === undefined ? {} : { milestone };
  const request = { escrow, signer: await requireWallet(task), ...of, ...input };
  const offer = await task.desk.prepare(step, request, task.call);
  return { message: stepMessage(offer, undefined, task.words), card: offer };
}

export const approve = (task: Task, id: string) => prepared(task, 'approve', requireTarget(id, task.words), {});
export const release = (task: Task, id: string) => prepared(task, 'release', requireTarget(id, task.words), {});
export const dispute = (task: Task, id: string) => prepared(task, 'dispute', requireTarget(id, task.words), {});

export function disputeOne(task: Task, id: string, texts: Texts): Promise<Reply> {
  return prepared(task, 'dispute', requireTarget(id, task.words), { milestone: texts.get(MILESTONE)?.trim() });
}

export function report(task: Task, id: string, texts: Texts): Promise<Reply> {
  const [status, evidence] = [texts.get(STATUS)?.trim(), texts.get(EVIDENCE)?.trim()];
  return prepared(task, 'change-status', requireTarget(id, task.words), {
    ...(status ? { status } : {}),
    ...(evidence ? { evidence } : {}),
  });
}

export function resolve(task: Task, id: string, texts: Texts): Promise<Reply> {
  return prepared(task, 'resolve', requireTarget(id, task.words), {
    distributions: sharesIn(texts.get(SHARES) ?? '', task.words),
  });
}

export function withdraw(task: Task, id: string, texts: Texts): Promise<Reply> {
  return prepared(task, 'withdraw', requireTarget(id, task.words), {
    distributions: sharesIn(texts.get(SHARES) ?? '', task.words),
  });
}

/** The missing amount, by the escrow's contract. */
export async function fundEscrow(task: Task, id: string): Promise<Reply> {
  const { escrow } = requireTarget(id, task.words);
  const offer = await task.desk.prepare('fund', { escrow, signer: await requireWallet(task) }, task.call);
  return { message: fundingMessage(offer, undefined, task.words), card: offer };
}

/** Reads it again, with the buttons of the person who asks. */
export async function look(task: Task, id: string): Promise<Reply> {
  const { bot, desk, person, call, words } = task;
  const view = await desk.get({ contractId: requireTarget(id, task.words).escrow }, call);
  return { message: escrowMessage(view, (await bot.state.wallet(person))?.address, words) };
}

/** A button whose modal could not open, since its id is unknown. */
export async function noModal({ words }: Task): Promise<Reply> {
  throw fromAnotherVersion(words);
}
