/** The parts of compose.yaml that pass every setting to the containers, made from the lists of settings. */
import { fileVariable, SECRET_GROUPS } from '@countersign/core/settings/secret-files';
import { VARIABLES } from '@countersign/core/settings/variables';
import { parseDiscordSettings } from '@countersign/discord-bot/settings';

/** As Compose fills it in from .env. @param inside a name, and what is there without it */
const fromEnv = (inside: string) => `\${${inside}}`;

/** What compose.yaml itself decides, or has another default for. All else comes from .env, and is unset without it. */
const OWN: Readonly<Record<string, string>> = {
  ESCROW_SERVICE: fromEnv('ESCROW_SERVICE-trustless-work'),
  STELLAR_NETWORK: fromEnv('STELLAR_NETWORK:-testnet'),
  COUNTERSIGN_PUBLIC_URL: `https://${fromEnv('COUNTERSIGN_HOST:?name the host of the public address in .env')}`,
  COUNTERSIGN_OAUTH_ISSUER: fromEnv('COUNTERSIGN_OAUTH_ISSUER:?name the issuer of access tokens in .env'),
  // Caddy's address is one of Docker's own; nobody else reaches these ports.
  COUNTERSIGN_TRUSTED_PROXIES: fromEnv('COUNTERSIGN_TRUSTED_PROXIES:-10.0.0.0/8,172.16.0.0/12,192.168.0.0/16'),
  COUNTERSIGN_DATA_DIR: '/data',
  COUNTERSIGN_METRICS: fromEnv('COUNTERSIGN_METRICS:-true'),
  DISCORD_APPLICATION_ID: fromEnv('DISCORD_APPLICATION_ID:?copy the application id into .env'),
  // As the Caddyfile has them.
  DISCORD_HTTP_HOST: '0.0.0.0',
  DISCORD_HTTP_PORT: '3420',
};

/** In ./secrets; of the others .env may name a file. */
const NEEDED: readonly string[] = ['ESCROW_API_KEY', 'STELLAR_RPC_URL', 'DATABASE_URL', 'DISCORD_TOKEN'];
const SECRETS = SECRET_GROUPS.flat();
/** Files that are named as such. */
const FILES: readonly string[] = ['DATABASE_CA_FILE'];

const isInFile = (name: string) => SECRETS.includes(name) || FILES.includes(name);
const fileOf = (name: string) => (FILES.includes(name) ? name : fileVariable(name));
const secretOf = (name: string) => name.toLowerCase().replace(/_file$/, '');

/** Only the bot reads them. */
export function discordNames(): readonly string[] {
  const names: string[] = [];
  const unset = new Proxy({}, { get: (_, name) => void names.push(String(name)) });
  try {
    parseDiscordSettings(unset);
  } catch {
    // Some are missing. It has asked for all of them.
  }
  const files = SECRETS.map(fileVariable);
  return [...new Set(names)].filter((name) => name.startsWith('DISCORD_') && !files.includes(name));
}

function passed(name: string): string {
  if (!isInFile(name)) return `  ${name}: "${OWN[name] ?? fromEnv(`${name}:-`)}"`;
  const file = `/run/secrets/${secretOf(name)}`;
  return `  ${fileOf(name)}: "${NEEDED.includes(name) ? file : fromEnv(`${fileOf(name)}:+${file}`)}"`;
}

/** @returns by the name of the part */
export function composeParts(): Readonly<Record<string, string>> {
  const shared = VARIABLES.map(({ name }) => name);
  const discord = discordNames();
  const secretsIn = (names: readonly string[]) => names.filter(isInFile).map((name) => `  - ${secretOf(name)}`);
  return {
    settings: [
      'x-settings: &settings',
      ...shared.map(passed),
      'x-discord-settings: &discord-settings',
      ...discord.map(passed),
      'x-secrets: &secrets',
      ...secretsIn(shared),
      'x-bot-secrets: &bot-secrets',
      ...secretsIn([...shared, ...discord]),
    ].join('\n'),
    secrets: [
      'secrets:',
      '  postgres_password: { file: ./secrets/postgres_password }',
      ...[...shared, ...discord].filter(isInFile).map((name) => {
        const secret = secretOf(name);
        const file = NEEDED.includes(name) ? `./secrets/${secret}` : `"${fromEnv(`${fileOf(name)}:-/dev/null`)}"`;
        return `  ${secret}: { file: ${file} }`;
      }),
    ].join('\n'),
  };
}
