/**
 * `pnpm start`: everything but the assistant's own server, until stopped. The escrow service on its embedded ledger
 * (unless ESCROW_API_URL names a real one), the signing page, the Discord bot if it has a token, and MCP over HTTP if
 * authentication is configured.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CountersignError } from '@countersign/core/errors';
import { createLog } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import { parseSettings, SANDBOX_CREDENTIALS } from '@countersign/core/settings';
import { EARLIER_PINS } from '@countersign/core/settings/variables';
import { endpointAddress, listeningAddress } from '@countersign/discord-bot/interactions-address';
import { parseDiscordSettings } from '@countersign/discord-bot/settings';
import { startSandbox } from '@countersign/escrow-service';
import { HOSTS, type Host } from '@countersign/mcp-server/command-line/hosts';
import { UsageError } from '@countersign/mcp-server/command-line/run-command';
import { DEFAULT_HTTP_PORT, planHttp, serveHttp } from '@countersign/mcp-server/http';
import { openDeskWithPage } from '@countersign/signing-page';
import { type Resources, withResources } from '../command-line/resources.ts';
import { runWithOptions } from '../command-line/run-with-options.ts';

/** The Discord bot as a separate process in this process's group: a crash of one does not end the other. */
type RunningBot = {
  /** Settles with the exit code when the bot has ended without being stopped. */
  readonly ended: Promise<number>;
  /** Lets it finish what it does, then ends it. */
  close(): Promise<void>;
};

/** How long the bot may take to drain; a little longer than it gives itself. */
const DRAIN_MS = 16_000;

/** As in the script `bot`: Node would reserve up to 128 MB for young objects, which a bot does not need. */
const YOUNG_MB = '--max-semi-space-size=4';

/** @param environment the bot's settings, the service to use among them */
function runBot(environment: NodeJS.ProcessEnv): RunningBot {
  const script = fileURLToPath(new URL('../../../packages/discord-bot/src/cli.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [YOUNG_MB, script], {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => Number(code ?? 1));
  return {
    ended,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS);
      await ended;
      clearTimeout(force);
    },
  };
}

/**
 * In the format that most hosts read. From source and with the checkout's own Node: always this checkout's current code,
 * while a bundle may be older.
 * @param env what the server needs to use the same service and data folder
 */
function hostConfiguration(env: Readonly<Record<string, string>>): string {
  const entry = fileURLToPath(import.meta.resolve('@countersign/mcp-server/cli'));
  return (HOSTS['claude-desktop'] as Host).configuration({ command: process.execPath, args: [entry], env });
}

const USAGE = `usage: pnpm start [--port N] [--http-port N]

  Runs the escrow service (--port, default 4010, 0 for a free one), the signing page, and the Discord bot where
  DISCORD_TOKEN is set, until Ctrl-C. With ESCROW_API_URL set it uses that service and starts none. Where
  COUNTERSIGN_HTTP_TOKEN or COUNTERSIGN_OAUTH_ISSUER is set it serves MCP over HTTP too (--http-port, default ${DEFAULT_HTTP_PORT}).`;

const DEFAULT_PORT = '4010';

const OPTIONS = {
  port: { type: 'string', default: DEFAULT_PORT },
  'http-port': { type: 'string', default: String(DEFAULT_HTTP_PORT) },
} as const;

await runWithOptions({ usage: USAGE, options: OPTIONS }, async (values) => {
  const [port, httpPort] = [Number(values.port), Number(values['http-port'])] as const;
  if (![port, httpPort].every((each) => Number.isInteger(each) && each >= 0 && each <= 65_534)) {
    throw new UsageError(USAGE);
  }
  const stopped = untilStopped();
  const stopping = new AbortController();
  process.exitCode = await withResources((resources) =>
    Promise.race([run(port, httpPort, resources, stopping.signal), stopped]).finally(() => stopping.abort()),
  );
});

