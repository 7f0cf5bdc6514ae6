/** The session of the list, in a cookie that no script reads. */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

/** Browsers send the cookies of one port to every other, so that two lists on one machine need two names. */
const cookieOf = (c: Context): string => `countersign-list-${new URL(c.req.url).port}`;

/** Nothing if there is none, or if the request comes from another page. */
export function listSession(c: Context): string | undefined {
  // A page on another port of this machine is same-site, so its requests would carry the cookie.
  const from = c.req.header('sec-fetch-site');
  return from === undefined || from === 'same-origin' || from === 'none' ? getCookie(c, cookieOf(c)) : undefined;
}

export function keepListSession(c: Context, session: string, seconds: number): void {
  setCookie(c, cookieOf(c), session, { httpOnly: true, sameSite: 'Strict', path: '/', maxAge: Math.max(seconds, 0) });
}

export function forgetListSession(c: Context): void {
  deleteCookie(c, cookieOf(c), { path: '/' });
}
