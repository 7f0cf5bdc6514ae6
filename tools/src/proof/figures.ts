/** The figures of the proofs: as a table in SECURITY.md and in a terminal. */

/** What one test counted. Several tests may speak for one proof. */
export type ProofFigures = {
  readonly proof: string;
  readonly rows: Readonly<Record<string, number | string>>;
};

const BEGIN = '<!-- figures: written by `pnpm proof --write` -->';
const END = '<!-- end of figures -->';

/** A Markdown table for each proof, in the order given. */
export function figuresTable(figures: readonly ProofFigures[]): string {
  const proofs = new Map<string, [string, string][]>();
  for (const { proof, rows } of figures) {
    const cells = Object.entries(rows).map(([label, value]): [string, string] => [label, written(value)]);
    proofs.set(proof, [...(proofs.get(proof) ?? []), ...cells]);
  }
  return [...proofs]
    .map(([proof, rows]) =>
      [`| ${proof} | |`, '| --- | ---: |', ...rows.map(([label, value]) => `| ${label} | ${value} |`)].join('\n'),
    )
    .join('\n\n');
}

/**
 * `page` with its block of figures replaced.
 * @throws Error where the page has no such block
 */
export function withFigures(page: string, table: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new Error('SECURITY.md has lost the marks between which its figures stand.');
  return `${page.slice(0, begin + BEGIN.length)}\n${table}\n${page.slice(end)}`;
}

function written(value: number | string): string {
  return typeof value === 'number' ? value.toLocaleString('en') : value;
}
