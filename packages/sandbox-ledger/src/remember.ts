/**
 * Caches values by text, up to `limit` of them; then it starts over. For values that are expensive and depend only on the
 * text.
 */
export function remember<T>(limit: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      if (known.size >= limit) known.clear();
      value = make(text);
      known.set(text, value);
    }
    return value;
  };
}
