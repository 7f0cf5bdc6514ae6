/** What the settings of the bot may be, each on both sides. */
import { CountersignError } from '@countersign/core/errors';
import { expect, test } from 'vitest';
import { parseDiscordSettings, shardOptions } from './settings.ts';

const GOOD = {
  DISCORD_TOKEN: 'MTA4NTU2NzIzNDU2Nzg5MDEyMw.GAbcDE.abcdefghijklmnopqrstuvwxyz0123456789AB',
  DISCORD_APPLICATION_ID: '112233445566778899',
};
const KEY = 'AB'.repeat(32);
const HTTP = { DISCORD_PUBLIC_KEY: KEY, DISCORD_GATEWAY: 'off', DISCORD_HTTP_HOST: '::' };
const ENVS: readonly Readonly<Record<string, string>>[] = [
  { DISCORD_GUILD_ID: ' ', DISCORD_ALLOWED_ROLES: '' },
  { DISCORD_GUILD_ID: '112233445566778899', DISCORD_ALLOWED_ROLES: ' 112233445566778899, 998877665544332211 ,' },
  { DISCORD_PERSON_RATE_LIMIT: '10', DISCORD_SERVER_RATE_LIMIT: ' 40 ' },
  { DISCORD_PERSON_RATE_LIMIT: '1', DISCORD_SERVER_RATE_LIMIT: '100000' },
  ...['', 'Bot abc', 'abc'].map((each) => ({ DISCORD_TOKEN: each })),
  ...['', 'my-app'].map((each) => ({ DISCORD_APPLICATION_ID: each })),
  { DISCORD_GUILD_ID: '12' },
  { DISCORD_ALLOWED_ROLES: '112233445566778899,admins' },
  ...['0', '2.5'].map((each) => ({ DISCORD_PERSON_RATE_LIMIT: each })),
  { DISCORD_SERVER_RATE_LIMIT: '100001' },
  { DISCORD_API_URL: 'http://discord.example/api' },
  { DISCORD_CDN_URL: 'cdn' },
  ...['0-3/8', '7/8', '3-3/8', ' 0/1 ', '', 'all', '0-3', '0-3/', '-1/8', '0/0', '4-8/8', '3-1/8'].map((each) => ({
    DISCORD_SHARDS: each,
  })),
  { DISCORD_PUBLIC_KEY: KEY },
  ...['0', '65535', '65536'].map((each) => ({ ...HTTP, DISCORD_HTTP_PORT: each })),
  { DISCORD_GATEWAY: 'off' },
  { DISCORD_GATEWAY: 'no' },
  { DISCORD_PUBLIC_KEY: 'ab'.repeat(31) },
  { DISCORD_HTTP_HOST: 'http://here' },
];

/** What differs from the settings by default; or what is wrong, which repeats no value. */
function read(env: Readonly<Record<string, string>>): string {
  const usual = new Map(
    Object.entries(parseDiscordSettings(GOOD)).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  try {
    const all = Object.entries(parseDiscordSettings({ ...GOOD, ...env }));
    const own = all.filter(([name, value]) => usual.get(name) !== JSON.stringify(value));
    return JSON.stringify(Object.fromEntries(own));
  } catch (thrown) {
    if (!(thrown instanceof CountersignError)) throw thrown;
    return `${thrown.code} ${thrown.message} ${JSON.stringify(thrown.fields)}`;
  }
}

test('reads each setting, or says what is wrong with it', async () => {
  const lines = ENVS.map((env) => `${JSON.stringify(env)}\n  ${read(env)}`);
  await expect(`${JSON.stringify(parseDiscordSettings(GOOD))}\n${lines.join('\n')}\n`).toMatchFileSnapshot(
    'recorded/settings.txt',
  );
});

test('connects as many shards as the range has, or as Discord asks for', () => {
  expect(shardOptions({ first: 2, last: 4, count: 8 })).toEqual({ shards: [2, 3, 4], shardCount: 8 });
  expect(shardOptions(undefined)).toEqual({ shards: 'auto' });
});
