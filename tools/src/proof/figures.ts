/** The figures of the proofs: as a table in SECURITY.md and in a terminal. */

/**
 * What one test counted. Several tests may contribute to one proof. Only a whole run can fill a row without a value: a
 * sample knows how many cases there are, but not the results of those that it left out.
 */
export type ProofFigures = {
  readonly proof: string;
  readonly rows: Readonly<Record<string, number | string | null>>;
};

const BEGIN = '<!-- figures: written by `pnpm proof --write` -->';
const END = '<!-- end of figures -->';

/** What a reader asks first. Other proofs follow in the given order. */
const FIRST = [
  'Mutation proof',
  'Mutation proof of the deploys that the live service built',
  'Mutation proof of a payee for each milestone',
  'Mutation proof of the steps of a life',
  'Test of the mutation proof',
  'Test of the mutation proof of steps',
  'Lives by chance',
  'Changed before it was signed',
  'Signed XDR, every way it goes wrong',
  'A service that misbehaves',
  'Secrets found',
  'Ordinary texts',
  'Secrets in every field',
  'Canary run',
  'MCP over HTTP',
];

/** A Markdown table for each proof. */
export function figuresTable(figures: readonly ProofFigures[]): string {
  const proofs = new Map<string, [string, string][]>();
  for (const proof of FIRST) if (figures.some((one) => one.proof === proof)) proofs.set(proof, []);
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

/** In place of a value that only the whole run can say. */
const UNSAID = '…';

/** Whether every row has its value. */
export const areWhole = (figures: readonly ProofFigures[]): boolean =>
  figures.every(({ rows }) => !Object.values(rows).includes(null));

/**
 * Rows of a run of the proofs, or of a sample of them, that `page` contradicts, and those that only `page` has. The
 * order of tables and rows follows the names of test files, so it counts for nothing.
 */
export function contradictions(page: string, figures: readonly ProofFigures[]): string[] {
  const stated = rowsOf(page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)));
  const contradicted = rowsOf(figuresTable(figures)).filter((row) => {
    const same = row.endsWith(UNSAID)
      ? stated.findIndex((one) => one.startsWith(row.slice(0, -UNSAID.length)))
      : stated.indexOf(row);
    if (same !== -1) stated.splice(same, 1);
    return same === -1;
  });
  return [...contradicted, ...stated];
}

/** Each row of these tables as `proof | label | value`. */
function rowsOf(tables: string): string[] {
  let proof = '';
  return tables.split('\n').flatMap((line) => {
    const [, label, value] = line.split('|').map((cell) => cell.trim());
    if (label === undefined || label === '---') return [];
    if (value !== '') return [`${proof} | ${label} | ${value}`];
    proof = label;
    return [];
  });
}

function written(value: number | string | null): string {
  return typeof value === 'number' ? value.toLocaleString('en') : (value ?? UNSAID);
}
