/** The escrows that this service knows: those that were sent through it, and those that it was told of by hash. */
import type { EscrowRecord } from './record.ts';

/** In memory. Where there are more, the oldest are forgotten, and may be re-indexed. */
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
