/** Request in, compared and stored offer out: the first half of the workflow, the same for every action. */
import * as z from 'zod';
import type { ActionName, RequestOf } from '../../actions/action.ts';
import { actionOf } from '../../actions/actions.ts';
import { CountersignError, fieldProblem } from '../../errors/errors.ts';
import { boundedText } from '../../escrow/bounded.ts';
import { isStepName } from '../../escrow/steps.ts';
import type { NamedAddress } from '../../words/names.ts';
import { requireCarrier } from '../carriers/require-carrier.ts';
import type { DeskContext } from '../context.ts';
import type { PrepareOptions } from '../desk.ts';
import { keysOf } from '../keys.ts';
import { type Truth, truthOf } from '../outcome/truth-of.ts';
import { requireRight } from '../people/access.ts';
import { REQUEST_FIELDS, withNames } from '../people/names.ts';
import { type Person, personIn } from '../people/person.ts';
import type { Prepared } from '../results.ts';
import type { RunningCall } from '../run-call.ts';
import { type Asked, type Handle, isDecided, type Offer } from '../store/offers.ts';
import { judge } from '../submit/gate.ts';
import { isPartlySigned } from '../submit/signers-view.ts';
import { againRound } from './again.ts';
import { formerOf } from './former.ts';
import { completeFunding, escrowOfId } from './fund-input.ts';
import { escrowNow, requireExpected } from './funded-escrow.ts';
import { countFor, requireWithinLimits } from './limits.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { prepareAnew } from './prepare-anew.ts';
import { preparedView } from './prepared-view.ts';
import { requireGoing } from './require-going.ts';
import { completeStep, escrowByHandle, isOutdated, refreshedStep } from './step-input.ts';

/** An offer with less life left than this is prepared again rather than handed out again. */
const MIN_REUSED_LIFE_MS = 30_000;

/** `owner`: of the new handle, where that is not the caller, as on a page. */
type Attempt = { readonly tries?: number; readonly owner?: Person };

const renewalSchema = z.strictObject({ id: boundedText(100) });

/**
 * @param input a request of the action, or `{ id }` to prepare a handle's request again
 * @throws CountersignError as `PersonalDesk.prepare` says
 */
export async function prepare<Name extends ActionName>(
  context: DeskContext,
  name: Name,
  input: unknown,
  call: RunningCall,
  { another = false, tries = 1, ...of }: Pick<PrepareOptions, 'another'> & Attempt = {},
): Promise<Prepared<Name>> {
  if (context.policy.readOnly) throw new CountersignError('READ_ONLY');
  requireCarrier(context, name);
  const action = actionOf(name);
  const given = await withEscrow(context, name, input);
  const renewed = await findRenewed(context, name, given);
  const owner = renewed?.owner ?? of.owner ?? personIn(context);
  const { result: request, names } =
    renewed === undefined
      ? await withNames(context, owner, given, REQUEST_FIELDS[name], async (named) =>
          action.parse(await completed(context, name, named, call()), context.network),
        )
      : { result: await asItStands(context, name, renewed, call()), names: renewed.names };
  const keys = keysOf(name, request, context.network, owner);
  const asked = { action: name, request } as Asked;
  if (renewed !== undefined && asked.action === 'fund') {
    requireExpected(asked.request, await escrowNow(context, asked.request, call()));
  }
  const found = renewed ?? (await context.store.findByRequest(keys.request));
  const former = await formerOf(context, keys.request, found, call);
  const living = found && (await truthOf(context, found, call()));
  // A former handle that settled after it had ended counts before anything prepared since.
  const truth = settledIn(former, living?.handle) ?? living;
  const known = truth?.handle;
  const again = againRound(context, asked, known, { wanted: another, isRenewal: renewed !== undefined });
  if (again === undefined && known !== undefined) requireGoing(known, context.words);
  await requireWithinLimits(context, asked, owner, again === undefined ? known?.id : undefined);
  if (again === undefined && known !== undefined) {
    // Those who signed already would have to sign again.
    const least = (await isPartlySigned(context, known)) ? 0 : MIN_REUSED_LIFE_MS;
    const offer = isOutdated(asked, known) ? undefined : livingOffer(context, known, truth?.sight, least);
    if (offer !== undefined && isNamedAlike(known, names)) {
      await countFor(context, owner, offer);
      return await preparedView(context, action, known, offer);
    }
  }
  const place = {
    owner,
    keys,
    round: again ?? known?.round ?? nextRound(former),
    isAgain: again !== undefined,
    former,
    // An equal request written without names keeps the names of the first one.
    names: names.length > 0 ? names : (known?.names ?? []),
  };
  const lookAgain = () => prepare(context, name, input, call, { ...of, another, tries: tries + 1 });
  try {
    const anew = await oneAtATime(context, keys.request, call, async (waited) =>
      waited || (await isChanged(context, keys.request, found))
        ? 'changed'
        : await prepareAnew(context, action, request, known, place, call),
    );
    // Another process prepared it meanwhile.
    return anew === 'changed' ? await lookAgain() : anew;
  } catch (error) {
    // Somebody prepared or sent a rival meanwhile, so everything is looked up again.
    const isMet = error instanceof CountersignError && error.code === 'SEQUENCE_TAKEN';
    if (!isMet || tries >= MOST_TRIES) throw error;
    return await lookAgain();
  }
}

