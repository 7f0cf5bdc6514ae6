/** The view that the server wrote into the page's HTML. */
import { attempt } from './attempt.ts';

export type Written<View> = { readonly view: View; readonly version: string };

/** @returns nothing where there is none, or a second time: by then it may have changed */
export function writtenView<View extends { readonly now: number }>(): Written<View> | undefined {
  const block = document.getElementById('view');
  block?.remove();
  return attempt(() => {
    const view: View = JSON.parse(block?.textContent ?? '');
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // The page's clock runs by it, and the page may have taken long to load.
    const age = visit === undefined ? 0 : performance.now() - visit.responseStart;
    return { view: { ...view, now: view.now + age }, version: block?.dataset['version'] ?? '' };
  });
}
