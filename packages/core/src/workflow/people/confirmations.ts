/** Confirmed stops. A confirmation counts only for the person who gave it, and only for the text of the stop. */
import { createHash } from 'node:crypto';
import type { BlockingWarning } from '../../words/data/risk.ts';
import type { DeskContext } from '../context.ts';
import { confirmer } from '../model/person.ts';
import type { PreparedRequest } from '../model/requests.ts';
import { rightTo } from './access.ts';

export const contentOf = (stop: BlockingWarning): string =>
  createHash('sha256').update(JSON.stringify(stop)).digest('hex');

/** The same for the same stops, however often the transaction was renewed. */
export const keyOfStops = (blockers: readonly BlockingWarning[]): string =>
  createHash('sha256').update(JSON.stringify(blockers)).digest('hex').slice(0, 16);

/** Whether the caller has yet to confirm one of these. */
export async function isToConfirm(
  { viewer, store }: DeskContext,
  prepared: PreparedRequest,
  blockers: readonly BlockingWarning[],
): Promise<boolean> {
  return (await without(store, prepared, blockers, confirmer(viewer, prepared.owner))).length > 0;
}

/** The blocking warnings that the caller has not confirmed; for a caller who may not sign, those that no one has. */
export async function unconfirmedWarnings(
  context: DeskContext,
  prepared: PreparedRequest,
  warnings: readonly BlockingWarning[],
): Promise<readonly BlockingWarning[]> {
  const mayConfirm = (await rightTo(context, prepared)) === 'sign';
  const by = mayConfirm ? confirmer(context.viewer, prepared.owner) : undefined;
  return await without(context.store, prepared, warnings, by);
}

async function without(
  store: DeskContext['store'],
  { id }: PreparedRequest,
  blockers: readonly BlockingWarning[],
  by: string | undefined,
): Promise<readonly BlockingWarning[]> {
  const confirmed = await Promise.all(blockers.map((stop) => store.isConfirmed(id, contentOf(stop), by)));
  return blockers.filter((_, index) => confirmed[index] !== true);
}
