import { toCountersignError } from '@countersign/core/errors';
import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';
import type { Where } from '../discord/permissions.ts';
import type { TeamCard } from '../state/team-rows.ts';
import type { Task } from '../task.ts';
import { wordsOf } from '../words/index.ts';
import { permissionsText, requireMayPost, threadName } from './where.ts';

const WORDS = wordsOf('en');
const { team, watch } = WORDS;
const P = PermissionFlagsBits;
const ALL = P.ViewChannel | P.SendMessages | P.SendMessagesInThreads | P.CreatePrivateThreads;

type PostingScene = {
  readonly type?: number;
  readonly person?: bigint;
  readonly bot?: bigint;
  readonly parent?: 'text' | 'forum';
};
/** @returns why nothing is posted there; undefined if it may be */
async function refusalIn(
  where: Where,
  { type = ChannelType.GuildText, person = ALL, bot = ALL, parent }: PostingScene,
  isKnown = true,
) {
  const channel = isKnown ? { id: '1', type, permissions: person } : undefined;
  const interaction = { channel, botPermissions: bot, ...(parent === undefined ? {} : { parentId: parent }) };
  const posts = { isTextChannel: async (id: string) => id === 'text' };
  const task = { interaction, words: WORDS, bot: { posts } } as unknown as Task;
  return await requireMayPost(task, where).then(
    () => undefined,
    (thrown) => toCountersignError(thrown).message,
  );
}

test.each<[Where, PostingScene, string | undefined]>([
  ['channel', {}, undefined],
  ['channel', { type: ChannelType.PublicThread, parent: 'forum' }, undefined],
  ['channel', { person: P.ViewChannel }, watch.cannotWrite],
  ['channel', { type: ChannelType.GuildVoice }, watch.textChannel],
  ['channel', { bot: P.ViewChannel }, 'It needs “Send Messages” here.'],
  ['private', {}, undefined],
  ['private', { person: P.ViewChannel }, undefined],
  ['private', { type: ChannelType.PublicThread, parent: 'text' }, undefined],
  ['private', { type: ChannelType.PublicThread, parent: 'forum' }, team.wrongKindOfChannel],
  ['private', { bot: P.ViewChannel | P.CreatePrivateThreads }, 'It needs “Send Messages in Threads” here.'],
  ['private', { bot: P.ViewChannel }, 'It needs “Create Private Threads” and “Send Messages in Threads” here.'],
])('decides whether a message may be posted: %s, case %#', async (where, scene, problem) => {
  const refused = await refusalIn(where, scene);
  if (problem === undefined) expect(refused).toBeUndefined();
  else expect(refused).toContain(problem);
});

test('posts nothing in public where the channel is not known', async () => {
  expect(await refusalIn('channel', {}, false)).toContain(team.unknownChannel);
  expect(await refusalIn('private', {}, false)).toBeUndefined();
});

test('joins the names of permissions as Discord has them', () => {
  expect(permissionsText(['SendMessages'], team)).toBe('“Send Messages”');
  expect(permissionsText(['ViewChannel', 'SendMessages'], team)).toBe('“View Channel” and “Send Messages”');
});

test.each([
  ['Logo', 'Logo'],
  ['x'.repeat(90), 'x'.repeat(90)],
  ['x'.repeat(91), `${'x'.repeat(89)}…`],
  ['', team.payment],
  ['\u202e', team.threadName],
])('names a thread by the title %j', async (title, name) => {
  const bot = { state: { servers: { settingsOf: async () => ({}) } } } as unknown as Task['bot'];
  expect(await threadName(bot, { title, guild: '9' } as TeamCard)).toBe(name);
});
