/**
 * What a person or a wallet gives to the page is read by code that nobody waits for to read the deal: it is fetched
 * beside the reading, and is there before a wallet is asked.
 */
import { pageError } from '../words/said.ts';
import { words } from '../words/words.ts';

const load = () => import('./read-given.ts');

let fetched: ReturnType<typeof load> | undefined;

/** @throws CountersignError CANCELLED where it cannot be fetched; the next call tries again */
export async function given(): ReturnType<typeof load> {
  fetched ??= load().catch(() => {
    fetched = undefined;
    throw pageError('CANCELLED', words().ways.notLoaded);
  });
  return await fetched;
}
