/** The page: one view from the server, read here, shown, and signed when the person says so. */
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import type { PageView } from '../page-view.ts';
import { askAgain, declareFailed, getView, renew, submit } from './api.ts';
import { createBand, LAST_SECONDS } from './band.ts';
import { changesBetween } from './changes.ts';
import { fill, h } from './dom.ts';
import { facts } from './facts.ts';
import { listen } from './live.ts';
import { problemBox } from './problem.ts';
import { type Match, type Mismatch, readView } from './read-view.ts';
import { serverTime, setServerTime } from './server-time.ts';
import { createSignPanel } from './sign-panel.ts';
import { heading, statusCard } from './status.ts';
import { signAsDemoAccount } from './ways/demo-account.ts';
import { signWithFreighter } from './ways/freighter.ts';

const element = (id: string) => document.getElementById(id) as HTMLElement;
const band = createBand(element('band'));
const statusPlace = h('div', { 'aria-live': 'polite' });
const problemPlace = h('div', {});
const factsPlace = h('div', {});
/** At the foot of the window, so that nothing moves when it comes and goes. */
const connection = h(
  'p',
  { class: 'connection', role: 'status', hidden: true },
  'Countersign does not answer this page at the moment. It keeps trying.',
);
const panel = createSignPanel({
  onDemoAccount: () => void sign('Signing…', signAsDemoAccount),
  onFreighter: () => void sign('Waiting for Freighter: confirm it there.', signWithFreighter),
  freshXdr: async () => await act(async () => (await freshMatch())?.read.xdr),
  onPasted: (signedXdr) => void submitPasted(signedXdr),
  onStopWaiting: () => {
    turn += 1;
    panel.busy(undefined);
  },
});

let view: PageView | undefined;
let reading: Match | Mismatch | undefined;
let shown = '';
/** Goes up with every action; an answer to an abandoned one is not used. */
let turn = 0;

/** Shows a view, whoever asked for it; what has not changed stays as it is. */
function show(next: PageView): void {
  connection.hidden = true;
  setServerTime(next.now);
  const state = JSON.stringify([next.offer, next.request, next.network, next.status]);
  if (state === shown) return;
  const first = shown === '';
  const sameOffer = view?.offer.hash === next.offer.hash && view.offer.unsignedXdr === next.offer.unsignedXdr;
  if (!sameOffer || reading === undefined) {
    reading = readView(next, serverTime());
    fill(factsPlace, reading.kind === 'match' && facts(reading));
  }
  view = next;
  shown = state;
  if (first) fill(element('main'), statusPlace, problemPlace, factsPlace, panel.element, connection);
  band.network(next.network.name);
  render(view, reading);
}

function render(current: PageView, read: Match | Mismatch): void {
  const { status } = current.status;
  const open = status === 'prepared' || status === 'expired';
  const signable = (open || status === 'rejected') && read.kind === 'match';
  const hadFocus = panel.element.contains(document.activeElement) || statusPlace.contains(document.activeElement);
  fill(
    statusPlace,
    statusCard(current, read, { onAskAgain: () => resolve(askAgain), onDeclareFailed: () => resolve(declareFailed) }),
  );
  fill(problemPlace);
  panel.show(signable ? read : undefined);
  element('skip').hidden = !signable;
  if (!signable) panel.changes([], false);
  band.countTo(open && read.kind === 'match' ? read.expiresAt : undefined, () => {
    if (view === undefined || reading === undefined) return;
    render({ ...view, status: { ...view.status, status: 'expired' } }, reading);
  });
  document.title = `${document.querySelector('h1')?.textContent} · Countersign`;
  // Whoever acted is taken to what became of it, which stands at the top.
  if (hadFocus && !open) document.querySelector('h1')?.focus();
}

function fail(thrown: unknown): void {
  const error = toCountersignError(thrown);
  if (view === undefined || error.code === 'HANDLE_NOT_FOUND') {
    const title = error.code === 'HANDLE_NOT_FOUND' ? 'There is nothing to sign here' : 'This cannot be shown now';
    fill(element('main'), h('section', { class: 'card status' }, heading(title), problemBox(error)));
    band.countTo(undefined, () => {});
    element('skip').hidden = true;
    shown = '';
    view = undefined;
    return;
  }
  // Where nothing can be signed the panel with its own place for problems is hidden.
  if (panel.element.hidden) fill(problemPlace, problemBox(error));
  else panel.problem(error);
}

/** Runs one action of the person's; gives nothing where it failed or was abandoned. */
async function act<T>(run: (current: () => boolean) => Promise<T>): Promise<T | undefined> {
  turn += 1;
  const mine = turn;
  const current = () => turn === mine;
  panel.problem(undefined);
  panel.busy('Checking the time that is left…');
  try {
    return await run(current);
  } catch (thrown) {
    if (current()) fail(thrown);
    return undefined;
  } finally {
    if (current()) panel.busy(undefined);
  }
}

/** An offer that can be signed in peace: this one, or one prepared and compared again, its news shown. */
async function freshMatch(): Promise<Match | undefined> {
  if (view === undefined || reading?.kind !== 'match') return undefined;
  const before = reading;
  const timely = before.expiresAt - serverTime() >= LAST_SECONDS * 1_000;
  if (timely && view.status.status === 'prepared') return before;
  panel.busy('Preparing it again from the same request…');
  show(await renew());
  const after: Match | Mismatch | undefined = reading;
  if (after?.kind !== 'match') return undefined;
  const changes = changesBetween(before, after);
  const review = changes.some(({ expected }) => !expected);
  panel.changes(changes, review);
  return review ? undefined : after;
}

async function sign(waiting: string, way: (match: Match) => Promise<string>): Promise<void> {
  await act(async (current) => {
    const match = await freshMatch();
    if (match === undefined || !current()) return;
    panel.busy(waiting, true);
    const signedXdr = await way(match);
    if (!current()) return;
    panel.busy('Sending…');
    show(await submit(signedXdr));
  });
}

async function submitPasted(signedXdr: string): Promise<void> {
  await act(async () => {
    if (signedXdr === '') throw new CountersignError('XDR_EMPTY', { message: 'Nothing was pasted yet.' });
    try {
      refuseSecrets({ pasted: signedXdr }, createSecretScanner());
    } catch (thrown) {
      // It is not sent anywhere, and does not stay on the screen either.
      panel.clearPasted();
      throw thrown;
    }
    panel.busy('Sending…');
    show(await submit(signedXdr));
    panel.clearPasted();
  });
}

/** An outcome that is not known is asked about; what comes of it is shown like any other view. */
async function resolve(ask: () => Promise<PageView>): Promise<void> {
  fill(problemPlace);
  await ask().then(show, fail);
}

/** A page that was shown stays when its server is away for a moment. */
function onLiveProblem(problem: CountersignError): void {
  if (view === undefined || problem.code === 'HANDLE_NOT_FOUND') fail(problem);
  else connection.hidden = false;
}

getView()
  .then(show, fail)
  .finally(() => listen({ onView: show, onProblem: onLiveProblem }));
