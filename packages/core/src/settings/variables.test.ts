import { expect, test } from 'vitest';
import { credentialsIn } from './credentials.ts';
import { fileVariable, SECRET_GROUPS } from './secret-files.ts';
import { parseSettings } from './settings.ts';
import { EARLIER_PINS, VARIABLES } from './variables.ts';

/** Of the platform, for its data folder. */
const PLATFORMS = ['LOCALAPPDATA', 'XDG_DATA_HOME'];

test('describes every variable that the settings are read from, except those that were replaced, and no other', () => {
  const asked = new Set<string>();
  const env = new Proxy({}, { get: (_, name) => void asked.add(String(name)) });
  parseSettings(env);
  // Credentials of Discord are never repeated either.
  const unlisted = [...PLATFORMS, ...Object.values<string>(EARLIER_PINS)];
  const names = [...asked].filter((name) => !unlisted.includes(name) && !name.startsWith('DISCORD_'));
  const files = SECRET_GROUPS.flat()
    .filter((name) => !name.startsWith('DISCORD_'))
    .map(fileVariable);
  expect([...VARIABLES.map(({ name }) => name), ...files].sort()).toEqual(names.sort());
});

test('says of every credential that it is secret', () => {
  const secret = VARIABLES.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  expect(secret).toEqual([
    'ESCROW_API_KEY',
    'ESCROW_ACCESS_TOKEN',
    'ESCROW_TENANTS',
    'STELLAR_RPC_URL',
    'COUNTERSIGN_HTTP_TOKEN',
    'DATABASE_URL',
  ]);
  const env = Object.fromEntries(
    VARIABLES.map(({ name }) => [name, `https://x:${name}-of-a-user@x.example/?key=${name}-1234567890`]),
  );
  // The credentials of tenants stand in JSON.
  expect(credentialsIn(env)).toHaveLength(secret.length - 1);
});

test('has one line for each', () => {
  for (const { title, meaning, otherwise } of VARIABLES) expect(title + meaning + otherwise).not.toMatch(/[\n|]/);
});
