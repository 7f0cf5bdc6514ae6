/** What can be done about an outcome that is not known. */
import type { PageView } from '../../page-view.ts';
import { type Child, fill, h } from '../parts/dom.ts';
import { serverTime } from '../parts/server-time.ts';

export type UnknownActions = {
  readonly onAskAgain: () => Promise<void>;
  readonly onDeclareFailed: () => Promise<void>;
};

/** After its time bound a transaction may still be on its way into the last ledger that takes it. */
const GRACE_MS = 60_000;

export type UnknownHelp = (status: PageView['status']) => Child;

/** Its buttons are made once: while one asks, the page may be drawn anew, and the button must still say what came of it. */
export function createUnknownHelp({ onAskAgain, onDeclareFailed }: UnknownActions): UnknownHelp {
  const askAgain = askButton('Ask again', onAskAgain);
  const declareFailed = askButton('It is not there: let it be prepared again', onDeclareFailed);
  return ({ expiresAt }) => {
    const declarable = Date.parse(expiresAt) + GRACE_MS;
    const body = h('div', {});
    // Looked at when it is opened: by then the time may have come.
    const open = () => fill(body, neverSettled(declarable, declareFailed));
    return unknownText(askAgain, open, body);
  };
}

function unknownText(askAgain: HTMLElement, open: () => void, body: HTMLElement): Child {
  return [
    h(
      'p',
      {},
      'What happens next: this page keeps watching. “Ask again” sends the same signed transaction once more, which cannot deploy a second escrow, and shows the ledger’s answer.',
    ),
    h('p', { class: 'buttons' }, askAgain),
    h('details', { ontoggle: open }, h('summary', {}, 'I looked it up: it never settled'), body),
  ];
}

function neverSettled(declarable: number, declareFailed: HTMLElement): Child {
  if (serverTime() < declarable) {
    const time = new Date(declarable).toLocaleTimeString();
    return h('p', {}, `You can say so after ${time}, when the ledger can no longer accept it.`);
  }
  return [
    h(
      'p',
      {},
      'Look the transaction hash below up in an explorer of this network first. If it is not there, the ledger can no longer accept it, and the escrow may be prepared again.',
    ),
    declareFailed,
  ];
}

/** Says that it asks, and that nothing new came of it where that is so. */
function askButton(label: string, ask: () => Promise<void>): HTMLElement {
  const says = h('span', { 'aria-live': 'polite' }, label);
  let asking = false;
  const run = async () => {
    if (asking) return;
    asking = true;
    says.textContent = 'Asking…';
    await ask();
    asking = false;
    says.textContent = 'Still not known';
    setTimeout(() => {
      says.textContent = label;
    }, 3_000);
  };
  return h('button', { type: 'button', class: 'secondary', onclick: () => void run() }, says);
}
