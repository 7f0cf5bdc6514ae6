/** Signed XDR in, settlement out: the second half of the workflow. */
import { z } from 'zod';
import { CountersignError } from '../errors.ts';
import { refuseSecrets } from '../secrets.ts';
import {
  checkSignatures,
  type ReadTransaction,
  readDeploy,
  readTransaction,
  transactionDifferences,
} from '../transaction/index.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { inputProblems } from './input-problems.ts';
import { resolveUnknown, SENDING_STALE_MS } from './resolve-unknown.ts';
import type { Settlement } from './results.ts';
import { settlementFrom, unknownSettlement } from './settlement-from.ts';
import { mayBeSent, type Offer } from './store.ts';
import { submitForeign } from './submit-foreign.ts';

const id = z.string().min(1).max(100);
const submissionSchema = z.strictObject({ signedXdr: z.string().min(1), id: id.optional() });
/** What the signing page has delivered already is named by its handle alone. */
const deliveredSchema = z.strictObject({ id });

/**
 * @param input `{ signedXdr, id? }`, or `{ id }` of a handle whose signature was delivered
 * @throws CountersignError for everything that was refused before it was sent; `rejected` and `unknown` are results
 */
export async function submit(context: DeskContext, input: unknown, options: CallOptions = {}): Promise<Settlement> {
  if (context.policy.readOnly) throw new CountersignError('READ_ONLY');
  refuseSecrets(input, context.scanner);
  const delivered = deliveredSchema.safeParse(input);
  if (delivered.success) return submitDelivered(context, delivered.data.id, options);
  const parsed = submissionSchema.safeParse(input);
  if (!parsed.success) throw new CountersignError('INPUT_INVALID', { fields: inputProblems(parsed.error) });
  const read = readTransaction(parsed.data.signedXdr, context.network.passphrase);
  const offer = findOffer(context, read, parsed.data.id);
  if (offer === undefined) return submitForeign(context, read, options);

  const settled = settlementOf(context, offer);
  if (settled !== undefined) return settled;
  return await submitOffer(context, read, offer, options);
}

/** What became of the signature that the signing page delivered; where that is unknown it is sent again. */
async function submitDelivered(context: DeskContext, id: string, options: CallOptions): Promise<Settlement> {
  const handle = context.store.find(id);
  if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  const { offers } = await resolveUnknown(context, handle, options);
  const offer = offers.find(({ state }) => state === 'settled') ?? offers.find(mayBeSent) ?? offers[0];
  if (offer?.settlement !== undefined && !mayBeSent(offer)) return offer.settlement;
  if (offer?.signedXdr === undefined || !mayBeSent(offer)) throw new CountersignError('NOT_SIGNED_YET');
  return await submitOffer(context, readTransaction(offer.signedXdr, context.network.passphrase), offer, options);
}

async function submitOffer(
  context: DeskContext,
  read: ReadTransaction,
  offer: Offer,
  options: CallOptions,
): Promise<Settlement> {
  checkSignatures(read, read.source, context.network);
  // One that may have been sent is sent again to learn its outcome, even late; any other must be in time.
  if (!mayBeSent(offer) && offer.expiresAt <= context.now()) throw new CountersignError('TRANSACTION_EXPIRED');
  return send(context, read, offer, options);
}

/** The offer whose hash the signed transaction has; nothing if it was never offered here. */
function findOffer(context: DeskContext, read: ReadTransaction, id: string | undefined): Offer | undefined {
  const handle = id === undefined ? undefined : context.store.find(id);
  if (id !== undefined && handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  const offer = context.store.findByHash(read.hashHex);
  if (offer !== undefined) {
    if (id === undefined || offer.handle === id) return offer;
    throw new CountersignError('INPUT_INVALID', {
      fields: [
        { path: 'id', problem: `is the id of another escrow than this transaction’s, which is ${offer.handle}` },
      ],
    });
  }
  const meant = handle?.offers[0] ?? offerOfSameEscrow(context, read);
  if (meant === undefined) return undefined;
  const original = readTransaction(meant.unsignedXdr, context.network.passphrase);
  throw new CountersignError('TRANSACTION_CHANGED', {
    differences: transactionDifferences(original, read, context.network),
  });
}

function offerOfSameEscrow(context: DeskContext, read: ReadTransaction): Offer | undefined {
  const deploy = readDeploy(read, context.network.passphrase);
  return 'unreadable' in deploy ? undefined : context.store.findByContract(deploy.contractId);
}

/** What is already settled under the offer's handle, by this transaction or by an earlier copy. */
function settlementOf(context: DeskContext, offer: Offer): Settlement | undefined {
  const offers = context.store.find(offer.handle)?.offers ?? [offer];
  return offers.find((other) => other.state === 'settled')?.settlement;
}

async function send(
  context: DeskContext,
  read: ReadTransaction,
  offer: Offer,
  options: CallOptions,
): Promise<Settlement> {
  const blocking = context.store.claim(offer.hash, read.xdr, SENDING_STALE_MS);
  if (blocking !== undefined) {
    if (blocking.settlement !== undefined && blocking.state === 'settled') return blocking.settlement;
    if (blocking.hash !== offer.hash) throw new CountersignError('OUTCOME_UNKNOWN');
    return unknownSettlement(offer, 'The same transaction is being sent by another call right now.');
  }
  context.reached?.('claimed');
  const settlement = await trySending(context, read, offer, options);
  context.reached?.('sent');
  context.store.record(offer.hash, settlement.status, settlement);
  context.reached?.('recorded');
  return settlement;
}

async function trySending(
  context: DeskContext,
  read: ReadTransaction,
  offer: Offer,
  options: CallOptions,
): Promise<Settlement> {
  const sentBefore = mayBeSent(offer);
  try {
    const outcome = await context.service.sendTransaction(read.xdr, options);
    return settlementFrom(outcome, offer, sentBefore);
  } catch (error) {
    // The service throws only where nothing was sent on, so the offer is what it was before this call.
    context.store.record(offer.hash, sentBefore ? 'unknown' : 'offered');
    throw error;
  }
}
