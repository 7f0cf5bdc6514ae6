/** What a person sees at an address without a transaction, or one that fails: without a script or any data. */
import { type Language, languageOf } from '@countersign/core/words';
import en from './messages/page.en.json' with { type: 'json' };
import es from './messages/page.es.json' with { type: 'json' };

const PLAIN: Readonly<Record<Language, typeof en>> = { en, es };
export type PlainPage = keyof (typeof en)['plain'];

/** The sentences of these pages, in a language that the browser asks for. */
export const plainWords = (accepted?: string): typeof en => PLAIN[languageOf(accepted)];

/** @param pathname of the request: a proxy may serve the page below a path that it does not pass on */
export function plainPage(name: PlainPage, pathname: string, accepted?: string): string {
  const { language, plain } = plainWords(accepted);
  const { title, text } = plain[name];
  return framedPage(language, title, text.split('\n'), pathname);
}

/** @param lines of text, which becomes text. @param pathname of the request */
export function framedPage(language: string, title: string, lines: readonly string[], pathname: string): string {
  const assets = `${'../'.repeat(pathname.split('/').length - 2)}sign/assets`;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Countersign</title>
    <link rel="icon" href="${assets}/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${assets}/page.css">
  </head>
  <body>
    <header class="band"><p><strong>Countersign</strong></p></header>
    <main>
      <section class="card status">
        <h1>${title}</h1>
        ${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n        ')}
      </section>
    </main>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
