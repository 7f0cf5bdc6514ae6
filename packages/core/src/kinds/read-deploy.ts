/** What a deploy says, read from the transaction itself. */
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { FieldProblem } from '../errors/errors.ts';
import { contractIdFor } from './deploy-call.ts';
import type { EscrowKind } from './escrow-kind.ts';
import type { EscrowOnChain } from './escrow-on-chain.ts';
import { calledFunction, type FactoryCall, readFactoryCall } from './factory-call.ts';
import { OFFERED_KINDS } from './registry.ts';

export type ReadDeploy<Escrow extends EscrowOnChain = EscrowOnChain> = Omit<FactoryCall, 'escrow'> & {
  readonly kind: EscrowKind<Escrow>;
  /** Where the escrow will stand, as far as the transaction tells: see `elsewhere`. */
  readonly contractId: string;
  /** From whose address that is derived. */
  readonly derivedFrom: 'factory' | 'deployer';
  /** Where it stands instead if the contract was built the other way; absent where the transaction rules that out. */
  readonly elsewhere?: string;
  readonly escrow: Escrow;
  readonly problems: readonly FieldProblem[];
};

type Unreadable = { readonly unreadable: readonly FieldProblem[] };

/** The deploy that a transaction makes, of any kind that may be offered, or why it cannot be read as one. */
export function readDeploy(read: ReadTransaction, passphrase: string): ReadDeploy | Unreadable {
  return readDeployOf(OFFERED_KINDS, read, passphrase);
}

/** @param kinds those that it may be of. Where none has the function that is called, the first says what is wrong. */
export function readDeployOf<Escrow extends EscrowOnChain>(
  kinds: readonly EscrowKind<Escrow>[],
  read: ReadTransaction,
  passphrase: string,
): ReadDeploy<Escrow> | Unreadable {
  const name = calledFunction(read);
  const called = kinds.filter(({ factoryFunction }) => factoryFunction === name);
  let unreadable: Unreadable | undefined;
  for (const kind of called.length === 0 ? kinds.slice(0, 1) : called) {
    const deploy = readOfKind(kind, read, passphrase);
    if (!('unreadable' in deploy)) return deploy;
    unreadable ??= deploy;
  }
  return unreadable ?? { unreadable: [] };
}

function readOfKind<Escrow extends EscrowOnChain>(
  kind: EscrowKind<Escrow>,
  read: ReadTransaction,
  passphrase: string,
): ReadDeploy<Escrow> | Unreadable {
  const call = readFactoryCall(read, kind.factoryFunction);
  if ('unreadable' in call) return call;
  const { escrow, problems } = kind.decode(call.escrow);
  if (escrow === undefined) return { unreadable: problems };
  return { ...call, kind, ...addressOf(kind, read, call, passphrase), escrow, problems };
}

/**
 * Generation B derives the escrow's address from the factory; an interim build of it kept the signer, as generation A
 * does. A creation from the signer's address is what the network demands to be authorised, so an authorised creation
 * tells the interim build. Without one it is the factory's, and the declared writes confirm it where they name it.
 */
function addressOf(
  { addressFrom }: Pick<EscrowKind, 'addressFrom'>,
  read: ReadTransaction,
  call: FactoryCall,
  passphrase: string,
): Pick<ReadDeploy, 'contractId' | 'derivedFrom' | 'elsewhere'> {
  const ofDeployer = contractIdFor(call.deployer, call.salt, passphrase);
  const authorises = call.auth.some(({ rootInvocation }) => rootInvocation.subInvocations.length > 0);
  if (addressFrom === 'deployer' || authorises) return { contractId: ofDeployer, derivedFrom: 'deployer' };
  const contractId = contractIdFor(call.factory, call.salt, passphrase);
  const confirmed = declaredWrites(read).includes(contractId);
  return { contractId, derivedFrom: 'factory', ...(confirmed ? {} : { elsewhere: ofDeployer }) };
}

/** The contracts whose data the transaction declares to write. */
function declaredWrites({ transaction: { ext } }: ReadTransaction): string[] {
  if (ext.type !== 'sorobanData') return [];
  return ext.sorobanData.resources.footprint.readWrite.flatMap((key: xdr.LedgerKey) =>
    key.type === 'contractData' ? [Address.fromScAddress(key.contractData.contract).toString()] : [],
  );
}
