/** What a deploy says, read from the transaction itself. */

import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { FieldProblem } from '../errors/errors.ts';
import { decodeEscrow } from './decode-escrow.ts';
import { contractIdFor, DEPLOY_FUNCTION } from './deploy-call.ts';
import type { EscrowValue } from './escrow-value.ts';
import { type FactoryCall, readFactoryCall } from './factory-call.ts';

/** The deploy of the interface's own kind of escrow: generation A, multi-release. */
export type ReadDeploy = Omit<FactoryCall, 'escrow'> & {
  readonly generation: 'A';
  /** Where the escrow will stand: derived here from deployer, salt and network. */
  readonly contractId: string;
  readonly escrow: EscrowValue;
  readonly problems: readonly FieldProblem[];
};

/** The deploy that a transaction makes, or why it cannot be read as one. */
export function readDeploy(
  read: ReadTransaction,
  passphrase: string,
): ReadDeploy | { readonly unreadable: readonly FieldProblem[] } {
  const call = readFactoryCall(read, DEPLOY_FUNCTION);
  if ('unreadable' in call) return call;
  const { escrow, problems } = decodeEscrow(call.escrow);
  if (escrow === undefined) return { unreadable: problems };
  const contractId = contractIdFor(call.deployer, call.salt, passphrase);
  return { ...call, generation: 'A', contractId, escrow, problems };
}
