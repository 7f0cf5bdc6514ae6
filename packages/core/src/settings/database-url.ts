import { resolve } from 'node:path';
import { fieldName } from '../text/text.ts';
import { readSettingFile } from './setting-file.ts';

/** Bundles of every public authority are smaller. */
const MOST_CA_BYTES = 4_194_304;

/** What is wrong with `text`, in words that do not repeat it: it may hold a password. */
export function databaseUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text) || !/^postgres(?:ql)?:$/.test(new URL(text).protocol)) {
    return 'is not the address of a PostgreSQL database, like postgres://user:password@host/database';
  }
  const { hostname, pathname, searchParams } = new URL(text);
  const names = [...searchParams.keys()];
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) return `has the parameter ${fieldName(twice)} twice; leave one of them out`;
  if (hostname === '' && !text.includes('host=')) return 'names no host';
  return /^\/[^/]+$/.test(pathname) ? undefined : 'names no database';
}

/** @param file of DATABASE_CA_FILE */
export function databaseCaProblem(file: string, url: string | undefined): string | undefined {
  const read = readSettingFile(file, MOST_CA_BYTES);
  if ('problem' in read) return read.problem;
  if (!read.text.includes('-----BEGIN CERTIFICATE-----')) return 'names a file without a certificate';
  const parameters = new URLSearchParams(url?.split('?')[1]);
  if (parameters.has('sslrootcert')) return 'is set, and DATABASE_URL has sslrootcert; leave one of them out';
  const mode = parameters.get('sslmode') ?? VERIFY_FULL;
  return mode === VERIFY_FULL ? undefined : `always means sslmode=${VERIFY_FULL}; take sslmode out of DATABASE_URL`;
}

const VERIFY_FULL = 'verify-full';

/** The address with its CA, in the parameters that the driver, `pg_dump` and `pg_restore` all read. */
export function databaseUrlWith(url: string, caFile: string): string {
  const mode = /[?&]sslmode=/.test(url) ? '' : `sslmode=${VERIFY_FULL}&`;
  return `${url}${url.includes('?') ? '&' : '?'}${mode}sslrootcert=${encodeURIComponent(resolve(caFile))}`;
}
