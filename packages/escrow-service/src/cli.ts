/** `pnpm service`: the service until it is stopped. Help and trouble go to stderr, one line; the ready line to stdout. */
import { parseArgs } from 'node:util';
import { CountersignError } from '@countersign/core/errors';
import { DIALECT_NAMES } from '@countersign/core/network';
import { keepLoopbackDirect } from '@countersign/core/platform/loopback';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { credentialsIn, parseSettings } from '@countersign/core/settings';
import { NETWORK_WORDS } from '@countersign/core/words';
import type { SandboxOptions } from './sandbox.ts';
import { networkSettings, type ServiceOptions } from './start-service.ts';

const HELP = `Usage: pnpm service [--dialect NAME] [--port N] [--ledger-port N] [--data-dir PATH] [--rate-limit N]
       pnpm service --replay [--data-dir PATH]

The escrow service on an embedded Stellar ledger, for when there is none to call. Loopback only.
With STELLAR_RPC_URL it uses the network behind that RPC instead: STELLAR_NETWORK says which one, ESCROW_PINS what a
deploy calls and creates, ESCROW_ACCESS_TOKEN and ESCROW_API_KEY what callers must show. With v1 callers show
ESCROW_API_KEY alone, and single release needs both pins of single in ESCROW_PINS.
  --dialect NAME   seed, or v1 as Trustless Work speaks today (default ESCROW_API_DIALECT, else seed)
  --port N         of the service; 0 takes a free one (default 4010)
  --ledger-port N  of the ledger's RPC (/rpc) and friendbot (/friendbot); default 0, a free one
  --data-dir PATH  folder of the ledger's file (default COUNTERSIGN_DATA_DIR, else the platform's data folder)
  --rate-limit N   requests a minute for a client; 0 for no limit (default 50)
  --replay         play the ledger's log again, compare every row of its file with what follows, and end
`;

const DEFAULT_PORT = 4010;
const HIGHEST_PORT = 65_535;
const HIGHEST_RATE = 1_000_000;

/** A wrong argument; its message is for the person who typed it. */
class UsageError extends Error {}

keepLoopbackDirect(process.env);
const scanner = createSecretScanner(credentialsIn(process.env));
try {
  const options = readArguments();
  if (options === 'help') process.stdout.write(HELP);
  else if ('replay' in options) await replay(options.replay);
  else if ('rpcUrl' in options) await runOnNetwork(options);
  else await runSandbox(options);
} catch (error) {
  process.stderr.write(`${scanner.redact(oneLine(error))}\n`);
  process.exitCode = 1;
}

async function runSandbox(options: SandboxOptions): Promise<void> {
  const { startSandbox } = await import('./sandbox.ts');
  const sandbox = await startSandbox(options);
  stopOnSignal(sandbox);
  const { dialect = 'seed' } = options.network ?? {};
  const how = dialect === 'seed' ? 'simulated' : `simulated, speaks ${dialect}`;
  process.stdout.write(
    `Escrow service ready (${how}): ${sandbox.url} - Stellar RPC ${sandbox.rpcUrl} - friendbot ${sandbox.friendbotUrl} - data ${options.dataDir}\n`,
  );
}

/** Prints only the RPC's host: its address may contain a key. */
async function runOnNetwork(options: ServiceOptions): Promise<void> {
  const { startService } = await import('./start-service.ts');
  const service = await startService(options);
  stopOnSignal(service);
  const { name, means } = NETWORK_WORDS[options.network.name];
  const line = `Escrow service ready on ${name} (${means}): ${service.url} - Stellar RPC of ${new URL(options.rpcUrl).host}`;
  process.stdout.write(`${scanner.redact(line)}\n`);
}

async function replay(dataDir: string): Promise<void> {
  const { replayLedger } = await import('./sandbox.ts');
  const { ledgers, transactions, fundings } = replayLedger(dataDir);
  process.stdout.write(
    `Replayed ${ledgers} ledgers (${transactions} transactions, ${fundings} fundings by friendbot): the file follows from its log - data ${dataDir}\n`,
  );
}

/** Ctrl-C reaches this process twice where a package manager passes it on; stopping is bounded, so once is enough. */
function stopOnSignal(running: { close(): Promise<void> }): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void running.close());
}

function readArguments(): SandboxOptions | ServiceOptions | { readonly replay: string } | 'help' {
  refuseSecrets(process.argv.slice(2), scanner);
  const { values } = parseArgs({
    options: {
      dialect: { type: 'string' },
      port: { type: 'string' },
      'ledger-port': { type: 'string' },
      'data-dir': { type: 'string' },
      'rate-limit': { type: 'string' },
      replay: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return 'help';
  const { dialect } = values;
  if (dialect !== undefined && !DIALECT_NAMES.some((name) => name === dialect))
    throw new UsageError(`--dialect must be ${DIALECT_NAMES.join(' or ')}.`);
  const env = {
    ...process.env,
    ...(dialect === undefined ? {} : { ESCROW_API_DIALECT: dialect }),
    ...(values['data-dir'] === undefined ? {} : { COUNTERSIGN_DATA_DIR: values['data-dir'] }),
  };
  // It is a service itself, so it needs no other.
  const settings = parseSettings(env, { needsService: false });
  if (values.replay === true) return { replay: settings.dataDir };
  const number = (name: 'port' | 'ledger-port' | 'rate-limit', highest: number, otherwise: number): number => {
    const text = values[name];
    if (text === undefined) return otherwise;
    if (/^\d{1,7}$/.test(text) && Number(text) <= highest) return Number(text);
    throw new UsageError(`--${name} must be a whole number from 0 to ${highest}.`);
  };
  const port = number('port', HIGHEST_PORT, DEFAULT_PORT);
  const rateLimit = number('rate-limit', HIGHEST_RATE, 50);
  const network = networkSettings(settings);
  if (network !== undefined) {
    for (const name of ['ledger-port', 'data-dir'] as const) {
      if (values[name] !== undefined)
        throw new UsageError(`--${name} is for the embedded ledger; unset STELLAR_RPC_URL.`);
    }
    return { ...network, port, rateLimit };
  }
  return {
    network: settings.network,
    port,
    ledgerPort: number('ledger-port', HIGHEST_PORT, 0),
    rateLimit,
    dataDir: settings.dataDir,
    ...(settings.accessToken === undefined ? {} : { accessToken: settings.accessToken }),
    apiKey: settings.apiKey,
  };
}

/** What happened and what to do, without a stack. */
function oneLine(error: unknown): string {
  if (error instanceof CountersignError) return `${error.code}: ${error.message} ${error.operatorRemedy}`;
  if (error instanceof UsageError) return `${error.message} Try --help.`;
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop what listens there, or choose another with --port or --ledger-port (0 takes a free one).`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Choose one above 1023 with --port or --ledger-port.`;
    default:
      return code?.startsWith('ERR_PARSE_ARGS') === true
        ? `${message.split('\n', 1)[0]} Try --help.`
        : `The service could not start: ${message?.split('\n', 1)[0] ?? 'unknown trouble'}.`;
  }
}
