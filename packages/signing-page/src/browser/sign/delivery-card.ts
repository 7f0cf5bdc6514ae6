/** Where an undelivered signature stands, in the place of the page's status and as one live region with it. */
import type { CountersignError } from '@countersign/core/errors';
import { copyButton } from '../parts/copy-button.ts';
import { h } from '../parts/dom.ts';
import { downloadText } from '../parts/download.ts';
import { remedyOf } from '../parts/problem.ts';
import type { Undelivered } from './delivery.ts';
import { heading } from './status.ts';

type DeliveryActions = {
  readonly onTryNow: () => void;
  readonly onForget: () => void;
};

const FILE_NAME = 'signed.xdr.txt';

/** Made once, so that a button keeps the focus from one attempt to the next. */
export function createDeliveryCard({ onTryNow, onForget }: DeliveryActions) {
  let signedXdr = '';
  let until = 0;
  const lead = h('p', {});
  const reload = h('p', {}, 'This browser stores nothing for the page, so reloading the page loses it.');
  // Seconds are not read out: what changed is said once, by the words beside them.
  const next = h('p', { role: 'timer', 'aria-live': 'off' });
  const tryNow = h('button', { type: 'button', class: 'primary', onclick: onTryNow }, 'Try now');
  const title = heading('Signed, not delivered yet');
  const tools = h(
    'p',
    { class: 'buttons' },
    tryNow,
    h(
      'button',
      { type: 'button', class: 'secondary', onclick: () => downloadText(FILE_NAME, signedXdr) },
      `Download ${FILE_NAME}`,
    ),
    copyButton('Copy signed transaction', () => signedXdr),
    h('button', { type: 'button', class: 'secondary', onclick: onForget }, 'Do not send it'),
  );
  const element = h('section', { class: 'card status undelivered' }, title, lead, reload, next, tools);

  const tick = () => {
    const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
    const text = `Trying again in ${seconds} s.`;
    if (until > 0 && next.textContent !== text) next.textContent = text;
  };
  setInterval(tick, 250);

  const write = (place: HTMLElement, text: string) => {
    if (place.textContent !== text) place.textContent = text;
  };

  return {
    element,
    show: (state: Undelivered, survivesReload: boolean) => {
      until = state.kind === 'waiting' ? state.until : 0;
      const isOfThis = state.kind !== 'late' && state.kept.signedXdr === signedXdr;
      signedXdr = state.kind === 'late' ? '' : state.kept.signedXdr;
      write(title, state.kind === 'late' ? 'Signed, not delivered in time' : 'Signed, not delivered yet');
      // Why the last attempt failed stays during the next one, and is read out once.
      if (state.kind !== 'sending' || !isOfThis) write(lead, leadOf(state));
      write(next, state.kind === 'sending' ? 'Delivering it now…' : '');
      next.hidden = state.kind === 'held' || state.kind === 'late';
      reload.hidden = survivesReload || state.kind === 'late';
      tools.hidden = state.kind === 'late';
      tryNow.toggleAttribute('data-waiting', state.kind === 'sending');
      tryNow.setAttribute('aria-disabled', String(state.kind === 'sending'));
      tick();
    },
  };
}

function leadOf(state: Undelivered): string {
  switch (state.kind) {
    case 'waiting':
      return `${reason(state.because)} Your signature is kept in this tab, so leave it open.`;
    case 'held':
      return `${reason(state.because)} ${remedyOf(state.because)} Your signature is kept in this tab meanwhile; the page tries again only when you press the button.`;
    case 'late':
      return 'Countersign could not be reached before your signature expired. If it did arrive, this page says so as soon as Countersign answers again. Do not sign another transaction for this escrow until then.';
    default:
      return 'Your signature is kept in this tab until Countersign has it.';
  }
}

function reason({ message }: CountersignError): string {
  return navigator.onLine ? message : 'This device is offline.';
}
