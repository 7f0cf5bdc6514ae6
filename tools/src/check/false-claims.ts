/** What a Markdown document names or counts and the repository does not have: files, code, settings, commands, numbers. */
import { dirname, posix } from 'node:path';
import { ERROR_CATALOGUE } from '@countersign/core/errors';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { fileVariable, SECRET_GROUPS } from '@countersign/core/settings/secret-files';
import { EARLIER_PINS, VARIABLES } from '@countersign/core/settings/variables';
import { DEFINITIONS } from '@countersign/discord-bot/definitions';
import { COMMANDS } from '@countersign/mcp-server/command-line/main';
import { listedTools } from '@countersign/mcp-server/tools';
import { discordNames } from './generated-files.ts';
import type { Repository } from './imports.ts';

/** @returns a checker that lists what is false in the text of a document */
export function claimChecker({ files, read }: Repository): (document: string, text: string) => readonly string[] {
  const sources = files.filter((file) => /\.(?:tsx?|js|json|sh|ya?ml|css|conf)$|(?:file|countersign)$/.test(file));
  const code = sources.filter((file) => !/\.test\.ts$|^pnpm-lock/.test(file)).map(read);
  const words = new Set([...OF_OTHER_SYSTEMS, ...code.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? [])]);
  const options = new Set(code.flatMap((text) => [...text.matchAll(OPTION)].map(([, name]) => name)));
  const paths = [...files, ...new Set(files.flatMap(folders))].map((path) => `/${path}`);
  const manifests = files.filter((file) => file.endsWith('package.json')).map((file) => JSON.parse(read(file)));
  const exported = new Set(manifests.flatMap(exportsOf));
  const scripts: Readonly<Record<string, string>> = manifests.find(({ name }) => name === 'countersign')?.scripts ?? {};

  const counts = {
    tools: listedTools().length,
    'demo accounts': SANDBOX_ACCOUNTS.length,
    'conversations between': files.filter((file) => /^evals\/conversations\/.*\.json$/.test(file)).length,
  };

  const isPath = (name: string) => {
    const pattern = name.replace(/<\w+>|…/g, '*');
    return paths.some((path) =>
      pattern.includes('*') ? posix.matchesGlob(path, `**/${pattern}`) : path.endsWith(`/${name}`),
    );
  };
  const isCommand: Readonly<Record<string, (name: string) => boolean>> = {
    pnpm: (name) => Object.hasOwn(scripts, name) || OF_PNPM.includes(name),
    './countersign': (name) => Object.hasOwn(scripts, name) && !scripts[name]?.includes('&&'),
    'countersign-mcp': (name) => Object.hasOwn(COMMANDS, name),
    '/escrow': (name) => DISCORD_COMMANDS.includes(name),
  };

  function falseNames(names: readonly string[]): string[] {
    return names.flatMap((name) => {
      if (name.startsWith('@countersign/')) return claim(name, exported.has(name), 'is exported by no package');
      if (isFileName(name)) return claim(name, alternatives(name).every(isPath), 'does not exist');
      if (SETTING.test(name)) return claim(name, SETTINGS.has(name), 'is not a setting');
      if (WORD.test(name) && !COMMIT.test(name))
        return claim(name, words.has(name.replace('()', '')), 'does not occur in the code');
      return [];
    });
  }

  function falseCommands(lines: readonly string[]): string[] {
    return lines
      .flatMap((line) => [...line.matchAll(COMMAND)])
      .flatMap(([, program = '', name = '', rest = '']) => [
        ...claim(`${program} ${name}`, isCommand[program]?.(name), 'is not a command'),
        ...[...rest.matchAll(/ --([a-z-]+)/g)].flatMap(([, option = '']) =>
          claim(
            `${program} ${name} --${option}`,
            OPTIONS_ELSEWHERE.includes(name) || options.has(option),
            'is not an option',
          ),
        ),
      ]);
  }

  const falseSiblings = (text: string) =>
    [...text.matchAll(SIBLINGS)].flatMap(([, program = '', others = '']) =>
      [...others.matchAll(/`([a-z:]+)`/g)].flatMap(([, name = '']) =>
        claim(`${program} ${name}`, isCommand[program]?.(name), 'is not a command'),
      ),
    );

  /** A recipe names a folder (`some/folder/`) and then, in the same line, files of that folder. */
  const falseFolders = (text: string) =>
    [...text.matchAll(/`([\w.-]+\/[\w./-]+\/)`(.*)/g)].flatMap(([, folder = '', rest = '']) =>
      [...rest.matchAll(/`([\w-]+\.tsx?)`/g)].flatMap(([, name = '']) =>
        claim(name, !isPath(folder.slice(0, -1)) || isPath(`${folder}${name}`), `is not in ${folder}`),
      ),
    );

  return (document, text) => {
    const prose = text.replace(FENCE, '');
    const names = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name as string);
    const nodes = [...text.matchAll(/\["([\w./-]+)/g)].map(([, name]) => name as string);
    // A decision describes the code of its day; only whole paths are kept up.
    if (document.startsWith('docs/decisions/0'))
      return falseNames([...names, ...nodes].filter((name) => WHOLE.test(name)));
    const script = [...text.matchAll(FENCE)].flatMap(([block]) => block.replaceAll(/ # .*/g, '').split('\n'));
    return [
      ...falseNames([...names, ...nodes]),
      ...falseCommands([...names, ...script]),
      ...falseNames(script.flatMap((line) => line.match(/[A-Z_]+/g) ?? []).filter((name) => SETTING.test(name))),
      ...falseSiblings(prose),
      ...falseFolders(prose),
      ...falseCounts(prose, counts),
      ...undatedFigures(text),
    ];
  };
}

const claim = (name: string, isTrue: boolean | undefined, problem: string): string[] =>
  isTrue ? [] : [`\`${name}\` ${problem}`];

const FENCE = /^```[\s\S]*?^```/gm;
/** From the root of the repository. */
const WHOLE = /^(?:packages|tools|tests|docs|core\/src)\//;

const OPTION = /(?:^|[\s{,])'?([a-z][a-z-]*)'?: (?:\{ type: '(?:string|boolean)'|flag\b)/gm;
const COMMAND = /(?:^|[\s(])(pnpm|\.\/countersign|countersign-mcp|\/escrow)(?:@[\d.]+)?(?: run)? +([a-z][\w:-]*)(.*)/g;
/** Names of more commands of the same program after one: `countersign-mcp a`, `b` and `c`. */
const SIBLINGS = /`(countersign-mcp|\.\/countersign) [a-z:]+`((?:,? (?:and |or )?`[a-z:]+`)+)/g;
const OF_PNPM = ['install', 'audit', 'exec', 'pack'];
/** Options of pnpm and Vitest. */
const OPTIONS_ELSEWHERE = ['install', 'test'];
const DISCORD_COMMANDS = DEFINITIONS.flatMap((each) => ('options' in each ? (each.options ?? []) : [])).map(
  ({ name }) => name,
);

const SETTING = /^(?:COUNTERSIGN|DISCORD|DATABASE|STELLAR|ESCROW)_[A-Z_]+$/;
/** With what looks like one: error codes, and the variable of compose.yaml. */
const SETTINGS = new Set([
  ...VARIABLES.map(({ name }) => name),
  ...SECRET_GROUPS.flat().flatMap((name) => [name, fileVariable(name)]),
  ...Object.values(EARLIER_PINS),
  ...discordNames(),
  ...Object.keys(ERROR_CATALOGUE),
  'COUNTERSIGN_HOST',
  'COUNTERSIGN_MCP',
]);

const WORD = /^[A-Za-z_$][\w$]*(?:\(\))?$/;
const COMMIT = /^[0-9a-f]{8}$/;
/** Names of Stellar, OAuth, Node, Caddy and PostgreSQL. */
const OF_OTHER_SYSTEMS =
  'ADDRESS_V2 ERR_TLS_CERT_ALTNAME_INVALID ScMap StateArchival access_denied invalid_scope lb_retries pg_stat_statements set_authorized'.split(
    ' ',
  );

const FILE_NAME = /^[\w.@*{},<>…/-]*\.(?:tsx?|js|jsonl?|ya?ml|sh|md|grit|css|html)$/;
const FOLDER_NAME = /^(?:[a-z][\w.-]*\/)+(?:[\w.{},-]+)?$/;
/** Written by a command, so a fresh checkout does not have it. */
const WRITTEN = /(?:^|\/)(?:dist|coverage)(?:\/|$)|^(?:server|rehearsal)\.json$|^install\.md$/;
const isFileName = (name: string) => !WRITTEN.test(name) && (FILE_NAME.test(name) || FOLDER_NAME.test(name));

function folders(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...folders(folder)];
}

/** The names that braces stand for: two in `{en,es}/forms.ts`. */
function alternatives(name: string): string[] {
  const [braces = '', inside] = /\{([^{}]*)\}/.exec(name) ?? [];
  if (inside === undefined) return [name.replace(/^\.\//, '').replace(/\/$/, '')];
  return inside.split(',').flatMap((each) => alternatives(name.replace(braces, each)));
}

const exportsOf = ({ name = '', exports = {} }: { name?: string; exports?: object }): string[] =>
  Object.keys(exports).map((path) => posix.join(name, path));

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(
  ' ',
);
const TENS = 'twenty thirty forty fifty'.split(' ');
const COUNT = /\b(\d+|[a-z]+(?:-[a-z]+)?) (tools|demo accounts|conversations between)\b/gi;

function falseCounts(text: string, counts: Readonly<Record<string, number>>): string[] {
  return [...text.matchAll(COUNT)].flatMap(([stated, number = '', noun = '']) => {
    const value = numberOf(number.toLowerCase());
    const count = counts[noun.toLowerCase()];
    return value === undefined || value === count ? [] : [`“${stated}”: there are ${count}`];
  });
}

/** @returns undefined for a word that is not a number */
function numberOf(text: string): number | undefined {
  if (/\d/.test(text)) return Number(text);
  const parts = text
    .split('-')
    .map((part) => (TENS.includes(part) ? 20 + 10 * TENS.indexOf(part) : NUMBERS.indexOf(part)));
  return parts.includes(-1) ? undefined : parts.reduce((sum, part) => sum + part);
}

/** A section with measured figures states the day and the commit. */
function undatedFigures(text: string): string[] {
  return text
    .split(/^(?=#+ )/m)
    .filter((section) => /^\|.*\| measured \|/m.test(section) && !/\d{4}-\d\d-\d\d at `[0-9a-f]{8}`/.test(section))
    .map((section) => `“${section.split('\n')[0]}” has figures without “2026-11-28 at \`1bb358bb\`” (day and commit)`);
}

export const isDocument = (file: string) =>
  /^(?:[^/]*|docs\/.*|packages\/[^/]*\/README|distribution\/.*|evals\/[^/]*)\.md$/.test(file);
