/** Where an escrow can be followed, and what becomes of it where the bot may not write, a post fails or the channel is gone. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startTestBot } from '@countersign/testkit/discord/bot';
import { answered, until } from '@countersign/testkit/discord/discord';
import { useFollowedEscrow } from '@countersign/testkit/discord/followed-escrow';
import type { Channel, Message } from '@countersign/testkit/discord/messages';
import { addressOf, labels, plain } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';
import { MOST_WATCHED } from '../state/watch-rows.ts';

const { scene, now, say, press, pressOn, settle, announced, restart, follow } = useFollowedEscrow();

/** A channel with the log of the server. */
async function openLog(): Promise<Channel> {
  const logged = scene.discord.openChannel();
  const boss = scene.discord.person({ manages: true });
  const click = scene.discord.click(
    { ...boss, channel: logged },
    await say(boss, 'settings', {}, logged),
    'Log in this channel',
  );
  await answered(click);
  await until(() => logged.messages.length > 0);
  return logged;
}

test('following survives a channel that refuses the bot: it tries again, and the server’s log says so once', async () => {
  const { client, provider } = scene.people;
  const logged = await openLog();
  await follow();
  scene.channel.permissions.delete('SEND_MESSAGES');
  await settle('client', await press(client, scene.channel.messages[0] as Message, 'Fund'));
  const notes = () => logged.messages.map(plain).filter((each) => each.includes('could not be announced'));
  await until(() => notes().length > 0);
  expect(notes()[0]).toContain(`**Logo** could not be announced. The bot cannot write in <#${scene.channel.id}>.`);
  const refusals = () => scene.bot.lines.filter(({ message }) => message.startsWith('an announcement was refused'));
  scene.clock += 61_000;
  await until(() => refusals().length === 2);
  await settle(
    'provider',
    await press(provider, await say(provider, 'list', { escrow: scene.escrow }, logged), 'Report 1', {
      status: 'done',
    }),
  );
  scene.channel.permissions.add('SEND_MESSAGES');
  scene.clock += 3_600_000;
  // One post reports both.
  await announced(1, 'Money arrived: 30.5 USDC.', 'says *Sketches* is “done”');
  expect(notes()).toHaveLength(1);
});

test('a message that Discord never takes is replaced by the current state, and following goes on', async () => {
  const logged = await openLog();
  await follow();
  scene.discord.failures.push({
    path: new RegExp(`^POST /channels/${scene.channel.id}/messages`),
    status: 400,
    body: { code: 50_035, message: 'Invalid Form Body' },
  });
  await settle('client', await press(scene.people.client, scene.channel.messages[0] as Message, 'Fund'));
  await announced(1, 'This is the current state. It holds 30.5 USDC.');
  expect(logged.messages.map(plain).join()).toContain('Discord did not take an announcement about **Logo**');
});

test('following ends when its channel is deleted, and the logs say so', async () => {
  const logged = await openLog();
  await follow();
  scene.discord.deleteChannel(scene.channel);
  await settle('client', await press(scene.people.client, scene.channel.messages[0] as Message, 'Fund'));
  await until(() => logged.messages.some((each) => plain(each).includes('**Logo** is no longer followed')));
  expect(scene.bot.lines.find(({ message }) => message.startsWith('an escrow is no longer followed'))).toMatchObject({
    channel: scene.channel.id,
  });
  const asked = scene.discord.requests.filter((each) => each.startsWith('POST /channels/')).length;
  await restart();
  const seen = await say(scene.people.client, 'list', { escrow: scene.escrow });
  expect(labels(seen)).toContain('Follow here');
  const late = scene.discord.clickId(scene.people.client, seen, `v1:unfollow:${scene.escrow}`);
  expect(plain(await until(() => late.messages.find((each) => each !== seen && each.components)))).toContain(
    '### Not followed',
  );
  expect(scene.discord.requests.filter((each) => each.startsWith('POST /channels/'))).toHaveLength(asked);
});

test('a post that a dead process may have made is not repeated: the current state is posted instead', async () => {
  await follow();
  await scene.bot.close();
  const file = new DatabaseSync(path.join(scene.world['COUNTERSIGN_DATA_DIR'] as string, 'discord.sqlite'));
  const to = addressOf('provider');
  const what = JSON.stringify({
    kind: 'change',
    change: { escrow: scene.escrow, ledger: 7, kind: 'released', milestone: 1, amount: '9', token: 'USDC', to },
  });
  const put = file.prepare('INSERT INTO said (watched, key, what, claimed) VALUES (1, ?, ?, ?)');
  put.run('old', what, now() - 3_600_000);
  scene.bot = await startTestBot(scene.discord, scene.world, now);
  await announced(1, 'The bot was interrupted here', 'It holds 0 USDC.');
  put.run('fresh', what, now() - 1_000);
  await announced(2, 'got 9 USDC for *Sketches*.');
  // As if the process had died once Discord had taken it, before that was written down.
  await until(() => file.prepare("SELECT 1 FROM said WHERE key = 'fresh' AND done IS NOT NULL").get());
  file.exec("UPDATE said SET done = NULL, retry = 0 WHERE key = 'fresh'");
  await until(() => file.prepare("SELECT 1 FROM said WHERE key = 'fresh' AND done IS NOT NULL").get());
  await announced(2);
  file.close();
});

test('a server follows as many as it may and no more', async () => {
  const file = new DatabaseSync(path.join(scene.world['COUNTERSIGN_DATA_DIR'] as string, 'discord.sqlite'));
  const put = file.prepare(
    "INSERT INTO watched (network, guild, channel, escrow, follower, at, changed) VALUES ('sandbox', ?, ?, 'C', 'f', 0, 0)",
  );
  for (let index = 0; index < MOST_WATCHED; index++) put.run(scene.discord.guildId, `${index}`);
  expect(plain(await pressOn(scene.people.client, scene.escrow, 'follow'))).toContain(
    `This server follows ${MOST_WATCHED} escrows`,
  );
  file.exec("DELETE FROM watched WHERE channel = '0'");
  file.close();
  await follow();
});
