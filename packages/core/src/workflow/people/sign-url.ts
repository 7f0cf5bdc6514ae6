/** The address of a request's signing page, for those who may sign it; added to every error about its signing. */
import { CountersignError, type ErrorCode } from '../../errors/errors.ts';
import type { DeskContext } from '../context.ts';
import { hasPage } from '../model/page-actions.ts';
import { isPerson } from '../model/person.ts';
import { decidingTransaction } from '../model/requests.ts';
import { rightTo } from './access.ts';

/** Empty where there is no page, nothing left to sign or no right to sign, and on the page itself. */
export async function signUrlOf(context: DeskContext, id: string | undefined): Promise<{ readonly signUrl?: string }> {
  const prepared = id === undefined || !isPerson(context.viewer) ? undefined : await context.store.find(id);
  if (prepared === undefined || !hasPage(prepared.action)) return {};
  if (prepared.end !== undefined || decidingTransaction(prepared) !== undefined) return {};
  const signUrl = (await rightTo(context, prepared)) === 'sign' ? context.signUrl?.(prepared.pageId) : undefined;
  return signUrl === undefined ? {} : { signUrl };
}

/** Errors after which the next thing to do is to sign, or to sign again. */
const ABOUT_SIGNING: readonly ErrorCode[] = [
  'CONFIRMATION_NEEDED',
  'FEE_BUMPED',
  'MULTISIG_NOT_SUPPORTED',
  'NOT_SIGNED_YET',
  'SIGNATURES_MISSING',
  'SIGNATURE_BROKEN',
  'SIGNATURE_NOT_NEEDED',
  'SIGNED_BY_ANOTHER',
  'SIGNED_FOR_ANOTHER_NETWORK',
  'TRANSACTION_CHANGED',
  'TRANSACTION_DISPLACED',
  'TRANSACTION_EXPIRED',
  'XDR_NOT_SIGNED',
  'XDR_UNREADABLE',
];

/** @param id of the request that the failed call was about. @returns what to throw */
export async function withSignUrl(context: DeskContext, thrown: unknown, id: string | undefined): Promise<unknown> {
  if (!(thrown instanceof CountersignError) || !ABOUT_SIGNING.includes(thrown.code)) return thrown;
  const { signUrl = thrown.signUrl } = await signUrlOf(context, id);
  return signUrl === undefined ? thrown : thrown.withSignUrl(signUrl);
}
