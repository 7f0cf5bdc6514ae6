/** Names of the kinds of escrow contract. */

const GENERATIONS: Readonly<Record<string, string>> = {
  A0: 'of mid-2025 (generation A0)',
  A1: 'of autumn 2025 (generation A1)',
  'B-int': 'an interim build of November 2025 (generation B-int)',
  B: 'live today (generation B)',
  C: 'its next version, a beta (generation C)',
};

/** @param release `multi` or `single` */
export function kindWords({ generation, release }: { readonly generation: string; readonly release: string }): string {
  const paid = release === 'single' ? 'single release (one amount, paid out at once)' : `${release} release`;
  return `Trustless Work, ${paid}, ${GENERATIONS[generation] ?? generation}`;
}
