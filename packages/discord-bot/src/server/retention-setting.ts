/** How long a server keeps what settled. */
import { CountersignError } from '@countersign/core/errors';
import type { Modal } from '../interactions/answers.ts';
import type { ModalContext, Reply, Task } from '../task.ts';
import { modal, textField } from '../views/modal.ts';
import { change, given, type Texts } from './setting.ts';

export async function retentionModal(customId: string, _: string, of: ModalContext): Promise<Modal> {
  const { bot, person, words } = of;
  const { server } = words;
  const { retentionDays } = await bot.state.servers.of(person.guildId);
  const value = retentionDays === undefined ? '' : `${retentionDays}`;
  const days = { id: 'days', label: server.DAYS, description: server.DAYS_HOW, isOptional: true, value };
  return modal(customId, server.CHANGE_RETENTION, textField(days));
}

const MOST_DAYS = 3_650;

export async function setRetention(task: Task, _: string, texts: Texts): Promise<Reply> {
  const typed = given(texts, 'days');
  const days = /^\d{1,4}$/.test(typed) ? Number(typed) : undefined;
  if (typed !== '' && (days === undefined || days < 1 || days > MOST_DAYS)) {
    const { server, language } = task.words;
    throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'days', problem: server.NO_DAYS }], language });
  }
  const reply = await change(task, 'retentionDays', { retentionDays: days ?? null });
  await task.bot.retention.look(task.person.guildId);
  return reply;
}
