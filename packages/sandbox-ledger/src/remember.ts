/**
 * Keeps what was made for a text, up to `limit` of them; then it begins anew. For values that are dear to make and
 * follow from the text alone.
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
