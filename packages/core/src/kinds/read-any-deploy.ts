/** The deploy of an escrow of any kind that may be offered: the interface's own, or one of generation B. */

import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { FieldProblem } from '../errors/errors.ts';
import { type ReadDeploy, readDeploy } from './read-deploy.ts';
import { type ReadOtherDeploy, readGenerationB } from './read-other-deploy.ts';

export type AnyDeploy = ReadDeploy | ReadOtherDeploy;

/** The deploy that a transaction makes, or why it cannot be read as one. */
export function readAnyDeploy(
  read: ReadTransaction,
  passphrase: string,
): AnyDeploy | { readonly unreadable: readonly FieldProblem[] } {
  return readGenerationB(read, passphrase) ?? readDeploy(read, passphrase);
}
