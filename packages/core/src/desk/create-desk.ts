/** The desk over a service, a store and a network: the three rooms put to work together. */
import { readBalances } from './balances.ts';
import type { DeskContext } from './context.ts';
import type { Desk } from './desk.ts';
import { prepareDeploy } from './prepare-deploy.ts';
import { declareFailed, readSigningView, readStatus, waitForOutcome } from './status.ts';
import { submit } from './submit.ts';

export function createDesk(context: DeskContext): Desk {
  return {
    network: context.network,
    prepareDeploy: (input, options) => prepareDeploy(context, input, options),
    submit: (input, options) => submit(context, input, options),
    status: (reference, options) => readStatus(context, reference, options),
    waitFor: (reference, timeoutMs, options) => waitForOutcome(context, reference, timeoutMs, options),
    signingView: (pageId) => readSigningView(context, pageId),
    discard: async (id) => context.store.remove(id),
    declareFailed: (id) => declareFailed(context, id),
    balances: (input, options) => readBalances(context, input, options),
    close: async () => context.store.close(),
  };
}
