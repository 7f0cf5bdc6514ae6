/** What a person limits for themselves, in one server. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { beforeEach, expect, test } from 'vitest';

let discord: Discord;
let person: Person;

beforeEach(async () => {
  discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  person = discord.person();
});

const say = async (...[name, options, who = person]: [string, Record<string, string>?, Person?]) =>
  textOf(await answered(discord.command(who, name, options))).replaceAll('\\', '');
const deploy = async (who = person) =>
  textOf(await answered(discord.command(who, 'deploy', { file: requestFile() }))).replaceAll('\\', '');

test('a limit applies to the person who set it, in that server, until they remove it', async () => {
  expect(await say('limits')).toMatch(/One escrow\*\* no limit\n.*One day.*no limit/);
  expect(await say('limits', { 'max-amount': '30' })).toContain('**One escrow** at most 30');
  const refused = await deploy();
  expect(refused).toContain('LIMIT_REACHED');
  expect(refused).toContain('You set this limit');
  expect(await deploy(discord.person())).toContain('Ready to sign');
  expect(await deploy({ ...person, guildId: '112233445566778899' })).toContain('Ready to sign');

  // The other one stays as it is.
  expect(await say('limits', { 'max-per-day': ' 30.5 ' })).toMatch(/One escrow\*\* at most 30\n.*at most 30\.5/);
  expect(await say('limits', { 'max-amount': 'None' })).toMatch(/One escrow\*\* no limit\n.*at most 30\.5/);
  expect(await deploy()).toContain('Ready to sign');
  expect(await say('limits', { 'max-per-day': '' })).toMatch(/One escrow\*\* no limit\n.*One day.*no limit/);
});
