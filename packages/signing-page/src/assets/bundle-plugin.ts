/** For bundling an adapter: replaces the code that builds the page with the built files. */
import type { Plugin } from 'esbuild';
import { buildCard } from './build-card.ts';
import { buildPage } from './build-page.ts';

/** @param first plugins that see each file of the page and the card before ours */
export function signingPagePlugin(...first: readonly Plugin[]): Plugin {
  return {
    name: 'signing-page',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]signing-page[\\/]src[\\/]assets[\\/]build-page\.ts$/ }, async () => ({
        contents: `const built = ${JSON.stringify(await buildPage(first))};\nexport const buildPage = async () => built;`,
        loader: 'js',
      }));
      onLoad({ filter: /[\\/]signing-page[\\/]src[\\/]assets[\\/]build-card\.ts$/ }, async () => ({
        contents: `const built = ${JSON.stringify(await buildCard(first))};\nexport const buildCard = async () => built;`,
        loader: 'js',
      }));
    },
  };
}
