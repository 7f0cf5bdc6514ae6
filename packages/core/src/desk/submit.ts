/** Signed XDR in, settlement out: the second half of the workflow. */
import * as z from 'zod';
import { recogniseAction } from '../actions/actions.ts';
import { type ReadTransaction, readTransaction } from '../envelope/read-transaction.ts';
import { CountersignError, toCountersignError } from '../errors/errors.ts';
import { parseInput } from '../escrow/parse-input.ts';
import { interfaceMulti } from '../kinds/interface-multi.ts';
import { readDeployOf } from '../kinds/read-deploy.ts';
import { redactStrings } from '../secrets/secrets.ts';
import { boundedText } from '../text/bounded.ts';
import { acceptForeign } from './accept-foreign.ts';
import { isOwn, requireOwn } from './access.ts';
import { requireCarrier } from './carriers/require-carrier.ts';
import { changedTransaction } from './changed-transaction.ts';
import type { DeskContext } from './context.ts';
import { judge } from './gate.ts';
import { settleLate } from './late.ts';
import { readSubmitted } from './read-submitted.ts';
import { requireSigned } from './require-signed.ts';
import { resolveUnknown, SENDING_STALE_MS } from './resolve-unknown.ts';
import type { Settlement } from './results.ts';
import type { RunningCall } from './run-call.ts';
import { publicSettlement, settlementFrom, unknownSettlement } from './settlement-from.ts';
import { decidingOffer, type Handle, mayBeSent, type Offer, type PastOffer } from './store/offers.ts';

const idSchema = boundedText(100);
const submissionSchema = z.strictObject({ signedXdr: z.string(), id: idSchema.optional() });
/** What the signing page has delivered already is named by its handle alone. */
const deliveredSchema = z.strictObject({ id: idSchema });

/**
 * @param input `{ signedXdr, id? }`, or `{ id }` of a handle whose signature was delivered
 * @throws CountersignError for everything that was refused before it was sent; `rejected` and `unknown` are results
 */
export async function submit(context: DeskContext, input: unknown, call: RunningCall): Promise<Settlement> {
  if (context.policy.readOnly) throw new CountersignError('READ_ONLY');
  const delivered = deliveredSchema.safeParse(input);
  if (delivered.success) return submitDelivered(context, delivered.data.id, call);
  const { id, signedXdr } = parseInput(submissionSchema, input);
  // An id that is not theirs is not found, whatever comes with it. Their own may be forgotten by now.
  if (id !== undefined && !isOwn(context, id)) throw new CountersignError('HANDLE_NOT_FOUND');
  const read = await readSubmitted(context, signedXdr);
  // In this order: a renewal may make a past offer of it meanwhile.
  const known = await context.store.findByHash(read.hashHex);
  const past = known === undefined ? await context.store.findPast(read.hashHex) : undefined;
  if (past !== undefined) return await settlePast(context, read, past, id, call);
  const offer = await findOffer(context, read, known, id === undefined ? undefined : await requireOwn(context, id));
  if (offer !== undefined && !isUnsentForeign(offer)) {
    if (!isOwn(context, offer.handle)) return publicSettlement(await submitForOthers(context, read, offer, call));
    return (await settlementOf(context, offer)) ?? (await submitOffer(context, read, offer, call));
  }
  const foreign = await acceptForeign(context, read, call());
  await requireSigned(context, read, call());
  return await sendInTime(context, read, await context.store.addForeign(foreign), call);
}

/** Kept by an earlier call that could not send it, perhaps under other rules: it is compared anew. */
function isUnsentForeign({ handle, state }: Offer): boolean {
  return handle === undefined && state === 'offered';
}

/** What became of the signature that the signing page delivered; where that is unknown it is sent again. */
async function submitDelivered(context: DeskContext, id: string, call: RunningCall): Promise<Settlement> {
  const handle = await resolveUnknown(context, await requireOwn(context, id), call());
  const offer = decidingOffer(handle) ?? handle.offers[0];
  if (offer?.settlement !== undefined && !mayBeSent(offer)) return offer.settlement;
  if (offer?.signedXdr === undefined || !mayBeSent(offer)) throw new CountersignError('NOT_SIGNED_YET');
  return await submitOffer(context, readTransaction(offer.signedXdr, context.network.passphrase), offer, call);
}

