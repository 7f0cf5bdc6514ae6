import * as z from 'zod';
import type { ActionName, RequestOf } from '../../actions/action.ts';
import { isPaying, stepOf } from '../../actions/registry.ts';
import { escrowStateOf, formatAmount } from '../../actions/steps/escrow-state.ts';
import { stepTotal } from '../../actions/steps/step.ts';
import { CountersignError, createProblem } from '../../errors/errors.ts';
import { addAmounts, fromBaseUnits, toBaseUnits } from '../../escrow/amount.ts';
import { failWith } from '../../escrow/issues.ts';
import { contractOfToken, type Network } from '../../escrow/network.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { partiesOf } from '../../escrow/payees.ts';
import { STEP_NAMES } from '../../escrow/steps.ts';
import { readAmount } from '../../escrow/written-amount.ts';
import { addressesIn, type EscrowOnChain, sumOf } from '../../kinds/escrow-on-chain.ts';
import { checkLimits, type Limits, type Spend } from '../../risk/index.ts';
import type { Limits as SettingsLimits } from '../../settings/limits.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import { isOfEscrowPage } from '../model/escrow-page.ts';
import { isOwner, isPerson, type Person } from '../model/person.ts';
import {
  type ActionRequest,
  decidingTransaction,
  type OwnLimits,
  type PreparedRequest,
  type PreparedTransaction,
} from '../model/requests.ts';

/** More decimals than any token has. */
const DECIMALS = 40;

/** @throws CountersignError LIMIT_REACHED */
export async function requireWithinLimits(...input: Parameters<typeof exceededLimit>): Promise<void> {
  const error = await exceededLimit(...input);
  if (error !== undefined) throw error;
}

/** The first limit that it would exceed. @param ownId the id of the request itself, so that it is not counted twice */
export async function exceededLimit(
  context: DeskContext,
  request: ActionRequest,
  owner: Person,
  ownId: string | undefined,
): Promise<CountersignError | undefined> {
  const { policy, store, now, tenantLimits } = context;
  const own = await store.limitsOf(owner);
  const forVisitors = isPerson(context.viewer) ? {} : { remedy: context.words.LIMIT_OF_PAGE };
  const ofPerson = own === undefined ? [] : [{ by: 'person', ...forVisitors, ...own } as const];
  const ofTenant = tenantLimits === undefined ? [] : [{ by: 'tenant', ...tenantLimits } as const];
  // The operator's count for all people together, a tenant's for its people, a person's own for that person. What
  // visitors prepare on escrows' pages is counted apart.
  for (const [limits, whose] of [
    [policy.limits, 'all'],
    [ofTenant, tenantLimits?.dayOf ?? 'tenant'],
    [ofPerson, 'person'],
  ] as const) {
    if (limits.length === 0) continue;
    const byContracts = limits.map((limit) => byContract(context.network, limit));
    const spend = await spendOf(context, request, { owner, whose }, ownId);
    const problem = checkLimits(byContracts, spend, now(), context.words);
    if (problem !== undefined) return isPerson(context.viewer) ? problem : withoutSums(problem);
  }
  return undefined;
}

export async function isLimitedByDay({ policy, store, tenantLimits }: DeskContext, owner: Person): Promise<boolean> {
  const own = await store.limitsOf(owner);
  return [...policy.limits, tenantLimits, own].some((limits) => limits?.maxPerDay !== undefined);
}

/**
 * Whether what the caller has prepared counts before it is sent. A visitor's does not, since anyone with the link to a
 * page could use up its owner's limits: it counts once it is signed, or once the owner asks for it.
 */
export const isCountedFor = ({ viewer }: Pick<DeskContext, 'viewer'>, owner: Person): boolean =>
  isPerson(viewer) || isOwner(viewer, owner);

/** Makes a transaction count from now on, if the caller's do. */
export async function countFor(
  context: DeskContext,
  owner: Person,
  { hash, isCounted }: PreparedTransaction,
): Promise<void> {
  if (!isCounted && isCountedFor(context, owner)) await context.store.count(hash);
}

/**
 * Checks again once it is stored: several may have been prepared at the same time.
 * @throws CountersignError LIMIT_REACHED, and then the request has ended
 */
export async function requireStillWithin(context: DeskContext, prepared: PreparedRequest): Promise<void> {
  if (!isCountedFor(context, prepared.owner)) return;
  try {
    await requireWithinLimits(context, prepared, prepared.owner, prepared.id);
  } catch (error) {
    await context.store.end(prepared.id, { as: 'discarded', at: context.now() });
    throw error;
  }
}

async function spendOf(
  context: DeskContext,
  request: ActionRequest,
  { owner, whose }: { readonly owner: Person; readonly whose: 'all' | 'tenant' | 'person' },
  ownId: string | undefined,
): Promise<Spend> {
  const { network, store } = context;
  const token = contractOfToken(network, request.request.trustline.address);
  const today = new Date(context.now()).setUTCHours(0, 0, 0, 0);
  const others = (await store.askedSince(whose === 'person' ? owner : undefined, today)).filter(
    (other) =>
      isOfEscrowPage(other.owner) === isOfEscrowPage(owner) &&
      (whose !== 'tenant' || other.owner.tenant === owner.tenant) &&
      other.id !== ownId &&
      countTogether(other.action, request.action) &&
      contractOfToken(network, other.request.trustline.address) === token,
  );
  const amount = totalOf(request, network);
  return {
    amount,
    token,
    counterparties: await counterpartiesOf(context, request),
    spentToday: fromBaseUnits(unitsOfDay([...others, request], network) - unitsIn(amount), DECIMALS),
  };
}

