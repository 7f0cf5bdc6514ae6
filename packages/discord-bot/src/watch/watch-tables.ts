/** Which escrows are followed in which channels, and what was posted there, for all processes of the bot. */

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

/** An escrow that is followed in a channel or thread. */
export type Watched = Place & {
  readonly number: number;
  /** The name under which the desk keeps what was told; another one after all its channels have ended it. */
  readonly follower: string;
  /** When something was last posted, or following began; reminders count from then. */
  readonly changed: number;
  readonly reminded: number;
  readonly due: number | null;
};

/** Something to post. Its key is unique for that channel and escrow. */
export type Happening = { readonly key: string; readonly what: string };

/** Waiting to be posted, or being posted. */
export type Waiting = Happening & {
  readonly number: number;
  readonly watched: Watched;
  /** How often it was refused, or it was unknown whether it had been posted. */
  readonly late: number;
  readonly claimed: number | null;
  readonly retry: number;
  /** Nothing after it waits for that channel and escrow. */
  readonly isLast: boolean;
};

export type WatchRows = {
  /** `full`: the server has reached its limit. */
  follow(place: Place, most: number): Promise<Watched | 'already' | 'full'>;
  unfollow(place: Place): Promise<boolean>;
  drop(number: number): Promise<void>;
  all(): Promise<readonly Watched[]>;
  one(number: number): Promise<Watched | undefined>;
  /** Takes the lease of the one process that polls and posts. @returns whether this process has it, for that long */
  lead(holder: string, ms: number): Promise<boolean>;
  resign(holder: string): Promise<void>;
  /** Queues it once for every channel of that escrow. False if another process holds the lease by now. */
  changed(holder: string, escrow: string, words: readonly Happening[]): Promise<boolean>;
  due(): Promise<readonly Watched[]>;
  /** Queues a reminder, once. */
  remind(watched: Watched, words: Happening | undefined, next: number | null): Promise<void>;
  /** False if something happened since it was read, or somebody else put it off. */
  snooze(watched: Watched, until: number | null): Promise<boolean>;
  /** The oldest of each channel that may be posted now. */
  waiting(): Promise<readonly Waiting[]>;
  /** False if another process has claimed it. */
  claim(waiting: Waiting, retry: number): Promise<boolean>;
  /** It was not posted; retries not before then. */
  pause(waiting: Waiting, retry: number): Promise<void>;
  /** Discord refused it, so nothing was posted; retries not before then. */
  putBack(waiting: Waiting, retry: number): Promise<void>;
  /** It is unknown whether it was posted, or it never will be, so a summary is posted instead. */
  replace(waiting: Waiting, what: string): Promise<void>;
  done(number: number): Promise<void>;
};
