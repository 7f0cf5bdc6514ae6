/** Drafts in the bot's own file. They hold what the person typed, and belong to them in that server alone. */
import type { DatabaseSync } from 'node:sqlite';
import { CountersignError } from '@countersign/core/errors';
import type { NetworkName } from '@countersign/core/network';
import { type Draft, type DraftFields, newDraftId } from './draft.ts';

export const MOST_DRAFTS = 5;
const KEPT_MS = 14 * 24 * 60 * 60_000;

export const DRAFT_TABLE = `
  CREATE TABLE draft (
    id TEXT PRIMARY KEY, user TEXT NOT NULL, guild TEXT NOT NULL, network TEXT NOT NULL, json TEXT NOT NULL,
    changed INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX draft_by_person ON draft (user, guild);
`;

/** Somebody in a server, as `Person` of the state. */
type Owner = { readonly userId: string; readonly guildId: string };

export type Drafts = {
  /** The person's own, the latest first. */
  of(person: Owner): readonly Draft[];
  /** Nothing where it is somebody else's, or was dropped. */
  find(person: Owner, id: string): Draft | undefined;
  /** @throws CountersignError INPUT_INVALID where the person has as many as one may have */
  add(person: Owner, fields: DraftFields): Draft;
  change(person: Owner, id: string, changes: Partial<DraftFields>): Draft | undefined;
  drop(person: Owner, id: string): void;
};

type Row = { readonly id: string; readonly json: string; readonly changed: number };

const draftOf = ({ id, json, changed }: Row): Draft => ({ id, fields: JSON.parse(json), changedAt: changed });

export function openDrafts(database: DatabaseSync, network: NetworkName, now: () => number): Drafts {
  const mine = 'user = ? AND guild = ? AND network = ? AND changed > ?';
  const list = database.prepare(`SELECT id, json, changed FROM draft WHERE ${mine} ORDER BY changed DESC, id`);
  const one = database.prepare(`SELECT id, json, changed FROM draft WHERE ${mine} AND id = ?`);
  const insert = database.prepare(
    'INSERT INTO draft (user, guild, network, id, json, changed) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const update = database.prepare('UPDATE draft SET json = ?, changed = ? WHERE id = ?');
  const drop = database.prepare('DELETE FROM draft WHERE user = ? AND guild = ? AND id = ?');
  const dropOld = database.prepare('DELETE FROM draft WHERE changed <= ?');
  const oldest = () => now() - KEPT_MS;
  const of: Drafts['of'] = ({ userId, guildId }) =>
    (list.all(userId, guildId, network, oldest()) as Row[]).map(draftOf);
  const find: Drafts['find'] = ({ userId, guildId }, id) => {
    const row = one.get(userId, guildId, network, oldest(), id) as Row | undefined;
    return row && draftOf(row);
  };
  dropOld.run(oldest());
  return {
    of,
    find,
    add: (person, fields) => {
      dropOld.run(oldest());
      if (of(person).length >= MOST_DRAFTS) throw tooMany();
      const draft = { id: newDraftId(), fields, changedAt: now() };
      insert.run(person.userId, person.guildId, network, draft.id, JSON.stringify(fields), draft.changedAt);
      return draft;
    },
    change: (person, id, changes) => {
      const before = find(person, id);
      if (before === undefined) return undefined;
      const draft = { id, fields: { ...before.fields, ...changes }, changedAt: now() };
      update.run(JSON.stringify(draft.fields), draft.changedAt, id);
      return draft;
    },
    drop: ({ userId, guildId }, id) => void drop.run(userId, guildId, id),
  };
}

function tooMany(): CountersignError {
  return new CountersignError('INPUT_INVALID', {
    message: `You have ${MOST_DRAFTS} drafts here, the most that are kept.`,
    remedy: 'Open them with /escrow deploy, and discard one that you no longer need.',
  });
}
