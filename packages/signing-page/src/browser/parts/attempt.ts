/** @returns nothing where it throws: a text in another form, or a browser that keeps nothing */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
