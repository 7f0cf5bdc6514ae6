/** Where the shared database is. */

/** What is wrong with `text`, in words that do not repeat it: it may hold a password. */
export function databaseUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text) || !/^postgres(?:ql)?:$/.test(new URL(text).protocol)) {
    return 'is not the address of a PostgreSQL database, like postgres://user:password@host/database';
  }
  const { hostname, pathname } = new URL(text);
  if (hostname === '' && !text.includes('host=')) return 'names no host';
  return /^\/[^/]+$/.test(pathname) ? undefined : 'names no database';
}
