/** For bundling an adapter: replaces the code that builds the page with the built files. */
import type { Plugin } from 'esbuild';
import { buildCard } from './build-card.ts';
import { buildPage } from './build-page.ts';

/** @param recorders see every file that becomes part of the page or the card */
export function signingPagePlugin(...recorders: readonly Plugin[]): Plugin {
  return {
    name: 'signing-page',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]signing-page[\\/]src[\\/]assets[\\/]build-page\.ts$/ }, async () => ({
        contents: `const built = ${JSON.stringify(await buildPage(recorders))};\nexport const buildPage = async () => built;`,
        loader: 'js',
      }));
      onLoad({ filter: /[\\/]signing-page[\\/]src[\\/]assets[\\/]build-card\.ts$/ }, async () => ({
        contents: `const built = ${JSON.stringify(await buildCard(recorders))};\nexport const buildCard = async () => built;`,
        loader: 'js',
      }));
    },
  };
}