/** Settles only when the bot ends without being stopped, with its exit code. */
async function run(port: number, httpPort: number, { defer }: Resources, stopping: AbortSignal): Promise<number> {
  const given = parseSettings(process.env);
  const isOverHttp = given.http.httpToken !== undefined || given.http.oauthIssuer !== undefined;
  const plan = isOverHttp ? planHttp(given, { host: '127.0.0.1', port: httpPort }) : undefined;
  let service: Record<string, string> = {};
  if (given.serviceUrl === undefined && given.network.name === 'sandbox') {
    const { accessToken, apiKey } = given;
    const sandbox = await startSandbox({
      dataDir: given.dataDir,
      network: given.network,
      port,
      // A fixed port if the page's is fixed, so that a host's configuration stays valid after a restart.
      ledgerPort: port === 0 ? 0 : port + 1,
      ...(accessToken === undefined ? {} : { accessToken }),
      apiKey,
    }).catch(portInUse);
    defer(sandbox.close);
    const { isDirect } = given.network;
    service = {
      ...(isDirect === true ? {} : { ESCROW_API_URL: sandbox.url }),
      ...{ STELLAR_NETWORK: 'sandbox', STELLAR_RPC_URL: sandbox.rpcUrl },
    };
  }
  const settings = parseSettings({ ...process.env, ...service });
  const { redact } = createSecretScanner(settings.credentials);
  // A person reads this screen; request logs are printed only if asked for.
  const level = process.env['COUNTERSIGN_LOG'] ? settings.log : 'warn';
  const log = createLog({ level, redact, write: (line) => process.stderr.write(line) });
  if (settings.databaseUrl !== undefined) {
    const { waitForDatabase } = await import('@countersign/core/platform/postgres/database');
    await waitForDatabase(settings.databaseUrl, log, stopping);
    if (stopping.aborted) return 0;
  }
  const page = await openDeskWithPage(settings, { log, startSandbox: noSandbox });
  defer(page.close);
  const http = plan === undefined ? undefined : await serveHttp(plan, { settings, desk: page.desk, log });
  if (http !== undefined) defer(http.stop);
  const rpcUrls = settings.rpcUrls.join(', ');
  const hasBot = ['DISCORD_TOKEN', 'DISCORD_TOKEN_FILE'].some((name) => (process.env[name] ?? '') !== '');
  process.stdout.write(
    redact(
      [
        'Countersign is ready.',
        '',
        `  network        ${settings.network.name}${settings.network.name === 'sandbox' ? ' (simulated, on this machine)' : ''}`,
        `  service        ${settings.serviceUrl ?? 'none (built here, sent by Stellar RPC)'}`,
        `  Stellar RPC    ${rpcUrls === '' ? 'none (outcomes are the service’s word)' : rpcUrls}`,
        `  signing page   ${page.pageUrl ?? 'none (read-only)'}`,
        ...(http === undefined ? [] : [`  MCP over HTTP  ${http.url}`]),
        `  Discord bot    ${hasBot ? 'starting' : 'off (set DISCORD_TOKEN and DISCORD_APPLICATION_ID)'}`,
        ...(hasBot ? overHttp(settings.publicUrl) : []),
        `  data folder    ${settings.dataDir}`,
        '',
        'For an assistant, put this into its host’s configuration:',
        '',
        hostConfiguration({ ...service, ...hostSettings(), COUNTERSIGN_DATA_DIR: settings.dataDir }),
        ...(settings.network.isDirect === true ||
        (settings.accessToken === SANDBOX_CREDENTIALS.accessToken && settings.apiKey === SANDBOX_CREDENTIALS.apiKey)
          ? []
          : ['', 'Put ESCROW_ACCESS_TOKEN and ESCROW_API_KEY there too.']),
        ...(redact(rpcUrls) === rpcUrls ? [] : ['', 'Where [credential] stands, write the key of STELLAR_RPC_URL.']),
        '',
        'Ctrl-C stops everything.',
        '',
      ].join('\n'),
    ),
  );
  if (!hasBot) return await new Promise<never>(() => {});
  const bot = runBot({ ...process.env, ...service });
  defer(bot.close);
  return await bot.ended;
}

/** With a public key: where the bot takes interactions, and what to enter at Discord. */
function overHttp(publicUrl: string | undefined): readonly string[] {
  const { http } = parseDiscordSettings(process.env);
  if (http === undefined) return [];
  const listens = http.port === 0 ? 'a free port' : listeningAddress(http, http.port);
  return [
    `                 takes interactions at ${listens}; “Interactions Endpoint URL”: ${endpointAddress(publicUrl)}`,
  ];
}

/** The settings that an assistant's server shares with this process; the operator adds credentials. */
function hostSettings(): Record<string, string> {
  const shared = [
    'ESCROW_SERVICE',
    'ESCROW_API_URL',
    'COUNTERSIGN_DIRECT',
    'STELLAR_NETWORK',
    'STELLAR_RPC_URL',
    'COUNTERSIGN_WITHOUT_RPC',
    'ESCROW_PINS',
    ...Object.values(EARLIER_PINS),
    'COUNTERSIGN_FEE_STOP',
    'COUNTERSIGN_MAX_AMOUNT',
    'COUNTERSIGN_MAX_PER_DAY',
    'COUNTERSIGN_COUNTERPARTIES',
    'COUNTERSIGN_TOKENS',
    'COUNTERSIGN_LIMITS_UNTIL',
  ];
  return Object.fromEntries(
    shared.flatMap((name) => {
      const value = process.env[name];
      // A host starts its server in another folder.
      return value ? [[name, name === 'ESCROW_PINS' && existsSync(value) ? resolve(value) : value]] : [];
    }),
  );
}

function untilStopped(): Promise<number> {
  return new Promise((resolve) => {
    // A package manager forwards the terminal's signal, so it arrives twice.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(0));
  });
}

function portInUse(cause: NodeJS.ErrnoException): never {
  if (cause.code !== 'EADDRINUSE') throw cause;
  throw new CountersignError('SETTING_INVALID', {
    message: 'The port of the service or of its ledger (the next one) is in use, perhaps by another Countersign.',
    operatorRemedy: 'Stop that one, or give another port: pnpm start --port 0 takes free ones.',
    cause,
  });
}

function noSandbox(): never {
  throw new CountersignError('INTERNAL');
}
