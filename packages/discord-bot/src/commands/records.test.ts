/** A person’s escrows here: as many as a page has, and their removal. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { labels, plain, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ada: Person;
let env: Record<string, string>;

beforeEach(async () => {
  discord = await startDiscord();
  env = { ...(await startWorld()), ESCROW_RATE_LIMIT: '1000' };
  bot = await startTestBot(discord, env);
  ada = discord.person();
});

const deploy = (who: Person, title: string, engagementId: string) =>
  answered(discord.command(who, 'deploy', { file: requestFile({ title, engagementId }) }));
const settle = async (who: Person, title: string, engagementId: string) => {
  await answered(discord.command(who, 'submit', { file: signCard(await deploy(who, title, engagementId)) }));
};
const list = (who: Person, options = {}) => answered(discord.command(who, 'list', options));
const { say, press, change } = talkIn(() => discord);

test('ten escrows with the longest titles fit into one page', async () => {
  for (let at = 0; at < 10; at += 1) await settle(ada, `${'*'.repeat(98)}${at}`, `ENG-${at}`);
  expect(plain(await list(ada))).toContain('1 to 10 of 10');
});

/** Asks to remove it, and confirms. */
const forget = async (who: Person, on: Message) =>
  plain(await change(who, await press(who, on, 'forget'), 'forget-yes'));

test('a settled escrow can be removed from the records at once, unless a limit of a day counts it', async () => {
  await settle(ada, 'Logo design', 'ENG-1');
  await settle(ada, 'Website', 'ENG-2');
  const own = bot.desk.for({ tenant: discord.guildId, id: ada.userId });
  expect(await forget(ada, await list(ada, { escrow: 'Logo' }))).toContain('It is no longer in the records');
  await own.setLimits({ maxPerDay: '100' });
  const website = await list(ada, { escrow: 'Website' });
  const refused = await press(ada, await press(ada, website, 'forget'), 'forget-yes');
  expect(plain(refused)).toMatch(/It counts for a day: .* Forget it after 20\d\d-\d\d-\d\d \d\d:\d\d UTC\./);
  await own.setLimits({});
  expect(await forget(ada, website)).toContain('It is no longer in the records');
  expect(plain(await list(ada))).toContain('You have prepared none');
});

test('a discarded escrow is removed once nothing of it can settle, only by its owner', async () => {
  const card = await deploy(ada, 'Website', 'ENG-1');
  const id = /Id `([0-9a-f]{32})`/.exec(plain(card))?.[1] as string;
  await change(ada, await press(ada, card, 'Discard'), 'discard-yes');
  await until(() => plain(card).includes('## Discarded'));
  expect(labels(card)).toEqual(['Remove from my records', 'Details']);
  expect(plain(await press(ada, await press(ada, card, 'forget'), 'forget-yes'))).toContain('NOT_OVER');
  const stranger = discord.person();
  const own = await say(stranger, 'help');
  const theirs = discord.clickId(stranger, own, `v1:forget-yes:${id}`);
  expect(plain(await until(() => theirs.messages.find((each) => each !== own && each.components)))).toContain(
    'HANDLE_NOT_FOUND',
  );
  // Two days later nothing of it can settle any more.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  await bot.close();
  await startTestBot(discord, env);
  expect(await forget(ada, await list(ada, { escrow: 'Website' }))).toContain('It is no longer in the records');
  expect(plain(await list(ada))).toContain('You have prepared none');
});
