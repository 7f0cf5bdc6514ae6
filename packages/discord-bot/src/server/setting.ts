/** What every change of a setting needs: rules, panel, and a line in the log. */
import { CountersignError } from '@countersign/core/errors';
import { NO_REQUESTS, type Reply, type Task } from '../task.ts';
import { canBothWrite } from '../team/permissions.ts';
import type { Words } from '../words/index.ts';
import { settingsPanel } from './panel.ts';
import type { ServerRows, ServerSettings } from './server-rows.ts';

export const RULES = { access: 'settings', acknowledgement: 'same', cost: NO_REQUESTS } as const;

/** The answer to a press that opens no form. */
export const noForm = (task: Task): Promise<Reply> => panel(task);

export type Texts = ReadonlyMap<string, string>;

export const given = (texts: Texts, id: string): string => texts.get(id)?.trim() ?? '';

export const panel = async ({ bot, person, interaction, words }: Task): Promise<Reply> => ({
  message: settingsPanel(await bot.state.servers.of(person.guildId), words, canBothWrite(interaction)),
});

export async function change(
  task: Task,
  setting: keyof ServerSettings,
  changes: Parameters<ServerRows['change']>[1],
): Promise<Reply> {
  const { bot, person } = task;
  await bot.state.servers.change(person.guildId, changes);
  bot.log('info', 'a server’s settings were changed', { setting, guild: person.guildId, user: person.userId });
  return await panel(task);
}

export function fromAnotherVersion({ server, language }: Words): CountersignError {
  return new CountersignError('INPUT_INVALID', {
    message: server.SELECT_OF_ANOTHER_VERSION,
    remedy: server.CHOOSE_AGAIN,
    language,
  });
}
