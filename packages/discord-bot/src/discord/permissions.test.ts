import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { botLacks, canBothWrite, possiblePlaces, writeProblem } from './permissions.ts';

const P = PermissionFlagsBits;
const ALL = [P.ViewChannel, P.SendMessages, P.SendMessagesInThreads, P.CreatePrivateThreads];
const without = (...lacking: bigint[]) =>
  ALL.filter((each) => !lacking.includes(each)).reduce((sum, each) => sum | each, 0n);
const scene = (lacking: { bot?: bigint[]; person?: bigint[] } = {}, type = ChannelType.GuildText) => ({
  channel: { id: '1', type, permissions: without(...(lacking.person ?? [])) },
  botPermissions: without(...(lacking.bot ?? [])),
});

test.each([
  ['may everything', scene(), ['private', 'channel']],
  ['may open no private thread', scene({ bot: [P.CreatePrivateThreads] }), ['channel']],
  ['may write in no thread', scene({ bot: [P.SendMessagesInThreads] }), ['channel']],
  ['may write in no channel', scene({ bot: [P.SendMessages] }), ['private']],
  ['does not see the channel', scene({ bot: [P.ViewChannel] }), []],
])('posts only where the bot %s', (_, where, places) => expect(possiblePlaces(where)).toEqual(places));

test.each([
  ['open no private thread', [P.CreatePrivateThreads], ['private', 'channel']],
  ['write in no thread', [P.SendMessagesInThreads], ['private', 'channel']],
  ['write in no channel', [P.SendMessages], ['private']],
])('posts in the channel only where a person who may %s could', (_, person, places) => {
  expect(possiblePlaces(scene({ person }))).toEqual(places);
});

test('needs the permission of threads in a thread, and the other one in a channel', () => {
  const noThreads = { bot: [P.SendMessagesInThreads], person: [P.SendMessagesInThreads] };
  const onlyThreads = { bot: [P.SendMessages], person: [P.SendMessages] };
  const { PublicThread, GuildText } = ChannelType;
  expect(botLacks(scene(noThreads, PublicThread), 'channel')).toEqual(['SendMessagesInThreads']);
  expect(botLacks(scene(onlyThreads, PublicThread), 'channel')).toEqual([]);
  expect(botLacks(scene(onlyThreads, GuildText), 'channel')).toEqual(['SendMessages']);
  expect(botLacks({ channel: undefined, botPermissions: undefined }, 'private')).toEqual([]);
  expect(canBothWrite(scene({ person: [P.SendMessages] }))).toBe(false);
  expect(canBothWrite({ channel: undefined, botPermissions: undefined })).toBe(false);
});

test('names why a person cannot write somewhere', () => {
  const { watch } = wordsOf('en');
  const problemIn = (type: number, permissions = without()) => writeProblem({ id: '1', type, permissions }, watch);
  expect(problemIn(ChannelType.GuildVoice)).toBe(watch.textChannel);
  expect(problemIn(ChannelType.GuildForum)).toBe(watch.textChannel);
  expect(problemIn(ChannelType.GuildText)).toBeUndefined();
  expect(problemIn(ChannelType.AnnouncementThread, without(P.SendMessages))).toBeUndefined();
  expect(problemIn(ChannelType.GuildText, without(P.SendMessages))).toBe(watch.cannotWrite);
});
