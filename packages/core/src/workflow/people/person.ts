/** Who uses the desk, and what of it is theirs. */
import { CountersignError } from '../../errors/errors.ts';
import type { DeskContext } from '../context.ts';
import type { Handle, PastOffer } from '../store/offers.ts';

/** Somebody within a tenant: a Discord server, say, and a member of it. Another tenant's person is another person. */
export type Person = { readonly tenant: string; readonly id: string };

/** The one person of a process that serves nobody else: an assistant's host, or a terminal. */
export const LOCAL_PERSON: Person = { tenant: 'local', id: 'local' };

export const isLocal = ({ tenant, id }: Person): boolean => tenant === LOCAL_PERSON.tenant && id === LOCAL_PERSON.id;

/** What an owner may let somebody else do with a handle: see it; or sign and send it as well. */
export type Right = 'read' | 'sign';

/**
 * The caller: a person, or somebody with the address of a handle's signing page. `visitor` identifies who opens a page
 * that other machines can reach.
 */
export type Viewer = Person | { readonly page: string; readonly visitor?: string };

export const isPerson = (viewer: Viewer): viewer is Person => 'tenant' in viewer;

/** A key that no two persons share, whatever characters their ids have. The tenant comes first. */
export const personKey = ({ tenant, id }: Person): string => JSON.stringify([tenant, id]);

/** The calling person; a visitor of a page is none. @throws CountersignError HANDLE_NOT_FOUND */
export function personIn({ viewer }: { readonly viewer: Viewer }): Person {
  if (isPerson(viewer)) return viewer;
  throw new CountersignError('HANDLE_NOT_FOUND');
}

/**
 * Whether the caller is the owner. The local person opens their own pages, which no other machine can reach. Anywhere
 * else a page cannot know whether its visitor is the owner, so it assumes that they are not.
 */
export function isOwner(viewer: Viewer, owner: Person): boolean {
  if (isPerson(viewer)) return personKey(viewer) === personKey(owner);
  return viewer.visitor === undefined && isLocal(owner);
}

/** Who gave a confirmation: each visitor of a page confirms for themselves. */
export function confirmer(viewer: Viewer, owner: Person): string {
  if (isPerson(viewer)) return personKey(viewer);
  if (isOwner(viewer, owner)) return personKey(owner);
  return viewer.visitor === undefined ? 'page' : `visitor ${viewer.visitor}`;
}

type Scene = Pick<DeskContext, 'viewer' | 'store'>;

/** The caller's right to a handle; undefined where they have none. */
export async function rightTo({ viewer, store }: Scene, handle: Handle | undefined): Promise<Right | undefined> {
  if (handle === undefined) return undefined;
  if (!isPerson(viewer)) return viewer.page === handle.pageId ? 'sign' : undefined;
  if (viewer.tenant === handle.owner.tenant && viewer.id === handle.owner.id) return 'sign';
  return await store.rightOf(handle.id, viewer);
}

/** Whether this is the owner's own call, or one on the handle's page. */
export function isOwn({ viewer }: Pick<DeskContext, 'viewer'>, handle: Handle): boolean {
  return isPerson(viewer)
    ? viewer.tenant === handle.owner.tenant && viewer.id === handle.owner.id
    : viewer.page === handle.pageId;
}

/** What a call needs of its caller; `own`: that they own the handle. */
export type Needed = Right | 'own';

/**
 * The handle with this id, if the caller has that right to it. Somebody else's handle and one that does not exist give
 * the same error.
 * @throws CountersignError HANDLE_NOT_FOUND
 */
export async function requireRight(context: Scene, id: string, needed: Needed): Promise<Handle> {
  const handle = await context.store.find(id);
  const right = await rightTo(context, handle);
  const suffices = needed === 'read' || right === 'sign';
  if (handle === undefined || right === undefined || !suffices || (needed === 'own' && !isOwn(context, handle))) {
    throw new CountersignError('HANDLE_NOT_FOUND');
  }
  return handle;
}

/** The handle whose page the caller has opened. @throws CountersignError HANDLE_NOT_FOUND, also for a person */
export async function requirePage({ viewer, store }: Scene): Promise<Handle> {
  const handle = isPerson(viewer) ? undefined : await store.findByPage(viewer.page);
  if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  return handle;
}

/** The handle with this id, if the caller may see it. */
export async function findSeen(context: Scene, id: string | undefined): Promise<Handle | undefined> {
  const handle = id === undefined ? undefined : await context.store.find(id);
  return (await rightTo(context, handle)) === undefined ? undefined : handle;
}

/** Whether an offer of the past was this person's, or of this page's handle. */
export async function isOwnPast({ viewer, store }: Scene, { handle, owner }: PastOffer): Promise<boolean> {
  if (isPerson(viewer)) return viewer.tenant === owner.tenant && viewer.id === owner.id;
  return (await store.find(handle))?.pageId === viewer.page;
}
