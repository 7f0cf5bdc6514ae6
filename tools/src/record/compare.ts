/** What differs between two records, as a person reads it. */

/** Texts by the names of their files. */
export type Files = Readonly<Record<string, string>>;

const BEFORE = 3;
const SHOWN = 6;

/** @returns a paragraph for each file that differs, with its first lines that do */
export function differences(recorded: Files, fresh: Files): readonly string[] {
  return [...new Set([...Object.keys(recorded), ...Object.keys(fresh)])].toSorted().flatMap((name) => {
    const [before, after] = [recorded[name], fresh[name]];
    if (before === after) return [];
    if (before === undefined) return [`${name} is not in the record.`];
    if (after === undefined) return [`${name} is in the record, but no longer made.`];
    return [`${name} differs ${firstDifference(before.split('\n'), after.split('\n'))}`];
  });
}

function firstDifference(before: readonly string[], after: readonly string[]): string {
  const at = before.findIndex((line, index) => line !== after[index]);
  const from = at === -1 ? before.length : at;
  const context = before.slice(Math.max(0, from - BEFORE), from).map((line) => `  ${line}`);
  const signed = (sign: string, lines: readonly string[]) =>
    lines.slice(from, from + SHOWN).map((line) => `${sign} ${line}`);
  return [`from line ${from + 1} on:`, ...context, ...signed('-', before), ...signed('+', after)].join('\n');
}
