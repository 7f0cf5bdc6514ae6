import { execFileSync } from 'node:child_process';
import type { Launch } from '@countersign/core/platform/launch';
import { createPart } from '@countersign/testkit/record/part';
import { parse as parseToml } from 'smol-toml';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { HOSTS } from './hosts.ts';

/** With characters that could end a string, a query, a table or an argument early. */
const LAUNCH: Launch = {
  command: 'C:\\Program Files\\node "26"\\node.exe',
  args: ['-y', '/home/ä b/+&=#?%20/countersign-mcp-0.1.0.tgz'],
  env: { STELLAR_NETWORK: 'testnet', COUNTERSIGN_TOKENS: 'A, "B"', COUNTERSIGN_DATA_DIR: "/home/o'neil/$HOME" },
};
const { env: _, ...start } = LAUNCH;

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = { codex: parseToml, goose: parseYaml };

/** What the host reads of a link. */
function decoded(link: string): unknown {
  const { search, searchParams } = new URL(link);
  const config = searchParams.get('config');
  if (config !== null) return [searchParams.get('name'), JSON.parse(Buffer.from(config, 'base64').toString())];
  if (search.startsWith('?%7B')) return JSON.parse(decodeURIComponent(search.slice(1)));
  // Not every reader of links takes a plus sign for a space.
  return { parameters: [...searchParams], hasPlus: link.includes('+') };
}

/** What a shell makes of a line. */
const words = (line: string) =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

test.skipIf(process.platform === 'win32')(
  'gives each host a configuration, a link and a command that it reads as the same server, as recorded',
  async () => {
    const part = createPart();
    part.note('the server', LAUNCH);
    for (const [name, { configuration, link, add }] of Object.entries(HOSTS)) {
      part.note(name, (PARSERS[name] ?? JSON.parse)(configuration(LAUNCH)));
      if (link !== undefined) part.note('  link', decoded(link(LAUNCH)));
      if (add !== undefined) part.note('  command', words(add(LAUNCH)));
    }
    part.note('codex, without settings', parseToml(HOSTS['codex']?.configuration({ ...start, env: {} }) ?? ''));
    await expect(part.text()).toMatchFileSnapshot('recorded/hosts.txt');
  },
);

test('gives Goose the names of settings alone, for whose values it asks the person', () => {
  expect(HOSTS['goose']?.link?.(LAUNCH)).not.toContain('testnet');
});
