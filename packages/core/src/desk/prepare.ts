/** Request in, compared and stored offer out: the first half of the workflow, the same for every action. */
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Action, ActionName, CallOf, RequestOf } from '../actions/action.ts';
import { actionOf } from '../actions/actions.ts';
import { expiryOf } from '../actions/deploy/summary.ts';
import { type ReadTransaction, readTransaction } from '../envelope/read-transaction.ts';
import { CountersignError, type Difference, type FieldProblem, toCountersignError } from '../errors/errors.ts';
import { tokenProblems } from '../escrow/check-token.ts';
import type { Network } from '../escrow/network.ts';
import { boundedText } from '../text/bounded.ts';
import { reasonText } from '../words/reasons.ts';
import { requireOwn } from './access.ts';
import { requireCarrier } from './carriers/require-carrier.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { judge } from './gate.ts';
import { type Opened, preparedView } from './prepared-view.ts';
import { resolveUnknown } from './resolve-unknown.ts';
import type { Prepared } from './results.ts';
import type { RunningCall } from './run-call.ts';
import { type Handle, type NewHandle, type NewOffer, type Offer, requireUnsent } from './store/offers.ts';
import { askToken } from './token-of-request.ts';

/** An offer with less life left than this is prepared again rather than handed out again. */
const MIN_REUSED_LIFE_MS = 30_000;

const renewalSchema = z.strictObject({ id: boundedText(100) });

/**
 * @param input a request of the action, or `{ id }` to prepare a handle's request again
 * @throws CountersignError INPUT_INVALID, READ_ONLY, HANDLE_NOT_FOUND, OUTCOME_UNKNOWN, PREPARED_BY_ANOTHER,
 *   ALREADY_SETTLED, TRANSACTION_MISMATCH, TRANSACTION_PARTLY_VERIFIED, STORE_FULL, and those of the carrier
 */
export async function prepare<Name extends ActionName>(
  context: DeskContext,
  name: Name,
  input: unknown,
  call: RunningCall,
): Promise<Prepared<Name>> {
  if (context.policy.readOnly) throw new CountersignError('READ_ONLY');
  const action = actionOf(name);
  const known = await findRenewed(context, name, input);
  const request = (known?.request as RequestOf<Name> | undefined) ?? action.parse(input, context.network);
  const carrier = requireCarrier(context, name);
  const key = requestKey(action, request, context.network);
  const handle = known ?? (await findEqual(context, key));
  if (handle !== undefined) {
    const offer = await livingOffer(context, handle, call());
    if (offer !== undefined) return preparedView(context, action, handle.request as RequestOf<Name>, handle, offer);
  }
  context.reached?.('before-build');
  // Asked side by side: the token costs no time where the carrier takes longer than it.
  const network = askToken(context, request, call());
  const unsignedXdr = await carrier.build(request, call());
  context.reached?.('built');
  const { offer, opened } = compare({ ...context, network: await network }, action, unsignedXdr, request);
  // Somebody else may have made the same request meanwhile.
  if (known === undefined) await findEqual(context, key);
  const asked = { action: name, request, id: randomId(), pageId: randomId(), requestKey: key };
  const kept = await context.store.add(asked as NewHandle, offer);
  if (known === undefined) requireNotOthers(context, kept.id);
  context.reached?.('stored');
  return preparedView(context, action, kept.request as RequestOf<Name>, kept, offer, opened);
}

/** 128 random bits. */
function randomId(): string {
  return randomBytes(16).toString('hex');
}

/** @throws CountersignError HANDLE_NOT_FOUND, also for a handle of another action */
async function findRenewed(context: DeskContext, name: ActionName, input: unknown): Promise<Handle | undefined> {
  const renewal = renewalSchema.safeParse(input);
  if (!renewal.success) return undefined;
  const handle = await requireOwn(context, renewal.data.id);
  if (handle.action !== name) throw new CountersignError('HANDLE_NOT_FOUND');
  return handle;
}

/** @throws CountersignError PREPARED_BY_ANOTHER */
async function findEqual(context: DeskContext, requestKey: string): Promise<Handle | undefined> {
  const handle = await context.store.findByRequest(requestKey);
  if (handle !== undefined) requireNotOthers(context, handle.id);
  return handle;
}

/** @throws CountersignError PREPARED_BY_ANOTHER */
function requireNotOthers({ access }: DeskContext, handleId: string): void {
  if (access?.(handleId) === 'others') throw new CountersignError('PREPARED_BY_ANOTHER');
}

/** The handle's newest offer if it can still be signed in peace; nothing if a new one is due. */
async function livingOffer(context: DeskContext, handle: Handle, options: CallOptions): Promise<Offer | undefined> {
  const current = await resolveUnknown(context, handle, options);
  requireUnsent(current);
  const [newest] = current.offers;
  if (newest?.state !== 'offered' || newest.expiresAt - context.now() < MIN_REUSED_LIFE_MS) return undefined;
  return judge(context, current, newest) === 'allowed' ? newest : undefined;
}

function compare<Name extends ActionName>(
  context: DeskContext,
  action: Action<Name>,
  unsignedXdr: string,
  request: RequestOf<Name>,
): { readonly offer: NewOffer; readonly opened: Opened<CallOf<Name>> } {
  const { network, policy, now } = context;
  const read = readAnswer(unsignedXdr, network.passphrase);
  const check = action.check(read, request, { network, maxFee: policy.maxFee, now: Math.floor(now() / 1_000) });
  if (check.level === 'mismatch') throw mismatch(check.differences, tokenProblems(request.trustline, network));
  if (check.level === 'partly' && !policy.allowPartly) {
    throw new CountersignError('TRANSACTION_PARTLY_VERIFIED', { detail: check.reasons.map(reasonText).join(' ') });
  }
  const offer = {
    hash: read.hashHex,
    unsignedXdr: read.xdr,
    contractId: check.call.contractId,
    sequence: read.transaction.seqNum.toString(),
    expiresAt: expiryOf(read).getTime(),
    reasons: check.reasons,
  };
  return { offer, opened: { read, call: check.call } };
}

/** @param problems of the request's own units, which its builder was right to take over */
function mismatch(differences: readonly Difference[], problems: readonly FieldProblem[]): CountersignError {
  const isBuilder = problems.length === 0 || differences.some(({ field }) => field !== 'trustline.decimals');
  return new CountersignError('TRANSACTION_MISMATCH', {
    differences,
    ...(problems.length === 0 ? {} : { fields: problems }),
    ...(isBuilder ? {} : WRONG_UNITS),
  });
}

const WRONG_UNITS = {
  message:
    'The request’s units do not match its token, so every amount would be wrong on chain. No transaction is handed out.',
  remedy: 'Correct trustline.decimals as the field says, then try again.',
} as const;

/** What is no transaction at all is a mismatch like any other: the person's own input is not at fault. */
function readAnswer(unsignedXdr: string, passphrase: string): ReadTransaction {
  try {
    return readTransaction(unsignedXdr, passphrase);
  } catch (error) {
    const found = toCountersignError(error);
    throw new CountersignError('TRANSACTION_MISMATCH', {
      differences: [{ field: 'envelope', asked: 'one unsigned v1 transaction', found: found.message }],
      cause: error,
    });
  }
}

/** Equal requests have the same key, and the same act on another network, or by another signer, has another one. */
function requestKey<Name extends ActionName>(action: Action<Name>, request: RequestOf<Name>, network: Network): string {
  const hash = createHash('sha256');
  for (const part of [network.passphrase, request.signer]) hash.update(`${part}\n`);
  return hash.update(action.identity(request, network)).digest('hex');
}
