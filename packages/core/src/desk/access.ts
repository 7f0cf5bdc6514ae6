/** Which handles the person that a desk serves may reach. */
import { CountersignError } from '../errors/errors.ts';
import type { DeskContext } from './context.ts';
import type { Handle } from './store/offers.ts';

/** Without `access` the desk serves one person alone, so every handle is theirs. */
export function isOwn({ access }: Pick<DeskContext, 'access'>, handleId: string | undefined): boolean {
  return access === undefined || (handleId !== undefined && access(handleId) === 'own');
}

/**
 * The handle of this person with this id. The store is not asked about anybody else's, so that an id that is not
 * theirs and one that does not exist cannot be told apart.
 * @throws CountersignError HANDLE_NOT_FOUND
 */
export async function requireOwn(context: Pick<DeskContext, 'access' | 'store'>, id: string): Promise<Handle> {
  const handle = isOwn(context, id) ? await context.store.find(id) : undefined;
  if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  return handle;
}
