/** An owner lets one other member see an escrow, or sign it as well; and no one else. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { labels, plain } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, test } from 'vitest';

const UNKNOWN = '0123456789abcdef0123456789abcdef';

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ada: Person;
let bob: Person;
let card: Message;
let id: string;

beforeEach(async () => {
  discord = await startDiscord();
  bot = await startTestBot(discord, await startWorld());
  [ada, bob] = [discord.person(), discord.person()];
  card = await answered(discord.command(ada, 'deploy', { file: requestFile() }));
  id = /Id `([0-9a-f]{32})`/.exec(textOf(card))?.[1] as string;
});

const share = (who: Person, of: string, user: Person, right: string) =>
  answered(discord.command(who, 'share', { id: of, user: { user }, right }));
const pending = (who: Person, of: string) => answered(discord.command(who, 'pending', { id: of }));

test('those who may see it see its outcome, with nothing to sign and nothing to press', async () => {
  const reply = plain(await share(ada, id, bob, 'read'));
  expect(reply).toContain('They can now see it');
  expect(reply).toContain(`/escrow pending with id \`${id}\``);
  const seen = await pending(bob, id);
  expect(plain(seen)).toContain('Waiting for a signature');
  expect(plain(seen)).toContain('It was shared with you for reading');
  expect([labels(seen), seen.files]).toEqual([[], []]);
  await answered(discord.command(ada, 'submit', { file: signCard(card) }));
  expect(plain(await pending(bob, id))).toContain('## Settled');
  // Their own are none of it.
  expect(plain(await answered(discord.command(bob, 'pending')))).toContain('Nothing is pending');
});

test('those who may sign get the card, and can send what their wallet signed', async () => {
  expect(plain(await share(ada, id, bob, 'sign'))).toContain('sign it with the signer’s wallet');
  const theirs = await pending(bob, id);
  expect(labels(theirs)).toEqual(['Read and sign', 'Ask for the signature', 'Renew', 'Discard']);
  expect(plain(await answered(discord.command(bob, 'submit', { file: signCard(theirs), id })))).toContain('## Settled');
});

test('only the owner can share: to others the id is unknown, even to the same person in another server', async () => {
  await share(ada, id, bob, 'read');
  const elsewhere = '112233445566778899';
  for (const who of [bob, discord.person(), { ...ada, guildId: elsewhere }]) {
    const refused = textOf(await share(who, id, discord.person(), 'sign'));
    expect(refused).toContain('HANDLE\\_NOT\\_FOUND');
    expect(refused).toBe(textOf(await share(who, UNKNOWN, discord.person(), 'sign')));
  }
  for (const who of [discord.person(), { ...bob, guildId: elsewhere }]) {
    expect(textOf(await pending(who, id))).toBe(textOf(await pending(who, UNKNOWN)));
  }
  expect(textOf(await share(ada, id, bob, 'everything'))).toContain('INPUT\\_INVALID');
  expect(await bot.desk.for({ tenant: discord.guildId, id: ada.userId }).handles()).toEqual([id]);
});
