/** The page's own API: every answer is a view, or an error in core's one shape. */
import type { NextInput } from '@countersign/core/desk';
import type { NextReply, PageView, SubmitReply } from '../../page-view.ts';
import { askServer, pageId, type Request } from '../parts/ask-server.ts';

export const eventsAddress = `${pageId}/events`;

export const getView = (): Promise<PageView> => ask('view');
/** A person has the page before them. */
export const opened = (): Promise<PageView> => ask('opened', { body: {} });
export const renew = (): Promise<PageView> => ask('renew', { body: {} });
/** @param amount as the person typed it. @param shown the key of the stops that the person had before them */
export const confirm = (amount: string, shown: string): Promise<PageView> =>
  ask('confirm', { body: { amount, shown } });
/** Gives a name to an address, in the address book of whoever the handle belongs to. */
export const nameAddress = (name: string, address: string): Promise<PageView> =>
  ask('name', { body: { name, address } });
export const decline = (reason: string): Promise<PageView> => ask('decline', { body: { reason } });
/** Safe to repeat: the desk sends a transaction once, however often its signature is delivered. */
export const submit = (signedXdr: string, signal?: AbortSignal): Promise<SubmitReply> =>
  ask('submit', { body: { signedXdr }, ...(signal === undefined ? {} : { signal }) });
export const askAgain = (): Promise<PageView> => ask('ask-again', { body: {} });
/** The next step of a settled escrow. @returns with the id of that step's own page */
export const prepareNext = (step: NextInput): Promise<NextReply> => ask('next', { body: step });
export const declareFailed = (): Promise<PageView> => ask('declare-failed', { body: {} });

const ask = <Reply extends PageView>(path: string, request?: Request): Promise<Reply> =>
  askServer(path, 'offer', request);
