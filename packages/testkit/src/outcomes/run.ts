/** What the parts of a schedule work with. */
import { transactionHash } from '@countersign/core/envelope';
import type { Keypair } from '@stellar/stellar-sdk/base';
import { sign } from '../fixtures/deploy-fixture.ts';
import type { LedgerRecord } from './ledger-record.ts';
import type { KnownOffer, Memory } from './memory.ts';
import type { Seats } from './seats.ts';
import { NETWORK, type World } from './world.ts';

export type Run = {
  readonly world: World;
  readonly seats: Seats;
  readonly memory: Memory;
  readonly record: LedgerRecord;
};

export function heal({ world, seats: { face } }: Run): void {
  face.nodes = 'H';
  face.isSilent = false;
  face.isMute = false;
  face.archived.clear();
  world.freeze();
}

/** Whether the RPC says all that the ledger has, and the store knows all that it was told. */
export function isHealthy({ memory, seats: { face } }: Run): boolean {
  if (memory.isTampered || memory.isForgetful) return false;
  return face.nodes === 'H' && !face.isSilent && face.oldest === 1 && face.archived.size === 0;
}

export function signed(key: Keypair, { unsignedXdr }: Pick<KnownOffer, 'unsignedXdr'>): string {
  return sign(unsignedXdr, [key], (transaction) => transactionHash(transaction, NETWORK.passphrase));
}
