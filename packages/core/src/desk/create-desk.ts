/** The desk over a service, a store and a ledger: every call passes through `runCall`. */

import { metricsLine } from '../service/metrics.ts';
import { requireOwn } from './access.ts';
import { readBalances } from './balances.ts';
import type { Carriers } from './carriers/carrier.ts';
import { rpcCarrier } from './carriers/rpc-carrier.ts';
import { serviceCarrier } from './carriers/service-carrier.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions, Desk, PersonalDesk } from './desk.ts';
import { lookUp } from './look-up.ts';
import { prepare } from './prepare.ts';
import { type RunningCall, runCall } from './run-call.ts';
import { declareFailed, readSigningView, readStatus, waitForOutcome } from './status.ts';
import { submit } from './submit.ts';

/** Everything that the desk works with; who carries each action follows from it unless it is given. */
export type DeskParts = Omit<DeskContext, 'carriers'> & Partial<Pick<DeskContext, 'carriers'>>;

export function createDesk(parts: DeskParts): Desk {
  const context = { carriers: carriersFor(parts), ...parts };
  return {
    ...createPersonalDesk(context),
    for: (access) => createPersonalDesk({ ...context, access }),
    signingView: (pageId) => readSigningView(context, pageId),
    mostBalanceRequests: (addresses) => context.service.mostBalanceRequests(addresses),
    metrics: () => context.service.metrics(),
    close: async () => {
      context.log?.('debug', metricsLine(context.service.metrics()));
      await context.store.close();
    },
  };
}

function carriersFor({ service, ledger, network, now }: DeskParts): Carriers {
  return {
    deploy: serviceCarrier(service),
    // On a real network one act must first be one payment, whatever crashes or is sent twice.
    ...(ledger !== undefined && network.name === 'sandbox' ? { fund: rpcCarrier(ledger, network, now) } : {}),
  };
}

function createPersonalDesk(context: DeskContext): PersonalDesk {
  const run = <T>(input: unknown, options: CallOptions = {}, work: (call: RunningCall) => Promise<T>) =>
    runCall(context, input, options, work);
  return {
    network: context.network,
    prepare: (name, input, options) => run(input, options, (call) => prepare(context, name, input, call)),
    submit: (input, options) => run(input, options, (call) => submit(context, input, call)),
    status: (reference, options) => run(reference, options, (call) => readStatus(context, reference, call())),
    waitFor: (reference, timeoutMs, options) =>
      run(reference, options, (call) => waitForOutcome(context, reference, timeoutMs, call())),
    lookUp: (input, options) => run(input, options, (call) => lookUp(context, input, call())),
    discard: (id) =>
      run(id, {}, async () => {
        const { id: own } = await requireOwn(context, id);
        await context.store.remove(own);
      }),
    declareFailed: (id) => run(id, {}, () => declareFailed(context, id)),
    balances: (input, options = {}) =>
      run(input, options, (call) => readBalances(context, input, { ...options, ...call() })),
  };
}
