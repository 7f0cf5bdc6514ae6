/** The contents of a backup folder: a manifest, a copy of each SQLite file, and a dump of the shared database. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { CountersignError } from '../errors/errors.ts';

export const MANIFEST = 'countersign-backup.json';
export const DUMP = 'postgres.dump';
export const FORMAT = 3;

const partSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9.-]{0,60}$/),
  version: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** With the versions of everybody's tables in it, by the table that says it; the first format knew the store's alone. */
const databaseSchema = partSchema.extend({ tables: z.record(z.string(), z.int().min(0)).optional() });

/** The ledger just before the store was copied: since format 3, and only where a Stellar RPC could be asked. */
const ledgerSchema = z.strictObject({
  network: z.enum(['sandbox', 'testnet', 'public']),
  ledger: z.int().positive(),
  /** Of each account that signs something in the store, by address. */
  sequences: z.record(z.string(), z.string().regex(/^\d{1,19}$/)),
});

const manifestSchema = z.strictObject({
  product: z.literal('countersign'),
  format: z.int().min(1).max(FORMAT),
  madeAt: z.iso.datetime(),
  /** In the order in which they were copied: each is at least as recent as the one before. */
  files: z.array(partSchema),
  database: databaseSchema.optional(),
  ledger: ledgerSchema.optional(),
});

export type BackupPart = z.infer<typeof partSchema>;
export type DatabasePart = z.infer<typeof databaseSchema>;
export type LedgerPart = z.infer<typeof ledgerSchema>;
export type Manifest = z.infer<typeof manifestSchema>;

export async function describePart(folder: string, name: string, version: number): Promise<BackupPart> {
  const file = path.join(folder, name);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { name, version, bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}

/** @throws CountersignError INPUT_INVALID where the folder is not a backup, or was changed */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw notRestored(`${folder} is not a backup: it has no ${MANIFEST}.`, 'Name a folder that `pnpm backup` made.');
  }
  const parsed = parse(text);
  const found = manifestSchema.safeParse(parsed);
  if (!found.success) {
    const { format } = (parsed ?? {}) as { format?: unknown };
    throw typeof format === 'number' && format > FORMAT
      ? newer(`The backup (format ${format}; this version reads ${FORMAT})`)
      : notRestored(`${MANIFEST} is not what \`pnpm backup\` writes.`, 'Use another backup.');
  }
  for (const part of [...found.data.files, ...(found.data.database === undefined ? [] : [found.data.database])]) {
    const now = await describePart(folder, part.name, part.version).catch(() => undefined);
    if (now?.sha256 !== part.sha256) {
      throw notRestored(`${part.name} is missing or differs from what was backed up.`, 'Use another backup.');
    }
  }
  return found.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function newer(what: string): CountersignError {
  return notRestored(
    `${what} was made by a newer version of Countersign.`,
    'Update Countersign, then restore it. Nothing was changed.',
  );
}

export function notRestored(message: string, operatorRemedy: string): CountersignError {
  return new CountersignError('INPUT_INVALID', { message, remedy: operatorRemedy, operatorRemedy });
}

export function noRoom(folder: string, cause: unknown): CountersignError {
  const operatorRemedy = 'Make room there, then try again. Nothing was changed.';
  return new CountersignError('STORE_UNUSABLE', { message: `The disk of ${folder} is full.`, operatorRemedy, cause });
}
