/** Followed escrows: their lives told in a channel, once, over restarts and by two bots; whom an announcement calls on; reminders. */
import { NETWORKS } from '@countersign/core/network';
import { startTestBot } from '@countersign/testkit/discord/bot';
import { textOf, until } from '@countersign/testkit/discord/discord';
import { useFollowedEscrow } from '@countersign/testkit/discord/followed-escrow';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { addressOf, labels, plain, proveWallet } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';

const DAY_MS = 24 * 3_600_000;
const {
  change,
  scene,
  now,
  say,
  told: reportOf,
  last,
  press,
  pressOn,
  settle,
  announced,
  restart,
  follow,
} = useFollowedEscrow();

test('calls the worker when following begins after money arrived, no matter who follows', async () => {
  const { client, provider, arbiter } = scene.people;
  await settle('client', await pressOn(client, scene.escrow, 'Fund'));
  expect(plain(await pressOn(arbiter, 'Logo', 'follow'))).toContain('### Followed');
  const [first] = scene.channel.messages;
  expect(first?.mentions).toEqual([provider.userId]);
  expect(plain(first as Message)).toContain(`<@${provider.userId}>: do *Sketches* (10.5 USDC)`);
});

test('a whole life is announced in a channel, each event once, with a restart between every two steps', async () => {
  const { client, provider, arbiter } = scene.people;
  await follow();
  expect(plain(scene.channel.messages[0] as Message)).toContain('**Logo** ▱▱ 0 of 30.5 USDC paid');
  expect(plain(scene.channel.messages[0] as Message)).toContain('30.5 USDC is missing in the escrow');
  expect(scene.channel.messages[0]?.mentions).toEqual([]);

  await settle('client', await press(client, scene.channel.messages[0] as Message, 'Fund'));
  await restart();
  const funded = await announced(
    1,
    'The money is in the escrow.',
    `<@${provider.userId}>: do *Sketches* (10.5 USDC), then report it here.`,
  );
  expect(funded.mentions).toEqual([provider.userId]);
  expect(labels(funded)).toEqual(['Report Sketches', 'Report without a link', 'Details']);

  await settle('provider', await press(provider, funded, 'Report Sketches', { status: 'done', evidence: '@everyone' }));
  await restart();
  const reported = await announced(2, 'says *Sketches* is “done”', `<@${client.userId}>: look at it, then approve.`);
  // The provider knows what they have done, though milestone 2 is theirs as well.
  expect(reported.mentions).toEqual([client.userId]);

  await settle('client', await press(client, reported, 'Approve and pay Sketches'));
  await restart();
  // It is the client's turn again, so their message changes, and the provider's has no buttons any more.
  const approved = await until(() =>
    plain(last()).includes('*Sketches* is approved, so pay it out.') ? last() : undefined,
  );
  expect([approved === reported, labels(funded)]).toEqual([true, []]);
  expect(plain(funded)).toContain('The money is in the escrow.');

  await settle('client', await press(client, approved, 'Pay out Sketches'));
  await restart();
  const paid = await announced(3, '▰▱ 10.5 of 30.5 USDC paid', `✓ <@${provider.userId}> (as they said) got `);
  expect(paid.mentions).toEqual([provider.userId]);

  const asked = await press(client, await say(client, 'list', { escrow: scene.escrow }), 'Dispute');
  await settle('client', await change(client, asked, 'dispute-yes'));
  await restart();
  const disputed = await announced(4, '*Drafts* is in dispute.', `until <@${arbiter.userId}> decides.`);
  expect(disputed.mentions).toEqual([arbiter.userId]);

  const shares = `${addressOf('client')} 20`;
  await settle('arbiter', await press(arbiter, disputed, 'Decide Drafts', { shares }));
  await restart();
  const decided = await announced(5, 'The dispute over milestone 2 was resolved.', 'Nothing is left to do.');
  expect(decided.mentions).toEqual([client.userId]);
  await restart();
  expect(reportOf()).toHaveLength(5);
  expect(new Set(reportOf()).size).toBe(5);
});

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

test('a reminder comes after 2 days and after 7, each once, until something happens', async () => {
  const { client, provider } = scene.people;
  await follow();
  await settle('client', await press(client, scene.channel.messages[0] as Message, 'Fund'));
  await announced(1, 'The money is in the escrow');
  scene.clock += 2 * DAY_MS - 60_000;
  await restart();
  expect(reportOf()).toHaveLength(1);
  scene.clock += 120_000;
  const first = await announced(2, ' paid\nNothing has happened since', '*Sketches*');
  expect(first.mentions).toEqual([provider.userId]);
  const shown = ['Report Sketches', 'Report without a link', 'Details'];
  expect(labels(first)).toEqual(shown);
  await restart();
  scene.clock += 5 * DAY_MS;
  const second = await announced(3, 'Nothing has happened since');
  expect(second.mentions).toEqual([provider.userId]);
  expect(labels(second)).toEqual(shown);
  await until(() => labels(first).length === 0);
  scene.clock += 30 * DAY_MS;
  await restart();
  expect(reportOf()).toHaveLength(3);
  await settle('provider', await press(provider, last(), 'Report Sketches', { status: 'done' }));
  await announced(4, 'says *Sketches* is “done”');
});

