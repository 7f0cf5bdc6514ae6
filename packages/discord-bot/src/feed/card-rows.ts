/** The cards that still change by themselves. */
import type { NetworkName } from '@countersign/core/network';
import type { Database } from '@countersign/core/platform/database';
import type { Language } from '@countersign/core/words';
import type { HeldRows } from './held-rows.ts';

/** A card on the screen of somebody in a server. Its token is valid until `until` (epoch milliseconds). */
export type Card = {
  readonly userId: string;
  readonly guildId: string;
  readonly handle: string;
  readonly applicationId: string;
  readonly token: string;
  readonly messageId: string;
  readonly until: number;
  /** The viewer's language. */
  readonly language: Language;
};

export type CardRows = {
  /**
   * Replaces what is stored for that message: a button on a card brings a fresh token.
   * @param shown what it shows, for the process that follows it later
   */
  keepCard(card: Card, holder: string, shown: string): Promise<void>;
  dropCard(card: Pick<Card, 'token' | 'messageId'>): Promise<void>;
  /** A holder's cards with a valid token, and what they show; null if unknown. */
  cards(holder: string): Promise<readonly (Card & { readonly shown: string | null })[]>;
  /** Those whose token is valid no longer. */
  forgetCards(): Promise<void>;
};

export function cardRows({ query }: Database, held: HeldRows, network: NetworkName, now: () => number): CardRows {
  return {
    keepCard: async ({ token, messageId, applicationId, handle, userId, guildId, until, language }, holder, shown) => {
      // Held first: a card without a holder would never be taken over.
      await held.take(holder, messageId, shown);
      await query(
        `INSERT INTO card (token, message, application, handle, "user", guild, network, until, language)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (message) DO UPDATE SET
           token = excluded.token, handle = excluded.handle, until = excluded.until, language = excluded.language`,
        ...[token, messageId, applicationId, handle, userId, guildId, network, until, language],
      );
    },
    dropCard: async ({ token, messageId }) => {
      await query('DELETE FROM card WHERE token = $1 AND message = $2', token, messageId);
    },
    cards: (holder) =>
      query(
        `SELECT handle, "user" AS "userId", guild AS "guildId", application AS "applicationId", token,
           card.message AS "messageId", until, language, shown
         FROM held JOIN card ON card.message = held.message
         WHERE held.holder = $1 AND held.network = $2 AND until > $3`,
        holder,
        network,
        now(),
      ),
    forgetCards: async () => {
      await query('DELETE FROM card WHERE until < $1', now());
    },
  };
}
