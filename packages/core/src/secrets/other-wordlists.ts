/** BIP-39's lists other than the English one, read when a text first asks for them: together they take 20 ms and 1 MB. */

export const OTHER_LANGUAGES = [
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

export type OtherLanguage = (typeof OTHER_LANGUAGES)[number];
type OtherWordlists = readonly (readonly [OtherLanguage, readonly string[]])[];

/** What Node has and a browser has not. */
type Host = {
  readonly process?: {
    readonly getBuiltinModule?: (name: 'node:module') => {
      readonly createRequire: (from: string) => (list: string) => { readonly wordlist: readonly string[] };
    };
  };
};

/** All nine, or none in a browser: there they would take 60 kB more (the page has `browser/words-alone.ts` instead). */
export function otherWordlists(): OtherWordlists {
  // Not imported: an import is loaded at the start, or asynchronously, and a scan can wait for neither.
  const { process } = globalThis as Host;
  const read = process?.getBuiltinModule?.('node:module').createRequire(import.meta.url);
  if (read === undefined) return [];
  return OTHER_LANGUAGES.map((name) => [name, read(`@scure/bip39/wordlists/${name}.js`).wordlist]);
}
