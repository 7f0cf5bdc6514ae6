/** A step as an action: what all steps have in common. */
import {
  CountersignError,
  createProblem,
  type FieldProblem,
  type FieldText,
  fieldProblem,
  type Problem,
} from '../../errors/errors.ts';
import { sizeProblem } from '../../escrow/check-token.ts';
import { decimalsOfMultiplier } from '../../escrow/index.ts';
import { knownToken, type Network } from '../../escrow/network.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { precisionProblem } from '../../escrow/request.ts';
import type { StepName } from '../../escrow/steps.ts';
import type { Action } from '../action.ts';
import { checkStep } from './check-step.ts';
import { readStep } from './read-step.ts';
import { fieldsOf, READ_FROM_LEDGER, STEP_REQUESTS, type StepRequest, type StepRequests } from './request.ts';
import { type Standing, standingOf } from './standing.ts';
import type { Step } from './step.ts';
import { stepOf } from './step-of.ts';
import { summariseStep } from './summary.ts';
import { inHostOrder } from './values.ts';

export function stepAction<Name extends StepName>(step: Step<Name>): Action<Name> {
  return {
    name: step.name,
    parse: (input, network) => parseStep(step.name, input, network),
    // A renewed step is the same step even if the escrow has moved on; an update depends on the terms it was asked for.
    identity(request) {
      const { state, held: _, code: __, source: ___, outdated: ____, ...asked } = request as StepRequest;
      const before = step.name === 'update' ? [state] : [];
      // The ledger keeps no order among shares.
      const { distributions } = asked as Partial<StepRequests['resolve']>;
      const shares = distributions === undefined ? {} : { distributions: inHostOrder(distributions) };
      return new TextEncoder().encode(JSON.stringify([step.name, { ...asked, ...shares }, ...before]));
    },
    read: (read, network) => readStep(step.name, read, network),
    check: (read, request, policy) => checkStep(step, read, request as StepRequests[Name], policy),
    // The escrow's code is read from the ledger.
    isPinned: () => true,
    summarise: (read, call, request, network, reasons, words) =>
      summariseStep(step, read, call, request as StepRequests[Name], requireStanding(request, network), reasons, words),
  } as Action<Name>;
}

/** @throws CountersignError INPUT_INVALID with every problem of the input */
function parseStep<Name extends StepName>(name: Name, input: unknown, network: Network): StepRequests[Name] {
  const request = parsed(name, input, network);
  const standing = requireStanding(request, network);
  const fields = [
    ...tokenProblems(request, standing),
    ...milestoneProblems(name, request, standing),
    ...amountProblems(request, standing),
  ];
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  return request as StepRequests[Name];
}

/** If the escrow could not be read, the fields that the ledger would have filled are not reported as missing. */
function parsed(name: StepName, input: unknown, network: Network): StepRequest {
  const unknown = createProblem('UNKNOWN_STEP_FIELD', { step: name, takes: ['escrow', 'signer', ...fieldsOf(name)] });
  try {
    return parseInput(STEP_REQUESTS[name], input, unknown) as StepRequest;
  } catch (error) {
    if (!(error instanceof CountersignError) || error.fields === undefined) throw error;
    const isTold = ({ path }: FieldProblem | FieldText) =>
      !READ_FROM_LEDGER.some((read) => read === path) && !(path === 'signer' && followsFromEscrow(input, error.fields));
    const own = error.fields.filter(isTold);
    const problem = signerMissing(name, input, network);
    const told = own.map((field) => (field.path === 'signer' && problem !== undefined ? { ...field, problem } : field));
    throw new CountersignError('INPUT_INVALID', { fields: told.length === 0 ? error.fields : told });
  }
}

/** The signer would have been read from the ledger if the escrow had been named correctly. */
function followsFromEscrow(input: unknown, fields: readonly { readonly path: string }[] = []): boolean {
  const { signer, state } = input as Partial<StepRequest>;
  return signer === undefined && state === undefined && fields.some(({ path }) => path === 'escrow');
}

