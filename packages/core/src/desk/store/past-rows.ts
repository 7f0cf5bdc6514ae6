/** Turns rows into past offers, for both engines. */
import type { PastOffer } from './offers.ts';

export type PastRow = {
  hash: string;
  handle: string;
  tenant: string;
  person: string;
  contract_id: string;
  sequence: string | null;
  offered_at: number;
  expires_at: number;
};

export function readPast(row: PastRow): PastOffer {
  return {
    hash: row.hash,
    handle: row.handle,
    owner: { tenant: row.tenant, id: row.person },
    contractId: row.contract_id,
    ...(row.sequence === null ? {} : { sequence: row.sequence }),
    offeredAt: row.offered_at,
    expiresAt: row.expires_at,
  };
}
