/** `pnpm rehearse`: plays whole lives of escrows on testnet with throw-away keys, and writes a record of them. */
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Release } from '@countersign/core/network';
import { createSecretScanner } from '@countersign/core/secrets';
import { parseSettings } from '@countersign/core/settings';
import { baseUrlProblem } from '@countersign/core/settings/base-url';
import { givenValue } from '@countersign/core/settings/given-value';
import { UsageError } from '@countersign/mcp-server/command-line/run-command';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { type RehearsalRecord, writeRecord } from './record.ts';
import { rehearse, requireTestnet } from './rehearse.ts';

const FRIENDBOT = 'https://friendbot.stellar.org';

const USAGE = `usage: pnpm rehearse [--multi] [--single] [--record DIR] [--friendbot URL]

  Plays whole lives of escrows on testnet, with throw-away accounts that friendbot funds: deploy, pay in, report,
  approve, release, dispute, resolve, withdraw. Every step goes through the desk, is signed only if it is verified, and
  is compared with what the ledger shows. The settings decide who builds and sends: the escrow service
  (ESCROW_SERVICE=trustless-work and ESCROW_API_KEY), or nobody but Stellar RPC (ESCROW_SERVICE=direct).
  Never runs on the public network. Its keys are never written or printed. Ctrl-C ends it, and keeps the record so far.
  Ends with 1 where something is not as expected.
  --multi, --single  only escrows of this kind; default: both
  --record DIR       an empty folder for the record, rehearsal.json and rehearsal.txt (default ./rehearsal-<time>)
  --friendbot URL    default ${FRIENDBOT}`;

const OPTIONS = {
  multi: { type: 'boolean' },
  single: { type: 'boolean' },
  record: { type: 'string' },
  friendbot: { type: 'string' },
} as const;

const INTERRUPTED = 130;

await runWithOptions({ usage: USAGE, options: OPTIONS }, async (values) => {
  const env = { ...process.env, STELLAR_NETWORK: givenValue(process.env['STELLAR_NETWORK']) ?? 'testnet' };
  // Before anything else of the settings is looked at.
  requireTestnet(env.STELLAR_NETWORK);
  const settings = parseSettings(env);
  const friendbotUrl = values.friendbot ?? FRIENDBOT;
  const problem = baseUrlProblem(friendbotUrl);
  if (problem !== undefined) throw new UsageError(`--friendbot ${problem}.`);
  const asked = (['multi', 'single'] as const).filter((release) => values[release] === true);
  const releases: readonly Release[] = asked.length === 0 ? ['multi', 'single'] : asked;
  const folder = await emptyFolder(values.record);

  const end = new AbortController();
  const interrupt = () => end.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const tell = (line: string) => process.stdout.write(`${line}\n`);
    const record = await rehearse({ settings, friendbotUrl, releases, signal: end.signal, tell });
    const { json, text } = await writeRecord(record, folder, createSecretScanner(settings.credentials));
    tell(`The record: ${text}\n            ${json}`);
    process.exitCode = exitCodeOf(record);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
});

function exitCodeOf({ result }: RehearsalRecord): number {
  if (result === 'interrupted') return INTERRUPTED;
  return result === 'as expected' ? 0 : 1;
}

/** Made at the start, so that no rehearsal is played whose record cannot be written. @throws UsageError */
async function emptyFolder(named: string | undefined): Promise<string> {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = path.resolve(process.env['INIT_CWD'] ?? process.cwd(), named ?? `rehearsal-${time}`);
  const found = await mkdir(folder, { recursive: true })
    .then(() => readdir(folder))
    .catch(() => undefined);
  if (found === undefined) throw new UsageError('--record names a folder that cannot be made or read.');
  if (found.length > 0) throw new UsageError('--record names a folder that is not empty.');
  return folder;
}
