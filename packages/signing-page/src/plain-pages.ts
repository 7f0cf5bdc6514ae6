/**
 * What a person sees at an address without a transaction, or one that fails: in their language, without a script or
 * any data.
 */
import { PLAIN_WORDS, type PlainPage } from './plain-words.ts';

/**
 * @param pathname of the request: a proxy may serve the page below a path that it does not pass on
 * @param accepted the header Accept-Language
 */
export function plainPage(name: PlainPage, pathname: string, accepted = ''): string {
  const wanted = accepted.split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
  const language = wanted.find((code) => Object.hasOwn(PLAIN_WORDS, code)) ?? 'en';
  const { title, lines } = (PLAIN_WORDS[language] ?? PLAIN_WORDS.en)[name];
  return framedPage(language, title, lines, pathname);
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