/** The actions that put money into escrows, or promise to, and those that take it out. */
const GROUPS: readonly (readonly ActionName[])[] = [['deploy', 'fund'], STEP_NAMES.filter(isPaying)];

const countTogether = (one: ActionName, other: ActionName): boolean =>
  one === other || GROUPS.some((group) => group.includes(one) && group.includes(other));

/** An escrow and the payments into it are the same money, so only the larger sum of the two counts. */
function unitsOfDay(all: readonly (ActionRequest | PreparedRequest)[], network: Network): bigint {
  const escrowOf = (each: ActionRequest | PreparedRequest, index: number): string => {
    if (each.action === 'fund') return each.request.escrow;
    const isMade = 'transactions' in each && each.action === 'deploy';
    const transaction = isMade ? (decidingTransaction(each) ?? each.transactions[0]) : undefined;
    return transaction?.contractId ?? `${index}`;
  };
  const unitsOf = (requests: readonly ActionRequest[]) =>
    sumOf(requests.map((each) => unitsIn(totalOf(each, network))));
  const larger = [...Map.groupBy(all, escrowOf).values()].map((ofEscrow) => {
    const paid = unitsOf(ofEscrow.filter(({ action }) => action === 'fund'));
    const promised = unitsOf(ofEscrow.filter(({ action }) => action !== 'fund'));
    if (paid > promised) return paid;
    return promised;
  });
  return sumOf(larger);
}

/** Requests and limits may name a token by its issuer. */
const byContract = (network: Network, limit: Limits): Limits =>
  limit.tokens === undefined ? limit : { ...limit, tokens: limit.tokens.map((each) => contractOfToken(network, each)) };

/** A visitor of a page must not learn how much its owner spent. */
function withoutSums(error: CountersignError): CountersignError {
  const { remedy, operatorRemedy, language } = error;
  return new CountersignError('LIMIT_REACHED', omitUndefined({ remedy, operatorRemedy, language }));
}

export function operatorLimits(limits: SettingsLimits): readonly Limits[] {
  return Object.keys(limits).length === 0 ? [] : [{ by: 'operator', settings: LIMIT_SETTINGS, ...limits }];
}

const LIMIT_SETTINGS = {
  maxAmount: 'COUNTERSIGN_MAX_AMOUNT',
  maxPerDay: 'COUNTERSIGN_MAX_PER_DAY',
  counterparties: 'COUNTERSIGN_COUNTERPARTIES',
  tokens: 'COUNTERSIGN_TOKENS',
  until: 'COUNTERSIGN_LIMITS_UNTIL',
} as const;

/** What the person types to confirm: in token units. */
export function totalOf(request: ActionRequest, network: Network): string {
  switch (request.action) {
    case 'deploy':
      return addAmounts(request.request.milestones.map(({ amount }) => amount));
    case 'fund':
      return request.request.amount;
    case 'trust':
      return '0';
    default: {
      const state = escrowStateOf(request.request, network);
      return state === undefined ? '0' : formatAmount(state, stepTotal(stepOf(request.action), request.request, state));
    }
  }
}

/** The counterparties of a request; for a payment those of its escrow, if that was prepared here. */
async function counterpartiesOf({ store }: DeskContext, request: ActionRequest): Promise<string[]> {
  // Whom a step pays is checked by `requireAllowedParties`, with the escrow's state.
  if (request.action !== 'deploy' && request.action !== 'fund') return [];
  const parties =
    request.action === 'deploy' ? partiesOf(request.request) : await rolesAt(store, request.request.escrow);
  return [...new Set(parties)].filter((address) => address !== request.request.signer);
}

type Paying = Pick<RequestOf<'fund'>, 'signer' | 'escrow' | 'amount' | 'trustline'>;

/**
 * Checks the escrow's present parties on the ledger, since an update may have changed them.
 * @param strangers whom a step pays, or gives a role, who had none before
 * @throws CountersignError LIMIT_REACHED
 */
export function requireAllowedParties(
  { policy, now, viewer, words }: DeskContext,
  { signer, escrow: contractId, amount, trustline: { address: token } }: Paying,
  escrow: EscrowOnChain,
  strangers: readonly string[] = [],
): void {
  for (const { by, settings, counterparties: allowed } of policy.limits) {
    if (allowed === undefined) continue;
    // Allowing the escrow's address allows its present parties, but not strangers that a step would add.
    const parties = [...(allowed.includes(contractId) ? [] : addressesIn(escrow)), ...strangers];
    const counterparties = [...new Set(parties)].filter((address) => address !== signer);
    const limit = omitUndefined({ by, counterparties: allowed, settings });
    const problem = checkLimits([limit], { amount, token, counterparties, spentToday: '0' }, now(), words);
    if (problem !== undefined) throw isPerson(viewer) ? problem : withoutSums(problem);
  }
}

async function rolesAt(store: DeskContext['store'], escrow: string): Promise<readonly string[]> {
  for (const { requestId } of await store.findByContract('deploy', escrow)) {
    const made = requestId === undefined ? undefined : await store.find(requestId);
    if (made?.action === 'deploy') return partiesOf(made.request);
  }
  return [escrow];
}

const unitsIn = (amount: string): bigint => toBaseUnits(amount, DECIMALS) ?? 0n;

const amount = z
  .string()
  .max(40)
  .transform((text) => readAmount(text))
  .refine((read) => typeof read === 'string' && !read.startsWith('-'), failWith(createProblem('NOT_AN_AMOUNT')))
  .transform(String);
const ownLimitsSchema = z.strictObject({ maxAmount: amount.optional(), maxPerDay: amount.optional() });

/** @throws CountersignError INPUT_INVALID */
export function parseOwnLimits(input: unknown): OwnLimits {
  return omitUndefined(parseInput(ownLimitsSchema, input));
}
