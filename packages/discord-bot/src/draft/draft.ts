/** What a person filled in so far, as they wrote it, mistakes included, so that they can correct them. */
import { randomBytes } from 'node:crypto';
import type { RoleName } from '@countersign/core/escrow';

/** The people of an escrow as they are asked for, each with the roles that they take. */
export const PARTS = {
  client: ['approver', 'releaseSigner'],
  worker: ['serviceProvider', 'receiver'],
  platform: ['platformAddress'],
  arbiter: ['disputeResolver'],
} as const satisfies Record<string, readonly RoleName[]>;
export type PartName = keyof typeof PARTS;

/** Of its panel, each with a form. */
export type Section = 'basics' | 'people' | 'milestones' | 'token';

export const PART_NAMES = Object.keys(PARTS) as PartName[];

export type DraftFields = {
  readonly title: string;
  readonly description: string;
  readonly engagementId: string;
  /** Absent: each milestone is paid by itself. */
  readonly kind?: 'single';
  /** Ids of those who were chosen in Discord; their wallets are looked up each time. */
  readonly people: Readonly<Partial<Record<PartName, string>>>;
  /** Lines such as `receiver: G…`, which count more than who was chosen. */
  readonly peopleLines: string;
  /** Lines such as `10.5 | Sketches`. */
  readonly milestoneLines: string;
  /** A contract, or a name that is known. */
  readonly token: string;
  readonly platformFee: string;
};

export type Draft = { readonly id: string; readonly fields: DraftFields; readonly changedAt: number };

export const newDraftId = (): string => randomBytes(8).toString('hex');

export const newEngagementId = (): string => `DISCORD-${randomBytes(4).toString('hex').toUpperCase()}`;

/** The author is its client until they choose somebody else. */
export function emptyFields(userId: string, money: Pick<DraftFields, 'token' | 'platformFee'>): DraftFields {
  return {
    title: '',
    description: '',
    engagementId: newEngagementId(),
    people: { client: userId },
    peopleLines: '',
    milestoneLines: '',
    ...money,
  };
}
