/**
 * A team's escrow in one server, with a restart of the bot between every two steps: created with forms, requested and
 * followed in a private thread, finished with the buttons of the announcements there. After each step the test checks
 * the desk and the ledger.
 */
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { DemoAccountName } from '@countersign/escrow-service';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Channel, Message } from '@countersign/testkit/discord/messages';
import { signCard } from '@countersign/testkit/discord/request';
import { talkIn } from '@countersign/testkit/discord/talk';
import { expect } from 'vitest';

const NAMES = ['client', 'provider', 'platform', 'arbiter'] as const;
/** The desk polls every 4 s, the bot checks for announcements every 2 s. */
const SOON_MS = 20_000;

export const addressOf = (name: DemoAccountName): string =>
  String(SANDBOX_ACCOUNTS.find((account) => account.name === name)?.address);
export const plain = (message: Message) => textOf(message).replaceAll('\\', '');

export async function liveInATeam() {
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
  let place: Channel = discord.channel;

  const say = (who: Person, command: string, options: Record<string, unknown> = {}) =>
    answered(discord.command({ ...who, channel: place }, command, options as never));
  const press = async (who: Person, on: Message, label: string, texts?: Record<string, string | readonly string[]>) => {
    const versions = on.versions;
    let asked = discord.click({ ...who, channel: place }, on, label);
    if (texts !== undefined) {
      const opened = asked;
      await until(() => opened.modal);
      asked = discord.submitModal({ ...who, channel: place }, opened, texts);
    }
    return await until(() =>
      asked.messages.find((each) => (each === on ? each.versions > versions : true) && each.components !== undefined),
    );
  };
  /** What the thread was told last, once it has so many messages. */
  const reportOf = async (count: number, ...parts: readonly string[]): Promise<Message> => {
    const messages = () => discord.messagesIn(client, place);
    await until(() => messages().length >= count, SOON_MS);
    const last = messages().at(-1) as Message;
    expect(messages().map(plain)).toHaveLength(count);
    for (const part of parts) expect(plain(last)).toContain(part);
    return last;
  };
  /** A press after the restart still finds the card that was shown before it. */
  const settle = async (name: DemoAccountName, card: Message) => {
    await restart();
    expect(plain(await say(people[name], 'submit', { file: signCard(card, name) }))).toContain('## Settled');
    await restart();
  };
  const held = async () => {
    const [token] = NETWORKS.sandbox.tokens;
    const [balance] = await ledger.balancesOf([{ holder: escrow, token: token.address }]);
    return Number(balance?.units ?? 0n) / 1e7;
  };
  /** By the desk, and by the ledger itself. */
  const stands = async (state: string, amount: number, next?: string) => {
    const view = await bot.desk.get({ contractId: escrow });
    expect([view.state, view.held, view.turn?.[0]?.action]).toEqual([state, `${amount}`, next]);
    expect(await held()).toBe(amount);
  };

  for (const name of NAMES) await say(people[name], 'wallet', { address: addressOf(name) });

  // The provider prepares for the client: by forms, over restarts.
  const panel = await talkIn(() => discord).draft(provider, {
    title: 'Harbour logo',
    lines: '10.5 | Sketches\n20 Final files',
    description: 'A logo',
    worker: [provider.userId],
    arbiter: [arbiter.userId],
  });
  await restart();
  await press(provider, panel, 'People, token, fee', {
    client: [client.userId],
    people: `platform: ${addressOf('platform')}\nsigner: ${addressOf('client')}`,
  });
  await restart();
  const card = await press(provider, await say(provider, 'deploy'), 'Prepare');
  expect(plain(card)).toContain('## Ready to sign: Harbour logo');

  // Asked for in a private thread; the client signs from there.
  await restart();
  const where = await press(provider, card, 'Ask for the signature');
  expect(plain(where)).toContain(`<@${client.userId}> has saved the signer’s wallet`);
  await restart();
  await press(provider, where, 'In a private thread');
  const [thread] = discord.threadsOf(discord.channel);
  if (thread === undefined) throw new Error('no thread was opened');
  place = thread;
  const asked = await reportOf(1, '**Harbour logo** · 30.5 USDC', `<@${client.userId}>: read it and sign.`);
  await restart();
  await settle('client', await press(client, asked, 'Read and sign'));
  await until(() => plain(asked).includes('**Harbour logo** ▱▱ 0 of 30.5 USDC paid'), SOON_MS);
  const [title] = await bot.desk.for({ tenant: discord.guildId, id: provider.userId }).titles('Harbour', 1);
  const escrow = String(title?.contractId);
  await stands('working', 0, 'fund');

  // Followed in the thread by the same message, and finished by the buttons of what is posted there.
  await settle('client', await press(client, asked, 'Fund'));
  const funded = await reportOf(2, 'The money is in the escrow.');
  expect(funded.mentions).toEqual([provider.userId]);
  await stands('working', 30.5, 'change-status');

  await settle(
    'provider',
    await press(provider, funded, 'Report Sketches', { status: 'done', evidence: 'See the channel.' }),
  );
  const reported = await reportOf(3, 'says *Sketches* is “done”');
  await stands('waiting for approval', 30.5, 'approve');
  await settle('client', await press(client, reported, 'Approve and pay Sketches'));
  await until(() => plain(reported).includes('*Sketches* is approved'), SOON_MS);
  await settle('client', await press(client, reported, 'Pay out Sketches'));
  await reportOf(4, '▰▱ 10.5 of 30.5 USDC paid', '(as they said) got ');
  await stands('working', 20, 'change-status');

  const disputing = await press(provider, await say(provider, 'list', { escrow: 'Harbour logo' }), 'Dispute');
  await settle('provider', await press(provider, disputing, 'Open a dispute'));
  const disputed = await reportOf(5, '*Final files* is in dispute.');
  await stands('in dispute', 20, 'resolve');
  const shares = (amount: number) => ({ shares: `${addressOf('client')} ${amount}` });
  // The arbiter is not in the thread, and no one is let in by a wallet that they say is theirs.
  expect([disputed.mentions, thread.members.has(arbiter.userId)]).toEqual([[], false]);
  await restart();
  await press(client, disputed, 'Let them in');
  const decision = await press(arbiter, disputed, 'Decide Final files', shares(19));
  await settle('arbiter', await press(arbiter, decision, 'I have read this', { amount: '19' }));
  await reportOf(6, 'The dispute over milestone 2 was resolved.');
  await stands('finished', 1, 'withdraw');
  await settle('arbiter', await press(arbiter, await say(arbiter, 'list', { escrow }), 'Withdraw', shares(1)));
  await reportOf(7, 'Nothing is left to do.');
  await stands('finished', 0);
  await restart();
  expect(new Set(discord.messagesIn(client, place).map(plain)).size).toBe(7);
  return { discord, bot, people, thread, escrow, stands };
}
