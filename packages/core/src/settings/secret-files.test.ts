import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { refusal } from '@countersign/testkit/fixtures/settings-env';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, test } from 'vitest';
import { credentialsIn } from './credentials.ts';
import { SECRET_GROUPS, withSecretFiles } from './secret-files.ts';
import { parseSettings } from './settings.ts';

const KEY = 'api-key-of-sixteen-or-more';
const REAL = { ESCROW_SERVICE: 'trustless-work', STELLAR_NETWORK: 'testnet' };

function fileWith(text: string | Uint8Array): string {
  const file = path.join(temporaryFolder(), 'secret');
  writeFileSync(file, text);
  return file;
}

/** A pipe that no one writes to. */
function fifo(): string {
  const file = path.join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [file]);
  return file;
}

describe('a secret in a file', () => {
  test.each(SECRET_GROUPS.flat())('may be %s', (name) => {
    const { env, problems } = withSecretFiles({ [`${name}_FILE`]: fileWith('\n of-a-file \r\n') });
    expect(problems).toEqual([]);
    expect(env[name]).toBe('of-a-file');
  });

  test('may be saved as UTF-16, as PowerShell writes it', () => {
    const file = fileWith(Buffer.from(`\uFEFF${KEY}\r\n`, 'utf16le'));
    expect(withSecretFiles({ ESCROW_API_KEY_FILE: file })).toMatchObject({
      env: { ESCROW_API_KEY: KEY },
      problems: [],
    });
  });

  test('is as good as one in the environment, and is never repeated', () => {
    const env = { ...REAL, ESCROW_API_KEY_FILE: fileWith(`${KEY}\n`) };
    expect(parseSettings(env)).toEqual(parseSettings({ ...REAL, ESCROW_API_KEY: KEY }));
    expect(credentialsIn(env)).toEqual([KEY]);
  });

  test('leaves the environment as it was', () => {
    const env = { ...REAL, DATABASE_URL_FILE: fileWith('postgres://u:p@host/db') };
    expect(parseSettings({ ...env, ESCROW_API_KEY: KEY }).databaseUrl).toBe('postgres://u:p@host/db');
    expect(env).not.toHaveProperty('DATABASE_URL');
  });
});

describe('one line names the variable, and repeats neither the path nor what is in the file', () => {
  test.each<[string, () => string, string]>([
    ['there is no file', () => path.join(temporaryFolder(), 'none'), 'cannot be read (ENOENT)'],
    ['it is a pipe to which no one writes', fifo, 'names something that is not a file'],
    ['the path cannot be one', () => 'a\0b', 'cannot be read (ERR_INVALID_ARG_VALUE)'],
    ['it never ends', () => '/dev/zero', 'names something that is not a file'],
  ])('where %s', (_, make, problem) => {
    const file = make();
    const error = refusal({ ...REAL, ESCROW_API_KEY_FILE: file });
    expect(error.fields).toEqual([{ path: 'ESCROW_API_KEY_FILE', problem: expect.stringContaining(problem) }]);
    expect(error.message.split('\n')).toHaveLength(1);
    expect(JSON.stringify(error.toView())).not.toContain(file);
  });

  test('where the secret itself was given for the path', () => {
    const error = refusal({ ...REAL, ESCROW_API_KEY_FILE: KEY });
    expect(error.fields).toEqual([{ path: 'ESCROW_API_KEY_FILE', problem: expect.stringContaining('ENOENT') }]);
    expect(JSON.stringify(error.toView())).not.toContain(KEY);
  });
});
