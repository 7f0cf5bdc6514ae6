/** Contract calls that are simulated: to ask a question, to build a transaction, or to find what is archived. */
import {
  Account,
  BASE_FEE,
  Contract,
  Operation,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base';
import { Api, assembleTransaction, type Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';
import type { Built, Unlisted } from './ledger.ts';

/** The zero account: a simulation's source need not exist. The SDK's contract client uses the same. */
const NO_ONE = 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF';

/** @param contract C… @param name of a function that changes nothing */
export function contractQuestion(
  passphrase: string,
  contract: string,
  name: string,
  ...args: xdr.ScVal[]
): Transaction {
  return new TransactionBuilder(new Account(NO_ONE, '0'), { fee: BASE_FEE, networkPassphrase: passphrase })
    .addOperation(new Contract(contract).call(name, ...args))
    .setTimeout(0)
    .build();
}

/** The time bounds begin a little in the past, so that clocks which differ slightly agree that they have begun. */
const BEGUN_SECONDS = 10;

export type CallToBuild = {
  readonly source: string;
  /** The account's present sequence number. */
  readonly sequence: bigint;
  readonly call: xdr.InvokeContractArgs;
  /** Seconds since 1970. */
  readonly now: number;
  readonly validUntil: number;
  readonly passphrase: string;
};

/** @throws Error of any kind where the RPC does not answer the question */
export async function buildCall(
  server: Server,
  { source, sequence, call, now, validUntil, passphrase }: CallToBuild,
): Promise<Built> {
  const timebounds = { minTime: now - BEGUN_SECONDS, maxTime: validUntil };
  const transaction = callTransaction({ source, sequence, call, passphrase, timebounds }, BASE_FEE);
  const simulation = await server.simulateTransaction(transaction);
  if (Api.isSimulationError(simulation)) {
    const error = /Error\(Contract, #(\d{1,9})\)/.exec(simulation.error)?.[1];
    return {
      kind: 'would-fail',
      detail: simulation.error.split('\n')[0] ?? '',
      ...(OCCUPIED.test(simulation.error) ? { isOccupied: true as const } : {}),
      ...(error === undefined ? {} : { contractError: Number(error) }),
    };
  }
  if (Api.isSimulationRestore(simulation))
    return { kind: 'would-fail', detail: 'archived entries must be restored first' };
  const built = withResources(simulation, () => transaction);
  if (built === undefined) throw new TypeError('a simulation without its result');
  return { kind: 'built', unsignedXdr: built.toXdr() };
}

type PlainCall = Pick<CallToBuild, 'source' | 'sequence' | 'call' | 'passphrase'> & {
  /** Seconds since 1970. */
  readonly timebounds: { readonly minTime: number; readonly maxTime: number };
};

/** The transaction of one contract call, still without the resources that a simulation finds. @param fee in stroops */
export function callTransaction(
  { source, sequence, call, passphrase, timebounds }: PlainCall,
  fee: string,
): Transaction {
  const func = xdr.HostFunction.hostFunctionTypeInvokeContract(call);
  const account = new Account(source, sequence.toString());
  return new TransactionBuilder(account, { fee, networkPassphrase: passphrase, timebounds })
    .addOperation(Operation.invokeHostFunction({ func, auth: [] }))
    .build();
}

/**
 * The transaction with the resources and the authorisation of its simulation.
 * @param plain the transaction without them, for a resource fee in stroops
 * @returns undefined where the simulation does not say what the call returns and costs
 */
export function withResources(
  simulation: Api.SimulateTransactionSuccessResponse,
  plain: (resourceFee: bigint) => Transaction,
): Transaction | undefined {
  const { result, transactionData, minResourceFee } = simulation;
  if (result === undefined || !/^\d{1,18}$/.test(minResourceFee)) return undefined;
  if (BigInt(minResourceFee) > transactionData.build().resourceFee) transactionData.setResourceFee(minResourceFee);
  return assembleTransaction(plain(BigInt(minResourceFee)), simulation).build();
}

/** The error of creating a contract at an occupied address; a host error, which no contract can forge. */
export const OCCUPIED = /^HostError: Error\(Storage, ExistingValue\)/;

/** The error of calling a contract that does not exist. */
const MISSING = /^HostError: Error\(Storage, MissingValue\)/;

const answerSchema = z.object({
  error: z.string().optional(),
  results: z.array(z.object({ xdr: z.string() })).optional(),
  transactionData: z.string().optional(),
  /** Before protocol 23: what must be restored by a transaction of its own. */
  restorePreamble: z.object({}).optional(),
});

/** @throws Error of any kind where the RPC does not answer the question */
export async function findUnlisted(server: Server, contract: string, passphrase: string): Promise<Unlisted> {
  const question = contractQuestion(passphrase, contract, 'get_escrow');
  const { error, results, transactionData, restorePreamble } = answerSchema.parse(
    await server._simulateTransaction(question),
  );
  if (error !== undefined) return { kind: MISSING.test(error) ? 'absent' : 'unknown' };
  const data =
    transactionData === undefined ? undefined : xdr.SorobanTransactionData.fromXdr(transactionData, 'base64');
  const isArchived = restorePreamble !== undefined || (data !== undefined && restoresAny(data));
  if (!isArchived) return { kind: 'unknown' };
  const code = data && codeRun(data);
  const [result] = results ?? [];
  return {
    kind: 'archived',
    ...(code === undefined ? {} : { code }),
    ...(result === undefined ? {} : { escrow: xdr.ScVal.fromXdr(result.xdr, 'base64') }),
  };
}

const restoresAny = ({ ext }: xdr.SorobanTransactionData): boolean =>
  ext.type === 'resourceExt' && ext.resourceExt.archivedSorobanEntries.length > 0;

/** The hash of the only code that the call runs, in lower-case hex; undefined where it runs several. */
function codeRun({ resources: { footprint } }: xdr.SorobanTransactionData): string | undefined {
  const codes = [...footprint.readOnly, ...footprint.readWrite].flatMap((key) =>
    key.type === 'contractCode' ? [Buffer.from(key.contractCode.hash.toBytes()).toString('hex')] : [],
  );
  return codes.length === 1 ? codes[0] : undefined;
}
