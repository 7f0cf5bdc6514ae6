/** Where the card of the page's status shows what follows: one place, in which a form keeps what was typed. */
import { h } from '../parts/dom.ts';
import type { AfterwardsProps } from './afterwards.tsx';

export const afterwardsPlace = h('div');
let latest: AfterwardsProps | undefined;
let draw: typeof import('./draw.tsx').draw | undefined;

/**
 * Drawn as soon as its script is there; where that cannot be had, the next view tries again.
 * @param props absent while nothing was sent
 */
export function drawAfterwards(props: AfterwardsProps | undefined): void {
  latest = props;
  if (draw !== undefined) draw(latest, afterwardsPlace);
  else if (props !== undefined) void load();
}

async function load(): Promise<void> {
  ({ draw } = await import('./draw.tsx').catch(() => ({ draw: undefined })));
  draw?.(latest, afterwardsPlace);
}