/** Where several may take the step, the problem names them. */
function signerMissing(name: StepName, input: unknown, network: Network): Problem | undefined {
  const { signer, state, ...given } = input as Partial<StepRequests['dispute']>;
  const standing =
    signer === undefined && state !== undefined && standingOf({ ...given, state } as StepRequest, network);
  if (!standing) return undefined;
  // Not parsed yet: only the milestone may decide whose step it is.
  const milestone = Number(given.milestone) || undefined;
  const parties = stepOf(name).signers(standing, { milestone } as never);
  return createProblem('SIGNER_MISSING', { parties: parties.map(({ role, address }) => ({ role, address })) });
}

/** @throws CountersignError INPUT_INVALID unless the escrow is of a kind whose steps are known here */
export function requireStanding(request: StepRequest, network: Network): Standing {
  const standing = standingOf(request, network);
  if (standing !== undefined) return standing;
  throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('escrow', 'STEPS_UNKNOWN')] });
}

/** Amounts are written in the units of the request's token, so it must be the escrow's. */
function tokenProblems({ trustline }: StepRequest, { escrow, network }: Standing): FieldProblem[] {
  const contractOf = (address: string) => knownToken(network, address)?.address ?? address;
  if (contractOf(trustline.address) === contractOf(escrow.trustline.address)) return [];
  return [fieldProblem('trustline.address', 'NOT_OWN_TOKEN', { token: escrow.trustline.address })];
}

function milestoneProblems(name: StepName, request: StepRequest, { escrow }: Standing): FieldProblem[] {
  if (!fieldsOf(name).includes('milestone')) return [];
  const count = escrow.milestones.length;
  const milestone = 'milestone' in request ? request.milestone : undefined;
  const isOfWhole = escrow.amount !== undefined && !['change-status', 'approve'].includes(name);
  if (isOfWhole) return milestone === undefined ? [] : [fieldProblem('milestone', 'PAID_AT_ONCE')];
  if (milestone === undefined) return [fieldProblem('milestone', 'MILESTONE_MISSING', { count })];
  return milestone <= count ? [] : [fieldProblem('milestone', 'NO_SUCH_MILESTONE', { count })];
}

/** Amounts that the token's decimals or the kind of escrow do not allow. */
function amountProblems(request: StepRequest, { escrow, network }: Standing): FieldProblem[] {
  const { trustline } = request;
  const decimals = decimalsOfMultiplier(trustline.decimals) as number;
  const precision = (path: string, amount: string | undefined) => {
    const problem =
      amount === undefined
        ? undefined
        : (precisionProblem(amount, decimals) ?? sizeProblem(amount, trustline, network));
    return problem === undefined ? [] : [{ path, problem }];
  };
  if ('distributions' in request) {
    return request.distributions.flatMap(({ amount, address }, index) => [
      ...precision(`distributions[${index}].amount`, amount),
      // A share paid to the escrow itself would stay in it, less the fees.
      ...(address === request.escrow ? [fieldProblem(`distributions[${index}].address`, 'ESCROW_ITSELF')] : []),
    ]);
  }
  const isMulti = escrow.amount === undefined;
  const ofMilestones = (['milestones', 'addMilestones'] as const).flatMap((list) =>
    ((list in request && (request as StepRequests['update'])[list]) || []).flatMap(({ amount, receiver }, index) => {
      const path = `${list}[${index}]`;
      const own = escrow.milestones.some((milestone) => milestone.receiver !== undefined);
      return [
        ...precision(`${path}.amount`, amount),
        ...unfit(`${path}.amount`, amount, isMulti),
        ...(receiver === undefined || own ? [] : [fieldProblem(`${path}.receiver`, 'RECEIVER_OF_ALL_MILESTONES')]),
      ];
    }),
  );
  const { amount, roles } = request as Partial<StepRequests['update']>;
  const receiver =
    roles?.receiver === undefined || escrow.roles.receiver !== undefined
      ? []
      : [fieldProblem('roles.receiver', 'RECEIVER_OF_EACH_MILESTONE')];
  const whole = amount === undefined || !isMulti ? [] : [fieldProblem('amount', 'AMOUNT_OF_EACH_MILESTONE')];
  return [...ofMilestones, ...receiver, ...whole, ...precision('amount', amount)];
}

function unfit(path: string, amount: string | undefined, isWanted: boolean): FieldProblem[] {
  if ((amount !== undefined) === isWanted) return [];
  return [fieldProblem(path, isWanted ? 'OWN_AMOUNT_MISSING' : 'AMOUNT_OF_ALL_MILESTONES')];
}
