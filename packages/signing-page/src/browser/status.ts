/** Where this stands, in words, and what can be done about an outcome that is not known. */
import { cleanParagraph, quoted } from '@countersign/core/text';
import { reasonText } from '@countersign/core/words';
import type { PageView } from '../page-view.ts';
import { codeText } from './code-text.ts';
import { copyButton } from './copy-button.ts';
import { type Child, fill, h } from './dom.ts';
import { list } from './facts.ts';
import type { Match, Mismatch } from './read-view.ts';
import { serverTime } from './server-time.ts';
import { STATUS_WORDS } from './words.ts';

export type UnknownActions = {
  readonly onAskAgain: () => Promise<void>;
  readonly onDeclareFailed: () => Promise<void>;
};

/** After its time bound a transaction may still be on its way into the last ledger that takes it. */
const GRACE_MS = 60_000;

export function statusCard({ status }: PageView, reading: Match | Mismatch, actions: UnknownActions): HTMLElement {
  const words = STATUS_WORDS[status.status];
  const open = status.status === 'prepared' || status.status === 'expired';
  if (open && reading.kind === 'mismatch') return mismatchCard(reading);
  return h(
    'section',
    { class: `card status ${status.status}` },
    heading(words.title),
    h('p', {}, words.lead),
    open && reading.kind === 'match' && verdict(reading),
    status.status === 'settled' && settledFacts(status, reading),
    (status.status === 'rejected' || status.status === 'unknown') &&
      h('p', { class: 'words' }, cleanParagraph(status.message)),
    status.detail !== undefined && h('p', { class: 'words' }, `The service said: ${quoted(status.detail)}`),
    status.status === 'unknown' && unknownHelp(status, actions),
  );
}

export function heading(title: string): HTMLElement {
  return h('h1', { tabindex: '-1' }, title);
}

function verdict({ reasons }: Match): Child {
  if (reasons.length === 0) {
    return h(
      'p',
      { class: 'verdict verified' },
      'Decoded in your browser and compared: it says exactly what was asked for, and nothing else.',
    );
  }
  return h(
    'div',
    { class: 'verdict partly' },
    h('p', {}, 'Decoded in your browser: nothing contradicts the request, but not all of it could be verified.'),
    h(
      'ul',
      {},
      reasons.map((reason) => h('li', {}, reasonText(reason))),
    ),
  );
}

function mismatchCard({ differences }: Mismatch): HTMLElement {
  return h(
    'section',
    { class: 'card status mismatch' },
    heading('Do not sign this'),
    h('p', {}, 'Your browser decoded the transaction, and it is not what was asked for. It cannot be signed here.'),
    h(
      'dl',
      { class: 'differences' },
      differences.map(({ field, asked, found }) =>
        h(
          'div',
          {},
          h('dt', {}, field),
          h('dd', {}, h('span', { class: 'label' }, 'asked for'), asked),
          h('dd', {}, h('span', { class: 'label' }, 'found'), found),
        ),
      ),
    ),
    h('p', {}, 'Tell the operator of the escrow service.'),
  );
}

function settledFacts(status: PageView['status'], reading: Match | Mismatch): Child {
  const token = reading.kind === 'match' ? (reading.summary.token.code ?? 'the token') : 'the token';
  return [
    list(
      ['Escrow address', [codeText(status.contractId), copyButton('Copy address', status.contractId)]],
      ['Transaction hash', codeText(status.transactionHash)],
    ),
    h('p', {}, `Fund it by sending ${token} to the escrow address. You can close this page.`),
  ];
}

function unknownHelp({ expiresAt }: PageView['status'], actions: UnknownActions): Child {
  const declarable = Date.parse(expiresAt) + GRACE_MS;
  const body = h('div', {});
  // Looked at when it is opened: by then the time may have come.
  const open = () => fill(body, neverSettled(declarable, actions));
  return [
    h(
      'p',
      {},
      'What happens next: this page keeps watching. “Ask again” sends the same signed transaction once more, which cannot deploy a second escrow, and shows the ledger’s answer.',
    ),
    h('p', { class: 'buttons' }, askButton('Ask again', actions.onAskAgain)),
    h('details', { ontoggle: open }, h('summary', {}, 'I looked it up: it never settled'), body),
  ];
}

function neverSettled(declarable: number, actions: UnknownActions): Child {
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
    askButton('It is not there: let it be prepared again', actions.onDeclareFailed),
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
