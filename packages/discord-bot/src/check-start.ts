/** Before the bot connects: whether application id and public key are the token's, and this version's commands are registered. */
import { CountersignError } from '@countersign/core/errors';
import type { Log } from '@countersign/core/platform/log';
import { type REST, Routes } from 'discord.js';
import { startProblem } from './gateway/client.ts';
import { type Can, commandRoute, isRegistered, WITH_LOCALISATIONS } from './registration/register.ts';
import type { DiscordSettings } from './settings.ts';

/** @throws CountersignError SETTING_INVALID, DISCORD_UNREACHABLE */
export async function checkStart(rest: REST, settings: DiscordSettings, can: Can, log: Log): Promise<void> {
  await requireOwnApplication(rest, settings);
  if (await hasCommands(rest, settings, can)) return;
  log('warn', 'the commands of this version are not registered', { remedy: 'Run `pnpm bot:register`.' });
}

async function requireOwnApplication(rest: REST, { applicationId, http }: DiscordSettings): Promise<void> {
  const { id: own, verify_key: key } = await readApplication(rest).catch((thrown: unknown) => {
    throw startProblem(thrown);
  });
  if (own !== applicationId) {
    throw new CountersignError('SETTING_INVALID', {
      message: `DISCORD_APPLICATION_ID is ${applicationId}, but DISCORD_TOKEN is of the application ${own}. Copy both from the same application in the developer portal.`,
    });
  }
  // With a wrong key every request would be refused, and Discord would remove the address.
  if (http === undefined || key === undefined || key.toLowerCase() === http.publicKey) return;
  throw new CountersignError('SETTING_INVALID', {
    message: `DISCORD_PUBLIC_KEY is not the public key of the application ${own}. Copy it from the developer portal, under “General Information”.`,
  });
}

/** The application that the token belongs to. `verify_key`: by which its requests over HTTP are checked. Source: Discord's reference, "Application Resource". */
export async function readApplication(rest: REST): Promise<{ id: string; verify_key?: string }> {
  return (await rest.get(Routes.currentApplication())) as { id: string; verify_key?: string };
}

/** Commands may be registered in the server or globally. Failing to read them is no reason to warn. */
async function hasCommands(rest: REST, { applicationId, guildId }: DiscordSettings, can: Can): Promise<boolean> {
  const scopes = guildId === undefined ? [undefined] : [guildId, undefined];
  for (const scope of scopes) {
    try {
      if (isRegistered(await rest.get(commandRoute({ applicationId, guildId: scope }), WITH_LOCALISATIONS), can))
        return true;
    } catch {
      return true;
    }
  }
  return false;
}
