import { words } from '../words/words.ts';
import { type Sign, wayProblem } from './way.ts';

/** @throws CountersignError where a wallet's part of the page cannot be fetched, which the browser tells in its own words */
export async function loaded(load: () => Promise<Sign>): Promise<Sign> {
  return await load().catch(() => {
    const { message, remedy } = words().ways.notLoaded;
    throw wayProblem(message, remedy);
  });
}
