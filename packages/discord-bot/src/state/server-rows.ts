import type { NetworkName } from '@countersign/core/network';
import type { Database } from '@countersign/core/platform/database';
import { isObject } from '@countersign/core/text/fields';
import type { Language } from '@countersign/core/words';
import type { Where } from '../discord/permissions.ts';
import type { Act, Defaults } from '../words/keys.ts';

/** "If not exists": somebody may lower a file's version by hand and open it again. */
export const SERVER_TABLE = `
  CREATE TABLE IF NOT EXISTS server (
    guild TEXT NOT NULL, network TEXT NOT NULL, json TEXT NOT NULL, changed INTEGER NOT NULL,
    PRIMARY KEY (guild, network)
  ) STRICT, WITHOUT ROWID;
`;

/** Where a member had the message of an escrow posted last. */
export const PLACE_TABLE = `
  CREATE TABLE IF NOT EXISTS member_place (
    user TEXT NOT NULL, guild TEXT NOT NULL, place TEXT NOT NULL, PRIMARY KEY (user, guild)
  ) STRICT, WITHOUT ROWID;
`;

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

type Member = { readonly userId: string; readonly guildId: string };

/** Absent values stay unchanged; `null` removes a value. */
type Changes<Of> = {
  readonly [Key in keyof Of]?: Of[Key] extends string | number | readonly string[] | undefined
    ? Of[Key] | null
    : Changes<Of[Key]> | null;
};

export type ServerRows = {
  /** `alone`: for the member only. */
  placeOf(person: Member): Promise<Where | 'alone' | undefined>;
  setPlace(person: Member, place: Where | 'alone'): Promise<void>;
  settingsOf(guildId: string): Promise<ServerSettings>;
  /** Changes it only if `isStill` holds. @returns whether it was changed */
  change(
    guildId: string,
    changes: Changes<ServerSettings>,
    isStill?: (known: ServerSettings) => boolean,
  ): Promise<boolean>;
  /** Ids of the servers with their own retention time. */
  withRetention(): Promise<readonly string[]>;
};

export function serverRows({ query, write }: Database, network: NetworkName, now: () => number): ServerRows {
  const mine = 'WHERE guild = $1 AND network = $2';
  return {
    settingsOf: async (guildId) => {
      const [row] = await query<{ json: string }>(`SELECT json FROM server ${mine}`, guildId, network);
      return row === undefined ? {} : JSON.parse(row.json);
    },
    placeOf: async ({ userId, guildId }) => {
      const sql = 'SELECT place FROM member_place WHERE "user" = $1 AND guild = $2';
      return (await query<{ place: Where | 'alone' }>(sql, userId, guildId))[0]?.place;
    },
    setPlace: async ({ userId, guildId }, place) => {
      await query(
        `INSERT INTO member_place ("user", guild, place) VALUES ($1, $2, $3)
         ON CONFLICT ("user", guild) DO UPDATE SET place = excluded.place`,
        userId,
        guildId,
        place,
      );
    },
    withRetention: async () => {
      const sql = `SELECT guild FROM server WHERE network = $1 AND json LIKE '%"retentionDays":%'`;
      return (await query<{ guild: string }>(sql, network)).map(({ guild }) => guild);
    },
    change: (guildId, changes, isStill = () => true) =>
      write(async (ask) => {
        await ask(
          `INSERT INTO server (guild, network, json, changed) VALUES ($1, $2, '{}', 0)
           ON CONFLICT (guild, network) DO NOTHING`,
          guildId,
          network,
        );
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
