/** One line in a channel of the server for what its members prepared, confirmed or sent with the bot. */

import { randomUUID } from 'node:crypto';
import { describeThrown } from '@countersign/core/platform/log';
import { isObject } from '@countersign/core/text/fields';
import { format } from '@countersign/core/text/message';
import type { Message } from '../discord/answers.ts';
import type { Interaction } from '../discord/interaction.ts';
import { isUnreachable } from '../discord/posts.ts';
import { languageOfServer, type ServerSettings } from '../state/server-rows.ts';
import type { BotParts } from '../state/state.ts';
import type { Access, Reply } from '../task.ts';
import { code, line } from '../views/markdown.ts';
import { container, text } from '../views/parts.ts';
import { type Words, wordsOf } from '../words/index.ts';

type Done = { readonly name: string; readonly access: Access; readonly replies: readonly Reply[] };

/** Never fails, and no one waits for it. Commands that only read are not logged. */
export function logForServer(bot: BotParts, { userId, guildId }: Interaction, settings: ServerSettings, done: Done) {
  if (settings.logChannel === undefined || guildId === undefined) return;
  const message = entry(userId, done, wordsOf(languageOfServer(settings)));
  if (message !== undefined) void write(bot, guildId, settings.logChannel, message);
}

/** Says something in the log of a server, if it has one. Never fails. */
export async function noteForServer(parts: BotParts, guildId: string, sentence: (words: Words) => string) {
  const settings = await parts.state.servers.settingsOf(guildId).catch(() => undefined);
  if (settings?.logChannel === undefined) return;
  await write(parts, guildId, settings.logChannel, plain(sentence(wordsOf(languageOfServer(settings)))));
}

async function write(parts: BotParts, guildId: string, logChannel: string, message: Message): Promise<void> {
  const fields = { guild: guildId, channel: logChannel };
  await postTo(parts, logChannel, message)
    .catch(async (thrown) => {
      parts.log('warn', 'the log of a server could not be written', { ...fields, cause: describeThrown(thrown) });
      if (isUnreachable(thrown)) await endLog(parts, guildId, logChannel);
    })
    .catch((thrown) =>
      parts.log('warn', 'the log of a server could not be ended', { ...fields, cause: describeThrown(thrown) }),
    );
}

/** If the bot cannot write there, the log ends, and the panel says so. A channel chosen meanwhile is kept. */
async function endLog({ state, log }: BotParts, guildId: string, channel: string): Promise<void> {
  const changes = { logChannel: null, logEndedIn: channel };
  if (!(await state.servers.change(guildId, changes, ({ logChannel }) => logChannel === channel))) return;
  log('warn', 'the log of a server ended: the bot cannot write in its channel', { guild: guildId, channel });
}

/** The first line, which shows whether the bot may write there. @throws what posting throws */
export async function beginLog(bot: BotParts, channelId: string, userId: string, words: Words): Promise<void> {
  await postTo(bot, channelId, plain(format(words.server.logBegins, { who: `<@${userId}>` })));
}

async function postTo({ posts }: BotParts, channelId: string, message: Message): Promise<void> {
  await posts.post(channelId, message, { mentions: [], nonce: randomUUID().slice(0, 24) });
}

const plain = (sentence: string): Message => ({ components: container('plain', [text(sentence)]) });

/** Whether it is about one escrow or the settings, unlike lists and cards that are only read. */
function entry(userId: string, { name, access, replies }: Done, { server, core }: Words): Message | undefined {
  const who = `<@${userId}>`;
  if (access === 'settings') return plain(format(server.settingsChanged, { who }));
  // The next card that follows what was sent is not what was done.
  const own = replies[0]?.done === undefined ? replies : replies.slice(0, 1);
  const [about, ...others] = own.flatMap((reply) => reply.card ?? reply.done ?? []);
  if (about === undefined || others.length > 0) return undefined;
  const title = 'summary' in about && isTitled(about.summary) ? ` · **${line(about.summary.title, 100)}**` : '';
  const address = 'contractId' in about && typeof about.contractId === 'string' ? ` · ${code(about.contractId)}` : '';
  return plain(
    `${who} · ${code(name)}${title}${address} · ${core.STATE_WORDS[about.status]} · ${code(about.transactionHash)}`,
  );
}

const isTitled = (summary: unknown): summary is { readonly title: string } =>
  isObject(summary) && typeof summary['title'] === 'string';
