/** Registers the commands with Discord: reads first, and writes only if something changed. */

import { type REST, Routes } from 'discord.js';
import { startProblem } from './client.ts';
import { DEFINITIONS } from './definitions.ts';
import type { DiscordSettings } from './settings.ts';

/**
 * In one server where DISCORD_GUILD_ID is set (there at once), else globally. What else stands there for this
 * application is replaced.
 * @returns whether anything had to be written
 * @throws CountersignError SETTING_INVALID, DISCORD_UNREACHABLE
 */
export async function registerCommands(
  rest: REST,
  settings: Pick<DiscordSettings, 'applicationId' | 'guildId'>,
): Promise<boolean> {
  const route = commandRoute(settings);
  try {
    const registered = await rest.get(route, WITH_LOCALISATIONS);
    if (isRegistered(registered)) return false;
    await rest.put(route, { body: DEFINITIONS });
    return true;
  } catch (thrown) {
    throw startProblem(thrown);
  }
}

/** Where Discord keeps the commands: of one server, or global. */
export function commandRoute({ applicationId, guildId }: Pick<DiscordSettings, 'applicationId' | 'guildId'>) {
  return guildId === undefined
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
}

/** Discord leaves them out otherwise. */
export const WITH_LOCALISATIONS = { query: new URLSearchParams({ with_localizations: 'true' }) };

/** Whether Discord has this version's commands. */
export function isRegistered(registered: unknown): boolean {
  return isSame(registered, DEFINITIONS);
}

type Definition = Readonly<Record<string, unknown>>;

/** What Discord adds to a definition (ids, versions, defaults, empty lists) makes no difference. */
function isSame(registered: unknown, wanted: unknown): boolean {
  return JSON.stringify(essence(registered)) === JSON.stringify(essence(wanted));
}

const COMPARED = [
  'type',
  'name',
  'name_localizations',
  'description',
  'description_localizations',
  'value',
  'autocomplete',
  'required',
  'min_length',
  'max_length',
  'contexts',
  'integration_types',
  'default_member_permissions',
  'nsfw',
  'choices',
  'options',
] as const;

function essence(definitions: unknown): unknown {
  if (!Array.isArray(definitions)) return [];
  return definitions.map((definition: Definition) =>
    Object.fromEntries(
      COMPARED.flatMap((key) => {
        const value = definition[key];
        if (value === undefined || value === null || value === false || value === '') return [];
        if (key.endsWith('_localizations')) return [[key, Object.entries(value as object).sort()]];
        if (!Array.isArray(value)) return [[key, value]];
        if (value.length === 0) return [];
        return [[key, key === 'options' || key === 'choices' ? essence(value) : [...value].sort()]];
      }),
    ),
  );
}
