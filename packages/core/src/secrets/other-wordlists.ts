/** BIP-39's lists other than the English one, read when a text first asks for them: together they take 20 ms and 1 MB. */

const NAMES = [
  'czech',
  'french',
  'italian',
  'portuguese',
  'spanish',
  'japanese',
  'korean',
  'simplified-chinese',
  'traditional-chinese',
] as const;

export type OtherLanguage = (typeof NAMES)[number];
export type OtherWordlists = readonly (readonly [OtherLanguage, readonly string[]])[];

/** All nine, or none in a browser: there they would take 60 kB more (see `browser/words-alone.ts` of the page). */
export function otherWordlists(): OtherWordlists {
  // Not imported: an import is loaded at the start, or asynchronously, and a scan can wait for neither.
  const node = globalThis.process?.getBuiltinModule?.('node:module');
  if (node === undefined) return [];
  const read = node.createRequire(import.meta.url);
  return NAMES.map((name) => [name, read(`@scure/bip39/wordlists/${name}.js`).wordlist as readonly string[]]);
}
