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
  const visiting: DeskContext = {
    ...parts,
    viewer: { page: pageId, ...(visitor === undefined ? {} : { visitor }) },
  };
  const run = <T>(
    input: unknown,
    options: CallOptions = {},
    work: (handle: Handle, call: RunningCall, context: DeskContext) => Promise<T>,
  ): Promise<T> =>
    runCall(visiting, input, options, async (call) => {
      const handle = await visiting.store.findByPage(pageId);
      if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
      // The service is asked with the owner's credential, whoever opens the page.
      return await work(handle, call, { ...visiting, ...visiting.servedFor(handle.owner.tenant) });
    });
  return {
    view: () => run(undefined, {}, (handle, _, context) => signingView(context, handle)),
    onChange: (see) => run(undefined, {}, async ({ id }, _, context) => context.changes.onChange(id, see)),
    opened: () => run(undefined, {}, ({ id }, _, context) => context.store.opened(id)),
    refresh: (options) => run(undefined, options, ({ id }, call, context) => readStatus(context, id, call())),
    renew: (options) =>
      run(undefined, options, ({ id, action }, call, context) => prepare(context, action, { id }, call)),
    confirm: (confirmation, options) =>
      run({ ...confirmation }, options, (handle, call, context) => confirm(context, handle, confirmation, call)),
    escrow: (options) => run(undefined, options, (handle, call, context) => escrowOnPage(context, handle, call())),
    prepareNext: (step, options) =>
      run({ ...step }, options, (handle, call, context) => prepareNext(context, handle, step, call)),
    nameAddress: (named) => run({ ...named }, {}, (handle, _, context) => nameAddress(context, handle, named)),
    decline: (reason, options) =>
      run({ reason }, options, (handle, call, context) => decline(context, handle, reason, call())),
    submit: (signedXdr, options) =>
      run({ signedXdr }, options, ({ id }, call, context) => submit(context, { signedXdr, id }, call)),
    askAgain: (options) => run(undefined, options, ({ id }, call, context) => submit(context, { id }, call)),
    declareFailed: () => run(undefined, {}, ({ id }, _, context) => declareFailed(context, id)),
  };
}
