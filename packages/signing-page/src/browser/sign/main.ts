/** The page: one view from the server, read here, shown, and signed when the person says so. */
import { CountersignError } from '@countersign/core/errors';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import type { PageView } from '../../page-view.ts';
import type { SignOrder, Way } from '../ways/way.ts';
import { loadWords } from '../words/words.ts';
import { askAgain, confirm, declareFailed, decline, getView, nameAddress, opened, submit } from './api.ts';
import { createDeclineForm } from './decline-form.ts';
import { createDelivery } from './delivery.ts';
import { createDeliveryCard } from './delivery-card.ts';
import { storedSignature } from './kept-signature.ts';
import { listen } from './live.ts';
import { createNameForm } from './name-form.ts';
import { createPage } from './page.ts';
import type { Match } from './read-view.ts';
import { createRenewal } from './renewal.ts';
import { isOpen, replaced } from './screen.ts';
import { createSignPanel } from './sign-panel.ts';
import { signatureOf } from './signature-of.ts';
import { createStopForm } from './stop-form.ts';
import { amountToConfirm } from './summaries.ts';
import { refuseWordsAlone } from './words-alone.ts';

await loadWords(document.documentElement.lang);

const panel = createSignPanel({
  onSign: (way) => void sign(way),
  onRenew: () => void act(() => showNewer()),
  order: () =>
    act(async () => {
      const found = await signable();
      return found && orderOf(found.match);
    }),
  onPasted: (text) => void submitPasted(text),
  onStopWaiting: () => {
    turn += 1;
    panel.busy(undefined);
  },
});
const stopForm = createStopForm((amount) => void confirmStops(amount));
const nameForm = createNameForm((name, address) => void act(() => giveName(name, address)));
const declineForm = createDeclineForm((reason) => void act(() => declineWith(reason)));
const delivery = createDelivery({
  submit,
  onChange: () => page.render(),
  onView: (view) => page.show(view),
  onRefused: (why) => page.fail(why),
  onLate: () => void getView().then(page.show, page.away),
});
const deliveryCard = createDeliveryCard({
  onTryNow: delivery.tryNow,
  onForget: () => {
    delivery.forget();
    panel.note(FORGOTTEN);
  },
});
const page = createPage({
  panel,
  stopForm,
  nameForm,
  declineForm,
  delivery,
  deliveryCard,
  unknownActions: { onAskAgain: () => resolve(askAgain), onDeclareFailed: () => resolve(declareFailed) },
});

const { signable, showNewer, renewWhenOpened } = createRenewal({ page, panel, act });

/** Goes up with every action; an answer to an abandoned one is not used. */
let turn = 0;

/** Runs one action of the person's; gives nothing where it failed or was abandoned. */
async function act<T>(run: (current: () => boolean) => Promise<T>): Promise<T | undefined> {
  turn += 1;
  const mine = turn;
  const current = () => turn === mine;
  page.setProblem(undefined);
  try {
    return await run(current);
  } catch (thrown) {
    if (current()) page.fail(thrown);
    return undefined;
  } finally {
    if (current()) panel.busy(undefined);
  }
}

async function declineWith(reason: string): Promise<void> {
  refuseSecrets({ reason }, createSecretScanner());
  page.show(await decline(reason), replaced);
}

async function giveName(name: string, address: string): Promise<void> {
  refuseSecrets({ name }, createSecretScanner());
  page.show(await nameAddress(name, address));
}

async function confirmStops(amount: string): Promise<void> {
  const screen = page.screen();
  if (screen?.reading.kind !== 'withheld') return;
  const { summary } = screen.reading;
  await act(async () => {
    if (summary === undefined || amount !== amountToConfirm(summary))
      throw new CountersignError('INPUT_INVALID', NOT_THE_TOTAL);
    stopForm.busy(true);
    page.show(await confirm(amount, screen.view.judgement.key), replaced);
  });
  stopForm.busy(false);
}

async function sign(way: Way): Promise<void> {
  await act(async (current) => {
    const pressed = await signable();
    if (pressed === undefined) return;
    panel.busy(way.kind === 'demo' ? 'Signing…' : `Waiting for ${way.name}: confirm it there.`, true);
    const signIt = await way.load();
    const signedXdr = await signIt(orderOf(pressed.match), AbortSignal.any([]));
    if (current()) await deliver(signedXdr, pressed.view);
  });
}

function orderOf({ read, summary }: Match): SignOrder {
  const { network, networkPassphrase } = summary;
  const signer = panel.signer() ?? summary.signer;
  return { xdr: read.xdr, hash: read.hash, network, networkPassphrase, signer };
}

async function submitPasted(text: string): Promise<void> {
  await act(async () => {
    const screen = page.screen();
    if (screen === undefined) return;
    if (text === '')
      throw new CountersignError('XDR_UNREADABLE', { reason: 'empty', message: 'Nothing was pasted yet.' });
    try {
      refuseSecrets({ pasted: text }, createSecretScanner());
      refuseWordsAlone(text);
    } catch (thrown) {
      // It is not sent anywhere, and does not stay on the screen either.
      panel.clearPasted();
      throw thrown;
    }
    await deliver(text, screen.view);
  });
}

/** @param view of the transaction that was on screen */
async function deliver(signedXdr: string, view: PageView): Promise<void> {
  panel.busy('Sending…');
  const kept = signatureOf(signedXdr, view);
  if (kept === undefined) page.show(await submit(signedXdr));
  else await delivery.start(kept);
}

/** An outcome that is not known is asked about; what comes of it is shown like any other view. */
async function resolve(ask: () => Promise<PageView>): Promise<void> {
  page.setProblem(undefined);
  await ask().then(page.show, page.fail);
}

const NOT_THE_TOTAL = {
  message: 'This is not the total that is shown. Nothing was confirmed.',
  remedy: 'Type it exactly as it is shown.',
};
const FORGOTTEN =
  'This tab has forgotten your signature. If Countersign already has it, it is still sent, and this page says so.';
/** What was signed before a reload is what the page goes on with. */
const kept = storedSignature();

function showFirst(view: PageView): void {
  const offer = kept?.offer;
  if (offer !== undefined && offer.hash !== view.offer.hash && isOpen(view)) {
    const { contractId, hash: transactionHash } = offer;
    page.show({ ...view, offer, status: { ...view.status, status: 'prepared', transactionHash, contractId } });
  }
  page.show(view);
}

addEventListener('beforeunload', (event) => {
  const state = delivery.undelivered();
  if (state !== undefined && state.kind !== 'late') event.preventDefault();
});
getView()
  .then(showFirst, page.fail)
  .finally(() => {
    if (kept === undefined) void renewWhenOpened();
    else delivery.resume(kept, page.screen()?.view);
    listen({ onView: page.show, onProblem: page.away, onBack: delivery.nudge });
  });

/** A page that is only loaded ahead is before nobody. */
function tellWhenOpened(): void {
  if (document.visibilityState === 'visible') void opened().catch(() => {});
  else document.addEventListener('visibilitychange', tellWhenOpened, { once: true });
}
tellWhenOpened();
