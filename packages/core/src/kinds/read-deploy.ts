/** What a deploy says, read from the transaction itself. */
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { TransactionProblem } from '../errors/problems.ts';
import { contractIdFor } from './deploy-call.ts';
import type { EscrowKind } from './escrow-kind.ts';
import type { EscrowOnChain } from './escrow-on-chain.ts';
import { calledFunction, type FactoryCall, readFactoryCall } from './factory-call.ts';
import { readAs } from './read-as.ts';
import { SERVED_KINDS } from './served-kinds.ts';

export type ReadDeploy<Escrow extends EscrowOnChain = EscrowOnChain> = Omit<FactoryCall, 'escrow'> & {
  readonly kind: EscrowKind<Escrow>;
  /** Where the escrow will stand. */
  readonly contractId: string;
  readonly escrow: Escrow;
  readonly problems: readonly TransactionProblem[];
};

type Unreadable = { readonly unreadable: readonly TransactionProblem[] };

/** Reads a transaction as a deploy of any kind that a service makes. @returns the deploy, or why it is not one */
export function readDeploy(read: ReadTransaction, passphrase: string): ReadDeploy | Unreadable {
  return readDeployOf(SERVED_KINDS, read, passphrase);
}

/** @param kinds the possible kinds. If none has the called function, the first one's problem is returned. */
export function readDeployOf<Escrow extends EscrowOnChain>(
  kinds: readonly EscrowKind<Escrow>[],
  read: ReadTransaction,
  passphrase: string,
): ReadDeploy<Escrow> | Unreadable {
  const name = calledFunction(read);
  const called = kinds.filter(({ factoryFunction }) => factoryFunction === name);
  const call = readFactoryCall(read, (called[0] ?? kinds[0])?.factoryFunction ?? '');
  if ('unreadable' in call) return call;
  const found = readAs(called, call.escrow, call.wasmHash);
  if ('unreadable' in found) return found;
  const from = found.kind.addressFrom === 'factory' ? call.factory : call.deployer;
  return { ...call, ...found, contractId: contractIdFor(from, call.salt, passphrase) };
}
