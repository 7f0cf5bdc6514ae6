/** Request in, compared and stored offer out: the first half of the workflow. */
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { checkUnsigned } from '../actions/deploy/check-unsigned.ts';
import { expiryOf } from '../actions/deploy/summary.ts';
import { type ReadTransaction, readTransaction } from '../envelope/read-transaction.ts';
import { CountersignError, type Difference, type FieldProblem, toCountersignError } from '../errors/errors.ts';
import { tokenProblems } from '../escrow/check-token.ts';
import { type DeployRequest, parseDeployRequest } from '../escrow/index.ts';
import { knownToken, type Network } from '../escrow/network.ts';
import { encodeEscrow, escrowOfRequest } from '../kinds/escrow-value.ts';
import { refuseSecrets } from '../secrets/secrets.ts';
import { boundedText } from '../text/bounded.ts';
import { requireOwn } from './access.ts';
import { beginCall } from './call-budget.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { type Opened, preparedView } from './prepared-view.ts';
import { resolveUnknown } from './resolve-unknown.ts';
import type { Prepared } from './results.ts';
import { isStillAllowed } from './still-allowed.ts';
import { type Handle, type NewOffer, type Offer, requireUnsent } from './store/offers.ts';
import { askToken } from './token-of-request.ts';

/** An offer with less life left than this is prepared again rather than handed out again. */
const MIN_REUSED_LIFE_MS = 30_000;

const renewalSchema = z.strictObject({ id: boundedText(100) });

/**
 * @param input the nine fields of the interface, or `{ id }` to prepare a handle's request again
 * @throws CountersignError INPUT_INVALID, SECRET_REFUSED, READ_ONLY, HANDLE_NOT_FOUND, OUTCOME_UNKNOWN,
 *   PREPARED_BY_ANOTHER, ALREADY_SETTLED, TRANSACTION_MISMATCH, TRANSACTION_PARTLY_VERIFIED, STORE_FULL, and those of the service
 */
export async function prepareDeploy(
  context: DeskContext,
  input: unknown,
  options: CallOptions = {},
): Promise<Prepared> {
  if (context.policy.readOnly) throw new CountersignError('READ_ONLY');
  refuseSecrets(input, context.scanner);
  const known = findRenewed(context, input);
  const call = beginCall(context, options);
  const request = known?.request ?? parseDeployRequest(input, context.network);
  const key = requestKey(request, context.network);
  const handle = known ?? findEqual(context, key);
  if (handle !== undefined) {
    const offer = await livingOffer(context, handle, call());
    if (offer !== undefined) return preparedView(context, handle, offer);
  }
  context.reached?.('before-deploy');
  // Asked side by side: the token costs no time where the service takes longer than it.
  const network = askToken(context, request, options);
  const { unsignedTransaction } = await context.service.deploy(request, call());
  context.reached?.('deployed');
  const { offer, opened } = compare({ ...context, network: await network }, unsignedTransaction, request);
  // Somebody else may have made the same request meanwhile.
  if (known === undefined) findEqual(context, key);
  const kept = context.store.add({ id: randomId(), pageId: randomId(), request, requestKey: key }, offer);
  context.reached?.('stored');
  return preparedView(context, kept, offer, opened);
}

/** 128 random bits. */
function randomId(): string {
  return randomBytes(16).toString('hex');
}

/** @throws CountersignError HANDLE_NOT_FOUND */
function findRenewed(context: DeskContext, input: unknown): Handle | undefined {
  const renewal = renewalSchema.safeParse(input);
  return renewal.success ? requireOwn(context, renewal.data.id) : undefined;
}

/** @throws CountersignError PREPARED_BY_ANOTHER */
function findEqual({ store, access }: DeskContext, requestKey: string): Handle | undefined {
  const handle = store.findByRequest(requestKey);
  if (handle !== undefined && access?.(handle.id) === 'others') throw new CountersignError('PREPARED_BY_ANOTHER');
  return handle;
}

/** The handle's newest offer if it can still be signed in peace; nothing if a new one is due. */
async function livingOffer(context: DeskContext, handle: Handle, options: CallOptions): Promise<Offer | undefined> {
  const current = await resolveUnknown(context, handle, options);
  requireUnsent(current);
  const [newest] = current.offers;
  if (newest?.state !== 'offered' || newest.expiresAt - context.now() < MIN_REUSED_LIFE_MS) return undefined;
  return isStillAllowed(context, newest) ? newest : undefined;
}

function compare(
  context: DeskContext,
  unsignedTransaction: string,
  request: DeployRequest,
): { readonly offer: NewOffer; readonly opened: Opened } {
  const { network, policy, now } = context;
  const read = readAnswer(unsignedTransaction, network.passphrase);
  const check = checkUnsigned(read, request, { network, maxFee: policy.maxFee, now: Math.floor(now() / 1_000) });
  if (check.level === 'mismatch') throw mismatch(check.differences, tokenProblems(request.trustline, network));
  if (check.level === 'partly' && !policy.allowPartly) {
    throw new CountersignError('TRANSACTION_PARTLY_VERIFIED', { detail: check.reasons.join(' ') });
  }
  const offer = {
    hash: read.hashHex,
    unsignedXdr: read.xdr,
    contractId: check.deploy.contractId,
    sequence: read.transaction.seqNum.toString(),
    expiresAt: expiryOf(read).getTime(),
    reasons: check.reasons,
  };
  return { offer, opened: { read, deploy: check.deploy } };
}

/** @param problems of the request's own units, which the service was right to take over */
function mismatch(differences: readonly Difference[], problems: readonly FieldProblem[]): CountersignError {
  const isService = problems.length === 0 || differences.some(({ field }) => field !== 'trustline.decimals');
  return new CountersignError('TRANSACTION_MISMATCH', {
    differences,
    ...(problems.length === 0 ? {} : { fields: problems }),
    ...(isService ? {} : WRONG_UNITS),
  });
}

const WRONG_UNITS = {
  message:
    'The request’s units do not match its token, so every amount would be wrong on chain. No transaction is handed out.',
  remedy: 'Correct trustline.decimals as the field says, then try again.',
} as const;

/** What is no transaction at all is a mismatch like any other: the person's own input is not at fault. */
function readAnswer(unsignedTransaction: string, passphrase: string): ReadTransaction {
  try {
    return readTransaction(unsignedTransaction, passphrase);
  } catch (error) {
    const found = toCountersignError(error);
    throw new CountersignError('TRANSACTION_MISMATCH', {
      differences: [{ field: 'envelope', asked: 'one unsigned v1 transaction', found: found.message }],
      cause: error,
    });
  }
}

/**
 * The same escrow, however its request was spelled, has the same key: the one that stands on chain counts, with a
 * known issuer taken for its token contract. On another network it is another escrow.
 */
function requestKey(request: DeployRequest, network: Network): string {
  const { trustline, ...escrow } = escrowOfRequest(request);
  const token = knownToken(network, trustline.address)?.address ?? trustline.address;
  const onChain = encodeEscrow({ ...escrow, trustline: { ...trustline, address: token } });
  const hash = createHash('sha256');
  for (const part of [network.passphrase, request.signer]) hash.update(`${part}\n`);
  return hash.update(onChain.toXdr()).digest('hex');
}