async function submitOffer(
  context: DeskContext,
  read: ReadTransaction,
  offer: Offer,
  call: RunningCall,
): Promise<Settlement> {
  await requireSignedOffer(context, read, offer, call);
  return await sendInTime(context, read, offer, call);
}

/** Sends what somebody else prepared. The signature is the sender's right to do so, and to learn what became of it. */
async function submitForOthers(
  context: DeskContext,
  read: ReadTransaction,
  offer: Offer,
  call: RunningCall,
): Promise<Settlement> {
  await requireSignedOffer(context, read, offer, call);
  if (offer.settlement !== undefined && !mayBeSent(offer)) return offer.settlement;
  return await sendInTime(context, read, offer, call);
}

async function requireSignedOffer(
  context: DeskContext,
  read: ReadTransaction,
  offer: Offer,
  call: RunningCall,
): Promise<void> {
  // Said first where it is plain: whoever sends back what was handed out has not been to the wallet yet.
  if (read.signatures.length === 0) {
    const handedOut = offer.handle !== undefined && isOwn(context, offer.handle);
    throw new CountersignError('XDR_NOT_SIGNED', handedOut ? AS_IT_WAS : {});
  }
  // The very one that may have been sent was checked before; its account may have other signers by now.
  if (!(mayBeSent(offer) && offer.signedXdr === read.xdr)) await requireSigned(context, read, call());
}

async function sendInTime(
  context: DeskContext,
  read: ReadTransaction,
  offer: Offer,
  call: RunningCall,
): Promise<Settlement> {
  // One that may have been sent is sent again to learn its outcome, even late; any other must be in time and allowed.
  const isAgain = mayBeSent(offer);
  if (!isAgain && offer.expiresAt <= context.now()) return await settleLate(context, read, offer, call());
  await passGate(context, offer, isAgain);
  return await send(context, read, offer, call);
}

/** What was prepared elsewhere was compared in this call, with the request that it states itself. */
async function passGate(context: DeskContext, offer: Offer, isAgain: boolean): Promise<void> {
  if (offer.handle === undefined) return;
  const handle = await context.store.find(offer.handle);
  if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  const verdict = judge(context, handle, offer);
  if (verdict === 'changed') throw new CountersignError('STORE_UNUSABLE', { message: CHANGED_IN_STORE });
  if (verdict === 'not-now' && !isAgain)
    throw new CountersignError('TRANSACTION_PARTLY_VERIFIED', { message: NOT_ALLOWED_NOW });
}

const CHANGED_IN_STORE =
  'This prepared transaction was changed in the data folder and no longer matches its request. It was not sent.';

const AS_IT_WAS = {
  message: 'This is the unsigned transaction, exactly as it was handed out here: the wallet has not signed it.',
} as const;

/** Another transaction of its handle was sent; which one is the business of whoever prepared them. */
const ENDED = {
  message: 'You did not prepare this transaction here, and it is no longer offered. It was not sent.',
  remedy: 'Ask the person who prepared it for the current one.',
} as const;

const NOT_ALLOWED_NOW =
  'This transaction was offered under settings that have changed, and is not allowed by them now. It was not sent.';

/** What became of an offer that was renewed, forgotten or discarded since it was signed. */
async function settlePast(
  context: DeskContext,
  read: ReadTransaction,
  past: PastOffer,
  id: string | undefined,
  call: RunningCall,
): Promise<Settlement> {
  if (id !== undefined && past.handle !== id) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'id', problem: 'is the id of another escrow than this transaction’s' }],
    });
  }
  if (isOwn(context, past.handle)) return await settleLate(context, read, past, call());
  // The signature is what entitles somebody else to learn what became of it.
  await requireSigned(context, read, call());
  return publicSettlement(await settleLate(context, read, past, call()));
}

/**
 * The offer whose hash the signed transaction has; nothing if it was never offered here.
 * @param offer what the store has under that hash
 * @param handle the person's own, which they named beside it
 */
