/**
 * Settings that are secret, and the files that they may come from: `NAME_FILE` is the path of a file with the value of
 * `NAME`, as Docker, Kubernetes and systemd hand secrets over. Nothing of a file or its path is ever repeated.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { FieldText } from '../errors/errors.ts';
import { givenValue } from './given-value.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Secrets by where they are sent: those of one group go to the same place. */
export const SECRET_GROUPS: readonly (readonly string[])[] = [
  ['ESCROW_ACCESS_TOKEN', 'ESCROW_API_KEY', 'ESCROW_TENANTS'],
  ['DISCORD_TOKEN'],
  ['STELLAR_RPC_URL'],
  ['DATABASE_URL'],
  ['COUNTERSIGN_HTTP_TOKEN'],
];

export const fileVariable = (name: string): string => `${name}_FILE`;

/** No credential is as long, and no list of them. */
const MOST_BYTES = 262_144;

/**
 * The environment with the values from files.
 * @returns a problem for each file that could not be used; each names its variable
 */
export function withSecretFiles(env: Env): { readonly env: Env; readonly problems: readonly FieldText[] } {
  const problems: FieldText[] = [];
  const values: Record<string, string | undefined> = {};
  for (const name of SECRET_GROUPS.flat()) {
    const file = givenValue(env[fileVariable(name)]);
    if (file === undefined) continue;
    const isGivenTwice = givenValue(env[name]) !== undefined;
    const read = isGivenTwice ? { problem: `is set, and so is ${name}; unset one of them` } : readSecret(file);
    if ('problem' in read) problems.push({ path: fileVariable(name), problem: read.problem });
    // Replaces the file's variable, so that the result has only the value and is not read again.
    else Object.assign(values, { [name]: read.value, [fileVariable(name)]: undefined });
  }
  return { env: Object.keys(values).length === 0 ? env : { ...env, ...values }, problems };
}

/** If a file could not be read, its value is not reported as missing too. */
export function withoutMissing(problems: readonly FieldText[], ofFiles: readonly FieldText[]): readonly FieldText[] {
  const unread = new Set(ofFiles.map(({ path }) => path));
  return [...ofFiles, ...problems.filter(({ path }) => !unread.has(fileVariable(path)))];
}

function readSecret(file: string): { readonly value: string } | { readonly problem: string } {
  try {
    const value = textOf(file).trim();
    if (value === '') return { problem: 'names a file that is empty' };
    return { value };
  } catch (thrown) {
    if (thrown instanceof RangeError) return { problem: `names a file of more than ${MOST_BYTES} bytes` };
    const { code } = thrown as NodeJS.ErrnoException;
    return { problem: `names a file that cannot be read (${code ?? 'unknown error'})` };
  }
}

/** Reads only as much as a secret can have: the path may lead to anything. */
function textOf(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    if (fstatSync(descriptor).size > MOST_BYTES) throw new RangeError();
    const bytes = Buffer.alloc(MOST_BYTES + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    if (length > MOST_BYTES) throw new RangeError();
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(descriptor);
  }
}
