import { words } from '../words/words.ts';
import { wayProblem } from './way.ts';

/** @throws CountersignError where a wallet's part of the page cannot be fetched, which the browser tells in its own words */
export async function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  return await load().catch(() => {
    const { message, remedy } = words().ways.notLoaded;
    throw wayProblem(message, remedy);
  });
}
