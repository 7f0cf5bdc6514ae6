/**
 * Whether a step of the tables lets processes that do not know it continue: it only adds new things, and optional
 * columns. Anything else could refuse what older processes write, or remove what they read.
 */

/** Tables that stand before a step; its own are not among them. */
export function contractionsIn(sql: string, standing: ReadonlySet<string>): string[] {
  const own = new Set(standing);
  const isNew = (table: string) => !standing.has(table) && own.has(table);
  return statementsOf(sql).flatMap((statement) => {
    const [, made] = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(statement) ?? [];
    if (made !== undefined) {
      own.add(made);
      return [];
    }
    if (/^CREATE (?:SEQUENCE|FUNCTION) /i.test(statement)) return [];
    const [, unique, on = ''] = /^CREATE (UNIQUE )?INDEX \w+ ON "?(\w+)"?/i.exec(statement) ?? [];
    if (on !== '') return unique === undefined || isNew(on) ? [] : [statement];
    const [, altered = '', rest = ''] = /^ALTER TABLE "?(\w+)"? (.*)$/i.exec(statement) ?? [];
    const [, watched = ''] = /^CREATE TRIGGER \w+ .*? ON "?(\w+)"? /i.exec(statement) ?? [];
    if (isNew(altered) || isNew(watched)) return [];
    return altered !== '' && rest.split(/,(?![^(]*\))/).every((part) => addsColumn(part.trim())) ? [] : [statement];
  });
}

export function tablesIn(sql: string): string[] {
  return statementsOf(sql).flatMap(
    (statement) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(statement)?.[1] ?? [],
  );
}

/** Without comments and the bodies of functions, in one line each. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--[^\n]*/g, '')
    .split('$$')
    .filter((_, part) => part % 2 === 0)
    .join("''")
    .replaceAll(/'[^']*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

function addsColumn(part: string): boolean {
  if (!/^ADD (?:COLUMN )?(?!CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)/i.test(part)) return false;
  if (/\b(?:UNIQUE|CHECK|REFERENCES|PRIMARY KEY)\b/i.test(part)) return false;
  return !/\bNOT NULL\b/i.test(part) || /\bDEFAULT\b/i.test(part);
}
