/** Signs a browser in as a wallet: routes, the cookie, and which wallets a request’s browser has proven. */
import { isLoopbackHost } from '@countersign/local-http';
import type { Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { hostOf, isOwnRequest, languageIn, optionalText, type PageServer, textOf } from './http.ts';
import type { SignedInReply, SignInView } from './page-view.ts';

export type SignIn = {
  /** G addresses that this browser has proven at this origin and network, newest first. */
  readonly provenWallets: (c: Context) => Promise<readonly string[]>;
};

/** A cookie has a session for each wallet, the newest first. */
const MOST_WALLETS = 5;
const SESSIONS = /^[0-9a-f]{32}(?:\.[0-9a-f]{32}){0,4}$/;

/** Adds the routes under `/wallet/`. Their limits and the check of the origin are those of the page. */
export function addSignIn(app: Hono, { desk, publicUrl, now, reply }: Omit<PageServer, 'clientOf'>): SignIn {
  const originOf = (c: Context): string => {
    const host = hostOf(c);
    return publicUrl === undefined || isLoopbackHost(host) ? `http://${host}` : publicUrl.origin;
  };
  const isSecure = (c: Context): boolean => originOf(c).startsWith('https:');
  /** Browsers send cookies to every port of a host, so that two pages on one machine need two names. */
  const cookieOf = (c: Context): string =>
    isSecure(c) ? '__Host-countersign-wallets' : `countersign-wallets-${new URL(originOf(c)).port}`;
  const cookie = (c: Context) => ({ path: '/', httpOnly: true, secure: isSecure(c), sameSite: 'Strict' }) as const;
  const sessionsOf = (c: Context): readonly string[] => {
    const text = isOwnRequest(c) ? getCookie(c, cookieOf(c)) : undefined;
    return text !== undefined && SESSIONS.test(text) ? text.split('.') : [];
  };
  /** The sessions that are valid, by wallet. */
  const signedIn = async (c: Context): Promise<ReadonlyMap<string, string>> => {
    const [served, wallets] = [await desk(), new Map<string, string>()];
    for (const session of sessionsOf(c)) {
      const address = await served.signedInWallet(session, originOf(c));
      if (address !== undefined && !wallets.has(address)) wallets.set(address, session);
    }
    return wallets;
  };

  app.post('/wallet/text', async (c) => {
    const wallet = { origin: originOf(c), address: await textOf(c, 'address') };
    const toSign = await (await desk()).signInText(wallet, languageIn(c));
    return reply(c, { ...toSign, now: now() } satisfies SignInView);
  });
  app.post('/wallet/proof', async (c) => {
    const wallet = { origin: originOf(c), address: await textOf(c, 'address') };
    const [signature, signedXdr] = [await optionalText(c, 'signature'), await optionalText(c, 'signedXdr')];
    const proof = { id: await textOf(c, 'id'), signature, signedXdr };
    const { session, endsAt } = await (await desk()).signIn(wallet, proof);
    const earlier = await signedIn(c);
    const kept = [...earlier].filter(([address]) => address !== wallet.address).slice(0, MOST_WALLETS - 1);
    const maxAge = Math.max(Math.ceil((endsAt - now()) / 1_000), 0);
    setCookie(c, cookieOf(c), [session, ...kept.map(([, each]) => each)].join('.'), { ...cookie(c), maxAge });
    return reply(c, {
      wallets: [wallet.address, ...kept.map(([address]) => address)],
      endsAt,
      now: now(),
    } satisfies SignedInReply);
  });
  app.post('/wallet/sign-out', async (c) => {
    const served = await desk();
    for (const session of sessionsOf(c)) await served.signOut(session, originOf(c));
    deleteCookie(c, cookieOf(c), cookie(c));
    return reply(c, { wallets: [] });
  });
  return { provenWallets: async (c) => [...(await signedIn(c)).keys()] };
}
