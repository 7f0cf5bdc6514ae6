/** Which escrow a button is about, and which milestone of it: `C…` or `C….2`. */
import { CountersignError } from '@countersign/core/errors';
import { addressProblem } from '@countersign/core/escrow';
import type { Task } from '../task.ts';
import { WHICH } from '../views/escrow-buttons.ts';
import type { Words } from '../words/index.ts';

export type Target = {
  readonly escrow: string;
  readonly milestone?: string;
  /** The person says which one. */
  readonly asks: boolean;
};

const SHAPE = /^(C[A-Z2-7]{55})(?:\.(\d{1,2}|which))?$/;

/** @returns nothing for an id that no card of ours has */
export function targetIn(id: string): Target | undefined {
  const [, escrow, part] = SHAPE.exec(id) ?? [];
  if (escrow === undefined || addressProblem(escrow, ['contract']) !== undefined) return undefined;
  const asks = part === WHICH;
  return { escrow, asks, ...(part === undefined || asks ? {} : { milestone: part }) };
}

/** @throws CountersignError INPUT_INVALID */
export function requireTarget(id: string, words: Words): Target {
  const target = targetIn(id);
  if (target === undefined) throw fromAnotherVersion(words);
  return target;
}

export const fromAnotherVersion = ({ problems, language }: Words): CountersignError =>
  new CountersignError('INPUT_INVALID', {
    message: problems.FROM_ANOTHER_VERSION,
    remedy: problems.FRESH_ESCROW,
    language,
  });

/** The person's own saved address: nobody else could sign for it. @throws CountersignError INPUT_INVALID */
export async function requireWallet({ bot, person, words }: Pick<Task, 'bot' | 'person' | 'words'>): Promise<string> {
  const address = (await bot.state.wallet(person))?.address;
  if (address !== undefined) return address;
  throw new CountersignError('INPUT_INVALID', {
    message: words.problems.NO_WALLET,
    remedy: words.problems.GIVE_WALLET,
    language: words.language,
  });
}
