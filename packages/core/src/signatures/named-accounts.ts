/** The accounts that a transaction names, with their roles, to say whose signature it has. */

import type { ReadTransaction } from '../envelope/read-transaction.ts';
import { isAddress, ROLE_NAMES, type RoleName } from '../escrow/index.ts';
import { readDeploy } from '../kinds/read-deploy.ts';
import { ROLE_WORDS } from '../words/en/words.ts';

/** A deploy names seven; more are not worth searching. */
const MOST = 100;

/** @returns the roles of each G address; empty for one without a role */
export function namedAccounts(read: ReadTransaction, passphrase: string): ReadonlyMap<string, readonly string[]> {
  const deploy = readDeploy(read, passphrase);
  const roles: Partial<Record<RoleName, string>> = 'unreadable' in deploy ? {} : deploy.escrow.roles;
  // The JSON of a transaction has every account as its address.
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