/** A reminder, two days after the escrow was paid into. */
async function reminded(): Promise<Message> {
  await follow();
  await settle('client', await press(scene.people.client, scene.channel.messages[0] as Message, 'Fund'));
  await announced(1, 'The money is in the escrow');
  scene.clock += 2 * DAY_MS + 60_000;
  return await announced(2, 'Nothing has happened since');
}

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

test('an announcement and a reminder point at a wallet that was changed lately', async () => {
  const { platform } = scene.people;
  // Anyone who uses the platform’s account here puts the provider’s wallet in the place of their own.
  const asked = await say(platform, 'wallet', { address: addressOf('provider') });
  scene.discord.click(platform, asked, 'Change it');
  await until(() => plain(asked).includes('Your wallet here'));
  const reply = `Look twice:** <@${platform.userId}> changed the wallet saved here to \`${addressOf('provider')}\``;
  await reminded();
  for (const at of [1, 2]) expect(plain(scene.channel.messages[at] as Message)).toContain(reply);
  expect(plain(scene.channel.messages[0] as Message)).not.toContain('Look twice');
  scene.clock += 5 * DAY_MS;
  expect(plain(await announced(3, 'Nothing has happened since'))).not.toContain('Look twice');
});

test('every log line about a followed escrow names its server, its id, and who asked for it', async () => {
  await reminded();
  const { client } = scene.people;
  await pressOn(client, scene.escrow, 'unfollow');
  const place = { server: scene.discord.guildId, channel: scene.channel.id, contract: scene.escrow };
  for (const [message, user] of [
    ['followed', client.userId],
    ['announced', undefined],
    ['unfollowed', client.userId],
  ] as const) {
    const line = scene.bot.lines.find((each) => each.message === message);
    expect(line).toMatchObject({ ...place, ...(user === undefined ? {} : { user }) });
  }
});

test('a stranger who presses a button of an announcement gets nothing, and the channel learns nothing of it', async () => {
  const { client } = scene.people;
  await follow();
  const [first] = scene.channel.messages as Message[];
  const stranger = scene.discord.person();
  const asked = scene.discord.click(stranger, first as Message, 'Fund');
  expect((await until(() => asked.modal)).title).toBe('Save my wallet');
  const shown = ['Save my wallet', 'Look again', 'Stop following here'];
  expect(labels(await press(stranger, first as Message, 'Details'))).toEqual(shown);
  await settle('client', await press(client, first as Message, 'Fund'));
  const funded = await announced(1, 'The money is in the escrow');
  await say(stranger, 'wallet', { address: addressOf('platform') });
  expect(plain(await press(stranger, funded, 'Report Sketches', { status: 'done' }))).toContain('STEP_NOT_POSSIBLE');
  expect(scene.channel.messages).toHaveLength(2);
});

test('the title of a stranger stays plain text in a channel, and calls on no one', async () => {
  const { client } = scene.people;
  const title = '@everyone **free** [money](https://evil.example) <@1234567890123456789>';
  const deploy = await say(client, 'deploy', { file: requestFile({ title, engagementId: 'ENG-3' }) });
  const [, other = ''] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(deploy)) ?? [];
  await settle('client', deploy);
  expect(plain(await pressOn(client, other, 'follow'))).toContain('### Followed');
  const shown = textOf(last());
  for (const raw of ['@everyone', '**free', '](', '<@1234']) {
    expect(shown.replaceAll(`\\${raw[0]}`, '').includes(raw)).toBe(false);
  }
  expect(last().mentions).toEqual([]);
});

test('a decision that pays a stranger is confirmed by typing the amount, from an announcement as well', async () => {
  const { client, arbiter } = scene.people;
  await follow();
  await settle('client', await press(client, scene.channel.messages[0] as Message, 'Fund'));
  await announced(1, 'The money is in the escrow');
  const disputing = await press(client, await say(client, 'list', { escrow: scene.escrow }), 'Dispute', {
    milestone: '1',
  });
  await settle('client', disputing);
  const disputed = await announced(2, 'is in dispute');
  const card = await press(arbiter, disputed, 'Decide Sketches', { shares: `${NETWORKS.sandbox.feeAddress} 10.5` });
  expect(labels(card)).toEqual(['I have read this', 'Details', 'Discard']);
  expect(card.files).toEqual([]);
});
