/** Whether a person can write in a channel themselves, by the permissions that Discord sends with their interaction. */
import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { type Channel, THREADS } from '../interactions/interaction.ts';
import type { Words } from '../words/index.ts';

const { Administrator, SendMessages, SendMessagesInThreads, ViewChannel } = PermissionFlagsBits;

/** Where the bot can post: text channels and threads. */
export const WRITABLE_CHANNELS = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
] as const;

/** Why they cannot, as a sentence to show; undefined if they can. */
export function writeProblem({ type, permissions }: Channel, words: Words['watch']): string | undefined {
  if (!(WRITABLE_CHANNELS as readonly number[]).includes(type)) {
    return words.TEXT_CHANNEL;
  }
  const needed = ViewChannel | (THREADS.includes(type) ? SendMessagesInThreads : SendMessages);
  const may = (permissions & Administrator) !== 0n || (permissions & needed) === needed;
  return may ? undefined : words.CANNOT_WRITE;
}
