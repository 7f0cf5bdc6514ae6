import { format } from '@countersign/core/text/message';
import { minutesText, serverTime, useNow } from '../parts/time.ts';
import { words } from '../words/words.ts';

/** @param until epoch milliseconds by the desk's clock */
export function PasteBack({ until }: { readonly until: number }) {
  const seconds = Math.ceil((until - useNow(serverTime)) / 1_000);
  const { pasteWithin, pasteOver } = words().panel;
  return (
    <div class="paste-back">
      {/* Seconds are not read out; that they are over is. */}
      <p role="timer" aria-live="off" hidden={seconds <= 0}>
        {format(pasteWithin, { time: minutesText(Math.max(0, seconds)) })}
      </p>
      <p role="status">{seconds <= 0 && pasteOver}</p>
    </div>
  );
}
