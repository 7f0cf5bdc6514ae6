/** The index of escrows: those sent through this service, and those re-indexed by hash. */
import type { EscrowRecord } from './record.ts';

/** The index is in memory. Beyond this number the oldest are dropped, and can be re-indexed. */
const MOST = 100_000;

export class EscrowIndex {
  readonly #records = new Map<string, EscrowRecord>();

  get(contractId: string): EscrowRecord | undefined {
    return this.#records.get(contractId);
  }

  put(record: EscrowRecord): EscrowRecord {
    this.#records.set(record.contractId, record);
    const [oldest] = this.#records.keys();
    if (this.#records.size > MOST && oldest !== undefined) this.#records.delete(oldest);
    return record;
  }

  all(): readonly EscrowRecord[] {
    return [...this.#records.values()];
  }
}
