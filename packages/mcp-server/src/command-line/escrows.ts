/** Prints a link to one's list of escrows: `countersign-mcp escrows`, and `pnpm escrows` in a checkout. */
import { parseArgs } from 'node:util';
import { ownCommand } from '@countersign/core/platform/launch';
import { createLog } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import { parseSettings } from '@countersign/core/settings';
import { findPageHolder, openDeskWithPage } from '@countersign/signing-page';
import { requireKnownOptions, UsageError } from './run-command.ts';

/** @param name the command as the person types it */
const usage = (name: string) => `usage: ${name}

  Prints a link to the list of your escrows: what needs you, what waits for others, what is finished; and your address
  book. Open it in a browser on this computer, once, within 5 minutes. Where no other Countersign serves its page, this
  one does, until Ctrl-C.`;

const OPTIONS = { help: { type: 'boolean', short: 'h' } } as const;

export async function run(args: readonly string[], name = `${ownCommand()} escrows`): Promise<void> {
  requireKnownOptions(args, OPTIONS);
  const { positionals, values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  if (values.help) return print(usage(name));
  if (positionals.length > 0) throw new UsageError(usage(name));
  const settings = parseSettings(process.env);
  const { redact } = createSecretScanner(settings.credentials);
  const log = createLog({ level: settings.log, redact, write: (line) => process.stderr.write(line) });
  const stopped = untilStopped();
  const isServed = (await findPageHolder(settings)).holder === 'countersign';
  const { desk, close } = await openDeskWithPage(settings, {
    log,
    startSandbox: async () => {
      const { startSandbox } = await import('@countersign/escrow-service');
      return await startSandbox({ dataDir: settings.dataDir, network: settings.network });
    },
  });
  try {
    const { url, endsAt } = await desk.openList();
    print(url);
    print(`Open it in a browser on this computer: it works once, until ${timeOf(endsAt)}.`);
    if (isServed) return;
    print('The list is served from here: keep this running while you use it. Ctrl-C ends it.');
    await stopped;
  } finally {
    await close();
  }
}

const timeOf = (ms: number): string =>
  new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
