/**
 * The card that a host with MCP Apps shows for what was prepared (decision 101). It reads the transaction itself, opens
 * the signing page, and looks up what became of it. It never confirms, signs or submits anything.
 */
import type { Fields } from '@countersign/core/text/fields';
import { format } from '@countersign/core/text/message';
import { language } from '../words/words.ts';
import { drawBody, el, networkLine } from './draw.ts';
import { connectHost, type Host } from './host.ts';
import { ownLink } from './own-link.ts';
import { isOpen, isWholeEscrow, preparedIn, readReply, type Shown, stateText, statusOf } from './reading.ts';
import { speak } from './words.ts';

const card = document.querySelector('#card') as HTMLElement;
const network = document.querySelector('.network') as HTMLElement;
const live = document.querySelector('[role=status]') as HTMLElement;

let host: Host | undefined;
let own = speak(undefined);
let reply: Fields | undefined;
let shown: Shown | undefined;
let note: Node | undefined;
let isOver = false;

const FINAL: readonly string[] = ['settled', 'taken', 'rejected', 'superseded', 'declined', 'discarded'];
const ON_ITS_WAY: readonly string[] = ['sending', 'accepted', 'unknown'];

const idOf = ({ result, data }: Shown): string | undefined => {
  const id = preparedIn(result)['id'] ?? data?.view?.id;
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? id : undefined;
};

function draw(): void {
  if (shown === undefined) {
    card.replaceChildren(el('p', '', own.waiting));
    return;
  }
  const focused = document.activeElement?.getAttribute('data-name');
  const isAltered = shown.altered.length > 0;
  network.textContent = networkLine(shown);
  card.className = isAltered ? 'is-altered' : statusOf(shown) === 'to-confirm' ? 'is-blocked' : '';
  card.replaceChildren(...drawBody(shown, own), ...(isAltered ? [] : [drawActions(shown)]));
  if (focused) card.querySelector<HTMLElement>(`[data-name=${focused}]`)?.focus();
  const text = isAltered ? own.altered : stateText(shown, own);
  if (live.textContent !== text) live.textContent = text;
}

function drawActions(now: Shown): HTMLElement {
  const status = statusOf(now);
  const base = document.documentElement.dataset['page'];
  const link = isOpen(now) ? ownLink(preparedIn(now.result)['signUrl'], base) : undefined;
  const id = idOf(now);
  const label = status === 'to-confirm' ? own.confirm : now.isCompared ? own.sign : own.open;
  const buttons = [
    link === undefined ? undefined : button('sign', label, () => openLink(link)),
    link === undefined || id === undefined ? undefined : button('not', own.notWanted, () => refuse(id)),
    id === undefined || FINAL.includes(status) || isFollowing || !host?.can('serverTools')
      ? undefined
      : button('again', own.refresh, () => follow()),
  ];
  return el('div', 'actions', ...buttons, note);
}

function button(name: string, label: string, press: () => unknown): HTMLElement {
  const made = el('button', name, label) as HTMLButtonElement;
  made.type = 'button';
  made.dataset['name'] = name;
  made.addEventListener('click', () => void press());
  return made;
}

function say(...children: readonly (Node | string)[]): void {
  note = el('p', 'note', ...children);
  note instanceof HTMLElement && note.setAttribute('role', 'alert');
  draw();
}

async function callHost(method: string, params: Fields): Promise<boolean> {
  try {
    const answer = await host?.request(method, params);
    return answer !== undefined && answer['isError'] !== true;
  } catch {
    return false;
  }
}

async function openLink(url: string): Promise<void> {
  const isOpened = await callHost('ui/open-link', { url });
  if (!isOpened) say(own.notOpened, ' ', el('code', 'address', url));
  void follow();
}

/**
 * The person talks to the assistant about it. No text of the escrow is in the message, since a stranger may have written
 * it. A host that sends no messages lets the card end it, which is as safe: then it can no longer be signed.
 */
async function refuse(id: string): Promise<void> {
  if (host?.can('message')) {
    const isSent = await callHost('ui/message', {
      role: 'user',
      content: [{ type: 'text', text: format(own.message, { id }) }],
    });
    say(isSent ? own.sent : own.failed);
    return;
  }
  const isEnded = await callHost('tools/call', { name: 'prepare_step', arguments: { step: 'discard', id } });
  say(isEnded ? own.ending : own.failed);
  if (isEnded) void follow();
}

const WAIT_SECONDS = 25;
const PAUSE_MS = 2_000;
/** About a quarter of an hour; then the person asks. */
const MOST_LOOKS = 30;

let isFollowing = false;

/** Looks up what became of it until that is final: the server answers when it changes, or after the wait. */
async function follow(): Promise<void> {
  const id = shown && idOf(shown);
  if (isFollowing || id === undefined || !host?.can('serverTools')) return;
  isFollowing = true;
  draw();
  for (let look = 0; look < MOST_LOOKS && mayLook(); look++) {
    await isVisible();
    await lookUp(id);
    if (mayLook()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  isFollowing = false;
  draw();
}

const mayLook = (): boolean =>
  !isOver && shown !== undefined && shown.altered.length === 0 && !FINAL.includes(statusOf(shown));

async function isVisible(): Promise<void> {
  while (document.hidden) {
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
  }
}

async function lookUp(id: string): Promise<void> {
  try {
    const answer = await host?.request('tools/call', {
      name: 'get_escrow',
      arguments: { [shown && isWholeEscrow(shown.result) ? 'escrow' : 'id']: id, waitSeconds: WAIT_SECONDS },
    });
    if (answer !== undefined && answer['isError'] !== true) show(answer);
  } catch {
    // The host did not answer; the card asks again after the pause.
  }
}

function show(next: Fields): void {
  reply = next;
  const before = shown;
  const now = readReply(next);
  // What differed once stays refused.
  shown = before !== undefined && before.altered.length > 0 ? { ...now, altered: before.altered } : now;
  if (JSON.stringify(shown) !== JSON.stringify(before) || before === undefined) draw();
}

draw();
host = await connectHost({
  onResult: (next) => {
    show(next);
    if (shown !== undefined && (isOpen(shown) || ON_ITS_WAY.includes(statusOf(shown)))) void follow();
  },
  onCancelled: () => card.replaceChildren(el('p', '', own.cancelled)),
  onContext: ({ theme, locale }) => {
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
    if (typeof locale !== 'string') return;
    own = speak(locale);
    document.documentElement.lang = language();
    if (reply !== undefined) show(reply);
    draw();
  },
  onEnd: () => {
    isOver = true;
  },
});
