/** This installation's credentials from the environment, which must never be repeated or sent to the wrong place. */
import { createSecretScanner } from '../secrets/secrets.ts';
import { givenValue } from './given-value.ts';
import { SECRET_GROUPS, withSecretFiles } from './secret-files.ts';
import { readTenants } from './tenants.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The embedded service's built-in credentials: public, and valid only for a sandbox. */
export const SANDBOX_CREDENTIALS = { accessToken: 'sandbox-access-token', apiKey: 'sandbox-api-key' } as const;

const SHORTEST_KEY = 16;

/**
 * Every credential in the environment, or in a file that it names, except the sandbox's public ones. Of RPC addresses
 * only the keys in them; of an API key like `<id>.<secret>` also the secret alone.
 */
export function credentialsIn(environment: Env): string[] {
  const { env } = withSecretFiles(environment);
  const publicOnes: readonly string[] = Object.values(SANDBOX_CREDENTIALS);
  return SECRET_GROUPS.flat()
    .flatMap((name) => {
      const value = givenValue(env[name]);
      if (value === undefined) return [];
      if (name === 'DATABASE_URL') return passwordsOf(value);
      if (name === 'ESCROW_TENANTS') return tenantKeysOf(value);
      if (name === 'STELLAR_RPC_URL') return value.split(',').flatMap(keysOf);
      return name === 'ESCROW_API_KEY' ? keyParts(value) : [value];
    })
    .filter((credential) => !publicOnes.includes(credential));
}

/** The problem of a setting that contains a secret, or another setting's credential; undefined if it has none. */
export function secretProblem(env: Env, name: string): string | undefined {
  const value = env[name] ?? '';
  if (createSecretScanner().finds(value)) {
    return 'contains a secret seed or a recovery phrase, which belongs in no setting; treat it as leaked';
  }
  const own = SECRET_GROUPS.find((group) => group.includes(name)) ?? [];
  const others = credentialsIn(Object.fromEntries(Object.entries(env).filter(([other]) => !own.includes(other))));
  return createSecretScanner(others).finds(value)
    ? 'contains another setting’s secret, which would be shown or sent where it does not belong'
    : undefined;
}

function passwordsOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { password, searchParams } = new URL(url);
  const secrets = [password, searchParams.get('password') ?? ''].filter((each) => each !== '');
  return [...new Set(secrets.flatMap((each) => [each, decoded(each)]))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const keyParts = (key: string): string[] => [key, ...secretOf(key)];

const tenantKeysOf = (text: string): string[] =>
  readTenants(text).tenants.all.flatMap(({ accessToken, apiKey }) => [
    ...(accessToken === undefined ? [] : [accessToken]),
    ...(apiKey === '' ? [] : keyParts(apiKey)),
  ]);

function secretOf(key: string): string[] {
  const [, secret = ''] = /^[\w-]+\.([\w+/=~-]+)$/.exec(key) ?? [];
  return secret.length >= SHORTEST_KEY ? [secret] : [];
}

/** Providers of Stellar RPC put keys into the query or the path. A part without a digit is a word, not a key. */
function keysOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { pathname, searchParams } = new URL(url);
  const parts = pathname.split('/').filter((part) => part.length >= SHORTEST_KEY && /\d/.test(part));
  return [...parts, ...[...searchParams.values()].filter((value) => value.length >= SHORTEST_KEY)];
}
