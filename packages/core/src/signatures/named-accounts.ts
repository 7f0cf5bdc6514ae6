/** The accounts that a transaction names, with what they are in it: to say whose signature it carries. */

import type { ReadTransaction } from '../envelope/read-transaction.ts';
import { isAddress, ROLE_NAMES, type RoleName } from '../escrow/index.ts';
import { readDeploy } from '../kinds/read-deploy.ts';
import { ROLE_WORDS } from '../words/en/words.ts';

/** A deploy names seven; each costs a look at its last four bytes. */
const MOST = 100;

/** @returns for each G address its roles in the escrow, none for one that stands there otherwise */
export function namedAccounts(read: ReadTransaction, passphrase: string): ReadonlyMap<string, readonly string[]> {
  const deploy = readDeploy(read, passphrase);
  const roles: Partial<Record<RoleName, string>> = 'unreadable' in deploy ? {} : deploy.escrow.roles;
  // As JSON every account of a transaction is written as its address.
  const found = JSON.stringify(read.transaction).match(/\bG[A-Z2-7]{55}\b/g) ?? [];
  return new Map(
    [...new Set(found)]
      .filter((address) => isAddress(address, ['account']))
      .slice(0, MOST)
      .map((address) => [
        address,
        ROLE_NAMES.filter((role) => roles[role] === address).map((role) => ROLE_WORDS[role].toLowerCase()),
      ]),
  );
}
