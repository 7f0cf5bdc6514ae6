import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { createLog, describeThrown } from '@countersign/core/platform/log';
import { keepLoopbackDirect } from '@countersign/core/platform/loopback';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { credentialsIn, parseSettings, type Settings } from '@countersign/core/settings';
import { startFailureText } from '@countersign/core/words/problems';
import { LOOPBACK } from '@countersign/local-http';
import { openDeskWithPage } from '@countersign/signing-page';
import { createRest } from './discord/rest.ts';
import { serveHealth } from './health.ts';
import { endpointAddress } from './http/address.ts';
import { registerCommands } from './registration/register.ts';
import { type DiscordSettings, parseDiscordSettings } from './settings.ts';
import { startBot } from './start-bot.ts';

/** The process ends this long after the signal to stop, even if something does not close. */
const CLOSE_MS = 15_000;

/** How long requests over HTTP are answered after the stop, while a balancer notices that it is not ready. */
const NOTICE_MS = 2_000;

const USAGE =
  'Usage: ./countersign bot [--health-port <port>] [--health-host <address>] [--page-port <port>] [--public-url <address>], or ./countersign bot:register [--global]';

export async function main(args: readonly string[]): Promise<void> {
  keepLoopbackDirect(process.env);
  try {
    refuseSecrets(args, createSecretScanner(credentialsIn(process.env)));
    if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(`${USAGE}\n`);
    const commandLine = readArguments(args);
    const discord = parseDiscordSettings(process.env);
    if (commandLine.register) return await register(discord, commandLine.globally);
    const { publicUrl = process.env['COUNTERSIGN_PUBLIC_URL'] } = commandLine;
    await run(parseSettings({ ...process.env, COUNTERSIGN_PUBLIC_URL: publicUrl }), discord, commandLine);
  } catch (thrown) {
    process.stderr.write(startFailureText(toCountersignError(portInUse(thrown) ?? thrown)));
    process.exitCode = 1;
  }
}

async function register(discord: DiscordSettings, globally: boolean): Promise<void> {
  const { written, cleared } = await registerCommands(createRest(discord), discord, globally);
  const isGlobal = globally || discord.guildId === undefined;
  const where = isGlobal ? 'globally' : `in server ${discord.guildId}`;
  process.stderr.write(
    written ? `The command /escrow is registered ${where}.\n` : `The command /escrow is registered ${where} already.\n`,
  );
  const other = isGlobal ? `in server ${discord.guildId}` : 'globally';
  if (cleared)
    process.stderr.write(`What was registered ${other} is removed, so that nobody sees the command twice.\n`);
  if (discord.guildId !== undefined) return;
  process.stderr.write(
    'A server where it was registered alone shows it twice: run `./countersign bot:register --global` with its DISCORD_GUILD_ID.\n',
  );
}

async function run(settings: Settings, discord: DiscordSettings, args: Arguments): Promise<void> {
  const { healthPort, healthHost, pagePort } = args;
  const scanner = createSecretScanner(settings.credentials);
  const log = createLog({ level: settings.log, redact: scanner.redact, write: (line) => process.stderr.write(line) });
  process.on('uncaughtException', (thrown) => {
    log('error', 'ended by an unexpected error', { cause: describeThrown(thrown) });
    process.exit(1);
  });
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  if (settings.databaseUrl !== undefined) {
    const { waitForDatabase } = await import('@countersign/core/platform/postgres/database');
    await waitForDatabase(settings.databaseUrl, log, stopping.signal);
    if (stopping.signal.aborted) return;
  }
  const metrics = settings.metrics ? (await import('@countersign/core/metrics')).createMetrics() : undefined;
  const open: (() => Promise<void>)[] = [];
  try {
    const { desk, pageUrl, close } = await openDeskWithPage(settings, {
      ...(pagePort === undefined ? {} : { port: pagePort }),
      log,
      ...(metrics === undefined ? {} : { onExchange: metrics.exchange, onRpcExchange: metrics.rpcExchange }),
      startSandbox: async () => await (await import('./sandbox.ts')).startSandbox(settings),
    });
    open.push(close);
    metrics?.watchDesk(desk);
    metrics?.watchInstallation(settings);
    const { feeStop, dataDir, databaseUrl } = settings;
    const bot = await startBot({ desk, discord, pageUrl, feeStop, dataDir, databaseUrl, scanner, log, metrics });
    const { interactionsUrl } = bot;
    open.push(() => bot.close(interactionsUrl === undefined ? 0 : NOTICE_MS));
    const watched = { ...bot, metrics: desk.metrics, figures: metrics };
    const health = await serveHealth(healthPort, watched, healthHost);
    // Reports "not ready" until the bot has ended.
    open.splice(-1, 0, health.close);
    if (interactionsUrl !== undefined) {
      const interactionsEndpointUrl = endpointAddress(settings.publicUrl);
      log('info', 'takes interactions over HTTP', { listens: interactionsUrl, interactionsEndpointUrl });
    }
    log('info', 'ready', { network: desk.network.name, health: health.url, signingPage: pageUrl });
    await Promise.race([stopped, bot.ended]);
    if (bot.hasEnded()) process.exitCode = 1;
    log('info', 'ending');
  } catch (thrown) {
    const isOurs = toCountersignError(portInUse(thrown) ?? thrown).code !== 'INTERNAL';
    if (!isOurs) log('error', 'unexpected error', { cause: describeThrown(thrown) });
    throw thrown;
  } finally {
    setTimeout(() => process.exit(), CLOSE_MS).unref();
    for (const close of open.reverse()) await close();
  }
}

type Arguments = ReturnType<typeof readArguments>;

/** @returns `publicUrl`: in place of COUNTERSIGN_PUBLIC_URL. @throws CountersignError INPUT_INVALID */
function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'health-port': { type: 'string', default: '0' },
        'health-host': { type: 'string', default: LOOPBACK },
        'page-port': { type: 'string' },
        'public-url': { type: 'string' },
        global: { type: 'boolean', default: false },
      },
    });
    const healthPort = Number(values['health-port']);
    const pagePort = values['page-port'] === undefined ? undefined : Number(values['page-port']);
    const fits = [healthPort, pagePort ?? 0].every((port) => Number.isInteger(port) && port >= 0 && port <= 65_535);
    const register = positionals[0] === 'register';
    const globally = values.global;
    if (fits && positionals.length === (register ? 1 : 0) && (register || !globally))
      return {
        ...{ register, globally, healthPort, pagePort },
        ...{ healthHost: values['health-host'], publicUrl: values['public-url'] },
      };
  } catch {
    // An unknown option: the usage line says it all.
  }
  throw new CountersignError('INPUT_INVALID', { message: 'The arguments are not valid.', remedy: USAGE });
}

function portInUse(thrown: unknown): CountersignError | undefined {
  const { code, port, address } = thrown as { code?: unknown; port?: unknown; address?: unknown };
  const isNoAddress = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND';
  if (!isNoAddress && code !== 'EADDRINUSE') return undefined;
  const message = isNoAddress
    ? `This machine has no address ${address ?? 'of that name'}; give --health-host another one.`
    : `Port ${port} is in use; give another one.`;
  return new CountersignError('SETTING_INVALID', { message, remedy: USAGE });
}
