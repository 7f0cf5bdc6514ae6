/** What a transaction has read and written so far, over a ledger that it does not change until it is merged. */
import { xdr } from '@stellar/stellar-sdk/base';
import { ledgerEntry } from './entries.ts';
import { keyOf, keyText } from './keys.ts';

export type StoredEntry = {
  readonly data: xdr.LedgerEntryData;
  /** Sequence of the ledger that changed it last. */
  readonly modified: number;
  /** Its time to live is over: it is there, but nothing can use it before a transaction restores it. */
  readonly archived?: boolean;
};

/** Reads an entry by its key in base64. */
export type ReadEntry = (key: string) => StoredEntry | undefined;

export class Overlay {
  readonly #below: ReadEntry;
  readonly #ledger: number;
  readonly #touched = new Map<string, xdr.LedgerKey>();
  /** Nothing for an entry that was removed. */
  readonly #written = new Map<string, xdr.LedgerEntryData | undefined>();

  /** `ledger`: the sequence that changes made here will carry. */
  constructor(below: ReadEntry, ledger: number) {
    this.#below = below;
    this.#ledger = ledger;
  }

  readonly read: ReadEntry = (key) => {
    if (!this.#written.has(key)) return this.#below(key);
    const data = this.#written.get(key);
    return data && { data, modified: this.#ledger };
  };

  /** A new one on top of this, for the same ledger. */
  above(): Overlay {
    return new Overlay(this.read, this.#ledger);
  }

  /** An archived entry is restored by this, which counts as writing it. */
  get(key: xdr.LedgerKey): xdr.LedgerEntryData | undefined {
    const text = keyText(key);
    this.#touched.set(text, key);
    const entry = this.read(text);
    if (entry?.archived === true) this.#written.set(text, entry.data);
    return entry?.data;
  }

  /** Whether an entry is archived; it does not count as read. */
  isArchived(key: xdr.LedgerKey): boolean {
    return this.read(keyText(key))?.archived === true;
  }

  account(key: xdr.LedgerKey): xdr.AccountEntry | undefined {
    const data = this.get(key);
    return data?.type === 'account' ? data.account : undefined;
  }

  put(data: xdr.LedgerEntryData): void {
    const key = keyOf(data);
    this.#write(keyText(key), key, data);
  }

  remove(key: xdr.LedgerKey): void {
    this.#write(keyText(key), key, undefined);
  }

  #write(text: string, key: xdr.LedgerKey, data: xdr.LedgerEntryData | undefined): void {
    this.#touched.set(text, key);
    this.#written.set(text, data);
  }

  /** Notes that something was read which is no entry here: the code of a native contract. */
  touch(key: xdr.LedgerKey): void {
    this.#touched.set(keyText(key), key);
  }

  /** What was read and what was written here, in the order of first touch. */
  footprint(): { readonly readOnly: xdr.LedgerKey[]; readonly readWrite: xdr.LedgerKey[] } {
    const keys = [...this.#touched];
    return {
      readOnly: keys.filter(([text]) => !this.#written.has(text)).map(([, key]) => key),
      readWrite: keys.filter(([text]) => this.#written.has(text)).map(([, key]) => key),
    };
  }

  /** The entries written here by their keys in base64, in the order of first write; nothing for a removed one. */
  written(): IterableIterator<[string, xdr.LedgerEntryData | undefined]> {
    return this.#written.entries();
  }

  /** The entries that stand after being written here, each with what stood below before. */
  writes(): readonly { readonly before: StoredEntry | undefined; readonly after: xdr.LedgerEntryData }[] {
    return [...this.#written].flatMap(([key, after]) =>
      after === undefined ? [] : { before: this.#below(key), after },
    );
  }

  /** The writes as the network's transaction meta says them. */
  changes(): xdr.LedgerEntryChange[] {
    return [...this.#written].flatMap(([text, after]): xdr.LedgerEntryChange[] => {
      const before = this.#below(text);
      if (after === undefined) {
        if (before === undefined) return [];
        const removed = xdr.LedgerEntryChange.ledgerEntryRemoved(this.#touched.get(text) as xdr.LedgerKey);
        return [xdr.LedgerEntryChange.ledgerEntryState(ledgerEntry(before.data, before.modified)), removed];
      }
      const now = ledgerEntry(after, this.#ledger);
      if (before === undefined) return [xdr.LedgerEntryChange.ledgerEntryCreated(now)];
      const updated = xdr.LedgerEntryChange.ledgerEntryUpdated(now);
      if (before.archived === true) {
        const restored = xdr.LedgerEntryChange.ledgerEntryRestored(ledgerEntry(before.data, this.#ledger));
        return before.data.equals(after) ? [restored] : [restored, updated];
      }
      return [xdr.LedgerEntryChange.ledgerEntryState(ledgerEntry(before.data, before.modified)), updated];
    });
  }

  /** Makes what was written here the other's. What was only read here is no part of its footprint. */
  mergeInto(target: Overlay): void {
    for (const [text, data] of this.#written) target.#write(text, this.#touched.get(text) as xdr.LedgerKey, data);
  }
}
