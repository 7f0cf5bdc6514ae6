import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Finding } from '@countersign/mcp-server/command-line/doctor/findings';
import { startDiscord } from '@countersign/testkit/discord/discord';
import { startWithCertificate } from '@countersign/testkit/network/certificate';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { expect, test } from 'vitest';

const saying = (state: Finding['state'], text: string) => ({ state, message: expect.stringContaining(text) });

/** The findings by subject; the doctor must print nothing else. */
async function examine(env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runToolHere('doctor', ['--json'], {
    env: { COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env },
  });
  expect(stderr).toBe('');
  const findings = JSON.parse(stdout) as Finding[];
  expect(code).toBe(findings.some(({ state }) => state === 'wrong') ? 1 : 0);
  for (const { state, remedy } of findings) expect(remedy === undefined).toBe(state !== 'wrong');
  return { findings: new Map(findings.map((finding) => [finding.subject, finding])), text: stdout };
}

test('an installation without settings is sound', async () => {
  const { findings } = await examine();
  expect([...findings.values()].filter(({ state }) => state === 'wrong')).toEqual([]);
  expect(findings.get('network')?.message).toContain('sandbox');
  expect([...findings.keys()]).not.toContain('MCP server');
});

test('looks at the files of the bot too', async () => {
  const folder = temporaryFolder();
  const fixture = resolve(import.meta.dirname, '../../../tests/fixtures/data-folder/discord.sqlite');
  copyFileSync(fixture, join(folder, 'discord.sqlite'));
  const { findings } = await examine({ COUNTERSIGN_DATA_DIR: folder });
  expect(findings.get('discord.sqlite')?.state).toBe('note');
});

test('names an expired certificate of the Stellar RPC and of the service', async () => {
  const expired = await startWithCertificate(-1);
  const direct = { ESCROW_SERVICE: 'direct', STELLAR_NETWORK: 'testnet' };
  const rpc = await examine({ ...direct, STELLAR_RPC_URL: expired });
  expect(rpc.findings.get('STELLAR_RPC_URL')?.message).toContain('its certificate expired');
  const credentials = { ESCROW_ACCESS_TOKEN: 'an-access-token-1234', ESCROW_API_KEY: 'an-api-key-12345678' };
  const withoutRpc = { STELLAR_NETWORK: 'testnet', COUNTERSIGN_WITHOUT_RPC: 'true' };
  const service = await examine({ ...credentials, ...withoutRpc, ESCROW_API_URL: expired });
  expect(service.findings.get('service')?.message).toContain('its certificate expired');
});

test('Discord: token, application, server, roles and commands', async () => {
  const { env, guildId, roles, token } = await startDiscord();
  const role = '112233445566778899';
  const look = async (more: Record<string, string> = {}) => (await examine({ ...env, ...more })).findings;
  const bare = await look();
  expect(bare.get('DISCORD_TOKEN')?.state).toBe('ok');
  expect(bare.get('DISCORD_GUILD_ID')?.state).toBe('note');
  expect(bare.get('commands')).toMatchObject({ state: 'wrong', message: 'are not registered.' });
  const elsewhere = await look({ DISCORD_GUILD_ID: role, DISCORD_APPLICATION_ID: role });
  for (const name of ['DISCORD_GUILD_ID', 'DISCORD_APPLICATION_ID']) expect(elsewhere.get(name)?.state).toBe('wrong');
  const allowed = { DISCORD_GUILD_ID: guildId, DISCORD_ALLOWED_ROLES: role };
  const strangers = await look(allowed);
  expect(strangers.get('DISCORD_GUILD_ID')?.state).toBe('ok');
  const message = expect.stringContaining(role);
  expect(strangers.get('DISCORD_ALLOWED_ROLES')).toMatchObject({ state: 'wrong', message });
  roles.push(role);
  expect((await look(allowed)).get('DISCORD_ALLOWED_ROLES')?.state).toBe('ok');
  const { text, findings } = await examine({ ...env, DISCORD_TOKEN: token.replace('MTA4', 'MTA5') });
  expect(findings.get('DISCORD_TOKEN')?.state).toBe('wrong');
  expect(text).not.toContain(token.slice(10));
  expect((await look({ DISCORD_API_URL: 'http://127.0.0.1:9/api' })).get('Discord')?.state).toBe('wrong');
});

test('reports whether everyone in a Discord server can sign, as wrong where the bot is for a team', async () => {
  const { env } = await startDiscord();
  const links = async (args: string[], more: Record<string, string> = {}) => {
    const { stdout } = await runToolHere('doctor', ['--json', ...args], {
      env: { COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env, ...more },
    });
    return (JSON.parse(stdout) as Finding[]).find(({ subject }) => subject === 'signing links');
  };
  const team = ['--for', 'discord-team'];
  expect(await links([])).toMatchObject(saying('note', 'only on this computer'));
  expect(await links(team)).toMatchObject({
    state: 'wrong',
    remedy: expect.stringContaining('COUNTERSIGN_PUBLIC_URL'),
  });
  expect(await links(team, { COUNTERSIGN_PUBLIC_URL: 'https://sign.example.invalid' })).toMatchObject({ state: 'ok' });
  const { code, stderr } = await runToolHere('doctor', ['--for', 'everyone'], { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--for takes discord-team.')]);
});
