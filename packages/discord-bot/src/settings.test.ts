import { toCountersignError } from '@countersign/core/errors';
import { expect, test } from 'vitest';
import { parseDiscordSettings, shardOptions } from './settings.ts';

const GOOD = {
  DISCORD_TOKEN: 'MTA4NTU2NzIzNDU2Nzg5MDEyMw.GAbcDE.abcdefghijklmnopqrstuvwxyz0123456789AB',
  DISCORD_APPLICATION_ID: '112233445566778899',
};

test('token and id are enough; the rest has its default', () => {
  expect(parseDiscordSettings({ ...GOOD, DISCORD_GUILD_ID: ' ', DISCORD_ALLOWED_ROLES: '' })).toEqual({
    token: GOOD.DISCORD_TOKEN,
    applicationId: GOOD.DISCORD_APPLICATION_ID,
    guildId: undefined,
    allowedRoles: [],
    personRateLimit: undefined,
    serverRateLimit: undefined,
    shards: undefined,
    isOnGateway: true,
    http: undefined,
    apiUrl: 'https://discord.com/api',
    cdnUrl: 'https://cdn.discordapp.com',
  });
});

test('limits of a person and a server are whole numbers', () => {
  const limits = { DISCORD_PERSON_RATE_LIMIT: '10', DISCORD_SERVER_RATE_LIMIT: ' 40 ' };
  expect(parseDiscordSettings({ ...GOOD, ...limits })).toMatchObject({ personRateLimit: 10, serverRateLimit: 40 });
});

test('roles come by commas', () => {
  const roles = ' 112233445566778899, 998877665544332211 ,';
  expect(parseDiscordSettings({ ...GOOD, DISCORD_ALLOWED_ROLES: roles }).allowedRoles).toEqual([
    '112233445566778899',
    '998877665544332211',
  ]);
});

test.each([
  ['DISCORD_TOKEN', '', 'is missing'],
  ['DISCORD_TOKEN', 'Bot abc', 'only the token'],
  ['DISCORD_TOKEN', 'abc', 'three parts'],
  ['DISCORD_APPLICATION_ID', '', 'is missing'],
  ['DISCORD_APPLICATION_ID', 'my-app', '17 to 20 digits'],
  ['DISCORD_GUILD_ID', '12', '17 to 20 digits'],
  ['DISCORD_ALLOWED_ROLES', '112233445566778899,admins', 'entry 2'],
  ['DISCORD_PERSON_RATE_LIMIT', '0', 'whole number'],
  ['DISCORD_PERSON_RATE_LIMIT', '2.5', 'whole number'],
  ['DISCORD_SERVER_RATE_LIMIT', '100001', 'whole number'],
  ['DISCORD_API_URL', 'http://discord.example/api', 'https'],
  ['DISCORD_CDN_URL', 'cdn', 'not a URL'],
])('%s=%j is told by its name, and not repeated', (name, value, problem) => {
  const error = toCountersignError(
    (() => {
      try {
        return parseDiscordSettings({ ...GOOD, [name]: value });
      } catch (thrown) {
        return thrown;
      }
    })(),
  );
  expect(error.code).toBe('SETTING_INVALID');
  expect(error.fields).toEqual([{ path: name, problem: expect.stringContaining(problem) }]);
  if (value.length > 3) expect(error.message).not.toContain(value);
});

test.each([
  ['0-3/8', { first: 0, last: 3, count: 8 }],
  ['7/8', { first: 7, last: 7, count: 8 }],
  ['3-3/8', { first: 3, last: 3, count: 8 }],
  [' 0/1 ', { first: 0, last: 0, count: 1 }],
  ['', undefined],
])('DISCORD_SHARDS=%s', (text, shards) => {
  expect(parseDiscordSettings({ ...GOOD, DISCORD_SHARDS: text }).shards).toEqual(shards);
});

test('connects as many shards as the range has, or as Discord asks for', () => {
  expect(shardOptions({ first: 2, last: 4, count: 8 })).toEqual({ shards: [2, 3, 4], shardCount: 8 });
  expect(shardOptions(undefined)).toEqual({ shards: 'auto' });
});

test.each([
  ['all', 'is not a range of shards and how many there are in all, like 0-3/8'],
  ['0-3', 'is not a range of shards'],
  ['0-3/', 'is not a range of shards'],
  ['-1/8', 'is not a range of shards'],
  ['0/0', 'names no shards'],
  ['4-8/8', 'names shard 8, but of 8 the last one is 7'],
  ['3-1/8', 'begins with shard 3 and ends with 1'],
])('DISCORD_SHARDS=%s is refused with what is wrong', (text, problem) => {
  expect(() => parseDiscordSettings({ ...GOOD, DISCORD_SHARDS: text })).toThrowError(problem);
});

test('a public key turns interactions over HTTP on, next to the gateway unless that is off', () => {
  const key = 'AB'.repeat(32);
  expect(parseDiscordSettings({ ...GOOD, DISCORD_PUBLIC_KEY: key })).toMatchObject({
    isOnGateway: true,
    http: { publicKey: key.toLowerCase(), host: '127.0.0.1', port: 3_420 },
  });
  const all = { DISCORD_PUBLIC_KEY: key, DISCORD_GATEWAY: 'off', DISCORD_HTTP_HOST: '::', DISCORD_HTTP_PORT: '0' };
  expect(parseDiscordSettings({ ...GOOD, ...all, DISCORD_HTTP_PORT: '65535' }).http?.port).toBe(65_535);
  expect(parseDiscordSettings({ ...GOOD, ...all })).toMatchObject({
    isOnGateway: false,
    http: { publicKey: key.toLowerCase(), host: '::', port: 0 },
  });
});

test.each([
  [{ DISCORD_GATEWAY: 'off' }, 'DISCORD_PUBLIC_KEY is missing while DISCORD_GATEWAY is off'],
  [{ DISCORD_GATEWAY: 'no' }, 'DISCORD_GATEWAY is neither on nor off'],
  [{ DISCORD_PUBLIC_KEY: 'ab'.repeat(31) }, 'DISCORD_PUBLIC_KEY is not a public key'],
  [{ DISCORD_HTTP_PORT: '65536' }, 'DISCORD_HTTP_PORT is not a port'],
  [{ DISCORD_HTTP_HOST: 'http://here' }, 'DISCORD_HTTP_HOST is not an address of this machine'],
])('%j is refused with what is wrong', (env, problem) => {
  expect(() => parseDiscordSettings({ ...GOOD, ...env })).toThrowError(problem);
});
