/** For whoever bundles an adapter: the page's built files take the place of the code that builds them. */
import type { Plugin } from 'esbuild';
import { buildPage } from './build-page.ts';

export function signingPagePlugin(): Plugin {
  return {
    name: 'signing-page',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]signing-page[\\/]src[\\/]assets[\\/]build-page\.ts$/ }, async () => ({
        contents: `const built = ${JSON.stringify(await buildPage())};\nexport const buildPage = async () => built;`,
        loader: 'js',
      }));
    },
  };
}
