/** What somebody tries who wants to be where a team talks, to be taken for one of it, or to speak in its place. */
import { NETWORKS } from '@countersign/core/network';
import type { DemoAccountName } from '@countersign/escrow-service';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, plain, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, test } from 'vitest';

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let client: Person;
let provider: Person;
let stranger: Person;

const { say } = talkIn(() => discord);
async function press(who: Person, on: Message, label: string, texts?: Record<string, string>): Promise<Message> {
  const versions = on.versions;
  let asked = discord.click(who, on, label);
  if (texts !== undefined) {
    const opened = asked;
    await until(() => opened.modal);
    asked = discord.submitModal(who, opened, texts);
  }
  return await until(() =>
    asked.messages.find((each) => (each === on ? each.versions > versions : true) && each.components !== undefined),
  );
}
const deploy = (who: Person, changes: Record<string, unknown> = {}) =>
  say(who, 'deploy', { file: requestFile(changes) });
async function settled(who: Person, name: DemoAccountName, card: Message): Promise<void> {
  expect(plain(await say(who, 'submit', { file: signCard(card, name) }))).toContain('## Settled');
}
const contractIn = (card: Message) => /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(card))?.[1] as string;

beforeEach(async () => {
  discord = await startDiscord();
  bot = await startTestBot(discord, await startWorld());
  [client, provider, stranger] = [discord.person(), discord.person(), discord.person()];
  await say(client, 'wallet', { address: addressOf('client') });
});

test('a form that is submitted twice at once, and two presses at once, make one thing each', async () => {
  const card = await deploy(client);
  await settled(client, 'client', card);
  await settled(client, 'client', await press(client, await say(client, 'list', { escrow: contractIn(card) }), 'Fund'));
  await say(provider, 'wallet', { address: addressOf('provider') });
  const seen = await say(provider, 'list', { escrow: contractIn(card) });
  const click = discord.click(provider, seen, 'Report 1');
  await until(() => click.modal);
  const twice = await Promise.all(
    [1, 2].map(() => answered(discord.submitModal(provider, click, { status: 'done', evidence: '@everyone' }))),
  );
  const ids = twice.map((each) => /Id `([0-9a-f]{32})`/.exec(textOf(each))?.[1]);
  expect([ids[0], new Set(ids).size]).toEqual([expect.any(String), 1]);
  const [report] = twice as [Message];
  const where = await press(provider, report, 'Ask for the signature');
  const asked = [1, 2].map(() => discord.click(provider, where, 'In this channel'));
  await until(
    () =>
      bot.lines.filter(({ interaction, outcome }) => outcome && asked.some(({ id }) => id === interaction)).length ===
      2,
  );
  expect(discord.channel.messages).toHaveLength(1);
});

test('names of channels, people and escrows are no one’s call, and an old button says so', async () => {
  const name = '@everyone <@1> [x](https://example.org) `';
  const channel = { ...discord.openChannel(), name };
  discord.channels.set(channel.id, channel);
  const there = { ...client, name, channel };
  const where = await press(there, await deploy(there, { title: name }), 'Ask for the signature');
  await press(there, where, 'In this channel');
  expect(textOf(channel.messages[0] as Message)).toContain(
    '**\\@everyone \\<\\@1\\> \\[x\\]\\(https\\:\\/\\/example\\.org\\) \\`',
  );
  expect(channel.messages[0]?.mentions).toEqual([]);
  for (const id of ['v2:fund:x', 'v1:team-open', 'v1:sign-now:1', `v1:show:${NETWORKS.sandbox.factory}`]) {
    const click = discord.clickId(stranger, channel.messages[0] as Message, id);
    const shown = await until(() => click.messages.find((each) => each.components));
    expect([shown.ephemeral, plain(shown).includes('INTERNAL')]).toEqual([true, false]);
  }
});
