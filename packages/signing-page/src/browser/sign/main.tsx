/** The page: one view from the server, read here, shown, and signed when the person says so. */

import type { CountersignError } from '@countersign/core/errors';
import { format } from '@countersign/core/text/message';
import { render } from 'preact';
import type { PageView } from '../../page-view.ts';
import { askServer } from '../parts/ask-server.ts';
import { showNetwork } from '../parts/elements.tsx';
import { noteOpened } from '../parts/opened.ts';
import { afterPaint } from '../parts/time.ts';
import { writtenView } from '../parts/written-view.ts';
import { getView, listen, post, submit } from '../state/api.ts';
import { createDelivery, storedSignature } from '../state/delivery.ts';
import { inputReader } from '../state/given.ts';
import { createPage } from '../state/page.ts';
import { createPageState, type FocusPlace, type PageState, type Question, signerOf } from '../state/page-state.ts';
import { createRenewal, type Signable } from '../state/renewal.ts';
import { isOpen, replaced } from '../state/screen.ts';
import { amountToConfirm } from '../transaction/summaries.ts';
import { lookForWallets, notLookedFor } from '../ways/offered.tsx';
import { DEMO_ACCOUNT } from '../ways/registry.ts';
import { demoAccountOf, type SignOrder, type Way } from '../ways/way.ts';
import { pageError, words } from '../words/words.ts';
import { type Actions, Page } from './view.tsx';

const element = (id: string) => document.getElementById(id) as HTMLElement;

/** Draws the whole state into the page, and keeps the keyboard focus. */
function drawPage(actions: Actions): (state: PageState) => void {
  const main = element('main');
  let isFirst = true;
  return (state) => {
    const { screen, undelivered, ended } = state;
    if (screen === undefined && undelivered === undefined && ended === undefined) return;
    if (isFirst) main.replaceChildren();
    isFirst = false;
    const focused = document.activeElement;
    const hadFocus = main.contains(focused);
    const home = hadFocus ? focused?.closest('.ways') : undefined;
    if (screen !== undefined) showNetwork(screen.view.network.name);
    render(<Page state={state} actions={actions} />, main);
    element('skip').hidden = main.querySelector('#sign') === null || undelivered !== undefined;
    const heading = main.querySelector('h1');
    document.title = `${heading?.textContent?.replaceAll('\n', '; ')} · Countersign`;
    const active = document.activeElement;
    const isLost = active === document.body || active === null || active.closest('[hidden]') !== null;
    if (!hadFocus || !isLost) return;
    // Focus goes to the button that replaced the focused one, or else to the result of the action.
    const other = home?.isConnected && !home.closest('[hidden]') ? home.querySelector('button') : undefined;
    (other ?? heading)?.focus();
  };
}

const store = createPageState(notLookedFor);
const delivery = createDelivery({
  submit,
  onChange: () => page.update(),
  onView: (view) => page.show(view),
  onRefused: (why) => void refused(why),
  look: () => getView().then(page.show, page.away),
});
const page = createPage(store, delivery);
const { signable, showNewer, renewWhenOpened } = createRenewal(page, act);

/** Cancels the running action; the answer to a cancelled one is ignored. */
let running = new AbortController();

store.subscribe(
  drawPage({
    onSign: (way) => void sign(way),
    onRenew: () => void act('panel', () => showNewer()),
    onStopWaiting: () => {
      running.abort();
      page.busy(undefined);
    },
    order: () =>
      act('panel', async () => {
        const pressed = await signable();
        return pressed && orderOf(pressed);
      }),
    onTaken: () => {
      const reading = page.screen()?.reading;
      if (reading?.kind !== 'match') return;
      store.set({ taken: { hash: reading.read.hashHex, until: reading.expiresAt } });
    },
    onChoose: (chosen) => store.set({ chosen }),
    onPasted: (text, clear) => void submitPasted(text, clear),
    onConfirm: (isAsShown) => void act('stop', () => confirmStops(isAsShown)),
    onName: (...named) => void act('names', () => giveName(...named)),
    onDecline: (reason) => void act('decline', () => declineWith(reason)),
    onAsk: (question) => void ask(question),
    onTryNow: delivery.tryNow,
    onForget: () => {
      delivery.forget();
      store.set({ note: words().page.forgotten });
    },
  }),
);
void lookForWallets().then((wallets) => store.set({ wallets }));

/** Runs one action of the person. @returns nothing if it failed or was abandoned */
async function act<T>(place: FocusPlace, run: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  page.setProblem(undefined);
  try {
    return await run(signal);
  } catch (thrown) {
    if (!signal.aborted) page.fail(thrown, place);
    return undefined;
  } finally {
    if (!signal.aborted) page.busy(undefined);
  }
}

async function declineWith(reason: string): Promise<void> {
  (await inputReader()).refuseSecretsIn({ reason });
  page.show(await post('decline', { reason }), replaced);
}

async function giveName(...[name, address, unlike]: Parameters<Actions['onName']>): Promise<void> {
  (await inputReader()).refuseSecretsIn({ name });
  page.show(await post('name', { name, address, unlike }));
}

