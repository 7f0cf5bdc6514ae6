/** Steps of an escrow's life by a button: prepared for the person's own wallet, of the escrow as the ledger has it now. */
import type { StepInput } from '@countersign/core/actions';
import type { StepName } from '@countersign/core/escrow';
import { escrowReply } from '../commands/show.ts';
import type { Reply, Task } from '../task.ts';
import { fundingMessage } from '../views/funding-card.ts';
import { stepMessage } from '../views/step.ts';
import { withShares } from './shares.ts';
import { EVIDENCE, MILESTONE, SHARES, STATUS } from './step-modals.ts';
import { fromAnotherVersion, requireTarget, requireWallet, type Target } from './step-target.ts';

type Texts = ReadonlyMap<string, string>;

async function prepared(
  task: Task,
  step: StepName,
  { escrow, milestone }: Target,
  input: StepInput,
  note?: string,
): Promise<Reply> {
  const of = milestone === undefined ? {} : { milestone };
  const request = { escrow, signer: await requireWallet(task), ...of, ...input };
  const offer = await task.desk.prepare(step, request, task.call);
  return { message: stepMessage(offer, note, task.words), card: offer };
}

/** A step that needs no more than a press. */
export const take = (step: StepName) => (task: Task, id: string) =>
  prepared(task, step, requireTarget(id, task.words), {});

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

async function divide(task: Task, step: 'resolve' | 'withdraw', id: string, texts: Texts): Promise<Reply> {
  const target = requireTarget(id, task.words);
  return await withShares(task, texts.get(SHARES) ?? '', (distributions, note) =>
    prepared(task, step, target, { distributions }, note),
  );
}

export const resolve = (task: Task, id: string, texts: Texts) => divide(task, 'resolve', id, texts);
export const withdraw = (task: Task, id: string, texts: Texts) => divide(task, 'withdraw', id, texts);

/** The missing amount, by the escrow's contract. */
export async function fundEscrow(task: Task, id: string): Promise<Reply> {
  const { escrow } = requireTarget(id, task.words);
  const offer = await task.desk.prepare('fund', { escrow, signer: await requireWallet(task) }, task.call);
  return { message: fundingMessage(offer, undefined, task.words), card: offer };
}

/** Reads it again, with the buttons of the person who asks. */
export async function look(task: Task, id: string): Promise<Reply> {
  return await escrowReply(task, { contractId: requireTarget(id, task.words).escrow });
}

/** A button whose modal could not open, since its id is unknown. */
export async function noModal({ words }: Task): Promise<Reply> {
  throw fromAnotherVersion(words);
}
