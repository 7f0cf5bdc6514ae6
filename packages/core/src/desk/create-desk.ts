/** The desk over a service, a store and a network: the three rooms put to work together. */

import { redactStrings } from '../secrets/secrets.ts';
import { metricsLine } from '../service/metrics.ts';
import { requireOwn } from './access.ts';
import { readBalances } from './balances.ts';
import type { DeskContext } from './context.ts';
import type { Desk, PersonalDesk } from './desk.ts';
import { lookUp } from './look-up.ts';
import { prepareDeploy } from './prepare-deploy.ts';
import { declareFailed, readSigningView, readStatus, waitForOutcome } from './status.ts';
import { submit } from './submit.ts';

export function createDesk(context: DeskContext): Desk {
  return {
    ...createPersonalDesk(context),
    for: (access) => createPersonalDesk({ ...context, access }),
    signingView: (pageId) => readSigningView(context, pageId),
    metrics: () => context.service.metrics(),
    close: async () => {
      context.log?.('debug', metricsLine(context.service.metrics()));
      context.store.close();
    },
  };
}

function createPersonalDesk(context: DeskContext): PersonalDesk {
  // Whatever the service or a transaction said is in a result: no adapter can forget to black out a secret there.
  const safe = async <T>(result: T | Promise<T>): Promise<T> => redactStrings(await result, context.scanner.redact);
  return {
    network: context.network,
    prepareDeploy: (input, options) => safe(prepareDeploy(context, input, options)),
    submit: (input, options) => safe(submit(context, input, options)),
    status: (reference, options) => safe(readStatus(context, reference, options)),
    waitFor: (reference, timeoutMs, options) => safe(waitForOutcome(context, reference, timeoutMs, options)),
    lookUp: (input, options) => safe(lookUp(context, input, options)),
    discard: async (id) => context.store.remove(requireOwn(context, id).id),
    declareFailed: (id) => safe(declareFailed(context, id)),
    balances: (input, options) => safe(readBalances(context, input, options)),
  };
}
