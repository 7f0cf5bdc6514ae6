/** The band on top that never leaves the screen: which network, and how long the offer lives. */
import type { NetworkName } from '@countersign/core/network';
import { fill, h } from './dom.ts';
import { serverTime } from './server-time.ts';
import { NETWORK_WORDS } from './words.ts';

/** With less than this many seconds left the countdown stands out, and signing prepares a new transaction. */
export const LAST_SECONDS = 30;

export function createBand(element: HTMLElement) {
  const countdown = h('span', { class: 'countdown', role: 'timer', 'aria-label': 'Time left to sign' });
  let ends: number | undefined;
  let whenOver: (() => void) | undefined;

  const tick = () => {
    const left = ends === undefined ? undefined : Math.ceil((ends - serverTime()) / 1_000);
    const text = left === undefined ? '' : left > 0 ? `${clock(left)} left` : 'time is over';
    if (countdown.textContent !== text) countdown.textContent = text;
    countdown.classList.toggle('last', left !== undefined && left > 0 && left < LAST_SECONDS);
    if (left === undefined || left > 0) return;
    const tell = whenOver;
    whenOver = undefined;
    tell?.();
  };
  setInterval(tick, 250);

  return {
    network: (name: NetworkName) => {
      if (document.documentElement.dataset['network'] === name) return;
      document.documentElement.dataset['network'] = name;
      const { name: word, means } = NETWORK_WORDS[name];
      fill(
        element,
        h('p', { class: 'network' }, h('strong', {}, word), h('span', { class: 'means' }, means)),
        countdown,
      );
    },
    /** @param end epoch milliseconds; absent: no countdown. @param onOver called once, if it is not over already */
    countTo: (end: number | undefined, onOver: () => void) => {
      ends = end;
      whenOver = end !== undefined && end > serverTime() ? onOver : undefined;
      tick();
    },
  };
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
