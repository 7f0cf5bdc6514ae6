import { type Sign, wayProblem } from './way.ts';

/** @throws CountersignError where a wallet's part of the page cannot be fetched, which the browser tells in its own words */
export async function loaded(load: () => Promise<Sign>): Promise<Sign> {
  return await load().catch(() => {
    throw wayProblem(
      'The part of this page that this wallet needs could not be loaded.',
      'Check your connection, reload the page, then try again.',
    );
  });
}
