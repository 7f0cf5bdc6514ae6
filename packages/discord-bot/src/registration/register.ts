/** Registers the commands with Discord: reads first, and writes only if something changed. */
import type { Fields } from '@countersign/core/text/fields';
import { type REST, Routes } from 'discord.js';
import { startProblem } from '../discord/rest.ts';
import type { DiscordSettings } from '../settings.ts';
import { DEFINITIONS } from './definitions.ts';

/**
 * In one server where DISCORD_GUILD_ID is set (there at once), else globally. What else is there for this
 * application is replaced, and the other scope is cleared: of a command in both, people see two.
 * @param globally although DISCORD_GUILD_ID is set, which then names the server that is cleared. Other servers cannot be
 * known from here.
 * @throws CountersignError SETTING_INVALID, DISCORD_UNREACHABLE
 */
export async function registerCommands(
  rest: REST,
  { applicationId, guildId }: Pick<DiscordSettings, 'applicationId' | 'guildId'>,
  globally = false,
) {
  const inServer = commandRoute({ applicationId, guildId });
  const everywhere = commandRoute({ applicationId, guildId: undefined });
  const [route, other] = globally ? [everywhere, inServer] : [inServer, everywhere];
  try {
    const written = !isRegistered(await rest.get(route, WITH_LOCALISATIONS));
    if (written) await rest.put(route, { body: DEFINITIONS });
    return { written, cleared: guildId !== undefined && (await clear(rest, other)) };
  } catch (thrown) {
    throw startProblem(thrown);
  }
}

/** @returns whether anything stood there */
async function clear(rest: REST, route: ReturnType<typeof commandRoute>): Promise<boolean> {
  const registered = (await rest.get(route)) as readonly unknown[];
  if (registered.length === 0) return false;
  await rest.put(route, { body: [] });
  return true;
}

export function commandRoute({ applicationId, guildId }: Pick<DiscordSettings, 'applicationId' | 'guildId'>) {
  return guildId === undefined
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
}

/** Discord leaves them out otherwise. */
export const WITH_LOCALISATIONS = { query: new URLSearchParams({ with_localizations: 'true' }) };

/** What Discord adds to a definition (ids, versions, defaults, empty lists) makes no difference. */
export const isRegistered = (registered: unknown): boolean =>
  JSON.stringify(essence(registered)) === JSON.stringify(essence(DEFINITIONS));

const COMPARED = [
  ...['type', 'name', 'name_localizations', 'description', 'description_localizations', 'value', 'autocomplete'],
  ...['required', 'min_length', 'max_length', 'contexts', 'integration_types', 'default_member_permissions', 'nsfw'],
  ...['choices', 'options'],
];

function essence(definitions: unknown): unknown {
  if (!Array.isArray(definitions)) return [];
  return definitions.map((definition: Fields) =>
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
