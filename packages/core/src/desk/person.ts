/** Who uses the desk, and what of it is theirs. */

import { CountersignError } from '../errors/errors.ts';

/** Somebody within a tenant: a Discord server, say, and a member of it. Another tenant's person is another person. */
export type Person = { readonly tenant: string; readonly id: string };

/** The one person of a process that serves nobody else: an assistant's host, or a terminal. */
export const LOCAL_PERSON: Person = { tenant: 'local', id: 'local' };

export const isLocal = ({ tenant, id }: Person): boolean => tenant === LOCAL_PERSON.tenant && id === LOCAL_PERSON.id;

/** What an owner may let somebody else do with a handle: see it; or sign and send it as well. */
export type Right = 'read' | 'sign';

/**
 * Whoever makes a call: a person, or whoever holds the address of a handle's signing page. `visitor` tells those apart
 * who open a page that is reached from other machines.
 */
export type Viewer = Person | { readonly page: string; readonly visitor?: string };

export const isPerson = (viewer: Viewer): viewer is Person => 'tenant' in viewer;

/** No two persons share it, whatever stands in their names. The tenant stands first. */
export const personKey = ({ tenant, id }: Person): string => JSON.stringify([tenant, id]);

/** On a handle's page there is nobody but who holds its address. @throws CountersignError HANDLE_NOT_FOUND */
export function personIn({ viewer }: { readonly viewer: Viewer }): Person {
  if (isPerson(viewer)) return viewer;
  throw new CountersignError('HANDLE_NOT_FOUND');
}

/**
 * By whom a confirmation was given. The one local person is who opens its pages; elsewhere whoever opens the page
 * need not be the one who prepared it, and is asked anew.
 */
export function confirmer(viewer: Viewer, owner: Person): string {
  if (isPerson(viewer)) return personKey(viewer);
  if (viewer.visitor !== undefined) return `visitor ${viewer.visitor}`;
  return owner.tenant === LOCAL_PERSON.tenant ? personKey(owner) : 'page';
}
