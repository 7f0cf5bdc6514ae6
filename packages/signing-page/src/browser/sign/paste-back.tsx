/** How long a transaction that was taken elsewhere can come back: the page's only countdown. */
import { minutesText } from '../parts/minutes-text.ts';
import { serverTime } from '../parts/server-time.ts';
import { useNow } from '../parts/use-now.ts';
import { words } from '../words/words.ts';

/** @param until epoch milliseconds by the desk's clock */
export function PasteBack({ until }: { readonly until: number }) {
  const seconds = Math.ceil((until - useNow(serverTime)) / 1_000);
  const { pasteWithin, pasteOver } = words().panel;
  return (
    <div class="paste-back">
      {/* Seconds are not read out; that they are over is. */}
      <p role="timer" aria-live="off" hidden={seconds <= 0}>
        {pasteWithin(minutesText(Math.max(0, seconds)))}
      </p>
      <p role="status">{seconds <= 0 && pasteOver}</p>
    </div>
  );
}
