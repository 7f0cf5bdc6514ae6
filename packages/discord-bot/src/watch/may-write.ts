/** Whether somebody can write in a channel themselves, as Discord says with their interaction. */
import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { type Channel, THREADS } from '../interaction.ts';
import type { Words } from '../words/index.ts';

const { Administrator, SendMessages, SendMessagesInThreads, ViewChannel } = PermissionFlagsBits;

/** Where the bot can be told to write: text channels and threads. */
export const WRITABLE_CHANNELS = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
] as const;

/** Why not, as a sentence to show; nothing if they can. */
export function writeProblem({ type, permissions }: Channel, words: Words['watch']): string | undefined {
  if (!(WRITABLE_CHANNELS as readonly number[]).includes(type)) {
    return words.TEXT_CHANNEL;
  }
  const needed = ViewChannel | (THREADS.includes(type) ? SendMessagesInThreads : SendMessages);
  const may = (permissions & Administrator) !== 0n || (permissions & needed) === needed;
  return may ? undefined : words.CANNOT_WRITE;
}
