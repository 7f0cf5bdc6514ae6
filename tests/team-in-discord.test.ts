/**
 * A team's escrow in one server, with a restart of the bot after all that settles: made by forms, asked for and
 * followed in a private thread, finished by the buttons of what is announced there. Then a stranger presses all of it.
 */
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { DemoAccountName } from '@countersign/escrow-service';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, buttonsOf, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Channel, Message } from '@countersign/testkit/discord/messages';
import { signCard } from '@countersign/testkit/discord/request';
import { expect, test } from 'vitest';

const NAMES = ['client', 'provider', 'platform', 'arbiter'] as const;
/** The desk looks every 4 s, the bot at what is to be told every 2 s. */
const SOON_MS = 20_000;

const addressOf = (name: DemoAccountName): string =>
  String(SANDBOX_ACCOUNTS.find((account) => account.name === name)?.address);
const plain = (message: Message) => textOf(message).replaceAll('\\', '');

test('four people make, sign, follow and finish an escrow over restarts, and a stranger gets nothing of it', async () => {
  const discord = await startDiscord();
  const world = await startWorld();
  const ledger = openLedger([String(world['STELLAR_RPC_URL'])], NETWORKS.sandbox.passphrase);
  let bot = await startTestBot(discord, world);
  const restart = async () => {
    await bot.close();
    bot = await startTestBot(discord, world);
  };
  const people = Object.fromEntries(NAMES.map((name) => [name, discord.person()])) as Record<DemoAccountName, Person>;
  const { client, provider, arbiter } = people;
  /** Whatever anybody was shown, for the stranger. */
  const seen: Message[] = [];
  let place: Channel = discord.channel;

  const say = async (who: Person, command: string, options: Record<string, unknown> = {}) => {
    const answer = await answered(discord.command({ ...who, channel: place }, command, options as never));
    seen.push(answer);
    return answer;
  };
  const press = async (who: Person, on: Message, label: string, texts?: Record<string, string | readonly string[]>) => {
    const versions = on.versions;
    let asked = discord.click({ ...who, channel: place }, on, label);
    if (texts !== undefined) {
      const opened = asked;
      await until(() => opened.modal);
      asked = discord.submitModal({ ...who, channel: place }, opened, texts);
    }
    const answer = await until(() =>
      asked.messages.find((each) => (each === on ? each.versions > versions : true) && each.components !== undefined),
    );
    seen.push(answer);
    return answer;
  };
  /** What the thread was told last, once it has so many messages. */
  const told = async (who: Person, count: number, ...parts: readonly string[]): Promise<Message> => {
    const messages = () => discord.messagesIn(who, place);
    await until(() => messages().length >= count, SOON_MS);
    const last = messages().at(-1) as Message;
    expect(messages().map(plain)).toHaveLength(count);
    for (const part of parts) expect(plain(last)).toContain(part);
    seen.push(last);
    return last;
  };
  const settle = async (name: DemoAccountName, card: Message) => {
    expect(plain(await say(people[name], 'submit', { file: signCard(card, name) }))).toContain('## Settled');
    await restart();
  };

  for (const name of NAMES) await say(people[name], 'wallet', { address: addressOf(name) });

  // The provider prepares for the client: by forms, over a restart.
  let panel = await say(provider, 'deploy');
  await press(provider, panel, 'Basics', { title: 'Harbour logo', description: 'A logo', engagement: 'HARBOUR-1' });
  await restart();
  panel = await say(provider, 'deploy');
  await press(provider, panel, 'People', {
    lines: [
      ...['signer', 'approver', 'release'].map((role) => `${role}: ${addressOf('client')}`),
      ...['worker', 'receiver'].map((role) => `${role}: ${addressOf('provider')}`),
      `platform: ${addressOf('platform')}`,
      `arbiter: ${addressOf('arbiter')}`,
    ].join('\n'),
  });
  await press(provider, panel, 'Milestones', { lines: '10.5 | Sketches\n20 | Final files' });
  await restart();
  const card = await press(provider, await say(provider, 'deploy'), 'Prepare');
  expect(plain(card)).toContain('## Ready to sign: Harbour logo');

  // Asked for in a private thread; the client signs from there.
  const where = await press(provider, card, 'Ask for the signature');
  expect(plain(where)).toContain(`<@${client.userId}> has saved the signer’s wallet`);
  await press(provider, where, 'In a private thread');
  const [thread] = discord.threadsOf(discord.channel);
  if (thread === undefined) throw new Error('no thread was opened');
  place = thread;
  const asked = await told(client, 1, 'Harbour logo: waiting for the signer');
  await restart();
  const own = await press(client, asked, 'Open my card');
  await settle('client', own);
  await until(() => plain(asked).includes('Harbour logo: settled'), SOON_MS);
  const { contractId: escrow } = (
    await bot.desk.for({ tenant: discord.guildId, id: provider.userId }).titles('Harbour', 1)
  )[0] as { contractId: string };
  const held = async () => {
    const [token] = NETWORKS.sandbox.tokens;
    const [balance] = await ledger.balancesOf([{ holder: escrow, token: token.address }]);
    return Number(balance?.units ?? 0n) / 1e7;
  };

  // Followed in the thread, and finished by the buttons of what is told there.
  await say(provider, 'follow', { escrow: 'Harbour logo' });
  const beginning = await told(client, 2, 'is followed here');
  await settle('client', await press(client, beginning, 'Fund'));
  const funded = await told(client, 3, 'Money arrived: 30.5 USDC.');
  expect([funded.mentions, await held()]).toEqual([[provider.userId], 30.5]);

  await settle('provider', await press(provider, funded, 'Report 1', { status: 'done', evidence: 'See the channel.' }));
  const reported = await told(client, 4, 'Milestone 1 was reported as');
  await settle('client', await press(client, reported, 'Approve 1'));
  const approved = await told(client, 5, 'Milestone 1 was approved.');
  await settle('client', await press(client, approved, 'Pay out 1'));
  await told(client, 6, 'Milestone 1 was released. Paid:');
  expect(await held()).toBe(20);

  await settle('provider', await press(provider, await say(provider, 'show', { escrow: 'Harbour logo' }), 'Dispute'));
  const disputed = await told(client, 7, 'Milestone 2 is in dispute.');
  expect(disputed.mentions).toEqual([arbiter.userId]);
  await settle(
    'arbiter',
    await press({ ...arbiter, channel: place }, disputed, 'Decide 2', { shares: `${addressOf('client')} 20` }),
  );
  await told(client, 8, 'The dispute over milestone 2 was resolved.', 'Nothing more is to be done.');
  expect(await held()).toBe(0);
  expect(discord.messagesIn(client, place)).toHaveLength(8);

  // Whatever button was ever shown, in the hands of a stranger and of somebody in another server.
  const stranger = discord.person();
  const elsewhere = { ...client, guildId: '112233445566778899', channel: discord.openChannel() };
  const handles = new Set(
    seen.flatMap((message) => [...textOf(message).matchAll(/Id `([0-9a-f]{32})`/g)].map(([, id]) => id)),
  );
  expect(handles.size).toBeGreaterThan(3);
  const buttons = new Set(seen.flatMap((message) => buttonsOf(message).flatMap(({ custom_id }) => custom_id ?? [])));
  expect(buttons.size).toBeGreaterThan(10);
  for (const who of [stranger, elsewhere]) {
    const on = await answered(discord.command(who, 'help'));
    for (const id of buttons) {
      const click = discord.clickId(who, on, id);
      await until(() => click.modal ?? click.messages.find((each) => each.components !== undefined), SOON_MS);
      const shown = click.messages.filter((each) => each !== on);
      const text = shown.map(plain).join('\n');
      const unexpected = bot.lines.filter(({ level }) => level === 'error').map((each) => JSON.stringify(each));
      expect(unexpected, id).toEqual([]);
      expect(text, id).not.toContain('INTERNAL');
      for (const handle of handles) expect(text.replaceAll(id, ''), id).not.toContain(`Id \`${handle}\``);
      for (const message of shown) {
        expect(message.files, id).toEqual([]);
        expect(message.ephemeral, id).toBe(true);
        expect(
          buttonsOf(message).filter(({ url }) => url?.includes('/sign/')),
          id,
        ).toEqual([]);
      }
    }
  }
  expect(discord.messagesIn(client, place)).toHaveLength(8);
  expect(await held()).toBe(0);
}, 240_000);
