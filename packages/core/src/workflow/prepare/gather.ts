/** Reads what a request is decided by, each fact once: the request itself, the store's rows, and the ledger's word. */
import * as z from 'zod';
import type { Action, ActionName, RequestOf } from '../../actions/action.ts';
import { actionOf } from '../../actions/actions.ts';
import { CountersignError, fieldProblem } from '../../errors/errors.ts';
import { isAddress } from '../../escrow/address.ts';
import { boundedText } from '../../escrow/bounded.ts';
import { isStepName } from '../../escrow/steps.ts';
import { givenFields } from '../../text/fields.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import type { PrepareOptions } from '../model/call-options.ts';
import { type Keys, keysOf } from '../model/keys.ts';
import { type Person, personIn } from '../model/person.ts';
import {
  type ActionRequest,
  isDecided,
  type NewTransaction,
  type Plan,
  type PreparedRequest,
} from '../model/requests.ts';
import { reverify } from '../model/reverify.ts';
import type { LedgerOutcome } from '../outcome/read-outcome.ts';
import { requireRight } from '../people/access.ts';
import { REQUEST_FIELDS, withNames } from '../people/names.ts';
import { changeOfPaid, escrowNow } from '../read/funded-escrow.ts';
import { isPartlySigned } from '../read/signers-view.ts';
import { type Others, rivalsOf } from '../risk/rivals.ts';
import { readDeathsAgain, readOutcomeTwice } from '../status/deaths.ts';
import { idOf } from '../status/find-request.ts';
import {
  completePayment,
  completeStep,
  escrowOfId,
  escrowOfPrepared,
  invalid,
  refreshedStep,
} from './complete-request.ts';
import type { RequestFacts } from './decide.ts';

export type Gathered<Name extends ActionName> = {
  readonly action: Action<Name>;
  readonly facts: RequestFacts;
  readonly request: RequestOf<Name>;
  readonly owner: Person;
  readonly keys: Keys;
  /** The newest transaction of the same request when it was looked up. */
  readonly newest: string | undefined;
  /** The several milestones of which it is one. */
  readonly plan?: Plan | undefined;
};

/** `owner`: of a new request, where that is not the caller, as on a page. `plan`: of which it is from now on. */
export type PreparedFor = Pick<PrepareOptions, 'another'> & { readonly owner?: Person; readonly plan?: Plan };

/** @throws CountersignError INPUT_INVALID, HANDLE_NOT_FOUND, ESCROW_CHANGED, SERVICE_UNREACHABLE */
export async function gather<Name extends ActionName>(
  context: RunningContext,
  name: Name,
  input: unknown,
  { another = false, ...preparedFor }: PreparedFor,
): Promise<Gathered<Name>> {
  const action = actionOf(name);
  const fields = await withEscrow(context, name, input);
  const renewed = await findRenewed(context, name, fields);
  const owner = renewed?.owner ?? preparedFor.owner ?? personIn(context);
  const { result: request, names } =
    renewed === undefined
      ? await withNames(context, owner, fields, REQUEST_FIELDS[name], async (named) =>
          action.parse(await completed(context, name, named), context.network),
        )
      : { result: await currentRequest(context, name, renewed), names: renewed.names };
  const actionRequest = { action: name, request } as ActionRequest;
  const keys = keysOf(actionRequest, context.network, owner);
  if (renewed !== undefined && actionRequest.action === 'fund') {
    const change = changeOfPaid(actionRequest.request, await escrowNow(context, actionRequest.request, context.call()));
    if (change !== undefined) throw change;
  }
  const found = renewed ?? (await context.store.findByRequest(keys.request));
  const previous = await previousRequests(context, keys.request, found);
  const { prepared: existing, snapshot } =
    found === undefined ? { prepared: undefined } : await readOutcomeTwice(context, found, 'rivals');
  const newest = existing?.transactions[0];
  const mayBeReused = existing !== undefined && newest?.state === 'offered' && newest.expiresAt > context.now();
  return {
    action,
    request,
    owner,
    keys,
    newest: found?.transactions[0]?.hash,
    plan: preparedFor.plan,
    facts: {
      request: actionRequest,
      wantsAnother: another,
      isRenewal: renewed !== undefined,
      existing,
      previous,
      names,
      nextSequence: nextSequenceIn(snapshot),
      isIntact: mayBeReused && reverify(context, existing, newest) === 'allowed',
      isPartlySigned: mayBeReused && (await isPartlySigned(context, existing)),
      hasLedger: context.ledger !== undefined,
      now: context.now(),
    },
  };
}

