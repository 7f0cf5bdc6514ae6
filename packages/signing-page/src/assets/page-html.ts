/** What a browser is sent first: a page without any data, in the language of the one who opens it. */
import type { Language } from '@countersign/core/words';
import type { PageName } from './build-page.ts';

type Shell = { readonly title: Readonly<Record<PageName, string>> } & Readonly<
  Record<'skip' | 'loading' | 'noScript', string>
>;

const SHELLS: Readonly<Record<Language, Shell>> = {
  en: {
    title: { sign: 'Sign an escrow', escrows: 'My escrows' },
    skip: 'Skip to signing',
    loading: 'Reading the transaction…',
    noScript: 'This page reads the transaction in your browser, so it needs JavaScript.',
  },
  es: {
    title: { sign: 'Firmar un depósito en garantía', escrows: 'Mis depósitos en garantía' },
    skip: 'Ir a la firma',
    loading: 'Leyendo la transacción…',
    noScript: 'Esta página lee la transacción en su navegador, así que necesita JavaScript.',
  },
};

/** @param needed files that the page's script imports */
export function pageHtml(page: PageName, assets: string, language: Language, needed: readonly string[]): string {
  const { title, skip, loading, noScript } = SHELLS[language];
  const preload = needed.map((name) => `\n    <link rel="modulepreload" href="${assets}/${name}">`).join('');
  const skipLink = page === 'sign' ? `\n    <a class="skip" id="skip" href="#sign" hidden>${skip}</a>` : '';
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>${title[page]} · Countersign</title>
    <link rel="icon" href="${assets}/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${assets}/page.css">
    <script type="module" src="${assets}/${page}.js"></script>${preload}
  </head>
  <body>${skipLink}
    <header class="band" id="band"></header>
    <main id="main">
      <noscript><p class="card">${noScript}</p></noscript>
      <p class="loading" id="loading">${loading}</p>
    </main>
  </body>
</html>
`;
}
