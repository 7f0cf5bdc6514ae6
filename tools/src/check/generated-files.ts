/** Files that are generated from the code, and how to detect a stale one. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type CatalogueEntry, ERROR_CATALOGUE, XDR_REASONS } from '@countersign/core/errors';
import { fileVariable, SECRET_GROUPS } from '@countersign/core/settings/secret-files';
import { VARIABLES } from '@countersign/core/settings/variables';
import { parseDiscordSettings } from '@countersign/discord-bot/settings';
import { listedTools, toolsElsewhere } from '@countersign/mcp-server/tools';
import felt from '../bench/felt.json' with { type: 'json' };
import { cellsOf, type Measured, tableOf } from '../bench/figure.ts';
import figures from '../bench/figures.json' with { type: 'json' };
import { hostTable, installLines, seenByHosts } from '../pack/install-text.ts';
import { cataloguesIn, parametersFile } from './catalogues.ts';

/** As Compose fills it in from .env. @param inside a name, and what is there without it */
const fromEnv = (inside: string) => `\${${inside}}`;

/** What compose.yaml itself decides, or has another default for. All else comes from .env, and is unset without it. */
const OWN: Readonly<Record<string, string>> = {
  ESCROW_SERVICE: fromEnv('ESCROW_SERVICE-trustless-work'),
  STELLAR_NETWORK: fromEnv('STELLAR_NETWORK:-testnet'),
  COUNTERSIGN_PUBLIC_URL: `https://${fromEnv('COUNTERSIGN_HOST:?name the host of the public address in .env')}`,
  COUNTERSIGN_OAUTH_ISSUER: fromEnv('COUNTERSIGN_OAUTH_ISSUER:?name the issuer of access tokens in .env'),
  // Caddy's address is one of Docker's own; nothing else reaches these ports.
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
function composeParts(): Readonly<Record<string, string>> {
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

export type GeneratedFile = {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly content: string;
};

export function generatedFiles(): readonly GeneratedFile[] {
  return [
    { path: 'packages/mcp-server/tools.json', content: `${JSON.stringify(listedTools(), undefined, 2)}\n` },
    { path: 'packages/mcp-server/tools-elsewhere.json', content: linesOf(toolsElsewhere()) },
    { path: 'packages/mcp-server/skill.json', content: skillFile() },
    { path: 'docs/errors.md', content: errorTable() },
    withParts('README.md', { install: installLines() }),
    withParts('docs/settings.md', { variables: variableTable() }),
    withParts('docs/performance.md', performanceTables()),
    withParts('packages/mcp-server/README.md', { hosts: hostTable(), 'what hosts see': seenByHosts() }),
    withParts('compose.yaml', composeParts()),
    ...cataloguesIn(ROOT).flatMap(parametersFile),
  ];
}

/** A line for each, since they are many and long. */
const linesOf = (list: readonly unknown[]): string => `[\n${list.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`;

/** Those that differ from the file under `root`, or are missing there. */
export async function staleFiles(root: string): Promise<readonly GeneratedFile[]> {
  const checked = await Promise.all(
    generatedFiles().map(async (file) => {
      const found = await readFile(join(root, file.path), 'utf8').catch(() => undefined);
      return found === file.content ? [] : [file];
    }),
  );
  return checked.flat();
}

const skillFile = () =>
  `${JSON.stringify({ text: readFileSync(join(ROOT, 'distribution/skill/SKILL.md'), 'utf8') }, undefined, 2)}\n`;

function errorTable(): string {
  return [
    '# Errors',
    'Every error that Countersign shows. Made from `packages/core/src/errors/messages/errors.en.json`, `packages/core/src/errors/operator-remedies.json` and `packages/core/src/errors/catalogue.ts`: change them there and run `pnpm fix`.',
    '',
    'A person in a chat, on the signing page or in Discord reads the first remedy. The person who runs Countersign, in a terminal or a log, reads the second where there is one.',
    '',
    '| code | what happened | what to do | what the operator can do | may the same call succeed later? |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries<CatalogueEntry>(ERROR_CATALOGUE).map(([code, { message, remedy, operatorRemedy, retryable }]) =>
      row(`\`${code}\``, message, remedy, operatorRemedy ?? '', retryable ? 'yes' : 'no'),
    ),
    '',
    '## Reasons of `XDR_UNREADABLE`',
    'Each has a message and a remedy of its own.',
    '',
    '| reason | what happened | what to do |',
    '| --- | --- | --- |',
    ...Object.entries(XDR_REASONS).map(([reason, { message, remedy }]) => row(`\`${reason}\``, message, remedy)),
    '',
  ].join('\n');
}

const ROOT = resolve(import.meta.dirname, '../../..');

/** A document with generated parts: each is between two comments that name it. */
function withParts(path: string, parts: Readonly<Record<string, string>>): GeneratedFile {
  let content = readFileSync(join(ROOT, path), 'utf8');
  for (const [name, text] of Object.entries(parts)) {
    const comment = (shownText: string) => (path.endsWith('.md') ? `<!-- ${shownText} -->` : `# ${shownText}`);
    const [begin, end] = [`${comment(`${name}: written by \`pnpm fix\``)}\n`, `\n${comment(`end of ${name}`)}`];
    const [before, after] = [content.indexOf(begin), content.indexOf(end)];
    if (before < 0 || after < before) throw new Error(`${path} has no part ${name}.`);
    content = `${content.slice(0, before + begin.length)}${text}${content.slice(after)}`;
  }
  return { path, content };
}

/** Of the last `pnpm bench --write`: what people feel, with what bounds a missed figure, and all others that have an aim. */
function performanceTables(): Readonly<Record<string, string>> {
  const kept = Object.entries(figures as Readonly<Record<string, Measured>>);
  const all = kept.flatMap(([bench, measured]) => measured.figures.map((each) => ({ ...each, bench })));
  const ofBench = Map.groupBy(kept, ([, { day, commit }]) => `${day} at \`${commit}\``);
  const isOf = (row: (typeof felt)[number]) => (each: (typeof all)[number]) =>
    each.bench === row.bench && each.name.startsWith(row.name);
  const feltRows = felt.flatMap((row) =>
    all.filter(isOf(row)).map((each) => [...cellsOf(each), each.aim?.met === false ? row.bounds : '']),
  );
  const others = all.filter((each) => each.aim !== undefined && !felt.some((row) => isOf(row)(each)));
  return {
    measured: [...ofBench].map(([date, of]) => `${date}: ${of.map(([bench]) => `\`${bench}\``).join(', ')}.`).join(' '),
    felt: tableOf(['what', 'measured', 'aim', 'what bounds it'], feltRows),
    others: tableOf(
      ['bench', 'what', 'measured', 'aim'],
      others.map((each) => [`\`${each.bench}\``, ...cellsOf(each)]),
    ),
  };
}

function variableTable(): string {
  return (
    [
      '| variable | meaning | default |',
      '| --- | --- | --- |',
      ...VARIABLES.map(({ name, meaning, otherwise, isSecret }) =>
        row(isSecret ? `\`${name}\` or \`${fileVariable(name)}\`` : `\`${name}\``, meaning, otherwise),
      ),
    ]
      .join('\n')
      // In the list, links begin at the root of the repository.
      .replaceAll('](docs/', '](')
  );
}

function row(...texts: readonly string[]): string {
  return `|${texts.map((text) => (text === '' ? ' ' : ` ${cell(text)} `)).join('|')}|`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