async function confirmStops(isAsShown: boolean): Promise<void> {
  const screen = page.screen();
  if (screen?.reading.kind !== 'withheld') return;
  const { summary } = screen.reading;
  const { notAsShown, typeAsShown, moreAgainst, preparing } = words().panel;
  if (summary === undefined || !isAsShown) {
    throw pageError('INPUT_INVALID', { message: notAsShown, remedy: typeAsShown });
  }
  page.busy({ text: preparing, canStop: false });
  page.show(await post('confirm', { amount: amountToConfirm(summary), shown: screen.view.judgement.key }), replaced);
  if (page.screen()?.reading.kind === 'withheld') throw pageError('CONFIRMATION_NEEDED', moreAgainst);
}

async function sign(way: Way): Promise<void> {
  await act('panel', async (signal) => {
    const pressed = await signable();
    if (pressed === undefined || signal.aborted) return;
    const { signing, waitingFor } = words().panel;
    page.busy({ text: way.kind === 'demo' ? signing : format(waitingFor, { wallet: way.name }), canStop: true });
    const signIt = await way.load();
    await inputReader();
    const signedXdr = await signIt(orderOf(pressed), signal);
    if (!signal.aborted) await deliver(signedXdr, pressed.view);
  });
}

function orderOf({ match, view }: Signable): SignOrder {
  const { read, summary } = match;
  const { network, networkPassphrase } = summary;
  const signer = signerOf(view, match, store.get().chosen);
  return { xdr: read.xdr, hash: read.hash, network, networkPassphrase, signer };
}

async function submitPasted(text: string, clear: () => void): Promise<void> {
  await act('panel', async () => {
    const screen = page.screen();
    if (screen === undefined) return;
    const { emptyPaste, wordsAlone } = words().panel;
    if (text === '') throw pageError('XDR_UNREADABLE', { reason: 'empty', message: emptyPaste });
    const { refuseSecretsIn, refuseWordsAlone } = await inputReader();
    try {
      refuseSecretsIn({ pasted: text });
      refuseWordsAlone(text, wordsAlone);
    } catch (thrown) {
      // It is not sent anywhere, and does not stay on the screen either.
      clear();
      throw thrown;
    }
    await deliver(text, screen.view);
  });
}

/** If the escrow was changed since it was shown, it is shown as it is now, with what is new in it. */
async function refused(why: CountersignError): Promise<void> {
  if (why.code === 'ESCROW_CHANGED') await act('panel', () => showNewer());
  page.fail(why);
}

async function deliver(signedXdr: string, view: PageView): Promise<void> {
  page.busy({ text: words().panel.sending, canStop: false });
  const { signatureOf } = await inputReader();
  const kept = signatureOf(signedXdr, view);
  if (kept === undefined) page.show(await submit(signedXdr));
  else await delivery.start(kept);
}

const QUESTIONS = { askAgain: 'ask-again', declareFailed: 'declare-failed' } as const;
const SAID_FOR_MS = 3_000;

async function ask(question: Question): Promise<void> {
  const say = (answer: 'asking' | 'unchanged' | undefined) =>
    store.set({ asked: { ...store.get().asked, [question]: answer } });
  page.setProblem(undefined);
  say('asking');
  await post(QUESTIONS[question]).then(page.show, page.fail);
  say('unchanged');
  setTimeout(() => say(undefined), SAID_FOR_MS);
}

/** After a reload, the page continues with what was signed before. */
const kept = storedSignature();

function showFirst(view: PageView): void {
  const transaction = kept?.transaction;
  if (transaction !== undefined && transaction.hash !== view.offer.hash && isOpen(view)) {
    const { contractId, hash: transactionHash } = transaction;
    page.show({
      ...view,
      offer: transaction,
      status: { ...view.status, status: 'prepared', transactionHash, contractId },
    });
  }
  page.show(view);
}

/** Once a person does anything on the page: in case the server is away when it is needed. */
function loadAhead(): void {
  const reading = page.screen()?.reading;
  void inputReader().catch(() => {});
  if (reading?.kind === 'match' && demoAccountOf(reading.summary)) void DEMO_ACCOUNT.load().catch(() => {});
}
for (const name of ['pointermove', 'pointerdown', 'keydown']) addEventListener(name, loadAhead, { once: true });

addEventListener('beforeunload', (event) => {
  const state = delivery.undelivered();
  if (state !== undefined && state.kind !== 'late') event.preventDefault();
});
const written = writtenView<PageView>();
(written === undefined ? getView() : Promise.resolve(written.view)).then(showFirst, page.fail).finally(() => {
  if (kept === undefined) void renewWhenOpened();
  else delivery.resume(kept, page.screen()?.view);
  afterPaint(() => {
    listen({ shown: written?.version, onView: page.show, onProblem: page.away, onBack: delivery.nudge });
    tellWhenOpened();
  });
});

/** A page that was only prerendered has not been opened by anybody. */
function tellWhenOpened(): void {
  const view = page.screen()?.view;
  if (document.visibilityState === 'visible') {
    void askServer('opened', 'opened', {}).catch(() => {});
    if (view !== undefined && view.action !== 'trust') noteOpened(view.offer.contractId);
  } else document.addEventListener('visibilitychange', tellWhenOpened, { once: true });
}
