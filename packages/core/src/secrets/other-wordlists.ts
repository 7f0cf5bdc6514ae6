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

/** Of Node; core is type-checked for browsers as well. */
type Host = {
  readonly process: {
    readonly getBuiltinModule: (name: 'node:module') => {
      readonly createRequire: (from: string) => (list: string) => { readonly wordlist: readonly string[] };
    };
  };
};

/**
 * All nine. The build of the page has none in this file's place: there they would take 60 kB, and the page does
 * without them (its `browser/sign/words-alone.ts`).
 */
export function otherWordlists(): OtherWordlists {
  // Not imported: an import is loaded at the start, or asynchronously, and a scan can wait for neither.
  const { process } = globalThis as unknown as Host;
  const read = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  return OTHER_LANGUAGES.map((name) => [name, read(`@scure/bip39/wordlists/${name}.js`).wordlist]);
}
