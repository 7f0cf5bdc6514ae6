/** Every action: those of the registry of steps, and three more. */
import * as z from 'zod';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { Difference } from '../errors/differences.ts';
import {
  CountersignError,
  createProblem,
  type FieldProblem,
  type FieldText,
  fieldProblem,
  type Problem,
} from '../errors/errors.ts';
import { knownToken, type Network } from '../escrow/network.ts';
import { parseInput } from '../escrow/parse-input.ts';
import { STEP_NAMES, type StepName } from '../escrow/steps.ts';
import { withPlainAmounts } from '../escrow/written-amount.ts';
import { inHostOrder } from '../kinds/encode-call.ts';
import type { Action, ActionName } from './action.ts';
import { deploy } from './deploy/index.ts';
import { summarise } from './deploy/summary.ts';
import { Differences } from './differences.ts';
import { fund } from './fund/index.ts';
import { fieldsOf, formOf, stepOf } from './registry.ts';
import { checkStep } from './steps/check-step.ts';
import { type EscrowState, escrowStateOf } from './steps/escrow-state.ts';
import type { StepForm } from './steps/form.ts';
import { READ_FROM_LEDGER, type StepRequest, stepSchema } from './steps/request.ts';
import type { Step } from './steps/step.ts';
import { readStep } from './steps/step-call.ts';
import { summariseStep } from './steps/summary.ts';
import { trust } from './trust/index.ts';

const ACTIONS: { readonly [Name in ActionName]: Action<Name> } = {
  deploy,
  fund,
  trust,
  ...(Object.fromEntries(STEP_NAMES.map((name) => [name, stepAction(name)])) as {
    readonly [Name in StepName]: Action<Name>;
  }),
};

export const ACTION_NAMES = Object.keys(ACTIONS) as readonly ActionName[];

export function actionOf<Name extends ActionName>(name: Name): Action<Name> {
  return ACTIONS[name];
}

/** Recognises a transaction's action and the contract that it is about. @returns undefined for any other transaction */
export function recogniseAction(
  read: ReadTransaction,
  network: Network,
): { readonly name: ActionName; readonly contractId: string } | undefined {
  for (const name of ACTION_NAMES) {
    const call = actionOf(name).read(read, network);
    if (!('unreadable' in call)) return { name, contractId: call.contractId };
  }
  return undefined;
}

function stepAction<Name extends StepName>(name: Name): Action<Name> {
  const step = stepOf(name);
  const asking: Asking = { step, form: formOf(name), schema: stepSchema(formOf(name).fields()) };
  return {
    name,
    schema: asking.schema,
    parse: (input, network) => parseStep(asking, input, network),
    // A renewed step is the same step even if the escrow has moved on; new terms depend on those they were asked for.
    identity(request: StepRequest) {
      const { state, held: _, code: __, source: ___, outdated: ____, ...fields } = request;
      const before = step.setsTerms ? [state] : [];
      // The ledger keeps no order among shares.
      const { distributions } = fields;
      const shares = distributions === undefined ? {} : { distributions: inHostOrder(distributions) };
      return new TextEncoder().encode(JSON.stringify([name, { ...fields, ...shares }, ...before]));
    },
    read: (read, network) => readStep(name, read, network),
    check: (read, request: StepRequest, policy) => checkStep(step, read, request, policy),
    // The escrow's code is read from the ledger.
    isPinned: () => true,
    summarise: (read, call, request: StepRequest, network, reasons, words) =>
      summariseStep(step, read, call, request, requireStanding(request, network), reasons, words),
  } as Action<Name>;
}

type Asking = {
  readonly step: Step;
  readonly form: StepForm;
  readonly schema: z.ZodObject;
};

/** @throws CountersignError INPUT_INVALID with every problem of the input */
function parseStep(asking: Asking, input: unknown, network: Network): StepRequest {
  const request = parsed(asking, input, network);
  const state = requireStanding(request, network);
  const fields = [
    ...tokenProblems(request, state),
    ...milestoneProblems(asking, request, state),
    ...(asking.form.problems?.(request, state) ?? []),
  ];
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  return request;
}

/** A longer list helps no one. */
const MOST = 20;

/** How a transaction that came back differs from the one that was handed out, for a person. */
export function transactionDifferences(
  offered: ReadTransaction,
  signed: ReadTransaction,
  network: Network,
): readonly Difference[] {
  const readable = compareLeaves(leaves(describe(offered, network)), leaves(describe(signed, network)));
  if (readable.length > 0) return readable.slice(0, MOST);
  // What a summary does not show (a step, authorisation, footprint, look-alike text) is compared leaf by leaf of the XDR.
  const whole = (read: ReadTransaction) => leaves(JSON.parse(JSON.stringify(read.transaction)));
  return compareLeaves(whole(offered), whole(signed)).slice(0, MOST);
}

function describe(read: ReadTransaction, network: Network): Record<string, unknown> {
  const { transaction } = read;
  return {
    source: read.source,
    sequence: transaction.seqNum,
    begins: read.timeBounds?.minTime,
    ends: read.timeBounds?.maxTime,
    memo: transaction.memo.type,
    operations: transaction.operations.map((operation) => operation.body.type),
    ...describeCall(read, network),
  };
}

