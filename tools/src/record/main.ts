/** `pnpm record`: compares what the product says, sends and stores with the record of it in tests/record. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '@countersign/mcp-server/command-line/run-command';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { postgresPrograms } from '@countersign/testkit/postgres/cluster';
import { restartClock } from '@countersign/testkit/record/fixed-clock';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { differences, type Files } from './compare.ts';
import { inDiscord } from './discord-life.ts';
import { overHttp, overMcp } from './mcp-life.ts';
import { onPage } from './page-life.ts';
import { postgresSchema, sqliteSchema } from './schemas.ts';
import { texts } from './texts.ts';

const FOLDER = resolve(import.meta.dirname, '../../../tests/record');
const postgres = postgresPrograms();

type Part = { readonly make: () => Files | Promise<Files>; readonly missing?: string };
const PARTS: Readonly<Record<string, Part>> = {
  texts: { make: texts },
  sqlite: { make: sqliteSchema },
  postgresql: postgres === undefined ? lacks('PostgreSQL') : { make: () => postgresSchema(postgres) },
  mcp: { make: overMcp },
  http: { make: overHttp },
  discord: { make: inDiscord },
  page: hasBrowser ? { make: onPage } : lacks('Chromium'),
};

const USAGE = `usage: pnpm record [--write] [--only <part>]

  Runs one whole life of an escrow on each surface, and compares it with the files in tests/record: what people and
  assistants read, every byte to the escrow service and to Stellar RPC, and the tables of both database engines.
  --write   replaces the files instead
  --only    one part alone: ${Object.keys(PARTS).join(', ')}`;

const OPTIONS = { write: { type: 'boolean' }, only: { type: 'string' } } as const;

await runWithOptions({ usage: USAGE, options: OPTIONS }, async ({ write, only }) => {
  if (only !== undefined && PARTS[only] === undefined) throw new UsageError(USAGE);
  const parts = Object.entries(PARTS).filter(([name]) => only === undefined || only === name);
  const isWhole = only === undefined && parts.every(([, { missing }]) => missing === undefined);
  const fresh: Record<string, string> = {};
  for (const [name, { make, missing }] of parts) {
    if (missing !== undefined) process.stdout.write(`${name}: left out, since ${missing} is not installed here\n`);
    restartClock();
    Object.assign(fresh, await make());
  }
  const at = (name: string) => join(FOLDER, name);
  if (write) {
    if (isWhole) rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, text] of Object.entries(fresh)) writeFileSync(at(name), text);
    return void process.stdout.write(`tests/record: ${Object.keys(fresh).length} files written\n`);
  }
  const names = isWhole ? readdirSync(FOLDER) : Object.keys(fresh).filter((name) => existsSync(at(name)));
  const found = differences(Object.fromEntries(names.map((name) => [name, readFileSync(at(name), 'utf8')])), fresh);
  if (found.length > 0) process.exitCode = 1;
  const advice = 'If this is intended: pnpm record --write, and name it in the commit.';
  process.stdout.write(found.length === 0 ? 'equal\n' : `${found.join('\n\n')}\n\n${advice}\n`);
});

function lacks(missing: string): Part {
  return { missing, make: async () => ({}) };
}
