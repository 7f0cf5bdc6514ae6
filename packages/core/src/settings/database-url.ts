/** Where the shared database is, and who vouches for it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What is wrong with `text`, in words that do not repeat it: it may hold a password. */
export function databaseUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text) || !/^postgres(?:ql)?:$/.test(new URL(text).protocol)) {
    return 'is not the address of a PostgreSQL database, like postgres://user:password@host/database';
  }
  const { hostname, pathname } = new URL(text);
  if (hostname === '' && !text.includes('host=')) return 'names no host';
  return /^\/[^/]+$/.test(pathname) ? undefined : 'names no database';
}

/** @param file of DATABASE_CA_FILE */
export function databaseCaProblem(file: string, url: string | undefined): string | undefined {
  try {
    if (!readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----'))
      return 'names a file without a certificate';
  } catch (thrown) {
    return `names a file that cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown error'})`;
  }
  const asked = new URLSearchParams(url?.split('?')[1]);
  if (asked.has('sslrootcert')) return 'is set, and DATABASE_URL has sslrootcert; leave one of them out';
  const mode = asked.get('sslmode') ?? VERIFY_FULL;
  return mode === VERIFY_FULL ? undefined : `always means sslmode=${VERIFY_FULL}; take sslmode out of DATABASE_URL`;
}

const VERIFY_FULL = 'verify-full';

/** The address with its CA, in the parameters that the driver, `pg_dump` and `pg_restore` all read. */
export function databaseUrlWith(url: string, caFile: string): string {
  const mode = /[?&]sslmode=/.test(url) ? '' : `sslmode=${VERIFY_FULL}&`;
  return `${url}${url.includes('?') ? '&' : '?'}${mode}sslrootcert=${encodeURIComponent(resolve(caFile))}`;
}
