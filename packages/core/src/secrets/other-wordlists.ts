/** BIP-39's lists other than English, loaded when a text first needs them: together they take 20 ms and 1 MB. */

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
];

/** Of Node; core is type-checked for browsers as well. */
type Host = {
  readonly process: {
    readonly getBuiltinModule: (name: 'node:module') => {
      readonly createRequire: (from: string) => (list: string) => { readonly wordlist: readonly string[] };
    };
  };
};

/** All nine. The page's build replaces this file (by `browser/state/read-given.ts`), since the lists would take 60 kB. */
export function otherWordlists(): readonly (readonly [name: string, words: readonly string[]])[] {
  // `require`, because a static import would load at start, and a dynamic one is asynchronous, as a scan is not.
  const { process } = globalThis as unknown as Host;
  const read = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  return OTHER_LANGUAGES.map((name) => [name, read(`@scure/bip39/wordlists/${name}.js`).wordlist]);
}
