/** The ways to sign, each ending in the same submission. Made once: what a person typed stays while the page updates. */
import type { CountersignError } from '@countersign/core/errors';
import { type Change, changesList } from './changes.ts';
import { codeText } from './code-text.ts';
import { copyButton } from './copy-button.ts';
import { fill, h } from './dom.ts';
import { problemBox } from './problem.ts';
import type { Match } from './read-view.ts';
import { demoAccountOf } from './ways/demo-account.ts';

export type SignActions = {
  readonly onDemoAccount: () => void;
  readonly onFreighter: () => void;
  /** The XDR of an offer that has time left, prepared again if need be; nothing where that failed. */
  readonly freshXdr: () => Promise<string | undefined>;
  readonly onPasted: (signedXdr: string) => void;
  readonly onStopWaiting: () => void;
};

const FILE_NAME = 'unsigned.xdr.txt';

export function createSignPanel(actions: SignActions) {
  const who = h('p', { class: 'who' });
  const demo = h('button', { type: 'button', class: 'primary', onclick: idle(actions.onDemoAccount) });
  const freighter = h('button', { type: 'button', onclick: idle(actions.onFreighter) }, 'Sign with Freighter');
  const pasted = h('textarea', {
    id: 'pasted',
    rows: '5',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-describedby': 'pasted-hint',
  });
  const passphrase = h('p', {});
  const waiting = h('span', {});
  const stop = h('button', { type: 'button', class: 'secondary', onclick: actions.onStopWaiting }, 'Stop waiting');
  const busyLine = h('p', { class: 'busy', role: 'status' }, waiting);
  const news = h('div', { class: 'news', 'aria-live': 'polite' });
  const trouble = h('div', {});
  let isBusy = false;

  const element = h(
    'section',
    { class: 'card sign', id: 'sign', 'aria-labelledby': 'sign-title', tabindex: '-1', hidden: true },
    h('h2', { id: 'sign-title' }, 'Sign'),
    who,
    news,
    h('div', { class: 'ways' }, demo, freighter),
    h('div', { class: 'waiting' }, busyLine, stop),
    trouble,
    h(
      'details',
      { class: 'elsewhere' },
      h('summary', {}, 'Sign in another wallet'),
      h(
        'ol',
        {},
        h(
          'li',
          {},
          h('p', {}, 'Take the unsigned transaction to your wallet.'),
          h(
            'p',
            { class: 'buttons' },
            h(
              'button',
              { type: 'button', class: 'secondary', onclick: idle(() => void download(actions.freshXdr)) },
              `Download ${FILE_NAME}`,
            ),
            copyButton('Copy transaction', async () => (isBusy ? undefined : await actions.freshXdr())),
          ),
        ),
        h('li', {}, h('p', {}, 'Sign it there, as the signer above, for this network:'), passphrase),
        h(
          'li',
          {},
          h('p', {}, h('label', { for: 'pasted' }, 'Paste the signed transaction here.')),
          pasted,
          h('p', { id: 'pasted-hint', class: 'hint' }, 'Never paste a secret key: nothing here needs one.'),
          h(
            'button',
            { type: 'button', class: 'secondary', onclick: idle(() => actions.onPasted(pasted.value.trim())) },
            'Submit signed transaction',
          ),
        ),
      ),
    ),
  );

  /** Buttons keep the focus while something runs, so they are not disabled but do nothing. */
  function idle(run: () => void): () => void {
    return () => {
      if (!isBusy) run();
    };
  }

  const setBusy = (text: string | undefined, canStop = false) => {
    isBusy = text !== undefined;
    waiting.textContent = text ?? '';
    busyLine.classList.toggle('running', isBusy);
    stop.hidden = !canStop;
    for (const button of element.querySelectorAll('.ways button, .elsewhere button')) {
      button.toggleAttribute('data-waiting', isBusy);
      button.setAttribute('aria-disabled', String(isBusy));
    }
  };
  setBusy(undefined);

  return {
    element,
    /** @param match what may be signed; absent: nothing may, and the panel goes */
    show: (match: Match | undefined) => {
      element.hidden = match === undefined;
      if (match === undefined) return;
      const account = demoAccountOf(match);
      fill(who, 'With the key of ', codeText(match.summary.signer));
      fill(passphrase, h('q', {}, match.summary.networkPassphrase));
      demo.hidden = account === undefined;
      demo.textContent = `Sign as demo account “${account}”`;
      freighter.className = account === undefined ? 'primary' : 'secondary';
    },
    busy: setBusy,
    problem: (error: CountersignError | undefined) => fill(trouble, error !== undefined && problemBox(error)),
    changes: (changes: readonly Change[], review: boolean) =>
      fill(news, changes.length > 0 && changesList(changes, review)),
    clearPasted: () => {
      pasted.value = '';
    },
  };
}

/** The file is made in the browser, of the very XDR that was decoded and compared here. */
async function download(freshXdr: () => Promise<string | undefined>): Promise<void> {
  const xdr = await freshXdr();
  if (xdr === undefined) return;
  const address = URL.createObjectURL(new Blob([`${xdr}\n`], { type: 'text/plain' }));
  h('a', { href: address, download: FILE_NAME }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
