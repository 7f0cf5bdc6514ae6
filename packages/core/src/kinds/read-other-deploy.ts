/** The deploy of an escrow of another kind than the interface's own, read from the transaction itself. */
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { FieldProblem } from '../errors/errors.ts';
import { contractIdFor, DEPLOY_FUNCTION } from './deploy-call.ts';
import { decodeOtherEscrow, type EscrowKind, type OtherEscrow } from './escrow-kind.ts';
import { calledFunction, type FactoryCall, readFactoryCall } from './factory-call.ts';

/** Generation B says by the function's name what is deployed. */
const GENERATION_B = new Map<string, EscrowKind['release']>([
  ['tw_new_multi_release_escrow', 'multi'],
  ['tw_new_single_release_escrow', 'single'],
]);

export type ReadOtherDeploy = Omit<FactoryCall, 'escrow'> & {
  readonly generation: 'A-single' | 'B';
  readonly kind: EscrowKind;
  /** Where the escrow will stand, as far as the transaction tells: see `elsewhere`. */
  readonly contractId: string;
  /** From whose address that is derived. */
  readonly derivedFrom: 'factory' | 'deployer';
  /** Where it stands instead if the contract was built the other way; absent where the transaction rules that out. */
  readonly elsewhere?: string;
  readonly escrow: OtherEscrow;
  readonly problems: readonly FieldProblem[];
};

type Unreadable = { readonly unreadable: readonly FieldProblem[] };

/** A deploy of generation B; nothing where no function of generation B is called. */
export function readGenerationB(read: ReadTransaction, passphrase: string): ReadOtherDeploy | Unreadable | undefined {
  const name = calledFunction(read);
  const release = name === undefined ? undefined : GENERATION_B.get(name);
  return name === undefined || release === undefined
    ? undefined
    : readOther(read, name, { generation: 'B', release }, passphrase);
}

/** A single-release deploy of generation A, which the interface does not offer; nothing where it is none. */
export function readSingleRelease(read: ReadTransaction, passphrase: string): ReadOtherDeploy | undefined {
  const deploy = readOther(read, DEPLOY_FUNCTION, { generation: 'A', release: 'single' }, passphrase);
  return 'unreadable' in deploy ? undefined : deploy;
}

function readOther(
  read: ReadTransaction,
  name: string,
  kind: EscrowKind,
  passphrase: string,
): ReadOtherDeploy | Unreadable {
  const call = readFactoryCall(read, name);
  if ('unreadable' in call) return call;
  const { escrow, problems } = decodeOtherEscrow(call.escrow, kind);
  if (escrow === undefined) return { unreadable: problems };
  return {
    ...call,
    generation: kind.generation === 'B' ? 'B' : 'A-single',
    kind,
    ...place(read, call, kind, passphrase),
    escrow,
    problems,
  };
}

/**
 * Generation B derives the escrow's address from the factory; an interim build of it kept the signer, as generation A
 * does. A creation from the signer's address is what the network demands to be authorised, so an authorised creation
 * tells the interim build. Without one it is the factory's, and the declared writes confirm it where they name it.
 */
function place(
  read: ReadTransaction,
  call: FactoryCall,
  { generation }: EscrowKind,
  passphrase: string,
): Pick<ReadOtherDeploy, 'contractId' | 'derivedFrom' | 'elsewhere'> {
  const ofDeployer = contractIdFor(call.deployer, call.salt, passphrase);
  const authorises = call.auth.some(({ rootInvocation }) => rootInvocation.subInvocations.length > 0);
  if (generation === 'A' || authorises) return { contractId: ofDeployer, derivedFrom: 'deployer' };
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
