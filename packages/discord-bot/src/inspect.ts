/** What Discord knows about this bot, for `pnpm run doctor`. Opens no gateway connection and changes nothing. */
import { DiscordAPIError, HTTPError, type REST, Routes } from 'discord.js';
import { readApplication } from './check-start.ts';
import { createRest } from './gateway/client.ts';
import { type Can, commandRoute, isRegistered, WITH_LOCALISATIONS } from './registration/register.ts';
import type { DiscordSettings } from './settings.ts';

export type DiscordInspection = {
  readonly kind: 'seen';
  /** Whether DISCORD_APPLICATION_ID belongs to the token. */
  readonly ownApplication: boolean;
  /** Whether DISCORD_PUBLIC_KEY is; true if unset. */
  readonly ownPublicKey: boolean;
  /** Whether the bot is in DISCORD_GUILD_ID; true if unset. */
  readonly guild: boolean;
  /** The DISCORD_ALLOWED_ROLES that do not exist in the server. */
  readonly missingRoles: readonly string[];
  readonly commands: 'current' | 'stale' | 'missing' | 'no-access';
};

export async function inspectDiscord(
  settings: DiscordSettings,
  can: Can,
): Promise<DiscordInspection | { readonly kind: 'token-refused' } | { readonly kind: 'unreachable' }> {
  const rest = createRest(settings);
  try {
    const { id: own, verify_key: key } = await readApplication(rest);
    const roles = await rolesOf(rest, settings.guildId);
    return {
      kind: 'seen',
      ownApplication: own === settings.applicationId,
      ownPublicKey: settings.http === undefined || key === undefined || key.toLowerCase() === settings.http.publicKey,
      guild: roles !== undefined,
      missingRoles: roles === undefined ? [] : settings.allowedRoles.filter((role) => !roles.includes(role)),
      commands: await commandState(rest, settings, can),
    };
  } catch (thrown) {
    if (thrown instanceof DiscordAPIError || thrown instanceof HTTPError) {
      if (thrown.status === 401) return { kind: 'token-refused' };
    }
    return { kind: 'unreachable' };
  }
}

/** Nothing where the bot is not in the server; an empty list where no server is set. */
async function rolesOf(rest: REST, guildId: string | undefined): Promise<readonly string[] | undefined> {
  if (guildId === undefined) return [];
  try {
    const roles = (await rest.get(Routes.guildRoles(guildId))) as { id: string }[];
    return roles.map(({ id }) => id);
  } catch (thrown) {
    if (isRefusal(thrown)) return undefined;
    throw thrown;
  }
}

async function commandState(rest: REST, settings: DiscordSettings, can: Can): Promise<DiscordInspection['commands']> {
  try {
    const registered = (await rest.get(commandRoute(settings), WITH_LOCALISATIONS)) as unknown[];
    // Registered globally they show in this server as well.
    const global =
      settings.guildId === undefined
        ? []
        : await rest.get(commandRoute({ ...settings, guildId: undefined }), WITH_LOCALISATIONS);
    if (isRegistered(global, can)) return 'current';
    return registered.length === 0 ? 'missing' : isRegistered(registered, can) ? 'current' : 'stale';
  } catch (thrown) {
    if (isRefusal(thrown)) return 'no-access';
    throw thrown;
  }
}

const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof DiscordAPIError && (thrown.status === 403 || thrown.status === 404);
