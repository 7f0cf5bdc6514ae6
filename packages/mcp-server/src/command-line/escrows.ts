/**
 * One's escrows, for a person who has no page of their own: a link to the list, and their word that a transaction never
 * settled. `countersign-mcp escrows`, and `pnpm escrows` in a checkout.
 */
import type { Desk } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { ownCommand } from '@countersign/core/platform/launch';
import { createLog } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import { parseSettings } from '@countersign/core/settings';
import { findPageHolder, openDeskWithPage } from '@countersign/signing-page';
import { askAtTerminal } from './read-input.ts';
import { print, readOptions, untilStopped, wrongCommand } from './run-command.ts';

/** @param name the command as the person types it */
const usage = (name: string) => `usage: ${name} [failed <id>]

  Prints a link to the list of your escrows: what needs you, what waits for others, what is finished; and your address
  book. Open it in a browser on this computer, once, within 5 minutes. Where no other Countersign serves its page, this
  one does, until Ctrl-C.

  failed <id>  lets you prepare an action again whose transaction is in no explorer, after neither Stellar nor the
               service could show what became of it. It asks for the end of the transaction's hash.`;

const OPTIONS = { help: { type: 'boolean', short: 'h' } } as const;

export async function run(args: readonly string[], name = `${ownCommand()} escrows`): Promise<void> {
  const { positionals, values } = readOptions(args, OPTIONS);
  if (values.help) return print(usage(name));
  const [command, failedId, ...more] = positionals;
  const isFailed = command === 'failed' && failedId !== undefined && more.length === 0;
  if (command !== undefined && !isFailed) throw wrongCommand(command, ['failed'], usage(name));
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
    if (isFailed) return await declareFailed(desk, failedId);
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

/** @throws CountersignError CONFIRMATION_NEEDED, and those of the desk */
async function declareFailed(desk: Desk, id: string): Promise<void> {
  const { transactionHash: hash, message } = await desk.status(id);
  process.stderr.write(
    `${message}\nTransaction ${hash}\nLook it up in an explorer of this network first: a second one could be paid too.\n`,
  );
  const typed = await askAtTerminal('If it is not there, type the last 6 characters of its hash: ');
  if (typed.toLowerCase() !== hash.slice(-6)) {
    throw new CountersignError('CONFIRMATION_NEEDED', {
      message: 'Those are not its last 6 characters. Nothing was changed.',
      remedy: 'Look this hash up, then run the command again.',
    });
  }
  await desk.declareFailed(id);
  print('It can be prepared again: ask for the same as before.');
}

const timeOf = (ms: number): string =>
  new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
