/** Where a wallet delivers a signature after a SEP-7 link, by a form; the desk checks it like any other. */
import type { PageDesk } from '@countersign/core';
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { type Language, languageOf } from '@countersign/core/words';
import type { Context } from 'hono';
import { framedPage } from './plain-pages.ts';

/** A wallet is not one of the page's visitors, and has confirmed nothing. */
export const WALLET_VISITOR = 'wallet';

export const isCallback = (c: Context): boolean => /^\/sign\/[0-9a-f]{32}\/callback$/.test(c.req.path);

type Words = {
  readonly taken: string;
  readonly back: string;
  readonly refused: string;
  readonly open: string;
};

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    taken: 'Your signature has arrived',
    back: 'You can go back to the page on which you read the transaction. It shows what became of it.',
    refused: 'This signature was not accepted',
    open: 'Go back to the page on which you read the transaction, and sign once more there.',
  },
  es: {
    taken: 'Su firma ha llegado',
    back: 'Puede volver a la página en la que leyó la transacción. Allí se muestra qué ocurrió con ella.',
    refused: 'Esta firma no se aceptó',
    open: 'Vuelva a la página en la que leyó la transacción y firme allí de nuevo.',
  },
};

export async function takeFromWallet(
  c: Context,
  deskOf: () => Promise<PageDesk>,
  redact: (text: string) => string,
  note: (thrown: unknown) => void,
): Promise<Response> {
  const language = languageOf(c.req.header('accept-language'));
  const words = WORDS[language];
  try {
    const desk = await deskOf();
    await desk.submit(await signedXdrOf(c));
    return c.html(framedPage(language, words.taken, [words.back], c.req.path));
  } catch (thrown) {
    note(thrown);
    const { code, message, remedy } = toCountersignError(thrown);
    if (code === 'HANDLE_NOT_FOUND') return c.notFound();
    const lines = [message, remedy, words.open].map(redact);
    const status = code === 'RATE_LIMITED' ? 429 : code === 'INTERNAL' ? 500 : 400;
    return c.html(framedPage(language, words.refused, lines, c.req.path), status);
  }
}

/** Albedo gives the unsigned transaction back in `xdr`, and the signed one next to it. */
async function signedXdrOf(c: Context): Promise<string> {
  const form = new URLSearchParams(await c.req.text());
  const signed = form.get('signed_envelope_xdr') ?? form.get('xdr');
  if (signed !== null && signed !== '') return signed;
  throw new CountersignError('XDR_UNREADABLE', { reason: 'empty' });
}
