/**
 * What was prepared and what became of it: the seam behind which an engine keeps it. Every method is one step that
 * happens whole or not at all, also where several processes share the engine. All reject with STORE_UNUSABLE where
 * the engine fails. `describeStore` of the testkit is its specification.
 */
import type { ActionName } from '../../actions/action.ts';
import type { Settlement } from '../results.ts';
import type { Handle, NewHandle, NewOffer, Offer, OfferState, PastOffer } from './offers.ts';

/** Either the right to send an offer, with what it was before; or the offer that stands against it. */
export type Claim =
  | { readonly kind: 'granted'; readonly number: number; readonly before: OfferState }
  | { readonly kind: 'refused'; readonly because: Offer };

export type Store = {
  find(id: string): Promise<Handle | undefined>;
  findByPage(pageId: string): Promise<Handle | undefined>;
  findByRequest(requestKey: string): Promise<Handle | undefined>;
  findByHash(hash: string): Promise<Offer | undefined>;
  /** The newest offer of this action about an escrow. */
  findByContract(action: ActionName, contractId: string): Promise<Offer | undefined>;
  /** An offer that was renewed, forgotten or discarded up to 30 days ago. */
  findPast(hash: string): Promise<PastOffer | undefined>;
  /**
   * Adds an offer to the handle of its request, which is made if there is none. Gives that handle.
   * @throws CountersignError STORE_FULL; OUTCOME_UNKNOWN or ALREADY_SETTLED if one was sent meanwhile;
   *   TRANSACTION_MISMATCH if the transaction was offered for another request
   */
  add(handle: NewHandle, offer: NewOffer): Promise<Handle>;
  /** Adds a transaction that was prepared elsewhere, so that it too is sent once; gives it as it stands. */
  addForeign(offer: NewOffer): Promise<Offer>;
  /**
   * The right to send an offer. A claim older than `staleAfterMs` died with its process and is taken over.
   * @throws CountersignError HANDLE_NOT_FOUND where the offer is gone
   */
  claim(hash: string, signedXdr: string, staleAfterMs: number): Promise<Claim>;
  /**
   * Records what became of a claimed offer. A claim that was taken over meanwhile may still say that it settled,
   * and nothing else.
   */
  record(hash: string, claim: number, state: OfferState, settlement?: Settlement): Promise<void>;
  /** Records what the ledger says of an offer that was not sent from here. One that was renewed and settled comes back. */
  decide(hash: string, unsignedXdr: string, settlement: Settlement): Promise<void>;
  /** Ends an unknown outcome by somebody else's word. */
  resolve(hash: string, state: 'settled' | 'rejected', settlement: Settlement): Promise<void>;
  /** Forgets a handle. @throws CountersignError HANDLE_NOT_FOUND; OUTCOME_UNKNOWN, ALREADY_SETTLED if it was sent */
  remove(id: string): Promise<void>;
  close(): Promise<void>;
};
