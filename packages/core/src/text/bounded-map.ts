/** A map that forgets its oldest entry for a new one, once it has as many as it may. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    const [oldest] = this.keys();
    if (this.size >= this.#most && !this.has(key) && oldest !== undefined) this.delete(oldest);
    return super.set(key, value);
  }
}

/** What a process keeps for each ledger or service, as long as that is in use. */
export function keptFor<Owner extends object, Kept>(create: () => Kept): (owner: Owner) => Kept {
  const all = new WeakMap<Owner, Kept>();
  return (owner) => {
    const kept = all.get(owner) ?? create();
    all.set(owner, kept);
    return kept;
  };
}
