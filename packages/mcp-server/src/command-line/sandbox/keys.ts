/**
 * The throw-away wallets of the sandbox: its demo accounts, and those that `wallet new` made. Their keys may be kept in
 * a file only because they are worthless anywhere else.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CountersignError } from '@countersign/core/errors';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { makeDataDir, restrictDataFile } from '@countersign/core/platform/data-dir';
import type { Settings } from '@countersign/core/settings';
import { demoKeypair } from '@countersign/escrow-service';
import { Keypair } from '@stellar/stellar-sdk/base';
import { UsageError } from '../run-command.ts';

export type Wallet = { readonly name: string; readonly keypair: Keypair };

const NAME = /^[a-z][a-z0-9-]{0,30}$/;

/** The demo accounts first, then the person's own in order of creation. */
export function listWallets(dataDir: string): Wallet[] {
  const demo = SANDBOX_ACCOUNTS.map(({ name }) => ({ name, keypair: demoKeypair(name) }));
  const own = Object.entries(readSeeds(dataDir)).map(([name, seed]) => ({ name, keypair: Keypair.fromSecret(seed) }));
  return [...demo, ...own];
}

/** @throws CountersignError INPUT_INVALID if there is no such wallet */
export function findWallet(dataDir: string, name: string): Wallet {
  const wallets = listWallets(dataDir);
  const found = wallets.find((wallet) => wallet.name === name);
  if (found !== undefined) return found;
  throw new CountersignError('INPUT_INVALID', {
    fields: [
      { path: '--as', problem: `names no wallet here; there are ${wallets.map((wallet) => wallet.name).join(', ')}` },
    ],
  });
}

/** @throws CountersignError INPUT_INVALID for a name that is taken or invalid, STORE_UNUSABLE */
export function newWallet(dataDir: string, wanted: string | undefined): Wallet {
  const taken = listWallets(dataDir).map(({ name }) => name);
  const name = wanted ?? nextName(taken);
  const problem = taken.includes(name)
    ? 'is taken'
    : NAME.test(name)
      ? undefined
      : 'is not usable; take lower-case letters, digits and hyphens';
  if (problem !== undefined) throw new CountersignError('INPUT_INVALID', { fields: [{ path: '--as', problem }] });
  const keypair = Keypair.random();
  writeSeeds(dataDir, { ...readSeeds(dataDir), [name]: keypair.secret() });
  return { name, keypair };
}

function nextName(taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(`wallet-${number}`)) number++;
  return `wallet-${number}`;
}

const fileOf = (dataDir: string) => path.join(dataDir, 'sandbox-wallets.json');

function readSeeds(dataDir: string): Record<string, string> {
  if (!existsSync(fileOf(dataDir))) return {};
  const text = withFile(dataDir, 'read', (file) => readFileSync(file, 'utf8'));
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch (cause) {
    throw new CountersignError('STORE_UNUSABLE', {
      message: `The wallets’ file ${fileOf(dataDir)} is damaged.`,
      cause,
    });
  }
}

function writeSeeds(dataDir: string, seeds: Readonly<Record<string, string>>): void {
  const text = `${JSON.stringify(seeds, null, 2)}\n`;
  withFile(dataDir, 'written', (file) => writeFileSync(file, text, { mode: 0o600 }));
}

/** Uses the wallets' file and makes it private, whatever its mode was. */
function withFile<T>(dataDir: string, verb: 'read' | 'written', use: (file: string) => T): T {
  const file = fileOf(dataDir);
  try {
    makeDataDir(dataDir);
    restrictDataFile(file);
    return use(file);
  } catch (cause) {
    if (cause instanceof CountersignError) throw cause;
    throw new CountersignError('STORE_UNUSABLE', { message: `The file ${file} cannot be ${verb}.`, cause });
  }
}

/** The wallet of the account that must sign. @throws UsageError if it is not one of ours */
export function walletOf({ dataDir }: Pick<Settings, 'dataDir'>, source: string): Wallet {
  const found = listWallets(dataDir).find(({ keypair }) => keypair.publicKey() === source);
  if (found !== undefined) return found;
  throw new UsageError(`The transaction must be signed by ${source}, but there is no wallet for that account here.`);
}
