/** Every variable that the settings read, found by watching them read. */
import { toCountersignError } from '@countersign/core/errors';
import { credentialsIn, parseSettings } from '@countersign/core/settings';
import { parseDiscordSettings } from '@countersign/discord-bot/settings';
import { expect, test } from 'vitest';
import { CANARIES, CREDENTIAL, expectNoCanary } from './canaries.ts';

type Env = Record<string, string | undefined>;

const VALID: Env = {
  ESCROW_API_URL: 'https://service.example/api',
  STELLAR_NETWORK: 'testnet',
  ESCROW_ACCESS_TOKEN: 'a-token-of-16-or-more',
  ESCROW_API_KEY: 'a-key-of-16-or-more',
  DISCORD_TOKEN: 'MTA4NTU2NzIzNDU2Nzg5MDEyMw.GAbcDE.abcdefghijklmnopqrstuvwxyz0123456789AB',
  DISCORD_APPLICATION_ID: '1085567234567890123',
};
const AT_LEAST = 20;

/** Each way in which a value may carry it. */
const WAYS = [
  (secret: string) => secret,
  (secret: string) => `https://x.example/${encodeURIComponent(secret)}`,
  (secret: string) => `https://x.example/?key=${encodeURIComponent(secret)}`,
  (secret: string) => `https://user:${encodeURIComponent(secret)}@x.example/`,
  (secret: string) => `/srv/${secret}/data`,
];

/** The names that are asked for while the settings are read. */
function namesRead(): string[] {
  const names = new Set<string>();
  const watched = new Proxy(VALID, {
    get: (env, name) => {
      names.add(String(name));
      return env[String(name)];
    },
  });
  for (const parse of [parseSettings, parseDiscordSettings]) parse(watched);
  return [...names];
}

test('a secret in any setting ends the start, and is not repeated', ({ task }) => {
  const names = namesRead();
  expect(names.length).toBeGreaterThanOrEqual(AT_LEAST);
  let tried = 0;
  for (const name of names) {
    const others = { ...VALID, COUNTERSIGN_DATA_DIR: name === 'COUNTERSIGN_DATA_DIR' ? undefined : VALID[name] };
    for (const [kind, secret] of Object.entries(CANARIES)) {
      // The platform's folder counts only where it is absolute.
      for (const write of name === 'XDG_DATA_HOME' ? WAYS.slice(-1) : WAYS) {
        // A credential belongs somewhere: here it is in the one setting, and another holds it as well.
        const home = name.startsWith('ESCROW_A') && name !== 'ESCROW_API_URL' ? 'DISCORD_TOKEN' : 'ESCROW_ACCESS_TOKEN';
        const env = { ...others, ...(kind === 'credential' ? { [home]: secret } : {}), [name]: write(secret) };
        const errors = errorsOf(env);
        expect(errors.map(({ code }) => code)).not.toContain('INTERNAL');
        expect(errors.flatMap(({ fields = [] }) => fields.map(({ path }) => path))).toContain(
          name === 'XDG_DATA_HOME' ? 'COUNTERSIGN_DATA_DIR' : name,
        );
        expectNoCanary(`${name}: ${kind}`, JSON.stringify(errors));
        tried += 1;
      }
    }
  }
  task.meta.figures = {
    proof: 'Secrets in every field',
    rows: { 'settings read': names.length, 'settings with a secret, all refused': tried },
  };
});

test('a variable with the name of a credential is treated as one', () => {
  // COUNTERSIGN_TOKENS are assets, a public key is public, and the path of a file is no credential.
  const named = namesRead().filter(
    (name) => /TOKEN(?!S)|(?<!PUBLIC_)KEY|SECRET|PASSWORD/.test(name) && !name.endsWith('_FILE'),
  );
  expect(named.length).toBeGreaterThanOrEqual(3);
  for (const name of named) expect(credentialsIn({ [name]: CREDENTIAL }), name).toEqual([CREDENTIAL]);
  for (const url of ['https://rpc.example/v1/0123456789abcdef0', 'https://rpc.example/?k=abcdefghijklmnopq']) {
    expect(credentialsIn({ STELLAR_RPC_URL: url })).toHaveLength(1);
  }
});

/** The problems that both readers would show. */
function errorsOf(env: Env) {
  return [parseSettings, parseDiscordSettings].flatMap((parse) => {
    try {
      parse(env);
      return [];
    } catch (thrown) {
      return [toCountersignError(thrown).toView()];
    }
  });
}
