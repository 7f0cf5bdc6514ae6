/** Consent is to what was shown: when a transaction is renewed, and what must be seen before it is signed. */
import type { PageView } from '../../page-view.ts';
import type { Match } from '../transaction/read-view.ts';
import { words } from '../words/words.ts';
import { post } from './api.ts';
import type { createPage } from './page.ts';
import type { FocusPlace } from './page-state.ts';
import { canSignNow, isDifferent, isOpen, isRefused, mustBeShownFirst, replaced } from './screen.ts';

type Act = (place: FocusPlace, run: (signal: AbortSignal) => Promise<void>) => Promise<unknown>;
export type Signable = { readonly match: Match; readonly view: PageView };

/** For this long after a newer transaction appears, a press is still meant for the earlier button. */
const SAME_PRESS_MS = 700;

export function createRenewal(page: ReturnType<typeof createPage>, act: Act) {
  /**
   * What is on screen, if there is time to sign it. Otherwise it is renewed: with the same terms and address, the new
   * one is returned as soon as its hash is visible; if anything else is new, it is shown and nothing is returned.
   */
  async function signable(): Promise<Signable | undefined> {
    const before = page.screen();
    if (before === undefined) return undefined;
    const isShownFirst = mustBeShownFirst(before);
    if (!canSignNow(before)) await showNewer(isShownFirst);
    const screen = page.screen();
    if (screen?.reading.kind !== 'match' || isShownFirst || !canSignNow(screen)) return undefined;
    return screen === before || !isDifferent(screen.changes) ? { match: screen.reading, view: screen.view } : undefined;
  }

  /** @param isAsked whether the person pressed for nothing but this */
  async function showNewer(isAsked = true): Promise<void> {
    page.busy({ text: words().panel.preparing, canStop: false });
    page.show(await post('renew'), replaced);
    if (isAsked || isDifferent(page.screen()?.changes ?? [])) {
      document.getElementById('news')?.focus();
      await new Promise((resolve) => setTimeout(resolve, SAME_PRESS_MS));
    } else {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  }

  /** If the page was opened too late to sign: renews at once, or when the page is first visible. */
  async function renewWhenOpened(): Promise<void> {
    const screen = page.screen();
    const isDue = screen?.reading.kind === 'match' && isOpen(screen.view) && !canSignNow(screen);
    if (!isDue || isRefused(screen.view)) return;
    if (document.visibilityState !== 'visible') {
      document.addEventListener('visibilitychange', () => void renewWhenOpened(), { once: true });
      return;
    }
    await act('panel', async (signal) => {
      page.busy({ text: words().panel.preparing, canStop: false });
      const view = await post('renew');
      if (signal.aborted) return;
      page.show(view, (before, next, now) => {
        const after = replaced(before, next, now);
        return isDifferent(after.changes) ? after : { ...after, changes: [] };
      });
    });
  }

  return { signable, showNewer, renewWhenOpened };
}
