/** Loaded when something was sent: until then nobody needs it. */
import { render } from 'preact';
import { h } from '../parts/dom.ts';
import { Afterwards, type AfterwardsProps } from './afterwards.tsx';
import { Receipt } from './receipt.tsx';

/** Beside everything else, which is not printed. */
const receipt = h('section', { class: 'receipt' });

export function draw(props: AfterwardsProps | undefined, place: HTMLElement): void {
  render(props && <Afterwards {...props} />, place);
  if (props?.view.status.status === 'settled') {
    render(<Receipt {...props} />, receipt);
    if (!receipt.isConnected) document.body.append(receipt);
  } else receipt.remove();
}
