/** `pnpm run doctor`: what is set up well, what is wrong and what to do about it. Prints no secret. */
import { parseArgs } from 'node:util';
import { createSecretScanner, redactStrings } from '@countersign/core/secrets';
import { runCommand } from '../command-line/run-command.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDiscord } from './check-discord.ts';
import { checkNetwork } from './check-network.ts';
import { checkPage } from './check-page.ts';
import { checkService } from './check-service.ts';
import { checkSettings } from './check-settings.ts';
import { type Finding, findingsText, ok } from './finding.ts';

const USAGE = `usage: pnpm run doctor [--json]

  Looks at the settings, the data folder, the escrow service and its credentials, the clock, the network, the pinned
  factory and code, the signing page and the Discord bot, and says of each what is wrong and what to do.
  Asks the service twice, prepares and sends nothing. Ends with 1 where something is wrong.
  --json   the same for machines`;

await runCommand(async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const { settings, discord, findings: read } = checkSettings(process.env);
  const looked = await Promise.all([
    ...(settings === undefined
      ? []
      : [checkDataFolder(settings), checkService(settings), checkNetwork(settings), checkPage(settings)]),
    ...(discord === undefined ? [] : [checkDiscord(discord)]),
  ]);
  const { redact } = createSecretScanner([...(settings?.credentials ?? []), ...(discord ? [discord.token] : [])]);
  const found: Finding[] = [ok('Node', process.versions.node), ...read, ...looked.flat()];
  const findings = redactStrings(found, redact);
  process.stdout.write(values.json ? `${JSON.stringify(findings, undefined, 2)}\n` : findingsText(findings));
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
});
