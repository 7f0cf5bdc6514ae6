import type { NetworkName } from '@countersign/core/network';
import { type Database, putRow } from '@countersign/core/platform/database';
import { isObject } from '@countersign/core/text/fields';
import type { Language } from '@countersign/core/words';
import type { Where } from '../discord/permissions.ts';
import type { Act, Defaults } from '../words/keys.ts';
import type { Person } from './wallet-rows.ts';

export type ServerLimits = {
  /** Decimal strings in units of the token. */
  readonly maxAmount?: string;
  readonly maxPerDay?: string;
  /** Whose amounts of one day are added up. */
  readonly dayOf: 'tenant' | 'person';
  readonly setBy: string;
};

/** Absent or empty values restrict nothing. */
export type ServerSettings = {
  readonly roles?: Readonly<Partial<Record<Act, readonly string[]>>>;
  /** Ids of the channels where the bot may be used; a thread counts as its channel. */
  readonly channels?: readonly string[];
  readonly defaults?: Defaults;
  readonly limits?: ServerLimits;
  readonly logChannel?: string;
  /** Id of the channel where the log ended because the bot could no longer write there. */
  readonly logEndedIn?: string;
  /** Days until settled escrows are forgotten; absent: the installation's setting. */
  readonly retentionDays?: number;
  readonly language?: Language;
  /** Where the message of an escrow is posted, unless its member chose; absent: members are asked. */
  readonly place?: Where;
  /** After how many days without an act a followed escrow's people are reminded first; absent: 2. */
  readonly reminderDays?: number;
  /** The server's language in Discord, used if none was set here. */
  readonly discordLanguage?: Language;
};

export const languageOfServer = ({ language, discordLanguage }: ServerSettings): Language =>
  language ?? discordLanguage ?? 'en';

/** Absent values stay unchanged; `null` removes a value. */
type Changes<Of> = {
  readonly [Key in keyof Of]?: Of[Key] extends string | number | readonly string[] | undefined
    ? Of[Key] | null
    : Changes<Of[Key]> | null;
};

/** `alone`: for the member only. */
type MemberPlace = Where | 'alone';

export type ServerRows = ReturnType<typeof serverRows>;

export function serverRows({ query, write }: Database, network: NetworkName, now: () => number) {
  const mine = 'WHERE guild = $1 AND network = $2';
  return {
    settingsOf: async (guildId: string): Promise<ServerSettings> => {
      const [row] = await query<{ json: string }>(`SELECT json FROM server ${mine}`, guildId, network);
      return row === undefined ? {} : JSON.parse(row.json);
    },
    placeOf: async ({ userId, guildId }: Person) => {
      const sql = 'SELECT place FROM member_place WHERE "user" = $1 AND guild = $2';
      return (await query<{ place: MemberPlace }>(sql, userId, guildId))[0]?.place;
    },
    setPlace: ({ userId: user, guildId: guild }: Person, place: MemberPlace) =>
      putRow(query, 'member_place', { user, guild, place }, '"user", guild'),
    /** Ids of the servers with their own retention time. */
    withRetention: async (): Promise<readonly string[]> => {
      const sql = `SELECT guild FROM server WHERE network = $1 AND json LIKE '%"retentionDays":%'`;
      return (await query<{ guild: string }>(sql, network)).map(({ guild }) => guild);
    },
    /** Changes it only if `isStill` holds. @returns whether it was changed */
    change: (
      guildId: string,
      changes: Changes<ServerSettings>,
      isStill: (known: ServerSettings) => boolean = () => true,
    ): Promise<boolean> =>
      write(async (ask) => {
        await putRow(ask, 'server', { guild: guildId, network, json: '{}', changed: 0 });
        // Locks the row, so that two members can change different settings at the same time.
        const sql = `UPDATE server SET changed = $3 ${mine} RETURNING json`;
        const [row] = await ask<{ json: string }>(sql, guildId, network, now());
        const known = JSON.parse(row?.json ?? '{}');
        if (!isStill(known)) return false;
        const json = JSON.stringify(patched(known, changes));
        await ask(`UPDATE server SET json = $3 ${mine}`, guildId, network, json);
        return true;
      }),
  };
}

/** A JSON merge patch. Source: RFC 7396, section 2. */
function patched(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const fields = new Map(isObject(value) ? Object.entries(value) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) fields.delete(name);
    else if (value !== undefined) fields.set(name, patched(fields.get(name), value));
  }
  return Object.fromEntries(fields);
}