/** An escrow may be named by its handle, where a request is about one. */
async function withEscrow(context: DeskContext, name: ActionName, input: unknown): Promise<unknown> {
  if (name === 'fund') return await escrowOfId(context, input);
  return isStepName(name) ? await escrowByHandle(context, input) : input;
}

/** Fills in the fields that are read from the ledger. */
async function completed(
  context: DeskContext,
  name: ActionName,
  input: unknown,
  options: Pick<PrepareOptions, 'signal'>,
): Promise<unknown> {
  if (name === 'fund') return await completeFunding(context, input, options);
  return isStepName(name) ? await completeStep(context, name, input, options) : input;
}

/** A handle's request; for a step, with the escrow's present state. */
async function asItStands<Name extends ActionName>(
  context: DeskContext,
  name: Name,
  { request }: Handle,
  options: Pick<PrepareOptions, 'signal'>,
): Promise<RequestOf<Name>> {
  if (!isStepName(name)) return request as RequestOf<Name>;
  return (await refreshedStep(context, name, request as never, options)) as RequestOf<Name>;
}

/** Whether the request's newest offer has changed since it was looked up. */
async function isChanged({ store }: DeskContext, key: string, found: Handle | undefined): Promise<boolean> {
  const newest = (await store.findByRequest(key))?.offers[0];
  return newest !== undefined && newest.hash !== found?.offers[0]?.hash;
}

const MOST_TRIES = 3;

/** Whether the handle's names are unchanged: new names, or new entries for them, are judged again. */
function isNamedAlike(known: Handle, names: readonly NamedAddress[]): boolean {
  return names.length === 0 || JSON.stringify(names) === JSON.stringify(known.names);
}

/** @throws CountersignError HANDLE_NOT_FOUND, also for a handle of another action */
async function findRenewed(context: DeskContext, name: ActionName, input: unknown): Promise<Handle | undefined> {
  const given = givenIn(input);
  const renewal = renewalSchema.safeParse(given);
  if (!renewal.success) {
    if (given['id'] === undefined) return undefined;
    throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('id', 'ID_ALONE')] });
  }
  const handle = await requireRight(context, renewal.data.id, 'sign');
  if (handle.action !== name) throw new CountersignError('HANDLE_NOT_FOUND');
  return handle;
}

/** Many programs write null for an absent field. */
function givenIn(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input !== 'object' || input === null) return {};
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/** The handle's newest offer if there is time to sign it; undefined if a new one is due. @param least milliseconds */
function livingOffer(context: DeskContext, handle: Handle, sight: Truth['sight'], least: number): Offer | undefined {
  const [newest] = handle.offers;
  if (newest?.state !== 'offered' || newest.expiresAt - context.now() <= least) return undefined;
  if (!isNext(newest, sight) || judge(context, handle, newest) !== 'allowed') return undefined;
  // Its rivals may be decided by now, which only a new look finds out.
  return handle.judged.stops.some(({ code }) => UNTIL_LOOKED_AT_ANEW.includes(code)) ? undefined : newest;
}

/** The latest former handle that settled or whose address is taken; rounds before the current one do not count. */
function settledIn(former: readonly Handle[], living: Handle | undefined): Truth | undefined {
  const handle = former.find((each) => each.round >= (living?.round ?? 0) && isDecided(each));
  return handle && { handle };
}

const nextRound = (former: readonly Handle[]): number => Math.max(0, ...former.map(({ round }) => round));

const UNTIL_LOOKED_AT_ANEW: readonly string[] = ['NOT_COVERED', 'NO_LEDGER_TO_ASK'];

/** Whether the ledger would take it next. */
function isNext({ sequence }: Offer, sight: Truth['sight']): boolean {
  if (sight === undefined || sequence === undefined) return true;
  return sight.account !== undefined && BigInt(sight.account.seqNum) + 1n === BigInt(sequence);
}