function nextSequenceIn(snapshot: LedgerOutcome['snapshot']): RequestFacts['nextSequence'] {
  if (snapshot === undefined) return undefined;
  return snapshot.account === undefined ? 'no-account' : BigInt(snapshot.account.seqNum) + 1n;
}

/**
 * Equal requests that ended or were followed by another round, as the ledger has them now: a wallet may have sent one
 * before it ended. The latest round first.
 * @param found the request that is in use, or is being renewed
 */
export async function previousRequests(
  context: RunningContext,
  requestKey: string,
  found: PreparedRequest | undefined,
): Promise<readonly PreparedRequest[]> {
  const previous = (await context.store.findFormer(requestKey)).filter(({ id }) => id !== found?.id);
  return await refreshOutcomes(context, previous);
}

/** Other versions of the same escrow, as the ledger has them now. Its own earlier rounds do not count. */
export async function otherVersions(
  context: RunningContext,
  series: string | undefined,
  isOther: (prepared: PreparedRequest) => boolean,
): Promise<readonly PreparedRequest[]> {
  if (series === undefined) return [];
  return await refreshOutcomes(context, (await context.store.findSeries(series)).filter(isOther));
}

/**
 * Rivals may have been decided while the transaction was built, so all are read again if there are any.
 * @returns `done` where what is requested turns out to be done
 */
export async function refreshRivals(
  context: RunningContext,
  others: Others,
  built: NewTransaction,
): Promise<Others | 'done'> {
  const own = others.existing === undefined ? [] : [others.existing];
  const all = [...own, ...others.previous, ...others.versions];
  const isRecorded = await readDeathsAgain(context, all, built.sequence);
  if (!isRecorded && rivalsOf(others, built).length === 0) return others;
  const current = async (preparedRequests: readonly PreparedRequest[]) =>
    await refreshOutcomes(
      context,
      await Promise.all(preparedRequests.map(async (each) => (await context.store.find(each.id)) ?? each)),
    );
  const [existing, versions, previous] = await Promise.all([
    current(own),
    current(others.versions),
    current(others.previous),
  ]);
  const wasDecided = own.concat(others.previous).filter(isDecided).length;
  if (existing.concat(previous).filter(isDecided).length > wasDecided) return 'done';
  return { existing: existing[0], versions, previous };
}

const refreshOutcomes = async (context: RunningContext, preparedRequests: readonly PreparedRequest[]) =>
  await Promise.all(
    preparedRequests.map(async (prepared) => (await readOutcomeTwice(context, prepared, 'rivals')).prepared),
  );

/** An escrow may be named by its request, where a request is about one. */
async function withEscrow(context: DeskContext, name: ActionName, input: unknown): Promise<unknown> {
  if (name === 'fund') return await escrowOfId(context, input);
  if (isStepName(name)) return await escrowOfPrepared(context, input);
  const fields = givenFields(input);
  const { id } = fields;
  return typeof id === 'string' ? { ...fields, id: await idOf(context, id) } : input;
}

async function completed(context: RunningContext, name: ActionName, input: unknown): Promise<unknown> {
  if (name === 'fund') return await completePayment(context, input);
  return isStepName(name) ? await completeStep(context, name, input) : input;
}

/** A request's request; for a step, with the escrow's present state. */
async function currentRequest<Name extends ActionName>(
  context: RunningContext,
  name: Name,
  { request }: PreparedRequest,
): Promise<RequestOf<Name>> {
  if (!isStepName(name)) return request as RequestOf<Name>;
  return (await refreshedStep(context, name, request as never)) as RequestOf<Name>;
}

const renewalSchema = z.strictObject({ id: boundedText(100) });

/** @throws CountersignError HANDLE_NOT_FOUND, also for a request of another action */
async function findRenewed(
  context: DeskContext,
  name: ActionName,
  input: unknown,
): Promise<PreparedRequest | undefined> {
  const fields = givenFields(input);
  if (typeof fields['id'] === 'string' && isAddress(fields['id'].trim(), ['account', 'contract'])) {
    throw invalid(fieldProblem('id', 'ID_IS_ADDRESS'));
  }
  const renewal = renewalSchema.safeParse(fields);
  if (!renewal.success) {
    if (fields['id'] === undefined) return undefined;
    throw invalid(fieldProblem('id', 'ID_ALONE'));
  }
  const prepared = await requireRight(context, renewal.data.id, 'sign');
  if (prepared.action !== name) throw new CountersignError('HANDLE_NOT_FOUND');
  return prepared;
}