function describeCall(read: ReadTransaction, network: Network): Record<string, unknown> {
  const payment = actionOf('fund').read(read, network);
  if (!('unreadable' in payment)) {
    const { token, from, contractId, amount, invocation } = payment;
    return { function: invocation.functionName.toString(), token, payer: from, escrow: contractId, amount };
  }
  const trustline = actionOf('trust').read(read, network);
  if (!('unreadable' in trustline)) return { ...trustline.asset, limit: trustline.limit };
  const deploy = actionOf('deploy').read(read, network);
  if ('unreadable' in deploy) return {};
  // Costs follow from the amounts and the fee, which are compared already.
  const { costs: _, ...summary } = summarise(read, deploy, network);
  return { ...summary, factory: deploy.factory, code: deploy.wasmHash };
}

function leaves(value: unknown, path = '', found: Map<string, string> = new Map()): Map<string, string> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) leaves(item, `${path}[${index}]`, found);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) leaves(item, path === '' ? key : `${path}.${key}`, found);
  } else if (value !== undefined) found.set(path, String(value));
  return found;
}

function compareLeaves(
  offered: ReadonlyMap<string, string>,
  signed: ReadonlyMap<string, string>,
): readonly Difference[] {
  const differences = new Differences();
  for (const path of new Set([...offered.keys(), ...signed.keys()])) {
    differences.same(path, offered.get(path), signed.get(path));
  }
  return differences.list;
}

/** If the escrow could not be read, the fields that the ledger would have filled are not reported as missing. */
function parsed({ step, schema }: Asking, input: unknown, network: Network): StepRequest {
  const takes = ['escrow', 'signer', ...fieldsOf(step.name)];
  const unknown = createProblem('UNKNOWN_STEP_FIELD', { step: step.name, takes });
  try {
    return parseInput(schema, withPlainAmounts(input, network), unknown) as StepRequest;
  } catch (error) {
    if (!(error instanceof CountersignError) || error.fields === undefined) throw error;
    const isReported = ({ path }: FieldProblem | FieldText) =>
      !READ_FROM_LEDGER.some((read) => read === path) && !(path === 'signer' && followsFromEscrow(input, error.fields));
    const problem = signerMissing(step, input, network);
    const reported = error.fields
      .filter(isReported)
      .map((field) => (field.path === 'signer' && problem !== undefined ? { ...field, problem } : field));
    throw new CountersignError('INPUT_INVALID', { fields: reported.length === 0 ? error.fields : reported });
  }
}

/** The signer would have been read from the ledger if the escrow had been named correctly. */
function followsFromEscrow(input: unknown, fields: readonly { readonly path: string }[] = []): boolean {
  const { signer, state } = input as Partial<StepRequest>;
  return signer === undefined && state === undefined && fields.some(({ path }) => path === 'escrow');
}

/** Where several may take the step, the problem names them. */
function signerMissing(step: Step, input: unknown, network: Network): Problem | undefined {
  const { signer, state, ...fields } = input as Partial<StepRequest>;
  const escrowState =
    signer === undefined && state !== undefined && escrowStateOf({ ...fields, state } as StepRequest, network);
  if (!escrowState) return undefined;
  // Not parsed yet: only the milestone may decide whose step it is.
  const milestone = Number(fields.milestone) || undefined;
  const parties = step.signers(escrowState, { milestone } as never);
  return createProblem('SIGNER_MISSING', { parties: parties.map(({ role, address }) => ({ role, address })) });
}

/** @throws CountersignError INPUT_INVALID unless the escrow is of a kind whose steps are known here */
export function requireStanding(request: StepRequest, network: Network): EscrowState {
  const state = escrowStateOf(request, network);
  if (state !== undefined) return state;
  throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('escrow', 'STEPS_UNKNOWN')] });
}

/** Amounts are written in the units of the request's token, so it must be the escrow's. */
function tokenProblems({ trustline }: StepRequest, { escrow, network }: EscrowState): FieldProblem[] {
  const contractOf = (address: string) => knownToken(network, address)?.address ?? address;
  if (contractOf(trustline.address) === contractOf(escrow.trustline.address)) return [];
  return [fieldProblem('trustline.address', 'NOT_OWN_TOKEN', { token: escrow.trustline.address })];
}

function milestoneProblems({ schema }: Asking, { milestone }: StepRequest, { escrow }: EscrowState): FieldProblem[] {
  const field = schema.shape['milestone'];
  if (field === undefined) return [];
  const count = escrow.milestones.length;
  const isOfWhole = escrow.amount !== undefined && field instanceof z.ZodOptional;
  if (isOfWhole) return milestone === undefined ? [] : [fieldProblem('milestone', 'PAID_AT_ONCE')];
  if (milestone === undefined) return [fieldProblem('milestone', 'MILESTONE_MISSING', { count })];
  return milestone <= count ? [] : [fieldProblem('milestone', 'NO_SUCH_MILESTONE', { count })];
}
