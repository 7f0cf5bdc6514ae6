/** The band on top that never leaves the screen: which network, and how long the offer lives. */
import type { NetworkName } from '@countersign/core/network';
import { NETWORK_WORDS } from '@countersign/core/words';
import { fill, h } from '../parts/dom.ts';
import { serverTime } from '../parts/server-time.ts';

/** With less than this many seconds left nobody signs in peace: the countdown stands out, and a new one is prepared first. */
const LAST_SECONDS = 30;

export type Phase = 'in time' | 'last seconds' | 'over';

/** @param end epoch milliseconds by the desk's clock */
export function phaseOf(end: number): Phase {
  const left = end - serverTime();
  if (left <= 0) return 'over';
  return left < LAST_SECONDS * 1_000 ? 'last seconds' : 'in time';
}

export function createBand(element: HTMLElement) {
  const countdown = h('span', { class: 'countdown', role: 'timer', 'aria-label': 'Time left to sign' });
  let ends: number | undefined;
  let phase: Phase | undefined;
  let onPhase = () => {};

  const tick = () => {
    const left = ends === undefined ? undefined : Math.ceil((ends - serverTime()) / 1_000);
    const text = left === undefined ? '' : left > 0 ? `${clock(left)} left` : 'expired';
    if (countdown.textContent !== text) countdown.textContent = text;
    const before = phase;
    phase = ends === undefined ? undefined : phaseOf(ends);
    countdown.classList.toggle('last', phase === 'last seconds');
    if (before !== undefined && phase !== undefined && phase !== before) onPhase();
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
    /** @param end epoch milliseconds; absent: no countdown. @param onNewPhase called when the phase of this end changes */
    countTo: (end: number | undefined, onNewPhase: () => void) => {
      ends = end;
      phase = undefined;
      onPhase = onNewPhase;
      tick();
    },
  };
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
