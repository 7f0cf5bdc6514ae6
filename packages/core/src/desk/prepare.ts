/** Request in, compared and stored offer out: the first half of the workflow, the same for every action. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Action, ActionName, RequestOf } from '../actions/action.ts';
import { actionOf } from '../actions/actions.ts';
import { CountersignError } from '../errors/errors.ts';
import type { ReadDeploy } from '../kinds/read-deploy.ts';
import { boundedText } from '../text/bounded.ts';
import type { Warning } from '../words/warnings.ts';
import { requireRight } from './access.ts';
import { againRound, againStops } from './again.ts';
import { type BuiltOffer, buildOffer } from './build-offer.ts';
import { requireCarrier } from './carriers/require-carrier.ts';
import { unconfirmed } from './confirmations.ts';
import type { DeskContext } from './context.ts';
import type { PrepareOptions } from './desk.ts';
import { type Met, meetEarlier, otherVersions } from './earlier-offers.ts';
import { supersede } from './end-handle.ts';
import { fundStops } from './fund-stops.ts';
import { judge } from './gate.ts';
import { judgedDeploy, knownOf } from './judging.ts';
import { type Keys, keysOf, keysOfAsked } from './keys.ts';
import { requireWithinLimits } from './limits.ts';
import { refusedDeploy } from './occupied.ts';
import { type Person, personIn } from './person.ts';
import { preparedView } from './prepared-view.ts';
import { requireGoing } from './require-going.ts';
import type { Prepared } from './results.ts';
import type { RunningCall } from './run-call.ts';
import type { Asked, Handle, Judged, NewHandle, Offer } from './store/offers.ts';
import { type Truth, truthOf } from './truth/truth-of.ts';

/** An offer with less life left than this is prepared again rather than handed out again. */
const MIN_REUSED_LIFE_MS = 30_000;

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
  { another = false }: Pick<PrepareOptions, 'another'> = {},
): Promise<Prepared<Name>> {
  if (context.policy.readOnly) throw new CountersignError('READ_ONLY');
  const action = actionOf(name);
  const renewed = await findRenewed(context, name, input);
  const request = (renewed?.request as RequestOf<Name> | undefined) ?? action.parse(input, context.network);
  const owner = renewed?.owner ?? personIn(context);
  const keys = keysOf(name, request, context.network, owner);
  requireCarrier(context, name);
  const asked = { action: name, request } as Asked;
  const found = renewed ?? (await context.store.findByRequest(keys.request));
  const truth = found && (await truthOf(context, found, call()));
  const known = truth?.handle;
  const again = await againRound(context, asked, known, { wanted: another, isRenewal: renewed !== undefined }, call);
  if (again === undefined && known !== undefined) {
    const offer = livingOffer(context, known, truth?.sight);
    if (offer !== undefined) return await preparedView(context, action, known, offer);
  }
  await requireWithinLimits(context, asked, owner, again === undefined ? known : undefined);
  const place = { owner, keys, round: again ?? known?.round ?? 0, isAgain: again !== undefined };
  return await prepareAnew(context, action, request, known, place, call);
}

type Place = { readonly owner: Person; readonly keys: Keys; readonly round: number; readonly isAgain: boolean };

async function prepareAnew<Name extends ActionName>(
  context: DeskContext,
  action: Action<Name>,
  request: RequestOf<Name>,
  known: Handle | undefined,
  { owner, keys, round, isAgain }: Place,
  call: RunningCall,
): Promise<Prepared<Name>> {
  const asked = { action: action.name, request } as Asked;
  const isVersion = (other: Handle) => keysOfAsked(other, context.network, owner).terms !== keys.terms;
  context.reached?.('before-build');
  const versions = otherVersions(context, keys.series, isVersion, call());
  const facts = asked.action === 'deploy' ? knownOf(context, asked.request, owner, call()) : undefined;
  // Whoever fails first is told of; the others are not left without somebody to hear them.
  const [built, others, learned, ofFund] = await Promise.all([
    buildOwn(context, action, request, { round, keys, known }, call).catch(async (error: unknown) => {
      throw await refusedDeploy(context, asked, round, error, call);
    }),
    versions,
    facts,
    fundStops(context, asked, call()),
  ]);
  const met = await meetEarlier(context, asked, built.offer, { known, versions: others });
  const before = [...(isAgain ? againStops(context, known, asked) : keptStops(known)), ...ofFund];
  const judged = judgedOffer(context, asked, built, learned, { met, known: isAgain ? undefined : known, before });
  const replaces = replacesOf(met) ?? (isAgain ? undefined : known?.replaces);
  const { request: requestKey, ...found } = keys;
  const handle: NewHandle = { ...asked, ...found, id: randomId(), pageId: randomId(), owner, requestKey, round };
  const kept = await context.store.add(handle, built.offer, { judged, ...(replaces === undefined ? {} : { replaces }) });
  context.reached?.('stored');
  const stops = await unconfirmed(context, kept, judged.stops);
  if (!stops.some(({ code }) => code === 'REPLACES_OPENED')) await supersede(context, met.replaced, kept.id);
  return await preparedView(context, action, kept, kept.offers[0] as Offer, built.opened);
}

