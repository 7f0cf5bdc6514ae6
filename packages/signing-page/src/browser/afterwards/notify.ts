/** Whoever asked for it is told by their browser, while this tab stays open behind others. Nothing is asked unasked. */
import type { PageEscrow } from '@countersign/core/desk';
import type { PageView } from '../../page-view.ts';
import { pageId } from '../sign/api.ts';
import { words } from '../words/words.ts';
import { sentenceOf } from './sentence.ts';

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

/** Takes in every view that the page gets. */
export function tellNews(view: PageView): void {
  const before = last;
  last = view;
  if (before === undefined || document.visibilityState === 'visible' || !isNotifying()) return;
  const body = newsOf(before, view);
  if (body === undefined) return;
  try {
    const shown = new Notification(view.escrow?.title ?? words().afterwards.notify.title, { body, tag: pageId });
    shown.addEventListener('click', () => focus());
  } catch {
    // Some phones show none from a page.
  }
}

function newsOf(before: PageView, { status, escrow, request }: PageView): string | undefined {
  const { notify, finished } = words().afterwards;
  if (status.status !== before.status.status) return status.status === 'settled' ? notify.settled : notify.news;
  if (escrow === undefined || before.escrow === undefined || same(escrow) === same(before.escrow)) return undefined;
  const [turn] = escrow.turn;
  if (turn !== undefined) return sentenceOf(turn, request.signer);
  return escrow.state === 'finished' ? finished : notify.news;
}

const same = ({ asOf: _, ...escrow }: PageEscrow): string => JSON.stringify(escrow);
