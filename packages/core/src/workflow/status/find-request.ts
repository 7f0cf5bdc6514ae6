/** A prepared request, found by its id, a transaction's hash or an escrow's address. */
import { damageIn } from '../../errors/damage.ts';
import { CountersignError } from '../../errors/errors.ts';
import { isAddress } from '../../escrow/address.ts';
import type { DeskContext } from '../context.ts';
import type { PreparedRequest } from '../model/requests.ts';
import { findSeen, isOwnPast } from '../people/access.ts';
import { deployAt } from '../people/seen-deploys.ts';
import { requireIntact } from './kept-escrow.ts';
import { expiredError } from './late.ts';

export const ID_OR_HASH = /^\s*(?:[0-9a-f]{32}){1,2}\s*$/i;

const HASH_LENGTH = 64;

/**
 * @param reference an id, a transaction hash or the address of an escrow
 * @returns the id of what was prepared there, as far as the caller may see it; any other text as it is
 * @throws CountersignError as `findPrepared`, for a hash
 */
export async function idOf(context: DeskContext, reference: string): Promise<string> {
  const text = reference.trim();
  if (ID_OR_HASH.test(text) && text.length === HASH_LENGTH) return (await findPrepared(context, text.toLowerCase())).id;
  return isAddress(text, ['contract']) ? ((await deployAt(context, text))?.id ?? text) : text;
}

/**
 * The request with this id, or with a transaction of this hash, if the caller may see it.
 * @throws CountersignError HANDLE_NOT_FOUND; TRANSACTION_EXPIRED for one of their own that was forgotten; RECORD_DAMAGED
 */
export async function findPrepared(context: DeskContext, reference: string): Promise<PreparedRequest> {
  const { store } = context;
  const known = await preparedOfHash(context, reference);
  const past = await store.findPast(reference);
  if (known === undefined && past !== undefined) {
    const renewed = await findSeen(context, past.requestId);
    if (renewed !== undefined) return renewed;
    if (await isOwnPast(context, past)) throw await expiredError(context, past);
  }
  const prepared = await findSeen(context, known ?? reference);
  if (prepared === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  await requireIntact(context, prepared);
  return prepared;
}

/** Of a damaged one, too: whether that is reported depends on who asks. */
async function preparedOfHash({ store }: DeskContext, hash: string): Promise<string | undefined> {
  try {
    return (await store.findByHash(hash))?.requestId;
  } catch (error) {
    const damage = damageIn(error);
    if (damage === undefined) throw error;
    return damage.id;
  }
}
