/** Which escrows are told of in which channels, and what was said there: for all processes of the bot. */

export const WATCH_TABLES = `
  CREATE TABLE IF NOT EXISTS watched (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    network TEXT NOT NULL, guild TEXT NOT NULL, channel TEXT NOT NULL, escrow TEXT NOT NULL, follower TEXT NOT NULL,
    at INTEGER NOT NULL, changed INTEGER NOT NULL, reminded INTEGER NOT NULL DEFAULT 0, due INTEGER,
    UNIQUE (network, channel, escrow)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS watched_by_escrow ON watched (network, escrow);
  CREATE INDEX IF NOT EXISTS watched_by_guild ON watched (network, guild);
  CREATE TABLE IF NOT EXISTS said (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    watched INTEGER NOT NULL, key TEXT NOT NULL, what TEXT NOT NULL, late INTEGER NOT NULL DEFAULT 0,
    claimed INTEGER, retry INTEGER NOT NULL DEFAULT 0, done INTEGER,
    UNIQUE (watched, key)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS said_waiting ON said (done, watched);
  CREATE TABLE IF NOT EXISTS watching (network TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS wallet_by_address ON wallet (guild, address);
`;

export type Place = { readonly guildId: string; readonly channelId: string; readonly escrow: string };

/** An escrow that is told of in a channel or thread. */
export type Watched = Place & {
  readonly number: number;
  /** The name under which the desk keeps what was told; another one after all its channels have ended it. */
  readonly follower: string;
  /** When something was told last, or the following began: since then it is somebody's turn. */
  readonly changed: number;
  readonly reminded: number;
  readonly due: number | null;
};

/** Something to say. The key tells it from all else that is said there of that escrow. */
export type Happening = { readonly key: string; readonly what: string };

/** Waits to be said, or is being said. */
export type Waiting = Happening & {
  readonly number: number;
  readonly watched: Watched;
  /** How often it was not known whether it had been said. */
  readonly late: number;
  readonly claimed: number | null;
  readonly retry: number;
  /** Of what waits for that channel and escrow, nothing comes after it. */
  readonly isLast: boolean;
};

export type WatchRows = {
  /** `full`: the server follows as many as it may. */
  follow(place: Place, most: number): Promise<Watched | 'already' | 'full'>;
  unfollow(place: Place): Promise<boolean>;
  drop(number: number): Promise<void>;
  all(): Promise<readonly Watched[]>;
  one(number: number): Promise<Watched | undefined>;
  /** One process at a time looks and tells. True for whoever does so from now on, for so long. */
  lead(holder: string, ms: number): Promise<boolean>;
  resign(holder: string): Promise<void>;
  /** Puts it down for every channel of that escrow, once. False where another process leads by now. */
  changed(holder: string, escrow: string, words: readonly Happening[]): Promise<boolean>;
  due(): Promise<readonly Watched[]>;
  /** Puts a reminder down, once. */
  remind(watched: Watched, words: Happening | undefined, next: number | null): Promise<void>;
  /** False where something happened since it was read, or somebody else put it off. */
  snooze(watched: Watched, until: number | null): Promise<boolean>;
  /** The oldest of each channel that may be said now. */
  waiting(): Promise<readonly Waiting[]>;
  /** False where another process has it. */
  claim(waiting: Waiting, retry: number): Promise<boolean>;
  /** Not said, and not before then. */
  pause(waiting: Waiting, retry: number): Promise<void>;
  /** It is not known whether it was said: it becomes something else to say. */
  replace(waiting: Waiting, what: string): Promise<void>;
  done(number: number): Promise<void>;
};
