/** What each server set for itself: one row a server and network. */
import type { NetworkName } from '@countersign/core/network';
import type { Language } from '@countersign/core/words';
import type { RowDatabase } from '../rows/database.ts';
import type { Act } from './act.ts';
import type { Defaults } from './default-names.ts';

/** "If not exists": a file may be made older by hand, and opened again. */
export const SERVER_TABLE = `
  CREATE TABLE IF NOT EXISTS server (
    guild TEXT NOT NULL, network TEXT NOT NULL, json TEXT NOT NULL, changed INTEGER NOT NULL,
    PRIMARY KEY (guild, network)
  ) STRICT, WITHOUT ROWID;
`;

export type ServerLimits = {
  /** Decimal strings in units of the token. */
  readonly maxAmount?: string;
  readonly maxPerDay?: string;
  /** Whose amounts of one day count together. */
  readonly dayOf: 'tenant' | 'person';
  /** Id of the member who set them. */
  readonly setBy: string;
};

/** Everything that is absent or empty restricts nothing. */
export type ServerSettings = {
  /** Ids of the roles that may do each act. */
  readonly roles?: Readonly<Partial<Record<Act, readonly string[]>>>;
  /** Ids of the channels where the bot may be used; a thread counts as its channel. */
  readonly channels?: readonly string[];
  readonly defaults?: Defaults;
  readonly limits?: ServerLimits;
  /** Id of the channel or thread where what members do is told. */
  readonly logChannel?: string;
  /** Id of the channel where the log ended by itself: the bot could not write there any more. */
  readonly logEndedIn?: string;
  /** Days after which what settled is forgotten; absent: as the installation keeps it. */
  readonly retentionDays?: number;
  /** Of what is posted for everybody. */
  readonly language?: Language;
  /** The same, as the server set it with Discord: this counts where nothing was set here. */
  readonly discordLanguage?: Language;
};

/** In which what is posted for everybody is said. */
export const languageOfServer = ({ language, discordLanguage }: ServerSettings): Language =>
  language ?? discordLanguage ?? 'en';

/** What is left out stays as it is; `null` removes. */
type Changes<Of> = {
  readonly [Key in keyof Of]?: Of[Key] extends string | number | readonly string[] | undefined
    ? Of[Key] | null
    : Changes<Of[Key]> | null;
};

export type ServerRows = {
  of(guildId: string): Promise<ServerSettings>;
  /** @returns whether it was changed: only where `isStill` so */
  change(
    guildId: string,
    changes: Changes<ServerSettings>,
    isStill?: (known: ServerSettings) => boolean,
  ): Promise<boolean>;
  /** Ids of the servers that keep what settled for a time of their own. */
  withRetention(): Promise<readonly string[]>;
};

export function serverRows({ query, write }: RowDatabase, network: NetworkName, now: () => number): ServerRows {
  const mine = 'WHERE guild = $1 AND network = $2';
  return {
    of: async (guildId) => {
      const [row] = await query<{ json: string }>(`SELECT json FROM server ${mine}`, guildId, network);
      return row === undefined ? {} : JSON.parse(row.json);
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
        // Locks it: of two members who change different settings at the same time, both are kept.
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON merge patch. Source: RFC 7396, section 2. */
function patched(of: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const fields = new Map(isObject(of) ? Object.entries(of) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) fields.delete(name);
    else if (value !== undefined) fields.set(name, patched(fields.get(name), value));
  }
  return Object.fromEntries(fields);
}
