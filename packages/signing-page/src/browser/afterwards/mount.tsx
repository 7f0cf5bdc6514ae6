/** Where the card of the page's status shows what is drawn here: one place, in which a form keeps what was typed. */
import { render } from 'preact';
import { h } from '../parts/dom.ts';
import { Afterwards, type AfterwardsProps } from './afterwards.tsx';

const place = h('div');

export function drawAfterwards(props: AfterwardsProps): HTMLElement {
  render(<Afterwards {...props} />, place);
  return place;
}
