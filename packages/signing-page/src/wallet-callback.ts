/** Where a wallet delivers a signature after a SEP-7 link, by a form; the desk checks it like any other. */
import type { PageDesk } from '@countersign/core';
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import type { Context } from 'hono';
import { framedPage, plainWords } from './plain-pages.ts';

/** A wallet is not one of the page's visitors, and has confirmed nothing. */
export const WALLET_VISITOR = 'wallet';

export const isCallback = (c: Context): boolean => /^\/sign\/[0-9a-f]{32}\/callback$/.test(c.req.path);

export async function takeFromWallet(
  c: Context,
  deskOf: () => Promise<PageDesk>,
  redact: (text: string) => string,
  note: (thrown: unknown) => void,
): Promise<Response> {
  const { language, callback } = plainWords(c.req.header('accept-language'));
  const { taken, refused } = callback;
  try {
    const desk = await deskOf();
    await desk.submit(await signedXdrOf(c));
    return c.html(framedPage(language, taken.title, [taken.text], c.req.path));
  } catch (thrown) {
    note(thrown);
    const { code, message, remedy } = toCountersignError(thrown);
    if (code === 'HANDLE_NOT_FOUND') return c.notFound();
    const lines = [message, remedy, refused.text].map(redact);
    const status = code === 'RATE_LIMITED' ? 429 : code === 'INTERNAL' ? 500 : 400;
    return c.html(framedPage(language, refused.title, lines, c.req.path), status);
  }
}

/** Albedo gives the unsigned transaction back in `xdr`, and the signed one next to it. */
async function signedXdrOf(c: Context): Promise<string> {
  const form = new URLSearchParams(await c.req.text());
  const signed = form.get('signed_envelope_xdr') ?? form.get('xdr');
  if (signed !== null && signed !== '') return signed;
  throw new CountersignError('XDR_UNREADABLE', { reason: 'empty' });
}
