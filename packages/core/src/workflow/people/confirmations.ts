/** Confirmed stops. A confirmation counts only for the person who gave it, and only for the text of the stop. */
import { createHash } from 'node:crypto';
import { CountersignError, type ErrorOptions } from '../../errors/errors.ts';
import type { BlockingWarning } from '../../words/risk.ts';
import type { DeskContext } from '../context.ts';
import { confirmer } from '../model/person.ts';
import type { PreparedRequest } from '../model/requests.ts';
import { rightTo } from './access.ts';

export const contentOf = (stop: BlockingWarning): string =>
  createHash('sha256').update(JSON.stringify(stop)).digest('hex');

/** The same for the same stops, however often the offer was renewed. */
export const keyOfStops = (stops: readonly BlockingWarning[]): string =>
  createHash('sha256').update(JSON.stringify(stops)).digest('hex').slice(0, 16);

/** The stops that the caller has not confirmed. */
export async function unconfirmed(
  { viewer, store }: DeskContext,
  handle: PreparedRequest,
  stops: readonly BlockingWarning[],
): Promise<readonly BlockingWarning[]> {
  return await without(store, handle, stops, confirmer(viewer, handle.owner));
}

/** The blocking warnings that are not confirmed. */
export async function unconfirmedByAnybody(
  { store }: DeskContext,
  handle: PreparedRequest,
  stops: readonly BlockingWarning[],
): Promise<readonly BlockingWarning[]> {
  return await without(store, handle, stops, undefined);
}

/**
 * @param describe what the error reports about the blocking warnings that are not confirmed
 * @throws CountersignError CONFIRMATION_NEEDED
 */
export async function requireConfirmed(
  context: DeskContext,
  handle: PreparedRequest,
  stops: readonly BlockingWarning[],
  describe: (open: readonly BlockingWarning[]) => ErrorOptions = () => ({}),
): Promise<void> {
  const isTheirs = (await rightTo(context, handle)) === 'sign';
  const open = await (isTheirs ? unconfirmed : unconfirmedByAnybody)(context, handle, stops);
  if (open.length > 0) throw new CountersignError('CONFIRMATION_NEEDED', describe(open));
}

async function without(
  store: DeskContext['store'],
  { id }: PreparedRequest,
  stops: readonly BlockingWarning[],
  by: string | undefined,
): Promise<readonly BlockingWarning[]> {
  const confirmed = await Promise.all(stops.map((stop) => store.isConfirmed(id, contentOf(stop), by)));
  return stops.filter((_, index) => confirmed[index] !== true);
}
