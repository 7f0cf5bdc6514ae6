/** `pnpm run doctor`: the server's own doctor, plus checks of the Discord bot and of this checkout's bundle. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { abilitiesOf } from '@countersign/core/settings/abilities';
import { parseDiscordSettings } from '@countersign/discord-bot/settings';
import { STATE_FORMAT } from '@countersign/discord-bot/state';
import { parsed } from '@countersign/mcp-server/command-line/doctor/check-settings';
import { type Beside, run } from '@countersign/mcp-server/command-line/doctor/doctor';
import { type Finding, note, ok, skipped } from '@countersign/mcp-server/command-line/doctor/finding';
import { runCommand } from '@countersign/mcp-server/command-line/run-command';
import { checkDiscord } from './check-discord.ts';

const USAGE = `usage: pnpm run doctor [--json]

  Looks at the settings, the data folder, the escrow service and its credentials, the clock, the network, the pinned
  factory and code, the signing page, the issuer of access tokens and the Discord bot, and says of each what is wrong
  and what to do.
  Asks the service twice, prepares and sends nothing. Ends with 1 where something is wrong.
  --json   the same for machines
`;

await runCommand(() => run(process.argv.slice(2), besideTheServer()));

function besideTheServer(): Beside {
  const { value: discord, findings } = parsed(
    () => parseDiscordSettings(process.env),
    () => ok('Discord settings', 'can be read'),
  );
  const isWanted = Object.keys(process.env).some((name) => name.startsWith('DISCORD_') && process.env[name]?.trim());
  return {
    usage: USAGE,
    dataFiles: [STATE_FORMAT],
    parser: parseDiscordSettings,
    settings: isWanted ? findings : [skipped('Discord settings', 'none are set, so there is no bot')],
    credentials: discord === undefined ? [] : [discord.token],
    look: async (settings) => [
      ...(settings === undefined ? [] : [bundle()]),
      ...(discord === undefined
        ? []
        : await checkDiscord(discord, settings === undefined ? { hasLedger: true } : abilitiesOf(settings))),
    ],
  };
}

function bundle(): Finding {
  const file = fileURLToPath(new URL('../../../packages/mcp-server/dist/cli.js', import.meta.url));
  return existsSync(file)
    ? ok('MCP server', `bundled: ${file}`)
    : note('MCP server', 'is not bundled yet; `pnpm build` makes the file that a host’s configuration names.');
}
