import * as z from 'zod';
import { actionOf } from '../../actions/actions.ts';
import { CountersignError, createProblem } from '../../errors/errors.ts';
import { boundedText } from '../../escrow/bounded.ts';
import { report } from '../../escrow/issues.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import type { ExplainPolicy, Known } from '../../explain/explanation.ts';
import { isObject } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import { transactionToReport } from '../model/requests.ts';
import type { Explained, TransactionStatus } from '../model/results.ts';
import { tokenAsCompared } from '../model/token-decimals.ts';
import { readerOf } from '../people/names-shown.ts';
import { openKept } from '../read/kept-transaction.ts';
import { withPaid } from '../read/paid.ts';
import { findPrepared, idOf } from '../status/find-request.ts';
import { readStatus, waitForOutcome } from '../status/status.ts';
import { explain, readPasted } from './explain.ts';
import { recognise } from './recognise.ts';

const reference = boundedText(100);
const lookUpSchema = z
  .strictObject({
    id: reference.optional(),
    transactionHash: reference.optional(),
    /** A longer wait is cut to the longest allowed. */
    waitSeconds: z.number().min(0).optional(),
  })
  .check((context) => {
    const fields = ['id', 'transactionHash'] as const;
    const count = fields.filter((field) => context.value[field] !== undefined).length;
    if (count !== 1) report(context, createProblem('NOT_EXACTLY_ONE', { fields, given: count }));
  });

/** @throws CountersignError INPUT_INVALID, SECRET_REFUSED, HANDLE_NOT_FOUND, CANCELLED */
export async function lookUp(
  context: DeskContext,
  input: unknown,
  options: CallOptions = {},
): Promise<TransactionStatus> {
  const { id, transactionHash, waitSeconds = 0 } = parseInput(lookUpSchema, input);
  const wanted = await idOf(context, id ?? transactionHash ?? '');
  const status =
    waitSeconds === 0
      ? await readStatus(context, wanted, options)
      : await waitForOutcome(context, wanted, waitSeconds * 1_000, options);
  return await withPaid(context, status, options);
}

const explainSchema = z.strictObject({ id: reference, xdr: z.unknown().optional() }).check((context) => {
  if (context.value.xdr !== undefined)
    report(context, createProblem('NOT_EXACTLY_ONE', { fields: ['xdr', 'id'], given: 2 }));
});

/**
 * Explains a transaction that somebody shows, or that of a request, also one that is withheld until the person confirms.
 * @throws CountersignError INPUT_INVALID, HANDLE_NOT_FOUND, and those of `findXdr`
 */
export async function explainKnown(context: DeskContext, input: unknown, options: CallOptions): Promise<Explained> {
  if (isObject(input) && input['xdr'] !== undefined && input['id'] === undefined) {
    const envelope = readPasted(context.network, input);
    const known = await recognise(context, envelope.inner, options);
    return explain(context.network, envelope, await policyOf(context, known), context.now());
  }
  const prepared = await findPrepared(context, await idOf(context, parseInput(explainSchema, input).id));
  if (prepared.transactions.length === 0) throw new CountersignError('HANDLE_NOT_FOUND');
  const transaction = transactionToReport(prepared);
  const network = tokenAsCompared(context.network, prepared.request, transaction.reasons);
  const { read } = openKept(actionOf(prepared.action), transaction, network);
  const known = await recognise(context, read, options);
  return explain(network, { kind: 'v1', inner: read }, await policyOf(context, known), context.now());
}

async function policyOf(context: DeskContext, known: Known | undefined): Promise<ExplainPolicy> {
  const { names } = await readerOf(context);
  return { feeStop: context.policy.feeStop, names: [...names.values()], known };
}
