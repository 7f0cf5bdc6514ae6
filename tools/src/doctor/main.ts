/** `pnpm run doctor`: the server's own doctor, plus checks of the Discord bot. */
import type { Settings } from '@countersign/core/settings';
import { isLoopback } from '@countersign/core/settings/base-url';
import { type DiscordInspection, inspectDiscord } from '@countersign/discord-bot/inspect';
import { type DiscordSettings, parseDiscordSettings } from '@countersign/discord-bot/settings';
import { STATE_FORMAT } from '@countersign/discord-bot/tables';
import { type DoctorScene, run } from '@countersign/mcp-server/command-line/doctor/doctor';
import { type Finding, note, ok, parsed, skipped, wrong } from '@countersign/mcp-server/command-line/doctor/findings';
import { runCommand } from '@countersign/mcp-server/command-line/run-command';

const PORTAL = 'Copy it from Discord’s developer portal.';

/** Discord: whether it accepts the token, knows the application and the server, and has the commands. */
async function checkDiscord(settings: DiscordSettings): Promise<Finding[]> {
  const look = await inspectDiscord(settings);
  if (look.kind === 'unreachable') {
    return [wrong('Discord', 'cannot be reached.', 'Check the connection, and DISCORD_API_URL if it is set.')];
  }
  if (look.kind === 'token-refused') {
    return [
      wrong(
        'DISCORD_TOKEN',
        'is not taken by Discord.',
        'Reset it in the developer portal under “Bot”, and set the new one.',
      ),
    ];
  }
  return [
    ok('DISCORD_TOKEN', 'is taken by Discord'),
    look.ownApplication
      ? ok('DISCORD_APPLICATION_ID', 'is the token’s')
      : wrong('DISCORD_APPLICATION_ID', 'is another application’s than the token’s.', PORTAL),
    ...publicKey(settings, look),
    ...server(settings, look),
    commands(look),
  ];
}

function publicKey({ http }: DiscordSettings, { ownPublicKey }: DiscordInspection): Finding[] {
  if (http === undefined) return [];
  return ownPublicKey
    ? [ok('DISCORD_PUBLIC_KEY', 'is the application’s')]
    : [wrong('DISCORD_PUBLIC_KEY', 'is another application’s.', PORTAL)];
}

function server({ guildId, allowedRoles }: DiscordSettings, { guild, missingRoles }: DiscordInspection): Finding[] {
  if (guildId === undefined) {
    const roles =
      allowedRoles.length === 0
        ? []
        : [skipped('DISCORD_ALLOWED_ROLES', 'cannot be looked up without DISCORD_GUILD_ID')];
    return [note('DISCORD_GUILD_ID', 'is not set: every server that adds the bot is served.'), ...roles];
  }
  if (!guild) {
    return [
      wrong(
        'DISCORD_GUILD_ID',
        'is a server that the bot is not in.',
        'Invite it there, with the scopes bot and applications.commands.',
      ),
    ];
  }
  if (allowedRoles.length === 0) {
    return [
      ok('DISCORD_GUILD_ID', 'is a server that the bot is in'),
      note('DISCORD_ALLOWED_ROLES', 'is not set: everybody who may use the command may deploy.'),
    ];
  }
  return [
    ok('DISCORD_GUILD_ID', 'is a server that the bot is in'),
    missingRoles.length === 0
      ? ok('DISCORD_ALLOWED_ROLES', `${allowedRoles.length} roles, all of this server`)
      : wrong(
          'DISCORD_ALLOWED_ROLES',
          `${missingRoles.join(', ')} is no role of this server.`,
          'Copy the role’s id in Discord (developer mode).',
        ),
  ];
}

function commands({ commands: state }: DiscordInspection): Finding {
  if (state === 'current') return ok('commands', 'are registered');
  return state === 'no-access'
    ? wrong('commands', 'may not be read there.', 'Invite the bot with the scope applications.commands.')
    : wrong(
        'commands',
        state === 'missing' ? 'are not registered.' : 'are registered as an older version had them.',
        'Run `./countersign bot:register`.',
      );
}

const TEAM = 'discord-team';
const LINKS = 'signing links';

const USAGE = `usage: pnpm run doctor [--json] [--for ${TEAM}]

  Looks at the settings, the data folder, the escrow service and its credentials, the clock, the network, the pinned
  factory and code, the signing page, the issuer of access tokens and the Discord bot, and says of each what is wrong
  and what to do.
  Asks the service twice, prepares and sends nothing. Ends with 1 where something is wrong.
  --json               the same for machines
  --for ${TEAM}   also whether everyone in a Discord server can sign, not only at the bot's computer
`;

await runCommand(() => run(process.argv.slice(2), besideTheServer()));

function besideTheServer(): DoctorScene {
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
    uses: [TEAM],
    look: async (settings, use) => [
      ...(discord === undefined && use === TEAM
        ? [
            wrong(
              'Discord settings',
              'are missing or not valid, so there is no bot.',
              'Set DISCORD_TOKEN and the others.',
            ),
          ]
        : []),
      ...(settings === undefined || discord === undefined ? [] : signingLinks(settings, use === TEAM)),
      ...(discord === undefined ? [] : await checkDiscord(discord)),
    ],
  };
}

/** @param isForTeam whether the bot is for people at other computers, which is then wrong without a public address */
function signingLinks({ publicUrl, readOnly }: Settings, isForTeam: boolean): Finding[] {
  if (readOnly) return [];
  if (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname)) {
    return [ok(LINKS, `lead to ${publicUrl}, for everyone`)];
  }
  const message = 'open only on this computer, so no one else in Discord can sign.';
  return [
    isForTeam
      ? wrong(LINKS, message, 'Set COUNTERSIGN_PUBLIC_URL to an https address whose proxy leads to the signing page.')
      : note(LINKS, message),
  ];
}
