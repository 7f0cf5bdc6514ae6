/** Who uses the desk, and what of it is theirs. */

import { CountersignError } from '../../errors/errors.ts';

/** Somebody within a tenant: a Discord server, say, and a member of it. Another tenant's person is another person. */
export type Person = { readonly tenant: string; readonly id: string };

/** The one person of a process that serves no one else: an assistant's host, or a terminal. */
export const LOCAL_PERSON: Person = { tenant: 'local', id: 'local' };

export const isLocal = ({ tenant, id }: Person): boolean => tenant === LOCAL_PERSON.tenant && id === LOCAL_PERSON.id;

/** What an owner may let somebody else do with a request: see it; or sign and send it as well. */
export type Right = 'read' | 'sign';

/** `visitor` identifies who opens a page that other machines can reach; `wallets`: which ones they proved to be theirs. */
export type Viewer =
  | Person
  | { readonly page: string; readonly visitor?: string; readonly wallets?: readonly string[] };

export const isPerson = (viewer: Viewer): viewer is Person => 'tenant' in viewer;

/** A key that no two persons share, whatever characters their ids have. The tenant comes first. */
export const personKey = ({ tenant, id }: Person): string => JSON.stringify([tenant, id]);

/** The calling person; a visitor of a page is none. @throws CountersignError HANDLE_NOT_FOUND */
export function personIn({ viewer }: { readonly viewer: Viewer }): Person {
  if (isPerson(viewer)) return viewer;
  throw new CountersignError('HANDLE_NOT_FOUND');
}

/** Whether the caller is the owner. Only a local person's pages are closed to other visitors. */
export function isOwner(viewer: Viewer, owner: Person): boolean {
  if (isPerson(viewer)) return personKey(viewer) === personKey(owner);
  return viewer.visitor === undefined && isLocal(owner);
}

/**
 * Whether the caller may speak for a request's signers, as by declining it. Anyone can get the link to a public page, so a
 * visitor first proves that one of these wallets is theirs.
 */
export function maySpeakFor(viewer: Viewer, signers: readonly string[]): boolean {
  if (isPerson(viewer) || viewer.visitor === undefined) return true;
  return viewer.wallets?.some((wallet) => signers.includes(wallet)) ?? false;
}

/** Who gave a confirmation: each visitor of a page confirms for themselves. */
export function confirmer(viewer: Viewer, owner: Person): string {
  if (isPerson(viewer)) return personKey(viewer);
  if (isOwner(viewer, owner)) return personKey(owner);
  return viewer.visitor === undefined ? 'page' : `visitor ${viewer.visitor}`;
}
