/**
 * Rate limits, applied before anything is read or scanned. Everything that exists (a page, a session, a proof) has its
 * own limit for each client. Everything that does not exist shares one limit, so misses cost real pages nothing. Files
 * have no limit: they are the same for everybody, and in memory, except those of another version.
 */
import type { Desk } from '@countersign/core';
import { CountersignError, type ErrorCode } from '@countersign/core/errors';
import { createRateLimit, type RateLimit } from '@countersign/local-http';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ClientOf } from './addresses.ts';
import { listSession } from './list-api.ts';

/** Reading is cheap, acting may cost a call to the service. */
const READS_A_MINUTE = 240;
const ACTS_A_MINUTE = 20;
/** Of a list: reading it asks the ledger, changing the address book does not. */
const LIST_READS_A_MINUTE = 120;
const LIST_ACTS_A_MINUTE = 60;
const SIGN_INS_A_MINUTE = 120;
/** Of what is not there, and of links that open nothing. */
const MISSES_A_MINUTE = 240;

const ON_PAGE = /^\/(sign|prove|open)\/([0-9a-f]{32})\/[a-z-]+$/;
/** By the first part of a page's address: how the desk finds it, and what is answered where it does not. */
const PAGES = {
  sign: ['hasPage', 'HANDLE_NOT_FOUND'],
  prove: ['hasWalletProof', 'PROOF_CLOSED'],
  open: ['hasPageProof', 'HANDLE_NOT_FOUND'],
} as const;
const ON_SIGN_IN = /^\/wallet\/[a-z-]+$/;
const ON_ESCROW = /^\/escrow\/(C[A-Z2-7]{55})\/[a-z-]+$/;
const ON_LIST = /^\/(?:escrows[/.]|session\/end$)/;

/** @param isProxied whether other machines reach the page, through a proxy of ours; there is no list then */
export function createLimits(desk: () => Promise<Desk>, clientOf: ClientOf, isProxied: boolean) {
  const [reads, acts] = [limiter(READS_A_MINUTE), limiter(ACTS_A_MINUTE)];
  const [listReads, listActs] = [limiter(LIST_READS_A_MINUTE), limiter(LIST_ACTS_A_MINUTE)];
  const [signIns, misses] = [limiter(SIGN_INS_A_MINUTE), limiter(MISSES_A_MINUTE)];
  /** Counts a link to the list that opened nothing. @throws CountersignError RATE_LIMITED */
  const miss = (c: Context) => spend(misses.take(clientOf(c)));
  /** Checks with every request whether the target exists, which costs less than the request itself. */
  const own = async (
    c: Context,
    limit: RateLimit,
    name: string,
    isThere: (desk: Desk) => Promise<boolean>,
    absent: ErrorCode,
  ) => {
    const served = await desk();
    const key = `${name} ${clientOf(c)}`;
    spend(limit.wait(key));
    if (!(await isThere(served))) {
      miss(c);
      throw new CountersignError(absent);
    }
    spend(limit.take(key));
  };

  const count = async (c: Context, path: string) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const [, kind, id] = ON_PAGE.exec(path) ?? [];
    const [, escrow] = ON_ESCROW.exec(path) ?? [];
    if (kind !== undefined && id !== undefined) {
      const [has, absent] = PAGES[kind as keyof typeof PAGES];
      await own(c, isRead ? reads : acts, id, (served) => served[has](id), absent);
    } else if (escrow !== undefined && isRead) {
      // What a read may cost is limited where it is made.
      spend(reads.take(`${escrow} ${clientOf(c)}`));
    } else if (ON_LIST.test(path) && !isProxied) {
      const session = listSession(c);
      const limit = isRead ? listReads : listActs;
      await own(c, limit, session ?? '', (served) => served.hasListSession(session), 'LIST_CLOSED');
    } else if (ON_SIGN_IN.test(path)) {
      spend(signIns.take(clientOf(c)));
    } else if (!isRead && (path !== '/session' || isProxied)) {
      miss(c);
    }
  };
  return {
    /** Runs before every route. */
    middleware: createMiddleware(async (c, next) => {
      await count(c, c.req.path);
      await next();
    }),
    /** Counts the view in a page's HTML as a request for it. @throws CountersignError as that request */
    countView: (c: Context) => count(c, `${c.req.path}/view`),
    miss,
  };
}

const limiter = (perMinute: number) => createRateLimit(perMinute, Date.now);

/** @throws CountersignError RATE_LIMITED */
function spend(retryAfterMs: number): void {
  if (retryAfterMs > 0) throw new CountersignError('RATE_LIMITED', { retryAfterMs });
}
