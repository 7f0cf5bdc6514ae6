/** Names of the page's files: each carries 128 bits of SHA-256 of its content, and of all files that it loads. */
import { createHash } from 'node:crypto';

/** How a file names another that it loads, at once or later. */
export const LOADS = /"\.\/([^"]+)"/g;
const HASHED = /^[\w-]+-([0-9a-f]{32})\.(?:js|css|svg)$/;

/** The hash in a name; nothing where it has none. */
export const hashIn = (name: string): string | undefined => HASHED.exec(name)?.[1];

/** Names of the files that a text loads itself. */
export const loadedBy = (text: string): readonly string[] => [...text.matchAll(LOADS)].map(([, name = '']) => name);

/**
 * Files may load each other, so a hash is not of a text with the names in it: it is of the text of the file, then of
 * those that it loads, in the order in which they are found, with the number of a file in place of its name.
 * @param textOf nothing for a name that is not a file's
 */
export function hashOf(name: string, textOf: (name: string) => string | undefined): string {
  const found = [name];
  const texts: (string | number)[][] = [];
  // Those that are found on the way are added to the end.
  for (const each of found) {
    // Text and names alternate.
    const parts = (textOf(each) ?? '').split(LOADS);
    texts.push(
      parts.map((part, at) => {
        if (at % 2 === 0 || textOf(part) === undefined) return part;
        if (!found.includes(part)) found.push(part);
        return found.indexOf(part);
      }),
    );
  }
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32);
}
