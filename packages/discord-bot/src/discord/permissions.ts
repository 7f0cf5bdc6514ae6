/** What the bot and a person may do in a channel, by the permissions that Discord sends with an interaction. */

import { ChannelType, PermissionsBitField } from 'discord.js';
import type { Words } from '../words/index.ts';
import type { Needed } from '../words/keys.ts';
import { type Channel, type Interaction, THREADS } from './interaction.ts';

/** In the channel itself, or in a new private thread. */
export type Where = 'channel' | 'private';

function neededFor(where: Where, type: number | undefined): readonly Needed[] {
  if (where === 'private') return ['ViewChannel', 'CreatePrivateThreads', 'SendMessagesInThreads'];
  return ['ViewChannel', THREADS.includes(type) ? 'SendMessagesInThreads' : 'SendMessages'];
}

/** An administrator lacks none. */
function missing(permissions: bigint, where: Where, type: number | undefined): readonly Needed[] {
  const held = new PermissionsBitField(permissions);
  return neededFor(where, type).filter((each) => !held.has(each));
}

type PermissionScene = Pick<Interaction, 'channel' | 'botPermissions'>;

/** What the bot lacks there; undefined if Discord does not send its permissions. */
export const botLacks = ({ channel, botPermissions }: PermissionScene, where: Where): readonly Needed[] =>
  botPermissions === undefined ? [] : missing(botPermissions, where, channel?.type);

export const canBothWrite = (scene: PermissionScene): boolean =>
  scene.channel !== undefined &&
  missing(scene.channel.permissions, 'channel', scene.channel.type).length === 0 &&
  botLacks(scene, 'channel').length === 0;

export const possiblePlaces = (scene: PermissionScene): readonly Where[] => [
  ...(botLacks(scene, 'private').length === 0 ? (['private'] as const) : []),
  ...(canBothWrite(scene) ? (['channel'] as const) : []),
];

/** Where the bot can post: text channels and threads. */
export const WRITABLE_CHANNELS = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
] as const;

/** Why a person cannot write there, as a sentence to show; undefined if they can. */
export function writeProblem({ type, permissions }: Channel, words: Words['watch']): string | undefined {
  if (!(WRITABLE_CHANNELS as readonly number[]).includes(type)) {
    return words.textChannel;
  }
  return missing(permissions, 'channel', type).length === 0 ? undefined : words.cannotWrite;
}