/** Tried so often for a transaction that nobody else was given. */
const MOST_BUILDS = 4;
/** After that the same terms have other time bounds. */
const NEXT_SECOND_MS = 1_050;

/** Two people who ask for the same at the same moment may be given one transaction; each handle needs its own. */
async function buildOwn<Name extends ActionName>(
  context: DeskContext,
  action: Action<Name>,
  request: RequestOf<Name>,
  { round, keys, known }: Pick<Place, 'round' | 'keys'> & { readonly known: Handle | undefined },
  call: RunningCall,
): Promise<BuiltOffer<Name>> {
  for (let built = 1; ; built++) {
    const own = await buildOffer(context, action, request, round, call);
    const given = await context.store.findByHash(own.offer.hash);
    const others = given?.handle === known?.id ? undefined : await context.store.find(given?.handle ?? '');
    const isOthers = others !== undefined && keysOfAsked(others, context.network, others.owner).terms === keys.terms;
    if (!isOthers || others.requestKey === keys.request || built === MOST_BUILDS) return own;
    const { signal } = call();
    await sleep(NEXT_SECOND_MS, undefined, signal === undefined ? {} : { signal });
  }
}

function replacesOf({ replaced: [newest], differences }: Met): Handle['replaces'] {
  return newest === undefined ? undefined : { id: newest.id, differences };
}

function judgedOffer(
  context: DeskContext,
  asked: Asked,
  { offer, opened }: BuiltOffer<ActionName>,
  learned: Awaited<ReturnType<typeof knownOf>> | undefined,
  { met, known, before }: { readonly met: Met; readonly known: Handle | undefined; readonly before: Judged['stops'] },
): Judged {
  const stops = [...before, ...met.stops];
  if (asked.action !== 'deploy' || learned === undefined) return { stops, warnings: [], facts: [] };
  const last = known?.offers[0]?.contractId;
  const warnings: Warning[] =
    last === undefined || last === offer.contractId
      ? []
      : [{ code: 'ADDRESS_CHANGED', params: { before: last, now: offer.contractId } }];
  return judgedDeploy(context, opened.call as ReadDeploy, learned, { stops, warnings });
}

/** That it was done before stays true when it is renewed. */
function keptStops(known: Handle | undefined): Judged['stops'] {
  return (known?.judged.stops ?? []).filter(({ code }) => code === 'PAID_ALREADY' || code === 'ANOTHER_ESCROW');
}

/** 128 random bits. */
function randomId(): string {
  return randomBytes(16).toString('hex');
}

/** @throws CountersignError HANDLE_NOT_FOUND, also for a handle of another action */
async function findRenewed(context: DeskContext, name: ActionName, input: unknown): Promise<Handle | undefined> {
  const renewal = renewalSchema.safeParse(input);
  if (!renewal.success) return undefined;
  const handle = await requireRight(context, renewal.data.id, 'sign');
  if (handle.action !== name) throw new CountersignError('HANDLE_NOT_FOUND');
  return handle;
}

/** The handle's newest offer if it can still be signed in peace; nothing if a new one is due. */
function livingOffer(context: DeskContext, handle: Handle, sight: Truth['sight']): Offer | undefined {
  requireGoing(handle);
  const [newest] = handle.offers;
  if (newest?.state !== 'offered' || newest.expiresAt - context.now() < MIN_REUSED_LIFE_MS) return undefined;
  if (!isNext(newest, sight) || judge(context, handle, newest) !== 'allowed') return undefined;
  // What it met when it was built may be decided by now, which only a new look finds.
  return handle.judged.stops.some(({ code }) => UNTIL_LOOKED_AT_ANEW.includes(code)) ? undefined : newest;
}

const UNTIL_LOOKED_AT_ANEW: readonly string[] = ['NOT_COVERED', 'NO_LEDGER_TO_ASK'];

/** Whether the ledger would take it next. */
function isNext({ sequence }: Offer, sight: Truth['sight']): boolean {
  if (sight === undefined || sequence === undefined) return true;
  return sight.account !== undefined && BigInt(sight.account.seqNum) + 1n === BigInt(sequence);
}
