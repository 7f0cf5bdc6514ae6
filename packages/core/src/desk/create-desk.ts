/** The desk over a service, a store and a network: the three rooms put to work together. */
import { CountersignError } from '../errors.ts';
import { readBalances } from './balances.ts';
import type { DeskContext } from './context.ts';
import type { Desk } from './desk.ts';
import { prepareDeploy } from './prepare-deploy.ts';
import { preparedView } from './prepared-view.ts';
import type { Prepared, Settlement } from './results.ts';
import { submit } from './submit.ts';

export function createDesk(context: DeskContext): Desk {
  return {
    network: context.network,
    prepareDeploy: (input, options) => prepareDeploy(context, input, options),
    submit: (input, options) => submit(context, input, options),
    status: async (id) => readStatus(context, id),
    balances: (input, options) => readBalances(context, input, options),
    close: async () => context.store.close(),
  };
}

function readStatus(context: DeskContext, id: string): Prepared | Settlement {
  const offers = context.store.find(id)?.offers ?? [];
  const [newest] = offers;
  if (newest === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  const decided =
    offers.find((offer) => offer.state === 'settled') ?? offers.find((offer) => offer.state === 'unknown') ?? newest;
  return decided.settlement ?? preparedView(context, id, newest);
}