async function findOffer(
  context: DeskContext,
  read: ReadTransaction,
  offer: Offer | undefined,
  handle: Handle | undefined,
): Promise<Offer | undefined> {
  if (offer !== undefined) {
    if (handle === undefined || offer.handle === handle.id) return offer;
    const whose = isOwn(context, offer.handle) ? ` (${offer.handle ?? 'prepared elsewhere'})` : '';
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'id', problem: `is the id of another escrow than this transaction’s${whose}` }],
    });
  }
  const same = handle?.id ?? (await handleOfSameEscrow(context, read));
  if (same === undefined) return undefined;
  // It would take the address of somebody else's escrow, and comparing the two would tell about theirs.
  if (!isOwn(context, same)) throw new CountersignError('NOT_PREPARED_HERE');
  throw changedTransaction(context, read, await requireOwn(context, same));
}

async function handleOfSameEscrow(context: DeskContext, read: ReadTransaction): Promise<string | undefined> {
  const about = recogniseAction(read, context.network);
  return about && (await context.store.findByContract(about.name, about.contractId))?.handle;
}

/** What is decided already: under the offer's handle, by this transaction or by an earlier copy. */
async function settlementOf(context: DeskContext, offer: Offer): Promise<Settlement | undefined> {
  const handle = offer.handle === undefined ? undefined : await context.store.find(offer.handle);
  const siblings = handle?.offers ?? [offer];
  const settled = siblings.find(({ state }) => state === 'settled');
  return (settled ?? (offer.state === 'rejected' ? offer : undefined))?.settlement;
}

async function send(context: DeskContext, read: ReadTransaction, offer: Offer, call: RunningCall): Promise<Settlement> {
  requireCarrier(context, offer.action);
  const claim = await context.store.claim(offer.hash, read.xdr, SENDING_STALE_MS);
  if (claim.kind === 'refused') {
    const { because } = claim;
    if (because.hash !== offer.hash && !isOwn(context, offer.handle))
      throw new CountersignError('NOT_PREPARED_HERE', ENDED);
    if (because.settlement !== undefined && !mayBeSent(because)) return because.settlement;
    if (because.hash !== offer.hash) throw new CountersignError('OUTCOME_UNKNOWN');
    return unknownSettlement(offer, 'The same transaction is being sent by another call right now.');
  }
  context.reached?.('claimed');
  const sentBefore = claim.before === 'sending' || claim.before === 'unknown';
  const settlement = markForeign(offer, await trySending(context, read, offer, { ...claim, sentBefore }, call));
  context.reached?.('sent');
  // Whatever was read before may not hold any more.
  if (settlement.status !== 'rejected') context.service.balancesChanged(offer.contractId);
  await keep(context, offer, claim.number, settlement);
  context.reached?.('recorded');
  return settlement;
}

async function trySending(
  context: DeskContext,
  read: ReadTransaction,
  offer: Offer,
  claim: { readonly number: number; readonly sentBefore: boolean },
  call: RunningCall,
): Promise<Settlement> {
  try {
    const outcome = await requireCarrier(context, offer.action).send(read.xdr, call());
    // What the service said is kept and shown; it may have said one of our own credentials.
    const deploy = readDeployOf([interfaceMulti], read, context.network.passphrase);
    const signed = 'unreadable' in deploy ? undefined : deploy.escrow;
    return redactStrings(settlementFrom(outcome, offer, claim.sentBefore, signed), context.scanner.redact);
  } catch (error) {
    // The service throws an error of ours only where nothing was sent on; the offer is then what it was before.
    const notSent = error instanceof CountersignError && error.code !== 'INTERNAL';
    await context.store.record(offer.hash, claim.number, notSent && !claim.sentBefore ? 'offered' : 'unknown');
    throw error;
  }
}

/** A failing store must not hide what became of the transaction: its claim goes stale, and the outcome is unknown to it. */
async function keep(context: DeskContext, offer: Offer, claim: number, settlement: Settlement): Promise<void> {
  try {
    await context.store.record(offer.hash, claim, settlement.status, settlement);
  } catch (error) {
    context.log?.('warn', `The outcome of ${offer.hash} could not be recorded: ${toCountersignError(error).message}`);
  }
}

function markForeign(offer: Offer, settlement: Settlement): Settlement {
  return offer.handle === undefined ? { ...settlement, preparedHere: false } : settlement;
}
