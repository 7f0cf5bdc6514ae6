/** Where the card of the page's status shows what is drawn here: one place, in which a form keeps what was typed. */
import { render } from 'preact';
import { h } from '../parts/dom.ts';
import { Afterwards, type AfterwardsProps } from './afterwards.tsx';
import { Receipt } from './receipt.tsx';

const place = h('div');
/** Beside everything else, which is not printed. */
const receipt = h('section', { class: 'receipt' });

export function drawAfterwards(props: AfterwardsProps): HTMLElement {
  render(<Afterwards {...props} />, place);
  if (props.view.status.status === 'settled') {
    render(<Receipt {...props} />, receipt);
    if (!receipt.isConnected) document.body.append(receipt);
  }
  return place;
}
