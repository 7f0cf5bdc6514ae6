/** Browser notifications while this tab stays open in the background, only for a person who switched them on. */
import type { PageView } from '../../page-view.ts';
import { pageId } from '../parts/ask-server.ts';
import { attempt } from '../parts/attempt.ts';

/** For this tab, on every page that it goes on to. */
const KEY = 'countersign:notify';

export const canNotify = (): boolean => 'Notification' in globalThis;

export const isNotifying = (): boolean =>
  canNotify() && Notification.permission === 'granted' && attempt(() => sessionStorage.getItem(KEY)) === 'on';

/** @returns whether the browser allows it */
export async function startNotifying(): Promise<boolean> {
  const isAllowed = (await Notification.requestPermission()) === 'granted';
  if (isAllowed) sessionStorage.setItem(KEY, 'on');
  return isAllowed && isNotifying();
}

export function stopNotifying(): void {
  sessionStorage.removeItem(KEY);
}

let last: PageView | undefined;

export function tellNews(view: PageView): void {
  const before = last;
  last = view;
  if (before === undefined || document.visibilityState === 'visible' || !isNotifying()) return;
  void import('./news.ts').then(
    ({ newsOf }) => {
      const news = newsOf(before, view);
      // Some phones show none from a page.
      const shown = news && attempt(() => new Notification(news.title, { body: news.body, tag: pageId }));
      shown?.addEventListener('click', () => focus());
    },
    // Its file could not be loaded; the page itself shows the news.
    () => {},
  );
}
