/** Settings that a select changes: roles, channels and the language. */
import { CountersignError } from '@countersign/core/errors';
import { LANGUAGES } from '@countersign/core/words';
import type { Reply, Task } from '../task.ts';
import type { Words } from '../words/index.ts';
import { AS_IN_DISCORD, MOST_CHOSEN } from './panel.ts';
import { ACTS } from './server-rules.ts';
import { change, fromAnotherVersion } from './setting.ts';

/** Checks what a select sent, since a client may send anything. @throws CountersignError INPUT_INVALID */
function idsIn(values: readonly string[], { server, language }: Words): string[] {
  const ids = [...new Set(values)];
  if (ids.length <= MOST_CHOSEN && ids.every((id) => /^\d{17,20}$/.test(id))) return ids;
  throw new CountersignError('INPUT_INVALID', { message: server.CANNOT_BE_CHOSEN, language });
}

export async function setRoles(task: Task, id: string, values: readonly string[]): Promise<Reply> {
  const act = ACTS.find((each) => each === id);
  if (act === undefined) throw fromAnotherVersion(task.words);
  return await change(task, 'roles', { roles: { [act]: idsIn(values, task.words) } });
}

export async function setChannels(task: Task, _: string, values: readonly string[]): Promise<Reply> {
  return await change(task, 'channels', { channels: idsIn(values, task.words) });
}

export async function setLanguage(task: Task, _: string, [chosen = '']: readonly string[]): Promise<Reply> {
  const language = LANGUAGES.find((each) => each === chosen);
  if (language === undefined && chosen !== AS_IN_DISCORD) throw fromAnotherVersion(task.words);
  return await change(task, 'language', { language: language ?? null });
}
