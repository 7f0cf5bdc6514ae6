/** The lines that install the server, for the README, each host, and links; generated, so that they agree. */

import { byNpx, IS_PUBLISHED, type Launch, NPM_NAME, shell } from '@countersign/core/platform/launch';
import { HOSTS, TITLE } from '@countersign/mcp-server/command-line/hosts';
import { type HostRecord, playedText, seenTable } from '../proof/host-tables.ts';
import hosts from '../proof/hosts.json' with { type: 'json' };
import { ARCHIVE } from './manifests.ts';

const lineOf = ({ command, args }: Omit<Launch, 'env'>) => shell(command, ...args);

/** For the README: what a person types in the checkout. */
export function installLines(isPublished = IS_PUBLISHED): string {
  const start = lineOf(byNpx(isPublished ? NPM_NAME : `./dist/${ARCHIVE}.tgz`));
  const what = isPublished ? NPM_NAME : `"file:$PWD/dist/${ARCHIVE}.tgz"`;
  const claude = HOSTS['claude-code']?.add?.({ ...byNpx('WHAT'), env: {} }).replace('WHAT', what) ?? '';
  const steps: readonly (readonly [string, string])[] = [
    ...(isPublished ? [] : [['npx -y pnpm@12.21.0 pack:all', `builds dist/${ARCHIVE}.tgz and .mcpb`] as const]),
    [claude, 'Claude Code'],
    [`${start} --print-config cursor`, 'what to put into another host; --help names them'],
  ];
  const width = Math.max(...steps.map(([command]) => command.length));
  return ['```sh', ...steps.map(([command, what]) => `${command.padEnd(width)}  # ${what}`), '```'].join('\n');
}

/** `dist/install.md`: each host's configuration and link. */
export function installText(start: Omit<Launch, 'env'>): string {
  const launch: Launch = { ...start, env: {} };
  return [
    `# ${TITLE} in a host`,
    `Each configuration starts \`${lineOf(start)}\`. Settings go into its environment; without any it runs in the sandbox.`,
    ...Object.values(HOSTS).flatMap(({ title, place, configuration, add, link }) => [
      '',
      `## ${title}`,
      `Put this into ${place}:`,
      '```',
      configuration(launch),
      '```',
      ...(add === undefined ? [] : ['Or run this:', '```', add(launch), '```']),
      ...(link === undefined ? [] : ['Or open this link:', '```', link(launch), '```']),
    ]),
    '',
  ].join('\n');
}

/** For the package's README: the hosts, and what was tried with each. */
export function hostTable(): string {
  return [
    '| host | `--print-config` | where it goes | or by | tried |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(HOSTS).map(([name, { title, place, add, link }]) => {
      const ways = [...(add === undefined ? [] : ['a command']), ...(link === undefined ? [] : ['a link'])];
      return row(title, `\`${name}\``, place, ways.join(', '), triedText(name));
    }),
  ].join('\n');
}

const row = (...cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const PLAYED = hosts as readonly HostRecord[];

/** For the package's README: what a host makes of a result. */
export const seenByHosts = (): string => seenTable(PLAYED);

function triedText(name: string): string {
  const texts = [...PLAYED.filter((each) => each.name === name).map(playedText), ...(TRIED[name] ?? [])];
  return texts.length === 0 ? 'no' : texts.join('; ');
}

/** What was tried with the host itself, beyond the tested format of its configuration and the proof. */
const TRIED: Readonly<Record<string, readonly string[]>> = {
  'claude-code': [
    '2.1.330 on Linux: `claude mcp add`, and `claude mcp list` connects, from the tarball by npx; `claude plugin validate` and `install` take the plugin',
  ],
  codex: ['0.169 on Linux: `codex mcp add`, and `codex mcp list` reads it'],
  gemini: ['0.61 on Linux: `gemini mcp add`, and `gemini mcp list` connects, from the tarball by npx'],
};
