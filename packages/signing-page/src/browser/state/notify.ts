/** Browser notifications while this tab stays open in the background, only for a person who switched them on. */
import type { PageView } from '../../page-view.ts';
import { pageId } from '../parts/ask-server.ts';

/** For this tab, on every page that it goes on to. */
const KEY = 'countersign:notify';

export const canNotify = (): boolean => 'Notification' in globalThis;

export function isNotifying(): boolean {
  try {
    return canNotify() && Notification.permission === 'granted' && sessionStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

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
      if (news !== undefined) show(news);
    },
    // Its file could not be loaded; the page itself shows the news.
    () => {},
  );
}

function show({ title, body }: { readonly title: string; readonly body: string }): void {
  try {
    const shown = new Notification(title, { body, tag: pageId });
    shown.addEventListener('click', () => focus());
  } catch {
    // Some phones show none from a page.
  }
}
