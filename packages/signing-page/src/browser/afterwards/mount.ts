/** Where the card of the page's status shows what follows: one place, in which a form keeps what was typed. */
import { h } from '../parts/dom.ts';
import type { AfterwardsProps } from './afterwards.tsx';

const place = h('div');
let latest: AfterwardsProps | undefined;

/** It is drawn as soon as its script is there; where that cannot be had, the next view tries again. */
export function drawAfterwards(props: AfterwardsProps): HTMLElement {
  latest = props;
  void import('./draw.tsx').then(
    ({ draw }) => latest && draw(latest, place),
    () => {},
  );
  return place;
}
