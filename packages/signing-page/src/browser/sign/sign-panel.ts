/** The ways to sign, each ending in the same submission. Made once: what a person typed stays while the page updates. */
import type { CountersignError } from '@countersign/core/errors';
import { createElement, render } from 'preact';
import { codeText } from '../parts/code-text.ts';
import { fill, h } from '../parts/dom.ts';
import { problemBox } from '../parts/problem.ts';
import { demoAccountOf } from '../ways/demo-name.ts';
import type { ElsewhereProps } from '../ways/elsewhere.tsx';
import { OtherWays } from '../ways/other-ways.tsx';
import { DEMO_ACCOUNT, WALLETS } from '../ways/registry.ts';
import type { SignOrder, Way } from '../ways/way.ts';
import { type Change, changedNow, changesList } from './changes.ts';
import { stopsBox } from './judgement.ts';
import type { Match } from './read-view.ts';
import { canSignNow, isDifferent, mustBeShownFirst, type Screen } from './screen.ts';

type SignActions = {
  readonly onSign: (way: Way) => void;
  /** Shows a transaction that has time left in the place of this one. */
  readonly onRenew: () => void;
  /** The transaction on screen; nothing where it has no time left, and a newer one is shown instead. */
  readonly order: () => Promise<SignOrder | undefined>;
  readonly onPasted: (signedXdr: string) => void;
  readonly onStopWaiting: () => void;
};

type Shown = Screen & { readonly match: Match };

const SHOW_NEWER = 'Show the newer transaction';
const NEWER =
  'A newer transaction for the same request was prepared elsewhere: in another tab, or by an assistant. Nothing changed in what you are reading. In the newer one:';

