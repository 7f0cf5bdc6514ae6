/** Refusals that say more than the error catalogue, and limits that are reached. */
import { format } from '../../text/message.ts';
import { formatEach } from '../../text/sentences.ts';
import { quotedReveal } from '../../text/text.ts';
import type { DeskLanguage } from '../core.ts';
import type { LimitBeyond } from '../data/risk.ts';
import type { ErrorWords } from '../errors.ts';

/** @param problems of each obstacle; @param turns whose turn it is */
export const notPossibleWords = (
  { messages }: DeskLanguage,
  problems: string,
  remedy: string,
  turns: string,
): ErrorWords => formatEach(messages.refusals.notPossible, { problems, remedy, turns });

/** @param blockers sentences */
export const changedSinceText = ({ messages }: DeskLanguage, blockers: readonly string[]): string =>
  format(messages.refusals.changedSince, { blockers: blockers.join(' ') });

/** @param code of the token for which the account has no trustline; absent where there is no account */
export function platformRefused({ messages }: DeskLanguage, platform: string, code?: string): ErrorWords {
  const { noAccount, noTrustline } = messages.refusals.platformRefused;
  return code === undefined ? formatEach(noAccount, { platform }) : formatEach(noTrustline, { platform, code });
}

/** @param until ISO 8601 */
export const stillLiving = ({ messages }: DeskLanguage, hash: string, until: string): ErrorWords =>
  formatEach(messages.refusals.stillLiving, { hash, until });

/** @param hash of an earlier transaction that was read as dead once */
export const seemsDead = ({ messages }: DeskLanguage, hash: string): ErrorWords =>
  formatEach(messages.refusals.seemsDead, { hash });

type Report = { readonly status: string; readonly evidence: string };

/** @param before what the person read; texts of the service provider */
export function reportChanged(language: DeskLanguage, milestone: number, before: Report, after: Report): ErrorWords {
  return formatEach(language.messages.refusals.reportChanged, {
    milestone,
    before: reportText(language, before),
    after: reportText(language, after),
  });
}

function reportText({ messages }: DeskLanguage, { status, evidence }: Report): string {
  return format(messages.refusals.report[evidence === '' ? 'none' : 'some'], {
    status: quotedReveal(status, 100),
    evidence: quotedReveal(evidence, 150),
  });
}

/** @param over until when it could be sent (ISO 8601), and how long ago that was; absent: it was renewed before that */
export function expiredText(
  { messages }: DeskLanguage,
  over: { readonly until: string; readonly ago: string } | undefined,
  isRenewed: boolean,
  isUnclear = false,
): string {
  const { expired } = messages.refusals;
  return [
    over === undefined ? expired.renewed : format(expired.over, over),
    isUnclear ? expired.unclear : expired.notSent,
    ...(isRenewed ? [expired.newer] : []),
  ].join(' ');
}

/** In the unit that a person would use. */
export const agoText = (
  { messages }: DeskLanguage,
  count: number,
  unit: keyof DeskLanguage['messages']['refusals']['ago'],
): string => format(messages.refusals.ago[unit], { count });

/** Limits on what may be prepared, for people who reach them. */
export const limitText = ({ messages }: DeskLanguage, { code, params }: LimitBeyond): string =>
  format<string>(messages.refusals.limits[code], params);

/** Too much was prepared on escrows' pages. */
export const visitorsText = (
  language: DeskLanguage,
  which: keyof DeskLanguage['messages']['refusals']['visitors'],
  waitMs: number,
): ErrorWords => formatEach(language.messages.refusals.visitors[which], { wait: waitText(language, waitMs) });

/** When to try again, rounded up. */
export const retryText = (language: DeskLanguage, waitMs: number): string =>
  format(language.messages.refusals.visitors.ofAll.remedy, { wait: waitText(language, waitMs) });

function waitText(language: DeskLanguage, waitMs: number): string {
  const seconds = Math.max(Math.ceil(waitMs / 1_000), 1);
  return seconds < 120 ? agoText(language, seconds, 's') : agoText(language, Math.ceil(seconds / 60), 'minutes');
}

/** @param by how far, as `agoText` says it */
export const clockText = ({ messages }: DeskLanguage, by: string, isAhead: boolean): string =>
  format(messages.refusals.clock[isAhead ? 'ahead' : 'behind'], { by });
