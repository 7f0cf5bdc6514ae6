/** Loads the code that reads input. The deal is shown without it, so it is fetched in the meantime. */
import { pageError, words } from '../words/words.ts';

const load = () => import('./read-given.ts');

let fetched: ReturnType<typeof load> | undefined;

/** @throws CountersignError CANCELLED where it cannot be fetched; the next call tries again */
export async function inputReader(): ReturnType<typeof load> {
  fetched ??= load().catch(() => {
    fetched = undefined;
    throw pageError('CANCELLED', words().ways.notLoaded);
  });
  return await fetched;
}