export function createSignPanel(actions: SignActions) {
  const who = h('p', { class: 'who' });
  const confirmed = h('div', {});
  const demo = h('button', { type: 'button', class: 'primary', onclick: idle(() => actions.onSign(DEMO_ACCOUNT)) });
  const wallets = WALLETS.map((way) => {
    const label = `Sign with ${way.name}`;
    const button = h('button', { type: 'button', onclick: idle(() => actions.onSign(way)) }, label);
    // Hidden until it is known, so that nothing jumps when most of them turn out to be absent.
    const row = { way, button, isAbsent: true };
    void way.detect().then((found) => {
      row.isAbsent = found === false;
      drawWays();
    });
    return row;
  });
  const buttons = [demo, ...wallets.map(({ button }) => button)];
  const renew = h('button', { type: 'button', class: 'primary', onclick: idle(actions.onRenew) });
  const elsewhere = h('div', {});
  let clearPasted = () => {};
  const waiting = h('span', {});
  const stop = h('button', { type: 'button', class: 'secondary', onclick: actions.onStopWaiting }, 'Stop waiting');
  const busyLine = h('p', { class: 'busy', role: 'status' }, waiting);
  const news = h('div', { class: 'news', 'aria-live': 'polite', tabindex: '-1' });
  // Below the buttons, so that nothing moves from under a finger when it comes.
  const beside = h('div', { 'aria-live': 'polite' });
  const trouble = h('div', {});
  let isBusy = false;
  let shown: Shown | undefined;
  let drawnNewer: readonly [Shown['newer'], boolean] = [undefined, false];

  const element = h(
    'section',
    { class: 'card sign', id: 'sign', 'aria-labelledby': 'sign-title', tabindex: '-1', hidden: true },
    h('h2', { id: 'sign-title' }, 'Sign'),
    who,
    confirmed,
    news,
    h('div', { class: 'ways' }, renew, ...buttons),
    h('div', { class: 'waiting' }, busyLine, stop),
    trouble,
    beside,
    elsewhere,
  );

  /** Buttons keep the focus while something runs, so they are not disabled but do nothing. */
  function idle(run: () => void): () => void {
    return () => {
      if (!isBusy) run();
    };
  }

  const newerNotice = (changes: readonly Change[], canSign: boolean) =>
    h(
      'div',
      { class: 'changes newer' },
      h('p', {}, NEWER),
      changesList(changes),
      canSign &&
        h(
          'p',
          { class: 'buttons' },
          h('button', { type: 'button', class: 'secondary', onclick: idle(actions.onRenew) }, SHOW_NEWER),
        ),
    );

  /** The buttons for what can be done now; a press that is being carried out keeps those that it found. */
  const drawWays = () => {
    if (shown === undefined) for (const button of [renew, ...buttons]) button.hidden = true;
    if (shown === undefined || isBusy) return;
    const hadFocus = buttons.some((button) => document.activeElement === button);
    const { summary } = shown.match;
    const account = demoAccountOf(summary);
    const isShownFirst = mustBeShownFirst(shown);
    renew.hidden = !isShownFirst;
    demo.hidden = isShownFirst || account === undefined;
    for (const { way, button, isAbsent } of wallets) {
      button.hidden = isShownFirst || isAbsent || !way.networks.includes(summary.network);
      button.className = account === undefined ? 'primary' : 'secondary';
    }
    renew.textContent = isDifferent(shown.newer ?? []) ? SHOW_NEWER : 'Prepare it again';
    demo.textContent = `Sign as demo account “${account}”`;
    if (hadFocus && isShownFirst) renew.focus();
  };

  /** What a newer transaction brings that matters; while this page itself has one prepared, that is no news. */
  const drawNewer = () => {
    const newer = isDifferent(shown?.newer ?? []) ? shown?.newer : undefined;
    if (newer !== undefined && isBusy && stop.hidden) return;
    const canSign = shown !== undefined && canSignNow(shown);
    if (newer === drawnNewer[0] && canSign === drawnNewer[1]) return;
    fill(beside, newer !== undefined && newerNotice(newer, canSign));
    drawnNewer = [newer, canSign];
  };

  const drawElsewhere = () => {
    if (shown === undefined) return;
    const props: ElsewhereProps = {
      networkPassphrase: shown.match.summary.networkPassphrase,
      order: actions.order,
      isBusy,
      onPasted: (text, clear) => {
        clearPasted = clear;
        actions.onPasted(text);
      },
      onTaken: () => {},
    };
    render(createElement(OtherWays, props), elsewhere);
  };

  const setBusy = (text: string | undefined, canStop = false) => {
    isBusy = text !== undefined;
    waiting.textContent = text ?? '';
    busyLine.classList.toggle('running', isBusy);
    stop.hidden = !canStop;
    drawElsewhere();
    drawWays();
    drawNewer();
    for (const button of element.querySelectorAll('.ways button, .newer button')) {
      button.toggleAttribute('data-waiting', isBusy);
      button.setAttribute('aria-disabled', String(isBusy));
    }
  };
  setBusy(undefined);

  return {
    element,
    /** @param next what may be signed or prepared again; absent: nothing may, and the panel goes */
    show: (next: Shown | undefined) => {
      element.hidden = next === undefined;
      if (next !== undefined) {
        fill(who, 'With the key of ', codeText(next.match.summary.signer));
      }
      const stops = next?.view.judgement.stops ?? [];
      fill(confirmed, stops.length > 0 && stopsBox(stops, 'You confirmed this. It is still so:'));
      const { changes = [] } = next ?? {};
      if (changes !== shown?.changes) fill(news, changes.length > 0 && changedNow(changes));
      shown = next;
      drawElsewhere();
      drawWays();
      drawNewer();
    },
    busy: setBusy,
    problem: (error: CountersignError | undefined) => {
      fill(trouble, error !== undefined && problemBox(error));
      if (!isBusy) waiting.textContent = '';
    },
    /** Says what was done, where it says otherwise what is being done. */
    note: (text: string) => {
      waiting.textContent = text;
    },
    /** Takes the person to what is new on screen. */
    focusNews: () => news.focus(),
    clearPasted: () => clearPasted(),
  };
}
