/** Whether an escrow contract that the RPC does not list is archived: a simulation restores it, and says so. */
import { xdr } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';
import { contractQuestion } from './contract-question.ts';
import type { Unlisted } from './ledger.ts';

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
