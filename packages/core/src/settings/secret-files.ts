/** `NAME_FILE` is the path of a file with the secret `NAME`, as Docker and systemd do it; never repeated. */
import type { FieldText } from '../errors/errors.ts';
import { givenValue } from './given-value.ts';
import { readSettingFile } from './setting-file.ts';

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

/** The environment with the values from files, and a problem for each file that could not be used. */
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
  const read = readSettingFile(file, MOST_BYTES);
  if ('problem' in read) return read;
  const value = read.text.trim();
  return value === '' ? { problem: 'names a file that is empty' } : { value };
}
