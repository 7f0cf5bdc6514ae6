import { h } from './dom.ts';

/** @param time epoch milliseconds, shown in the reader's own time zone */
export function timeText(time: number): HTMLElement {
  const words = new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' });
  return h('time', { datetime: new Date(time).toISOString() }, words);
}
