/** The desk of one handle, for anybody with the address of its signing page. */
import { CountersignError } from '../errors/errors.ts';
import { confirm } from './confirm.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions, PageDesk } from './desk.ts';
import { decline } from './end-handle.ts';
import { escrowOnPage } from './escrow-on-page.ts';
import { nameAddress } from './names-shown.ts';
import { prepare } from './prepare.ts';
import { prepareNext } from './prepare-next.ts';
import { type RunningCall, runCall } from './run-call.ts';
import { declareFailed, readStatus, signingView } from './status.ts';
import type { Handle } from './store/offers.ts';
import { submit } from './submit.ts';

export function createPageDesk(
  parts: Omit<DeskContext, 'viewer'>,
  pageId: string,
  visitor: string | undefined,
): PageDesk {
  const context: DeskContext = {
    ...parts,
    viewer: { page: pageId, ...(visitor === undefined ? {} : { visitor }) },
  };
  const run = <T>(
    input: unknown,
    options: CallOptions = {},
    work: (handle: Handle, call: RunningCall) => Promise<T>,
  ): Promise<T> =>
    runCall(context, input, options, async (call) => {
      const handle = await context.store.findByPage(pageId);
      if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
      return await work(handle, call);
    });
  return {
    view: () => run(undefined, {}, (handle) => signingView(context, handle)),
    opened: () => run(undefined, {}, ({ id }) => context.store.opened(id)),
    refresh: (options) => run(undefined, options, ({ id }, call) => readStatus(context, id, call())),
    renew: (options) => run(undefined, options, ({ id, action }, call) => prepare(context, action, { id }, call)),
    confirm: (confirmation, options) =>
      run({ ...confirmation }, options, (handle, call) => confirm(context, handle, confirmation, call)),
    escrow: (options) => run(undefined, options, (handle, call) => escrowOnPage(context, handle, call())),
    prepareNext: (step, options) =>
      run({ ...step }, options, (handle, call) => prepareNext(context, handle, step, call)),
    nameAddress: (named) => run({ ...named }, {}, (handle) => nameAddress(context, handle, named)),
    decline: (reason, options) => run({ reason }, options, (handle, call) => decline(context, handle, reason, call())),
    submit: (signedXdr, options) =>
      run({ signedXdr }, options, ({ id }, call) => submit(context, { signedXdr, id }, call)),
    askAgain: (options) => run(undefined, options, ({ id }, call) => submit(context, { id }, call)),
    declareFailed: () => run(undefined, {}, ({ id }) => declareFailed(context, id)),
  };
}
