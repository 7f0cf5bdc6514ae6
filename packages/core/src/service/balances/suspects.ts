/** Addresses that made a request fail lately: they go in requests of their own. */
import type { Answer } from './balance-batch.ts';

const SUSPECT_MS = 10 * 60_000;
const MAX_SUSPECTS = 1_000;

export type Suspects = {
  has(signer: string, address: string): boolean;
  /** Notes the answer for an address; a failure of the whole request says nothing about it. */
  learn(signer: string, address: string, answer: Answer): void;
};

export function createSuspects(): Suspects {
  /** By signer and address, since when; oldest first. */
  const suspects = new Map<string, number>();
  return {
    has: (signer, address) =>
      performance.now() - (suspects.get(`${signer} ${address}`) ?? Number.NEGATIVE_INFINITY) < SUSPECT_MS,
    learn: (signer, address, answer) => {
      if (answer.kind === 'failed') return;
      const key = `${signer} ${address}`;
      suspects.delete(key);
      if (answer.refused) suspects.set(key, performance.now());
      for (const oldest of suspects.keys()) {
        if (suspects.size <= MAX_SUSPECTS) break;
        suspects.delete(oldest);
      }
    },
  };
}
