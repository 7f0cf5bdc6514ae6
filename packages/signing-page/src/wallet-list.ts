/** `/wallet/escrows`, at a public address: a page, and by POST the escrows of the wallets that this browser has proven, and of no others. */
import type { Desk } from '@countersign/core';
import type { EscrowsOfWallets } from '@countersign/core/desk';
import { CountersignError } from '@countersign/core/errors';
import { languageOf } from '@countersign/core/words';
import { createRateLimit } from '@countersign/local-http';
import type { Context, Hono } from 'hono';
import { bodyOf } from './http.ts';
import type { WalletList } from './page-view.ts';
import { createSharedReads } from './shared-reads.ts';
import type { SignIn } from './sign-in.ts';

/** For how long a list serves all that ask for the same. */
const LIST_MS = 10_000;
/** Lists that are kept: each has up to 100 escrows. */
const MOST_KEPT = 200;
/** Lists that are read: for each client, and for all. */
const CLIENT_A_MINUTE = 12;
const ALL_A_MINUTE = 60;
const VISITOR = 'escrow page';

export type WalletListOptions = {
  readonly desk: () => Promise<Desk>;
  readonly now: () => number;
  readonly clientOf: (c: Context) => string;
  readonly html: (c: Context) => Response | Promise<Response>;
  readonly reply: (c: Context, body: unknown) => Response;
} & SignIn;

export function addWalletList(app: Hono, { desk, now, clientOf, provenWallets, html, reply }: WalletListOptions): void {
  const lists = createSharedReads<EscrowsOfWallets & { readonly readAt: number }>(() => LIST_MS, Date.now, MOST_KEPT);
  const [ofClient, ofAll] = [createRateLimit(CLIENT_A_MINUTE, Date.now), createRateLimit(ALL_A_MINUTE, Date.now)];
  app.get('/wallet/escrows', html);
  app.post('/wallet/escrows', async (c) => {
    const wallets = await provenWallets(c);
    if (wallets.length === 0) throw new CountersignError('PROOF_NEEDED');
    const opened = (await bodyOf(c))['opened'] as readonly string[];
    // Who asks for it decides what is in it, so this is the whole of what it depends on.
    const key = JSON.stringify([wallets, opened]);
    const last = lists.last(key);
    const retryAfterMs = lists.isServed(key) ? 0 : Math.max(ofClient.wait(clientOf(c)), ofAll.wait(''));
    if (retryAfterMs > 0 && last === undefined) throw new CountersignError('RATE_LIMITED', { retryAfterMs });
    if (retryAfterMs === 0 && !lists.isServed(key)) {
      ofClient.take(clientOf(c));
      ofAll.take('');
    }
    const read = async () => {
      const visited = (await desk()).escrowPage(VISITOR, languageOf(c.req.header('accept-language')), wallets);
      return { ...(await visited.escrowsOfWallets({ opened })), readAt: now() };
    };
    const { escrows, named, ...list } = retryAfterMs > 0 && last !== undefined ? last : await lists.get(key, read);
    return reply(c, {
      ...list,
      escrows: escrows.map(withPage),
      named: named.map(withPage),
      network: (await desk()).network.name,
      now: now(),
    } satisfies WalletList);
  });
}

const withPage = <View extends { readonly pageId?: string }>({ pageId, ...view }: View) => ({
  ...view,
  ...(pageId === undefined ? {} : { page: `sign/${pageId}` }),
});
