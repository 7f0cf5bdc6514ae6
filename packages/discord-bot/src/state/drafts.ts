/** Drafts: what a person filled in so far, as they wrote it, mistakes included, so that they can correct them. */
import { randomBytes } from 'node:crypto';
import { CountersignError } from '@countersign/core/errors';
import type { RoleName } from '@countersign/core/escrow';
import type { NetworkName } from '@countersign/core/network';
import { type Database, putRow, type Query } from '@countersign/core/platform/database';
import type { PartName } from '../words/keys.ts';
import type { Person } from './wallet-rows.ts';

/** The people of an escrow as they are asked for, each with the roles that they take. */
export const PARTS = {
  client: ['approver', 'releaseSigner'],
  worker: ['serviceProvider', 'receiver'],
  platform: ['platformAddress'],
  arbiter: ['disputeResolver'],
} as const satisfies Record<PartName, readonly RoleName[]>;

export const PART_NAMES = Object.keys(PARTS) as PartName[];

export type DraftFields = {
  readonly title: string;
  readonly description: string;
  readonly engagementId: string;
  /** Absent: each milestone is paid separately. */
  readonly kind?: 'single';
  /** Ids of the people who were chosen in Discord; their wallets are looked up each time. */
  readonly people: Readonly<Partial<Record<PartName, string>>>;
  /** Lines such as `receiver: G…`, which count more than who was chosen. */
  readonly peopleLines: string;
  /** Lines such as `10.5 | Sketches`, or `10.5 | Sketches | Ben`. */
  readonly milestoneLines: string;
  /** A contract, or a name that is known; empty for the server's default, else the network's. */
  readonly token: string;
  readonly platformFee: string;
};

export type Draft = { readonly id: string; readonly fields: DraftFields; readonly changedAt: number };

export const newEngagementId = (): string => `DISCORD-${randomBytes(4).toString('hex').toUpperCase()}`;

/** The author is its client until they choose somebody else. */
export function emptyFields(userId: string): DraftFields {
  return {
    title: '',
    description: '',
    engagementId: newEngagementId(),
    people: { client: userId },
    peopleLines: '',
    milestoneLines: '',
    token: '',
    platformFee: '',
  };
}

export const MOST_DRAFTS = 5;
const KEPT_MS = 14 * 24 * 60 * 60_000;

type Row = { readonly id: string; readonly json: string; readonly changed: number };

const draftOf = ({ id, json, changed }: Row): Draft => ({ id, fields: JSON.parse(json), changedAt: changed });

/** They belong to the person in that server only. */
export function openDrafts({ query, write, lock }: Database, network: NetworkName, now: () => number) {
  const mine = '"user" = $1 AND guild = $2 AND network = $3 AND changed > $4';
  const whose = ({ userId, guildId }: Person) => [userId, guildId, network, now() - KEPT_MS] as const;
  const draftsOf = async (ask: Query, person: Person): Promise<readonly Draft[]> => {
    const sql = `SELECT id, json, changed FROM draft WHERE ${mine} ORDER BY changed DESC, id`;
    return (await ask<Row>(sql, ...whose(person))).map(draftOf);
  };
  const forgetOld = async () => {
    await query('DELETE FROM draft WHERE changed <= $1', now() - KEPT_MS);
  };
  return {
    /** The person's own, the latest first. */
    draftsOf: (person: Person) => draftsOf(query, person),
    /** Undefined if it is another person's, or was dropped. */
    find: async (person: Person, id: string): Promise<Draft | undefined> => {
      const sql = `SELECT id, json, changed FROM draft WHERE ${mine} AND id = $5`;
      return (await query<Row>(sql, ...whose(person), id)).map(draftOf)[0];
    },
    /** @throws CountersignError INPUT_INVALID where the person has as many as one may have */
    add: async (person: Person, fields: DraftFields): Promise<Draft> => {
      const { userId: user, guildId: guild } = person;
      const draft = { id: randomBytes(8).toString('hex'), fields, changedAt: now() };
      await forgetOld();
      await write(async (ask) => {
        // Serialises concurrent additions, so that both are counted.
        await lock(ask, `bot drafts ${guild} ${user}`);
        if ((await draftsOf(ask, person)).length >= MOST_DRAFTS) throw tooMany();
        const { id, changedAt: changed } = draft;
        await putRow(ask, 'draft', { user, guild, network, id, json: JSON.stringify(fields), changed });
      });
      return draft;
    },
    change: (person: Person, id: string, changes: Partial<DraftFields>): Promise<Draft | undefined> =>
      write(async (ask) => {
        const changedAt = now();
        // Locks the row, so that two sections can be filled in at the same time.
        const sql = `UPDATE draft SET changed = $6 WHERE ${mine} AND id = $5 RETURNING json`;
        const [row] = await ask<Pick<Row, 'json'>>(sql, ...whose(person), id, changedAt);
        if (row === undefined) return undefined;
        const known: DraftFields = JSON.parse(row.json);
        const fields = { ...known, ...changes, people: { ...known.people, ...changes.people } };
        await ask('UPDATE draft SET json = $1 WHERE id = $2', JSON.stringify(fields), id);
        return { id, fields, changedAt };
      }),
    drop: ({ userId, guildId }: Person, id: string) =>
      query('DELETE FROM draft WHERE "user" = $1 AND guild = $2 AND id = $3', userId, guildId, id),
    forgetOld,
  };
}

function tooMany(): CountersignError {
  return new CountersignError('INPUT_INVALID', {
    message: `You have ${MOST_DRAFTS} drafts here, the most that are kept.`,
    remedy: 'Open them with /escrow deploy, and discard one that you no longer need.',
  });
}
