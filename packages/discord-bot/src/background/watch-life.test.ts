/** An escrow that channels follow: each post, answer and line of the log from its first day to its last, whole. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Channel, type Person, until } from '@countersign/testkit/discord/discord';
import { useFollowedEscrow } from '@countersign/testkit/discord/followed-escrow';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { addressOf, contractIn, plain } from '@countersign/testkit/discord/talk';
import { useTranscript } from '@countersign/testkit/discord/transcript';
import { expect, test } from 'vitest';

const { say, press, seen, posted, note, people, text } = useTranscript(() => scene.discord);
const { scene, settle, ...talk } = useFollowedEscrow();

const DAY_MS = 24 * 3_600_000;
/** On a message of their own, which nothing else changes. */
const byId = async (who: Person, id: string) =>
  await press(who, await talk.say(who, 'help', {}, who.channel), `v1:${id}`);
const without = new Set<Message>();
/** Waits for that post, which is noted, and so is what became of the one before: it loses its buttons. */
async function announced(part: string, channel: Channel = scene.channel): Promise<Message> {
  const message = await until(() => channel.messages.findLast((each) => plain(each).includes(part)));
  const before = channel.messages[channel.messages.indexOf(message) - 1];
  if (before !== undefined && !without.has(before)) {
    await until(() => !JSON.stringify(before.components).includes('"type":2'));
    without.add(before);
    seen('the post before', before);
  }
  return posted(channel);
}

test('follows an escrow where member and bot can write, and no longer once one of them stops it', async () => {
  const { discord, people: all, escrow } = scene;
  const { client, provider } = all;
  people(all);
  const places = [
    { membersLack: ['SEND_MESSAGES'] },
    { lacks: ['SEND_MESSAGES'] },
    { type: 2 },
    { type: 11 },
    { type: 12 },
  ] as const;
  for (const about of places) {
    const there = { ...client, channel: discord.openChannel(about) };
    await byId(there, `follow:${escrow}`);
    await byId(there, `unfollow:${escrow}`);
  }
  const locked = Object.assign(discord.openChannel({ type: 11 }), { archived: true, locked: true });
  await byId({ ...client, channel: locked }, `follow:${escrow}`);
  const shown = await talk.say(provider, 'list', { escrow });
  await press(provider, shown, 'Follow here');
  posted();
  await byId(client, `follow:${escrow}`);
  await press(provider, await say(provider, 'list', { escrow }), 'Stop following here');
  await byId(client, `unfollow:${escrow}`);
  for (const id of [escrow.replace(/.$/, 'A'), 'x', `${escrow}.1`]) await byId(client, `follow:${id}`);
  const waiting = await talk.say(client, 'deploy', { file: requestFile({ engagementId: 'ENG-2' }) });
  await byId(client, `follow:${contractIn(waiting)}`);
  await byId({ ...client, guildId: null }, `follow:${escrow}`);
  const followed = () => scene.bot.lines.filter(({ message }) => /followed/.test(message));
  await until(() => followed().length === 7);
  note(
    'the log',
    followed().map((each) => JSON.stringify(each)),
  );
  await expect(text()).toMatchFileSnapshot('recorded/following.txt');
});

test('posts a whole life, calls those whose turn it is, and reminds them twice', async () => {
  const { client, provider, platform, arbiter } = scene.people;
  people(scene.people);
  await talk.follow();
  posted();
  await settle('client', await talk.pressOn(client, scene.escrow, 'Fund'));
  const funded = await announced('The money is in the escrow');
  scene.clock += 2 * DAY_MS - 60_000;
  const asked = await talk.say(platform, 'wallet', { address: addressOf('provider') });
  await talk.change(platform, asked, 'Change it');
  const file = new DatabaseSync(path.join(String(scene.world['COUNTERSIGN_DATA_DIR']), 'discord.sqlite'));
  const postponed = 'SELECT reminded FROM watched WHERE due > ?';
  note('a day later', [JSON.stringify(await until(() => file.prepare(postponed).get(scene.clock)))]);
  file.close();
  scene.clock += 120_000;
  await announced('Nothing has happened since');
  scene.clock += 5 * DAY_MS;
  await until(() => scene.channel.messages.length > 3);
  const second = posted();
  scene.clock += 30 * DAY_MS;
  await settle(
    'provider',
    await talk.fill(provider, second, 'Report Sketches', { status: 'done', evidence: '@everyone' }),
  );
  const reported = await announced('says *Sketches* is');
  await settle('client', await talk.press(client, reported, 'Approve and pay Sketches'));
  const approved = await announced('is approved, so pay it out');
  expect(approved).toBe(reported);
  await settle('client', await talk.press(client, approved, 'Pay out Sketches'));
  await announced(' got ');
  await settle('client', await talk.change(client, await talk.pressOn(client, scene.escrow, 'Dispute'), 'dispute-yes'));
  const disputed = await announced('is in dispute');
  const shares = `${addressOf('client')} 19`;
  const decision = await talk.fill(arbiter, disputed, 'Decide Drafts', { shares });
  scene.discord.submitModal(arbiter, await talk.open(arbiter, decision, 'I have read this'), { amount: '19' });
  await until(() => decision.files.length > 0);
  await settle('arbiter', decision);
  await announced('was resolved');
  await settle(
    'arbiter',
    await talk.fill(arbiter, await talk.say(arbiter, 'list', { escrow: scene.escrow }), 'Withdraw', {
      shares: `${addressOf('client')} 1`,
    }),
  );
  await announced('Withdrawn: 1 USDC');
  expect(funded.mentions).toEqual([provider.userId]);
  const logged = scene.bot.lines.filter(({ message }) => message === 'announced');
  note('the log', [...new Set(logged.map(({ cause: _, ...line }) => JSON.stringify(line)))]);
  await expect(text()).toMatchFileSnapshot('recorded/followed.txt');
});

test('names whose turn it is outside a private thread, and lets them in only by a member in it', async () => {
  const { client, provider, arbiter } = scene.people;
  const stranger = scene.discord.person();
  people({ ...scene.people, stranger });
  const thread = scene.discord.openChannel({ type: 12 });
  const parented = Object.assign(thread, { parent: scene.channel });
  parented.members.add(client.userId);
  const there = { ...client, channel: parented };
  await byId(there, `follow:${scene.escrow}`);
  posted(parented);
  await settle('client', await talk.pressOn(client, scene.escrow, 'Fund', parented));
  await announced('The money is in the escrow', parented);
  const number = /watch-let:(\d+)\./.exec(JSON.stringify(parented.messages.at(-1)?.components))?.[1];
  await byId(stranger, `watch-let:${number}.${provider.userId}`);
  await byId(there, `watch-let:${number}.${arbiter.userId}`);
  for (const id of [`${number}`, `99.${provider.userId}`, 'x']) await byId(there, `watch-let:${id}`);
  await press(there, parented.messages.at(-1) as Message, 'Let them in');
  parented.archived = true;
  await byId(there, `watch-let:${number}.${provider.userId}`);
  parented.archived = false;
  const report = await talk.fill(provider, parented.messages.at(-1) as Message, 'Report Sketches', { status: 'done' });
  await settle('provider', report);
  await announced('says *Sketches* is', parented);
  await expect(text()).toMatchFileSnapshot('recorded/in-a-private-thread.txt');
});
