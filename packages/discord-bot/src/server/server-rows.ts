/** What each server set for itself, in the bot's own file: one row a server and network. */
import type { DatabaseSync } from 'node:sqlite';
import type { NetworkName } from '@countersign/core/network';
import type { Language } from '@countersign/core/words';
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
  of(guildId: string): ServerSettings;
  change(guildId: string, changes: Changes<ServerSettings>): void;
  /** Ids of the servers that keep what settled for a time of their own. */
  withRetention(): readonly string[];
};

export function serverRows(database: DatabaseSync, network: NetworkName, now: () => number): ServerRows {
  const read = database.prepare('SELECT json FROM server WHERE guild = ? AND network = ?');
  // One statement: of two members who change different settings at the same time, both are kept.
  const write = database.prepare(
    `INSERT INTO server (guild, network, json, changed) VALUES (?1, ?2, json_patch('{}', ?3), ?4)
     ON CONFLICT (guild, network) DO UPDATE SET json = json_patch(json, ?3), changed = excluded.changed`,
  );
  const retaining = database.prepare(
    "SELECT guild FROM server WHERE network = ? AND json_extract(json, '$.retentionDays') IS NOT NULL",
  );
  return {
    of: (guildId) => {
      const row = read.get(guildId, network) as { json: string } | undefined;
      return row === undefined ? {} : JSON.parse(row.json);
    },
    withRetention: () => (retaining.all(network) as { guild: string }[]).map(({ guild }) => guild),
    change: (guildId, changes) => void write.run(guildId, network, JSON.stringify(changes), now()),
  };
}
