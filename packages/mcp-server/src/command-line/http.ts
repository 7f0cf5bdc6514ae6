/** `countersign-mcp http`: the server for hosts that reach it over HTTP, until it is told to end. */
import { parseArgs } from 'node:util';
import { CountersignError } from '@countersign/core/errors';
import { startFailureText } from '@countersign/core/errors/start-failure';
import { createLog, describeThrown } from '@countersign/core/platform/log';
import { createSecretScanner } from '@countersign/core/secrets';
import { parseSettings } from '@countersign/core/settings';
import { createDeskHolder } from '../desk-holder.ts';
import { DEFAULT_HTTP_PORT, type HttpPlan, planHttp, serveHttp } from '../http/index.ts';
import { requireKnownOptions } from './arguments.ts';
import { ownCommand } from './launch.ts';
import { UsageError } from './run-command.ts';

const usage = () => `usage: ${ownCommand()} http [--host <address>] [--port <number>]

  Serves MCP over HTTP (--port, default ${DEFAULT_HTTP_PORT}, 0 for a free one), until Ctrl-C or SIGTERM.
  On this machine alone it takes the token of COUNTERSIGN_HTTP_TOKEN, or tokens of COUNTERSIGN_OAUTH_ISSUER.
  For other machines it needs COUNTERSIGN_OAUTH_ISSUER and COUNTERSIGN_PUBLIC_URL: behind a proxy on this machine, or
  with --host (0.0.0.0 is every address). The signing page stands under the same address.`;

const OPTIONS = {
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: String(DEFAULT_HTTP_PORT) },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Balancers look every second or two. Nobody at a terminal waits for that. */
const NOTICE_MS = { SIGTERM: 2_000, SIGINT: 0 } as const;
/** The process ends after this even if something does not close. */
const CLOSE_MS = 60_000;

export async function run(args: readonly string[]): Promise<void> {
  requireKnownOptions(args, OPTIONS);
  const { positionals, values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  if (values.help) return print(usage());
  const port = Number(values.port);
  const fits = /^\d{1,5}$/.test(values.port) && port <= 65_535 && /^[\w.:-]{1,253}$/.test(values.host);
  if (!fits || positionals.length > 0) throw new UsageError(usage());
  try {
    await serve({ host: values.host, port });
  } catch (thrown) {
    if (!(thrown instanceof CountersignError) || thrown.code !== 'SETTING_INVALID') throw thrown;
    process.stderr.write(startFailureText(thrown));
    process.exitCode = 1;
  }
}

async function serve(asked: { readonly host: string; readonly port: number }): Promise<void> {
  const settings = parseSettings(process.env);
  const plan = planHttp(settings, asked);
  const { redact } = createSecretScanner(settings.credentials);
  const log = createLog({ level: settings.log, redact, write: (line) => process.stderr.write(line) });
  process.on('uncaughtException', (thrown) => {
    log('error', 'ended by an unexpected error', { cause: describeThrown(thrown) });
    process.exit(1);
  });
  const stopped = untilStopped();
  const holder = createDeskHolder(settings, log);
  try {
    const desk = await holder.open();
    const { url, port, stop } = await serveHttp(plan, { settings, desk, log });
    print(readyText(url, port, desk.network.name, plan));
    const noticeMs = await stopped;
    setTimeout(() => process.exit(), CLOSE_MS).unref();
    await stop(noticeMs);
  } finally {
    await holder.close();
  }
}

function readyText(
  url: string,
  port: number,
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
    '',
    'Ctrl-C ends it.',
  ].join('\n');
}

/** @returns how long it goes on for those who do not know yet */
function untilStopped(): Promise<number> {
  return new Promise((resolve) => {
    // A package manager passes the terminal's signal on, so it comes twice.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(NOTICE_MS[signal]));
  });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
