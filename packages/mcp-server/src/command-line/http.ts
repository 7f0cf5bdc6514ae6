/** `countersign-mcp http`: serves hosts over HTTP until it gets a signal to stop. */
import { CountersignError } from '@countersign/core/errors';
import { ownCommand } from '@countersign/core/platform/launch';
import { createLog, describeThrown } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import { parseSettings } from '@countersign/core/settings';
import { startFailureText } from '@countersign/core/words/problems';
import { createDeskHolder } from '../desk-holder.ts';
import { DEFAULT_HTTP_PORT, type HttpPlan, planHttp } from '../http/plan.ts';
import { serveHttp } from '../http/serve-http.ts';
import { print, readOptions, UsageError, untilStopped } from './run-command.ts';

const usage = () => `usage: ${ownCommand()} http [--host <address>] [--port <number>]
            [--metrics-host <address>] [--metrics-port <number>]

  Serves MCP over HTTP (--port, default ${DEFAULT_HTTP_PORT}, 0 for a free one), until Ctrl-C or SIGTERM.
  On this machine alone it takes the token of COUNTERSIGN_HTTP_TOKEN, or tokens of COUNTERSIGN_OAUTH_ISSUER.
  For other machines it needs COUNTERSIGN_OAUTH_ISSUER and COUNTERSIGN_PUBLIC_URL: behind a proxy on this machine, or
  with --host (0.0.0.0 is every address). The signing page stands under the same address.
  With COUNTERSIGN_METRICS=true it tells figures for Prometheus on an address of their own, of this machine alone
  unless --metrics-host says otherwise (--metrics-port, default 0 for a free one). Keep it from the public.`;

const OPTIONS = {
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: String(DEFAULT_HTTP_PORT) },
  'metrics-host': { type: 'string', default: '127.0.0.1' },
  'metrics-port': { type: 'string', default: '0' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** For how long requests are still answered: balancers check every second or two. At a terminal no one waits for it. */
const NOTICE_MS = { SIGTERM: 2_000, SIGINT: 0 } as const;
/** The process ends after this even if something does not close. */
const CLOSE_MS = 60_000;

export async function run(args: readonly string[]): Promise<void> {
  const { positionals, values } = readOptions(args, OPTIONS);
  if (values.help) return print(usage());
  const place = placeOf(values.host, values.port);
  const figuresPlace = placeOf(values['metrics-host'], values['metrics-port']);
  if (place === undefined || figuresPlace === undefined || positionals.length > 0) throw new UsageError(usage());
  try {
    await serve(place, figuresPlace);
  } catch (thrown) {
    if (!(thrown instanceof CountersignError) || thrown.code !== 'SETTING_INVALID') throw thrown;
    process.stderr.write(startFailureText(thrown));
    process.exitCode = 1;
  }
}

type ListenAddress = { readonly host: string; readonly port: number };

function placeOf(host: string, port: string): ListenAddress | undefined {
  const fits = /^\d{1,5}$/.test(port) && Number(port) <= 65_535 && /^[\w.:-]{1,253}$/.test(host);
  return fits ? { host, port: Number(port) } : undefined;
}

async function serve(address: ListenAddress, figuresPlace: ListenAddress): Promise<void> {
  const settings = parseSettings(process.env);
  const plan = planHttp(settings, address);
  const { redact } = createSecretScanner(settings.credentials);
  const log = createLog({ level: settings.log, redact, write: (line) => process.stderr.write(line) });
  process.on('uncaughtException', (thrown) => {
    log('error', 'ended by an unexpected error', { cause: describeThrown(thrown) });
    process.exit(1);
  });
  const stopped = untilStopped();
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  if (settings.databaseUrl !== undefined) {
    const { waitForDatabase } = await import('@countersign/core/platform/postgres/database');
    await waitForDatabase(settings.databaseUrl, log, stopping.signal);
    if (stopping.signal.aborted) return;
  }
  const figures = settings.metrics ? (await import('@countersign/core/metrics')).createMetrics() : undefined;
  const holder = createDeskHolder(settings, log, figures);
  try {
    const desk = await holder.open();
    const metrics = figures && { figures, address: figuresPlace.host, port: figuresPlace.port };
    const { url, port, figuresUrl, stop } = await serveHttp(plan, { settings, desk, log, metrics });
    print(readyText(url, port, figuresUrl, desk.network.name, plan));
    const noticeMs = NOTICE_MS[await stopped];
    setTimeout(() => process.exit(), CLOSE_MS).unref();
    await stop(noticeMs);
  } finally {
    await holder.close();
  }
}

function readyText(
  url: string,
  port: number,
  figuresUrl: string | undefined,
  network: string,
  { address = 'this machine', issuer, token }: HttpPlan,
): string {
  const ways = [
    ...(issuer === undefined ? [] : [`access tokens of ${issuer}`]),
    ...(token === undefined ? [] : ['the token of COUNTERSIGN_HTTP_TOKEN']),
  ];
  return [
    'Countersign serves MCP over HTTP.',
    '',
    `  address   ${url}`,
    `  port      ${port} of ${address}`,
    `  network   ${network}`,
    `  takes     ${ways.join(', or ')}`,
    ...(figuresUrl === undefined ? [] : [`  metrics   ${figuresUrl}`]),
    '',
    'Ctrl-C ends it.',
  ].join('\n');
}
