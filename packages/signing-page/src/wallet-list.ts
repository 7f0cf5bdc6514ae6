/** `/wallet/escrows`, at a public address: a page, and by POST the escrows of the wallets that this browser has proven, and of no others. */
import type { EscrowsOfWallets } from '@countersign/core/desk';
import { CountersignError } from '@countersign/core/errors';
import { createRateLimit } from '@countersign/local-http';
import type { Context, Hono } from 'hono';
import { VISITOR } from './escrow-page.ts';
import { bodyOf, languageIn, type PageServer } from './http.ts';
import { withPage } from './list-api.ts';
import type { WalletList } from './page-view.ts';
import { createSharedReads, readLimited } from './shared-reads.ts';
import type { SignIn } from './sign-in.ts';

/** For how long a list serves all that ask for the same. */
const LIST_MS = 10_000;
/** Lists that are kept: each has up to 100 escrows. */
const MOST_KEPT = 200;
/** Lists that are read: for each client, and for all. */
const CLIENT_A_MINUTE = 12;
const ALL_A_MINUTE = 60;

type WalletListOptions = PageServer & SignIn & { readonly html: (c: Context) => Promise<Response> };

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
    const limits = () => ({ client: clientOf(c), ofClient, ofAll });
    const { escrows, named, ...list } = await readLimited(lists, key, limits, async () => {
      const visited = (await desk()).escrowPage(VISITOR, languageIn(c), wallets);
      return { ...(await visited.escrowsOfWallets({ opened })), readAt: now() };
    });
    return reply(c, {
      ...list,
      escrows: escrows.map(withPage),
      named: named.map(withPage),
      network: (await desk()).network.name,
      now: now(),
    } satisfies WalletList);
  });
}
