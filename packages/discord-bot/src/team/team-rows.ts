/** Where each request for a signature stands in its server: one card for each handle. */
import type { NetworkName } from '@countersign/core/network';
import type { openDataFile } from '@countersign/core/platform/data-file';

/** "If not exists": a file may be made older by hand, and opened again. */
export const TEAM_SQL = `
  CREATE TABLE IF NOT EXISTS team_card (
    handle TEXT PRIMARY KEY, network TEXT NOT NULL, guild TEXT NOT NULL, channel TEXT NOT NULL, thread TEXT,
    message TEXT, asker TEXT NOT NULL, asked TEXT, signer TEXT NOT NULL, contract TEXT NOT NULL, title TEXT NOT NULL,
    role TEXT NOT NULL, shown TEXT NOT NULL, is_over INTEGER NOT NULL, at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS team_card_open ON team_card (network, is_over);
  CREATE INDEX IF NOT EXISTS team_card_contract ON team_card (guild, contract);
`;

/** The cards whose member was chosen by who asked. A table of its own: the other one has landed. */
export const TEAM_CHOSEN_TABLE = `
  CREATE TABLE IF NOT EXISTS team_chosen (handle TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

export type TeamCard = {
  readonly handle: string;
  readonly guild: string;
  readonly channel: string;
  /** Where it stands, if that is a thread of its own. */
  readonly thread: string | null;
  /** Absent while it is being posted. */
  readonly message: string | null;
  readonly asker: string;
  /** The member who is meant; absent: whoever may sign. */
  readonly asked: string | null;
  /** 1 where who asked chose that member. */
  readonly isChosen: 0 | 1;
  readonly signer: string;
  readonly contract: string;
  readonly title: string;
  /** Who it waits for (`waited-for.ts`). */
  readonly role: string;
  /** What it says now. */
  readonly shown: string;
};

export type TeamRows = {
  get(handle: string): TeamCard | undefined;
  /** False where there is one: of two presses, or processes, one posts it. */
  reserve(card: TeamCard): boolean;
  posted(handle: string, thread: string | null, message: string): void;
  /** @param isOver nothing more becomes of it */
  setShown(handle: string, shown: string, isOver: boolean): void;
  drop(handle: string): void;
  /** Those of a holder that still change. */
  open(holder: string): readonly TeamCard[];
  /** The open ones of an escrow in a server. */
  ofEscrow(guild: string, contract: string): readonly TeamCard[];
};

const COLUMNS = 'handle, guild, channel, thread, message, asker, asked, signer, contract, title, role, shown';
const READ = `${COLUMNS}, EXISTS (SELECT 1 FROM team_chosen WHERE team_chosen.handle = team_card.handle) AS isChosen`;
/** What a process that ended left half done. */
const HALF_DONE_MS = 120_000;

export function createTeamRows(
  database: ReturnType<typeof openDataFile>,
  network: NetworkName,
  now: () => number,
): TeamRows {
  const dropHalfDone = database.prepare('DELETE FROM team_card WHERE message IS NULL AND at < ?');
  const get = database.prepare(`SELECT ${READ} FROM team_card WHERE handle = ?`);
  const reserve = database.prepare(
    `INSERT INTO team_card (${COLUMNS}, network, is_over, at) VALUES (${'?, '.repeat(12)}?, 0, ?)
     ON CONFLICT (handle) DO NOTHING`,
  );
  const choose = database.prepare('INSERT INTO team_chosen (handle) VALUES (?) ON CONFLICT (handle) DO NOTHING');
  const unchoose = database.prepare('DELETE FROM team_chosen WHERE handle = ?');
  const posted = database.prepare('UPDATE team_card SET thread = ?, message = ? WHERE handle = ?');
  const setShown = database.prepare('UPDATE team_card SET shown = ?, is_over = ? WHERE handle = ?');
  const drop = database.prepare('DELETE FROM team_card WHERE handle = ?');
  const isOpen = 'network = ? AND is_over = 0 AND message IS NOT NULL';
  const open = database.prepare(
    `SELECT ${READ} FROM team_card WHERE ${isOpen} AND message IN (SELECT message FROM held WHERE holder = ?)`,
  );
  const ofEscrow = database.prepare(`SELECT ${READ} FROM team_card WHERE ${isOpen} AND guild = ? AND contract = ?`);
  return {
    get: (handle) => get.get(handle) as TeamCard | undefined,
    reserve: (card) => {
      dropHalfDone.run(now() - HALF_DONE_MS);
      const { handle, guild, channel, thread, message, asker, asked, signer, contract, title, role, shown } = card;
      const values = [handle, guild, channel, thread, message, asker, asked, signer, contract, title, role, shown];
      const isOurs = reserve.run(...values, network, now()).changes > 0;
      if (isOurs) (card.isChosen === 1 ? choose : unchoose).run(handle);
      return isOurs;
    },
    posted: (handle, thread, message) => void posted.run(thread, message, handle),
    setShown: (handle, shown, isOver) => void setShown.run(shown, isOver ? 1 : 0, handle),
    drop: (handle) => {
      drop.run(handle);
      unchoose.run(handle);
    },
    open: (holder) => open.all(network, holder) as TeamCard[],
    ofEscrow: (guild, contract) => ofEscrow.all(network, guild, contract) as TeamCard[],
  };
}

/** The channel or thread that its message stands in. */
export function placeOf({ thread, channel }: TeamCard): string {
  return thread ?? channel;
}
