/** What Discord knows about this bot: for `pnpm run doctor`, which connects to no gateway and changes nothing, and before the bot connects. */
import { CountersignError } from '@countersign/core/errors';
import type { Log } from '@countersign/core/platform/log';
import { DiscordAPIError, HTTPError, type REST, Routes } from 'discord.js';
import { createRest, startProblem } from './discord/rest.ts';
import { commandRoute, isRegistered, WITH_LOCALISATIONS } from './registration/register.ts';
import type { DiscordSettings } from './settings.ts';

export type DiscordInspection = {
  readonly kind: 'seen';
  /** Whether DISCORD_APPLICATION_ID belongs to the token. */
  readonly ownApplication: boolean;
  /** Whether DISCORD_PUBLIC_KEY is; true if unset. */
  readonly ownPublicKey: boolean;
  /** Whether the bot is in DISCORD_GUILD_ID; true if unset. */
  readonly guild: boolean;
  readonly missingRoles: readonly string[];
  readonly commands: 'current' | 'stale' | 'missing' | 'no-access';
};

export async function inspectDiscord(
  settings: DiscordSettings,
): Promise<DiscordInspection | { readonly kind: 'token-refused' } | { readonly kind: 'unreachable' }> {
  const rest = createRest(settings);
  try {
    const { id: own, verify_key: key } = await readApplication(rest);
    const roles = await rolesOf(rest, settings.guildId);
    return {
      kind: 'seen',
      ownApplication: own === settings.applicationId,
      ownPublicKey: isOwnKey(key, settings),
      guild: roles !== undefined,
      missingRoles: roles === undefined ? [] : settings.allowedRoles.filter((role) => !roles.includes(role)),
      commands: (await commandState(rest, settings)).state,
    };
  } catch (thrown) {
    const isOfDiscord = thrown instanceof DiscordAPIError || thrown instanceof HTTPError;
    return { kind: isOfDiscord && thrown.status === 401 ? 'token-refused' : 'unreachable' };
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

type Registered = readonly { readonly id: string; readonly name: string }[];

/** @returns also the id of `/escrow`, where it is registered */
async function commandState(
  rest: REST,
  settings: DiscordSettings,
): Promise<{ readonly state: DiscordInspection['commands']; readonly id?: string | undefined }> {
  const idIn = (commands: Registered) => commands.find(({ name }) => name === 'escrow')?.id;
  try {
    const registered = (await rest.get(commandRoute(settings), WITH_LOCALISATIONS)) as Registered;
    if (isRegistered(registered)) return { state: 'current', id: idIn(registered) };
    // Registered globally they show in this server as well.
    const everywhere = commandRoute({ ...settings, guildId: undefined });
    const others = settings.guildId === undefined ? [] : await rest.get(everywhere, WITH_LOCALISATIONS);
    if (isRegistered(others)) return { state: 'current', id: idIn(others as Registered) };
    return { state: registered.length === 0 ? 'missing' : 'stale', id: idIn(registered) };
  } catch (thrown) {
    if (isRefusal(thrown)) return { state: 'no-access' };
    throw thrown;
  }
}

const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof DiscordAPIError && (thrown.status === 403 || thrown.status === 404);

/**
 * Whether id and key are the token's, and the commands registered.
 * @returns the id of `/escrow`, where it is known. @throws SETTING_INVALID, DISCORD_UNREACHABLE
 */
export async function checkStart(rest: REST, settings: DiscordSettings, log: Log): Promise<string | undefined> {
  await requireOwnApplication(rest, settings);
  // Failing to read them is no reason to warn.
  const { state, id } = await commandState(rest, settings).catch(() => ({ state: 'current', id: undefined }));
  if (state === 'stale' || state === 'missing')
    log('warn', 'the commands of this version are not registered', { remedy: 'Run `./countersign bot:register`.' });
  return id;
}

const isOwnKey = (key: string | undefined, { http }: DiscordSettings): boolean =>
  http === undefined || key === undefined || key.toLowerCase() === http.publicKey;

async function requireOwnApplication(rest: REST, settings: DiscordSettings): Promise<void> {
  const { applicationId } = settings;
  const { id: own, verify_key: key } = await readApplication(rest).catch((thrown: unknown) => {
    throw startProblem(thrown);
  });
  if (own !== applicationId) {
    throw new CountersignError('SETTING_INVALID', {
      message: `DISCORD_APPLICATION_ID is ${applicationId}, but DISCORD_TOKEN is of the application ${own}. Copy both from the same application in the developer portal.`,
    });
  }
  // With a wrong key every request would be refused, and Discord would remove the address.
  if (isOwnKey(key, settings)) return;
  throw new CountersignError('SETTING_INVALID', {
    message: `DISCORD_PUBLIC_KEY is not the public key of the application ${own}. Copy it from the developer portal, under “General Information”.`,
  });
}

/** The application that the token belongs to. `verify_key`: by which its requests over HTTP are checked. Source: Discord's reference, "Application Resource". */
async function readApplication(rest: REST): Promise<{ id: string; verify_key?: string }> {
  return (await rest.get(Routes.currentApplication())) as { id: string; verify_key?: string };
}
