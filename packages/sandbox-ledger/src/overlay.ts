/** What a transaction has read and written so far, over a ledger that it does not change until it is merged. */
import { xdr } from '@stellar/stellar-sdk/base';
import { ENTRY_LIFE, ledgerEntry, ttlEntry } from './entries.ts';
import { keyOf, keyText } from './keys.ts';

export type StoredEntry = {
  readonly data: xdr.LedgerEntryData;
  /** Sequence of the ledger that changed it last. */
  readonly modified: number;
  /** Its time to live is over: it exists, but must be restored before it can be used. */
  readonly archived?: boolean;
  /** Sequence of the last ledger of its time to live; only contracts' entries have one, unless they are archived. */
  readonly liveUntil?: number;
};

/** Whether a temporary entry is gone. Here persistent entries stay live after their time until they are archived. */
export function isGone({ data, liveUntil }: StoredEntry, ledger: number): boolean {
  return (
    data.type === 'contractData' &&
    data.contractData.durability === xdr.ContractDataDurability.temporary &&
    liveUntil !== undefined &&
    liveUntil < ledger
  );
}

export type ReadEntry = (key: string) => StoredEntry | undefined;

export class Overlay {
  readonly #below: ReadEntry;
  /** The sequence that changes made here carry. */
  readonly ledger: number;
  readonly #touched = new Map<string, xdr.LedgerKey>();
  /** Undefined for a removed entry. */
  readonly #written = new Map<string, xdr.LedgerEntryData | undefined>();
  /** The new last ledgers of entries whose time to live was set here. */
  readonly #lives = new Map<string, number>();

  constructor(below: ReadEntry, ledger: number) {
    this.#below = (key) => {
      const entry = below(key);
      return entry === undefined || isGone(entry, ledger) ? undefined : entry;
    };
    this.ledger = ledger;
  }

  readonly read: ReadEntry = (key) => {
    if (!this.#written.has(key)) return this.#withLife(key, this.#below(key));
    const data = this.#written.get(key);
    if (data === undefined || data.type !== 'contractData') return data && { data, modified: this.ledger };
    const liveUntil = this.#lives.get(key) ?? this.#below(key)?.liveUntil ?? this.ledger + ENTRY_LIFE - 1;
    return { data, modified: this.ledger, liveUntil };
  };

  #withLife(key: string, entry: StoredEntry | undefined): StoredEntry | undefined {
    const liveUntil = this.#lives.get(key);
    return entry === undefined || liveUntil === undefined ? entry : { ...entry, liveUntil };
  }

  above(): Overlay {
    return new Overlay(this.read, this.ledger);
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

  /** Sets the last ledger of an entry's time to live. That is no write: the entry itself stays as it is. */
  setLife(key: xdr.LedgerKey, liveUntil: number): void {
    const text = keyText(key);
    this.#touched.set(text, key);
    this.#lives.set(text, liveUntil);
  }

  /** Notes a read of something that is not an entry here: a native contract's code. */
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

  /** The entries written here by their keys in base64, in the order of first write; undefined for a removed one. */
  changedEntries(): IterableIterator<[string, xdr.LedgerEntryData | undefined]> {
    return this.#written.entries();
  }

  before(key: xdr.LedgerKey): StoredEntry | undefined {
    return this.#below(keyText(key));
  }

  /** The entries that exist after being written here, each with its previous state. */
  writes(): readonly { readonly before: StoredEntry | undefined; readonly after: xdr.LedgerEntryData }[] {
    return [...this.#written].flatMap(([key, after]) =>
      after === undefined ? [] : { before: this.#below(key), after },
    );
  }

  /** The times to live that were set here, by the entries' keys in base64. */
  lives(): IterableIterator<[string, number]> {
    return this.#lives.entries();
  }

  /** The last ledgers of existing entries before and after their times to live changed; a restored one gets a first one. */
  extensions(): { readonly from: number; readonly to: number }[] {
    return [...this.#lives].flatMap(([key, to]) => {
      const before = this.#below(key);
      return before === undefined ? [] : { from: before.liveUntil ?? this.ledger + ENTRY_LIFE - 1, to };
    });
  }

  /** The writes in the format of the network's transaction meta, with changed times to live. */
  changes(): xdr.LedgerEntryChange[] {
    return [...this.#entryChanges(), ...this.#lifeChanges()];
  }

  #lifeChanges(): xdr.LedgerEntryChange[] {
    return [...this.#lives].flatMap(([key, liveUntil]): xdr.LedgerEntryChange[] => {
      const before = this.#below(key);
      const now = ledgerEntry(ttlEntry(key, liveUntil), this.ledger);
      if (before === undefined) return [xdr.LedgerEntryChange.ledgerEntryCreated(now)];
      if (before.liveUntil === undefined) return [xdr.LedgerEntryChange.ledgerEntryRestored(now)];
      const state = ledgerEntry(ttlEntry(key, before.liveUntil), before.modified);
      return [xdr.LedgerEntryChange.ledgerEntryState(state), xdr.LedgerEntryChange.ledgerEntryUpdated(now)];
    });
  }

  #entryChanges(): xdr.LedgerEntryChange[] {
    return [...this.#written].flatMap(([text, after]): xdr.LedgerEntryChange[] => {
      const before = this.#below(text);
      if (after === undefined) {
        if (before === undefined) return [];
        const removed = xdr.LedgerEntryChange.ledgerEntryRemoved(this.#touched.get(text) as xdr.LedgerKey);
        return [xdr.LedgerEntryChange.ledgerEntryState(ledgerEntry(before.data, before.modified)), removed];
      }
      const now = ledgerEntry(after, this.ledger);
      if (before === undefined) return [xdr.LedgerEntryChange.ledgerEntryCreated(now)];
      const updated = xdr.LedgerEntryChange.ledgerEntryUpdated(now);
      if (before.archived === true) {
        const restored = xdr.LedgerEntryChange.ledgerEntryRestored(ledgerEntry(before.data, this.ledger));
        return before.data.equals(after) ? [restored] : [restored, updated];
      }
      return [xdr.LedgerEntryChange.ledgerEntryState(ledgerEntry(before.data, before.modified)), updated];
    });
  }

  /** Moves the writes to another overlay. Reads are not added to its footprint. */
  mergeInto(target: Overlay): void {
    for (const [text, data] of this.#written) target.#write(text, this.#touched.get(text) as xdr.LedgerKey, data);
    for (const [text, liveUntil] of this.#lives) target.#lives.set(text, liveUntil);
  }
}
