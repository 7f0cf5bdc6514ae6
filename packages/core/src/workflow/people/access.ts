/** A caller's right to a request: they own it, were let in to it, or hold its page's address. */
import { damageIn } from '../../errors/damage.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { DeskContext } from '../context.ts';
import { isOwner, isPerson, type Right } from '../model/person.ts';
import type { PastTransaction, PreparedRequest } from '../model/requests.ts';

export type RightContext = Pick<DeskContext, 'viewer' | 'store'>;

type OwnedRequest = Pick<PreparedRequest, 'id' | 'pageId' | 'owner'>;

export async function rightTo(
  { viewer, store }: RightContext,
  prepared: OwnedRequest | undefined,
): Promise<Right | undefined> {
  if (prepared === undefined) return undefined;
  if (isOwn({ viewer }, prepared)) return 'sign';
  return isPerson(viewer) ? await store.rightOf(prepared.id, viewer) : undefined;
}

/** Whether this is the owner's own call, or one on the request's page. */
export function isOwn({ viewer }: Pick<DeskContext, 'viewer'>, { owner, pageId }: OwnedRequest): boolean {
  return isPerson(viewer) ? isOwner(viewer, owner) : viewer.page === pageId;
}

/** What a call needs of its caller; `own`: that they own the request. */
export type Needed = Right | 'own';

/** Gives the same error for another person's id and an unknown one. @throws HANDLE_NOT_FOUND, RECORD_DAMAGED */
export async function requireRight(context: RightContext, id: string, needed: Needed): Promise<PreparedRequest> {
  const prepared = await find(context, id);
  const right = await rightTo(context, prepared);
  const suffices = needed === 'read' || right === 'sign';
  if (prepared === undefined || right === undefined || !suffices || (needed === 'own' && !isOwn(context, prepared))) {
    throw new CountersignError('HANDLE_NOT_FOUND');
  }
  return prepared;
}

/** That one is damaged is reported only to a caller who may see it. @throws CountersignError RECORD_DAMAGED */
async function find(context: RightContext, id: string): Promise<PreparedRequest | undefined> {
  try {
    return await context.store.find(id);
  } catch (error) {
    const isSeen =
      damageIn(error) === undefined || (await rightTo(context, await context.store.ownerOf(id))) !== undefined;
    if (isSeen) throw error;
    return undefined;
  }
}

/** The request whose page the caller has opened. @throws CountersignError HANDLE_NOT_FOUND, also for a person */
export async function requirePage({ viewer, store }: RightContext): Promise<PreparedRequest> {
  const prepared = isPerson(viewer) ? undefined : await store.findByPage(viewer.page);
  if (prepared === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  return prepared;
}

/** The request with this id, if the caller may see it. @throws CountersignError RECORD_DAMAGED */
export async function findSeen(context: RightContext, id: string | undefined): Promise<PreparedRequest | undefined> {
  const prepared = id === undefined ? undefined : await find(context, id);
  return (await rightTo(context, prepared)) === undefined ? undefined : prepared;
}

export async function isOwnPast(
  { viewer, store }: RightContext,
  { requestId, owner }: PastTransaction,
): Promise<boolean> {
  if (isPerson(viewer)) return isOwner(viewer, owner);
  return (await store.find(requestId))?.pageId === viewer.page;
}
