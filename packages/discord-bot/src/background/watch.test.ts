/** Followed escrows: once by two bots, members who have proven their wallets, old messages, and codes of parties. */
import { startTestBot } from '@countersign/testkit/discord/bot';
import { until } from '@countersign/testkit/discord/discord';
import { useFollowedEscrow } from '@countersign/testkit/discord/followed-escrow';
import type { Message } from '@countersign/testkit/discord/messages';
import { addressOf, labels, plain, proveWallet } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';

const { scene, now, say, told: reportOf, press, settle, announced, follow } = useFollowedEscrow();

const prove = (name: keyof typeof scene.people) =>
  proveWallet(scene.bot.desk, { tenant: scene.discord.guildId, id: scene.people[name].userId }, name);

test('a party and the arbiter see one code of that party, and a member who only saved such a wallet sees none', async () => {
  const { provider, arbiter } = scene.people;
  const shownTo = async (who: typeof provider) => plain(await say(who, 'list', { escrow: scene.escrow }));
  const impostor = scene.discord.person();
  await say(impostor, 'wallet', { address: addressOf('arbiter') });
  for (const who of [provider, arbiter, impostor]) expect(await shownTo(who)).not.toMatch(/Your code|Codes of/);
  await prove('provider');
  await prove('arbiter');
  const [, code] = /\*\*Your code\*\* `([2-9A-Z]{4})`/.exec(await shownTo(provider)) ?? [];
  expect(await shownTo(arbiter)).toContain(`Service provider \`${code}\``);
  expect(await shownTo(provider)).not.toContain('Codes of');
  expect(await shownTo(impostor)).not.toContain(`${code}`);
});

test('only who has proven a wallet is mentioned for it, however many others have saved it', async () => {
  const { client, provider } = scene.people;
  const impostor = scene.discord.person();
  await say(impostor, 'wallet', { address: addressOf('provider') });
  await follow();
  await prove('provider');
  await settle('client', await press(client, scene.channel.messages[0] as Message, 'Fund'));
  const funded = await announced(1, 'The money is in the escrow', `<@${provider.userId}> ✓: do`);
  expect(funded.mentions).toEqual([provider.userId]);
  expect(plain(funded)).not.toContain(impostor.userId);
});

test('two bots on one folder tell once between them, and the other goes on when one ends', async () => {
  const { client, provider } = scene.people;
  const other = await startTestBot(scene.discord, scene.world, now);
  await follow();
  await settle('client', await press(client, scene.channel.messages[0] as Message, 'Fund'));
  const funded = await announced(1, 'The money is in the escrow.');
  await scene.bot.close();
  await settle('provider', await press(provider, funded, 'Report Sketches', { status: 'done' }));
  await announced(2, 'says *Sketches* is “done”');
  await other.close();
  expect(reportOf()).toHaveLength(2);
});

test('posts again where Discord allows no more edits of an old message', async () => {
  const { client, provider } = scene.people;
  await follow();
  await settle('client', await press(client, scene.channel.messages[0] as Message, 'Fund'));
  const funded = await announced(1, 'The money is in the escrow');
  await settle('provider', await press(provider, funded, 'Report Sketches', { status: 'done' }));
  const reported = await announced(2, 'says *Sketches* is “done”');
  await until(() => labels(funded).length === 0);
  scene.discord.failures.push({ path: /^PATCH \/channels\//, status: 400, body: { code: 30_046, message: 'Maximum' } });
  await settle('client', await press(client, reported, 'Approve and pay Sketches'));
  await announced(3, '*Sketches* is approved, so pay it out.');
});
