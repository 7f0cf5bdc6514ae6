/** What is known about a handle's transaction, and waiting for it to be decided. */
import type { ActionName } from '../actions/action.ts';
import { CountersignError } from '../errors/errors.ts';
import { isOwn, requireOwn } from './access.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions, SigningView } from './desk.ts';
import { expiredError } from './late.ts';
import { isBeingSent, resolveUnknown } from './resolve-unknown.ts';
import type { TransactionStatus } from './results.ts';
import { failedSettlement } from './settlement-from.ts';
import { decidingOffer, type Handle, type Offer, requireUnsent } from './store/offers.ts';
import { tokenAsCompared } from './token-of-request.ts';

/** The longest that a caller is kept waiting; hosts give up on a call at 60 s. */
const MAX_WAIT_MS = 30_000;
/** How often a waiting caller looks at the store, which another process may have written. */
const LOOK_EVERY_MS = 500;
/** How often a waiting caller asks Stellar RPC about an unknown outcome. */
const ASK_EVERY_MS = 3_000;
/** After its time bound a transaction may still be on its way into the last ledger that takes it. */
const SETTLE_GRACE_MS = 60_000;

/** @param reference a handle's id or a transaction's hash. @throws CountersignError HANDLE_NOT_FOUND */
export async function readStatus(
  context: DeskContext,
  reference: string,
  options: CallOptions = {},
): Promise<TransactionStatus> {
  return describe(context, await resolveUnknown(context, await findHandle(context, reference), options));
}

/** @throws CountersignError HANDLE_NOT_FOUND, also when it is discarded meanwhile; CANCELLED */
export async function waitForOutcome(
  context: DeskContext,
  reference: string,
  timeoutMs: number,
  options: CallOptions = {},
): Promise<TransactionStatus> {
  const wait = Math.min(Math.max(timeoutMs, 0), MAX_WAIT_MS);
  const started = performance.now();
  let asked = Number.NEGATIVE_INFINITY;
  for (;;) {
    if (options.signal?.aborted) throw new CountersignError('CANCELLED');
    const elapsed = performance.now() - started;
    const handle = await findHandle(context, reference);
    const askNow = elapsed - asked >= ASK_EVERY_MS;
    if (askNow) asked = elapsed;
    const status = describe(context, askNow ? await resolveUnknown(context, handle, options) : handle);
    const decided = status.status === 'settled' || status.status === 'rejected';
    if (decided || elapsed >= wait) return status;
    options.onProgress?.(Math.round(elapsed), wait);
    await pause(Math.min(LOOK_EVERY_MS, wait - elapsed), options.signal);
  }
}

/** @throws CountersignError HANDLE_NOT_FOUND */
export async function readSigningView(context: DeskContext, pageId: string): Promise<SigningView> {
  const handle = await context.store.findByPage(pageId);
  const [newest] = handle?.offers ?? [];
  // A page for the other actions is yet to be made.
  if (handle?.action !== 'deploy' || newest === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  const { unsignedXdr, hash, contractId, expiresAt, reasons } = decidingOffer(handle) ?? newest;
  return {
    id: handle.id,
    request: handle.request,
    network: tokenAsCompared(context.network, handle.request, reasons),
    offer: { unsignedXdr, hash, contractId, expiresAt, reasons },
    maxFee: context.policy.maxFee,
    status: describe(context, handle),
  };
}

/** @throws CountersignError HANDLE_NOT_FOUND, ALREADY_SETTLED; OUTCOME_UNKNOWN while it may still settle */
export async function declareFailed(context: DeskContext, id: string): Promise<TransactionStatus> {
  const handle = await resolveUnknown(context, await findHandle(context, id));
  const offer = decidingOffer(handle);
  if (offer === undefined) return describe(context, handle);
  if (offer.state === 'settled') requireUnsent(handle);
  if ((await context.ledger?.outcomeOf(offer.hash))?.kind === 'no-answer') {
    throw new CountersignError('OUTCOME_UNKNOWN', {
      message: 'The network could not be asked just now. Ask again in a minute.',
    });
  }
  if (isBeingSent(context, offer) || context.now() <= offer.expiresAt + SETTLE_GRACE_MS) {
    throw new CountersignError('OUTCOME_UNKNOWN', {
      message: `The transaction may still settle. Ask again after ${new Date(offer.expiresAt + SETTLE_GRACE_MS).toISOString()}, when you have looked it up.`,
    });
  }
  await context.store.resolve(offer.hash, 'rejected', failedSettlement(offer, 'by the person’s word'));
  return readStatus(context, id);
}

async function findHandle(context: DeskContext, reference: string): Promise<Handle> {
  const { store } = context;
  const known = (await store.findByHash(reference))?.handle;
  const past = await store.findPast(reference);
  if (known === undefined && past !== undefined && isOwn(context, past.handle)) {
    const renewed = await store.find(past.handle);
    if (renewed === undefined) throw await expiredError(context, past);
    return renewed;
  }
  return await requireOwn(context, known ?? reference);
}

function describe(context: DeskContext, handle: Handle): TransactionStatus {
  const offer = decidingOffer(handle) ?? (handle.offers[0] as Offer);
  const status = statusOf(context, offer);
  const signUrl = handle.action === 'deploy' ? context.signUrl?.(handle.pageId) : undefined;
  const said = offer.state === 'settled' || offer.state === 'rejected' ? offer.settlement : undefined;
  return {
    id: handle.id,
    status,
    network: context.network.name,
    contractId: offer.contractId,
    transactionHash: offer.hash,
    expiresAt: new Date(offer.expiresAt).toISOString(),
    message: said?.message ?? MESSAGES[status].message,
    ...(said?.detail === undefined ? {} : { detail: said.detail }),
    next: said?.next ?? NEXT[offer.action][status] ?? MESSAGES[status].next,
    ...(signUrl === undefined ? {} : { signUrl }),
  };
}

function statusOf(context: DeskContext, offer: Offer): TransactionStatus['status'] {
  if (offer.state === 'sending') return isBeingSent(context, offer) ? 'sending' : 'unknown';
  if (offer.state !== 'offered') return offer.state;
  return offer.expiresAt <= context.now() ? 'expired' : 'prepared';
}

const MESSAGES: Readonly<Record<TransactionStatus['status'], { readonly message: string; readonly next: string }>> = {
  prepared: {
    message: 'It waits for the person’s signature.',
    next: 'The person signs it in their wallet before it expires.',
  },
  expired: {
    message: 'Nobody signed it in time. Nothing was sent.',
    next: 'Prepare it again with deploy_escrow and the id; the signing page does so by itself.',
  },
  sending: { message: 'It is signed and being sent.', next: 'Ask again in a few seconds.' },
  settled: { message: 'The ledger took the transaction.', next: 'Fund the escrow; get_balances shows what it holds.' },
  rejected: { message: 'The ledger refused the transaction.', next: 'Prepare it again with deploy_escrow and the id.' },
  unknown: {
    message: 'It was sent, and what became of it is not known.',
    next: 'Submit again with the id, or the same signed XDR, to learn the outcome. Until you know, do not sign another one for this escrow.',
  },
};

/** Where what to do next depends on what was asked for. */
const NEXT: Readonly<Record<ActionName, Partial<Record<TransactionStatus['status'], string>>>> = {
  deploy: {},
  fund: {
    expired: 'Prepare it again with the id.',
    settled: 'The payment arrived; get_balances shows what the escrow holds.',
    rejected: 'Prepare it again with the id.',
  },
};

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
