import { startDiscord } from '@countersign/testkit/discord/discord';
import { runBotHere } from '@countersign/testkit/tools/run-tool-here';
import { describe, expect, test } from 'vitest';

const usage = (args: readonly string[]) => ({ args, starts: 'The arguments are not valid.' });
/** The next thing that is read after the arguments. */
const taken = (args: readonly string[]) => ({ args, starts: 'DISCORD_TOKEN is missing' });

test.each([
  usage(['--health-port', 'x']),
  usage(['--health-port', '80.5']),
  usage(['--health-port', '-1']),
  usage(['--health-port=-1']),
  usage(['--health-port', '65536']),
  usage(['--page-port', '65536']),
  usage(['--page-port', 'x']),
  usage(['--nothing']),
  usage(['other']),
  usage(['register', 'other']),
  usage(['--global']),
  taken([]),
  taken([
    '--health-port',
    '65535',
    '--page-port',
    '0',
    '--health-host',
    '0.0.0.0',
    '--public-url',
    'https://a.example',
  ]),
  taken(['--health-port', '0', '--page-port', '65535']),
  taken(['register']),
  taken(['register', '--global']),
])('the arguments $args', async ({ args, starts }) => {
  const { code, stderr, stdout } = await runBotHere(args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(starts);
});

test('--help says how it is used, and starts nothing', async () => {
  for (const args of [['--help'], ['-h'], ['register', '--help']]) {
    expect(await runBotHere(args)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Usage: .+\n$/),
    });
  }
});

describe('register', () => {
  const GLOBALLY = 'The command /escrow is registered globally';
  const TWICE =
    'A server where it was registered alone shows it twice: run `./countersign bot:register --global` with its DISCORD_GUILD_ID.';
  const register = async (env: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const { code, stderr } = await runBotHere(['register', ...args], { env });
    expect(code).toBe(0);
    return stderr.trimEnd().split('\n');
  };

  test('writes once, and says how to remove what a server has alone', async () => {
    const { env } = await startDiscord();
    expect(await register(env)).toEqual([`${GLOBALLY}.`, TWICE]);
    expect(await register(env)).toEqual([`${GLOBALLY} already.`, TWICE]);
  });

  test('moves the command between a server and everywhere, and says what it removed', async () => {
    const { env, guildId } = await startDiscord();
    const own = { ...env, DISCORD_GUILD_ID: guildId };
    const here = `The command /escrow is registered in server ${guildId}`;
    const removed = (where: string) =>
      `What was registered ${where} is removed, so that nobody sees the command twice.`;
    expect(await register(own)).toEqual([`${here}.`]);
    expect(await register(own)).toEqual([`${here} already.`]);
    expect(await register(own, '--global')).toEqual([`${GLOBALLY}.`, removed(`in server ${guildId}`)]);
    expect(await register(own)).toEqual([`${here}.`, removed('globally')]);
  });
});
