/** Reports what is set up correctly, what is wrong, and what to do. Changes nothing and prints no secret. */
import { parseArgs } from 'node:util';
import { STORE_FORMAT } from '@countersign/core';
import type { DataFileFormat } from '@countersign/core/platform/data-file';
import { createSecretScanner, redactStrings } from '@countersign/core/secrets';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { LEDGER_FORMAT } from '@countersign/escrow-service';
import { requireKnownOptions } from '../arguments.ts';
import { ownCommand } from '../launch.ts';
import { UsageError } from '../run-command.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkIssuer } from './check-issuer.ts';
import { checkNetwork } from './check-network.ts';
import { checkPage } from './check-page.ts';
import { checkService } from './check-service.ts';
import { checkSettings, unread } from './check-settings.ts';
import { type Finding, findingsText, ok } from './finding.ts';

/** Further checks where more than the MCP server is installed. */
export type Beside = {
  readonly usage: string;
  readonly dataFiles: readonly DataFileFormat[];
  /** Of its own settings. */
  readonly parser: (env: NodeJS.ProcessEnv) => unknown;
  readonly settings: readonly Finding[];
  readonly credentials: readonly string[];
  readonly look: (settings: Settings | undefined) => Promise<readonly Finding[]>;
};

const OPTIONS = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

const ownUsage = () => `usage: ${ownCommand()} doctor [--json]

  Looks at the settings, the data folder, the escrow service and its credentials, the clock, the network, the pinned
  factory and code, the signing page and the issuer of access tokens, and says of each what is wrong and what to do.
  Asks the service twice for each credential, prepares and sends nothing. Ends with 1 where something is wrong.
  --json   the same for machines
`;

export async function run(args: readonly string[], beside?: Beside): Promise<void> {
  requireKnownOptions(args, OPTIONS);
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const usage = beside?.usage ?? ownUsage();
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  if (positionals.length > 0) throw new UsageError(`doctor takes options alone.\n\n${usage}`);
  const { value: settings, findings: read } = checkSettings(process.env);
  const looked = await Promise.all([
    ...(settings === undefined
      ? []
      : [
          checkDataFolder(settings, [STORE_FORMAT, ...(beside?.dataFiles ?? []), LEDGER_FORMAT]),
          checkService(settings),
          checkNetwork(settings),
          checkPage(settings),
          checkIssuer(settings),
        ]),
    ...(beside === undefined ? [] : [beside.look(settings)]),
  ]);
  const found: Finding[] = [
    ok('Node', process.versions.node),
    ...read,
    ...(beside?.settings ?? []),
    ...unread(process.env, [parseSettings, ...(beside === undefined ? [] : [beside.parser])]),
    ...looked.flat(),
  ];
  const { redact } = createSecretScanner([...(settings?.credentials ?? []), ...(beside?.credentials ?? [])]);
  const findings = redactStrings(found, redact);
  process.stdout.write(values.json ? `${JSON.stringify(findings, undefined, 2)}\n` : findingsText(findings));
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
}
