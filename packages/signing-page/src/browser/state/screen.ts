/** What is on screen: the transaction that a person reads stays until they act; a newer one is only mentioned. */
import type { StepSummary } from '@countersign/core/actions';
import type { Difference } from '@countersign/core/errors';
import { revealParagraph } from '@countersign/core/text';
import { format } from '@countersign/core/text/message';
import type { BlockingWarning, LookAlike } from '@countersign/core/words';
import { type ComponentChildren, h } from 'preact';
import type { PageView } from '../../page-view.ts';
import { Code, Paragraphs, TimeText } from '../parts/elements.tsx';
import { amountText } from '../parts/texts.ts';
import { phaseOf } from '../parts/time.ts';
import { type Match, type Reading, readView } from '../transaction/read-view.ts';
import { type AnySummary, isStep } from '../transaction/summaries.ts';
import { readingWords } from '../words/reading-words.ts';
import { core, type PageWords, words } from '../words/words.ts';
import { amountIn, type ScreenStatus, unitOf } from './state-text.ts';

export type Screen = {
  readonly view: PageView;
  /** Of the view's transaction: all that is shown of it, and the only one that the buttons act on. */
  readonly reading: Reading;
  /** What is new in it since the transaction that was on screen before. */
  readonly changes: readonly Change[];
  /** What differs in a newer transaction that is not on screen. */
  readonly newer?: readonly Change[];
};

export function standingOf({ view: { status }, reading }: Pick<Screen, 'view' | 'reading'>): ScreenStatus {
  if (status.status === 'unknown' && status.neverSent) return 'over';
  const isOver = reading.kind === 'match' && phaseOf(reading.expiresAt) === 'over';
  return status.status === 'prepared' && isOver ? 'over' : status.status;
}

/** It was never submitted, or the ledger refused it: it, or another for its request, can be signed. */
export function isOpen({ status }: PageView): boolean {
  return (
    ['prepared', 'expired', 'displaced', 'rejected'].includes(status.status) ||
    (status.status === 'unknown' && !!status.neverSent)
  );
}

/** Whether the ledger refused it, or accepted another one instead: only the person has another one prepared. */
export const isRefused = ({ status: { status } }: PageView): boolean => status === 'rejected' || status === 'displaced';

/** Whether there is time to sign the transaction on screen; if not, it is renewed first. */
export function canSignNow({ view, reading }: Screen): boolean {
  if (reading.kind !== 'match' || view.status.status !== 'prepared') return false;
  const phase = phaseOf(reading.expiresAt);
  // A renewal would make earlier signers sign again.
  const isPartlySigned = (view.signers?.have ?? 0) > 0;
  return phase === 'in time' || (isPartlySigned && phase !== 'over');
}

/** Whether a renewal is shown first and needs a separate press to sign. */
export function mustBeShownFirst(screen: Screen): boolean {
  return !canSignNow(screen) && (isRefused(screen.view) || isDifferent(screen.newer ?? []));
}

/** What is shown of it. Once it has settled its terms may have changed: then they are shown as they are now. */
export function shownSummary({ view, reading }: Pick<Screen, 'view' | 'reading'>): AnySummary | undefined {
  return view.escrow?.changed?.summary ?? (reading.kind === 'mismatch' ? undefined : reading.summary);
}

export function shownRisk({ judgement: risk, escrow }: PageView): PageView['judgement'] {
  return escrow?.changed === undefined ? risk : { ...risk, ...escrow.changed.risk };
}

/** How its terms have changed since it was signed: as of now, or as of when it settled. */
export function changesOf({ escrow, status, action }: PageView): readonly Difference[] {
  return (action === 'deploy' && escrow !== undefined ? escrow.changed?.differences : status.changedSince) ?? [];
}

export function alikesIn({ judgement: risk }: PageView): readonly LookAlike[] {
  return (risk.stops as readonly BlockingWarning[]).flatMap(({ code, params }) =>
    code === 'LOOKS_LIKE_KNOWN' ? [params] : [],
  );
}

/** Whether more is new than the hash and the time, which are in every transaction. */
export const isDifferent = (changes: readonly Change[]): boolean => changes.some(({ matters }) => matters);

/** A view that arrived without being asked for. It replaces another transaction only if there is nothing left to decide. */
export function received(before: Screen | undefined, next: PageView, now: number): Screen {
  if (before === undefined) return { view: next, reading: readView(next, now, readingWords()), changes: [] };
  const { offer: transaction } = before.view;
  if (transaction.hash === next.offer.hash && transaction.unsignedXdr === next.offer.unsignedXdr) {
    return { ...before, view: next };
  }
  const after = replaced(before, next, now);
  const isDecided = !isOpen(before.view) || !isOpen(next);
  if (isDecided || before.reading.kind !== 'match' || after.reading.kind !== 'match') return after;
  const { newer: _, ...kept } = before;
  return next.status.status === 'prepared' ? { ...kept, newer: after.changes } : kept;
}

/** The view that the person asked for, with the differences from the earlier transaction marked. */
export function replaced(before: Screen | undefined, next: PageView, now: number): Screen {
  const reading = readView(next, now, readingWords());
  if (before?.reading.kind !== 'match' || reading.kind !== 'match') return { view: next, reading, changes: [] };
  const [was, is] = [warningsOf(before.view), warningsOf(next)];
  const warned: readonly Change[] = was === is ? [] : [{ field: 'Look twice', before: was, after: is, matters: true }];
  return { view: next, reading, changes: [...warned, ...changesBetween(before.reading, reading)] };
}

const warningsOf = ({ judgement: risk }: PageView): string =>
  core.warningLines(risk.warnings).join(' ') || words().panel.nothing;

export type ChangedField = keyof PageWords['panel']['fields'];

export type Change = {
  readonly field: ChangedField;
  readonly before: ComponentChildren;
  readonly after: ComponentChildren;
  /** Whether it is more than the hash and the time, which are new in every transaction. */
  readonly matters: boolean;
};

/** What differs between two transactions for the same request, both of which match it. */
function changesBetween(before: Match, after: Match): readonly Change[] {
  if (before.read.hashHex === after.read.hashHex) return [];
  const isSameDeed = ofStep(before, deedText) === ofStep(after, deedText);
  const fields: readonly (readonly [
    ChangedField,
    (match: Match) => string,
    show?: (text: string) => ComponentChildren,
  ])[] = [
    ['Escrow address', ({ call }) => call.contractId, asCode],
    ['Network fee', ({ summary }) => `${summary.feeXlm} XLM`],
    ['Factory contract', (match) => ofDeploy(match, 'factory'), asCode],
    ['Contract code', (match) => ofDeploy(match, 'wasmHash'), asCode],
    // The sentence that says it; or the whole report where only what the sentence leaves out has changed.
    isSameDeed
      ? ['What you do', reportIn, (report) => revealParagraph(report, ALL)]
      : ['What you do', (match) => ofStep(match, deedText)],
    ['What it changes', (match) => ofStep(match, changesText)],
    ['Money that moves', (match) => ofStep(match, moneyText), asLines],
    ['Once it has settled', (match) => ofStep(match, ({ turn }) => core.turnsText(turn)), asLines],
    ['Not verified', unverified],
  ];
  const changes = fields.flatMap(([field, textOf, show = String]) => {
    const [was, is] = [textOf(before), textOf(after)];
    return was === is ? [] : { field, before: show(was), after: show(is), matters: true };
  });
  const time = ({ expiresAt }: Match) => h(TimeText, { time: expiresAt });
  const hash = ({ read }: Match) => asCode(read.hashHex);
  return [
    ...changes,
    { field: 'Valid until', before: time(before), after: time(after), matters: false },
    { field: 'Transaction hash', before: hash(before), after: hash(after), matters: false },
  ];
}

/** More characters than an entry of the ledger can hold. */
const ALL = 100_000;

const asCode = (code: string) => h(Code, { code });
const asLines = (text: string) => h(Paragraphs, { texts: text.split('\n') });

function ofDeploy(match: Match, name: 'factory' | 'wasmHash'): string {
  return match.action === 'deploy' ? match.call[name] : '';
}

const deedText = ({ does }: StepSummary): string => does;

const reportIn = (match: Match): string => ('report' in match ? match.report : '');

/** A renewed step starts from the escrow's current state. */
function ofStep({ summary }: Match, tell: (summary: StepSummary) => string): string {
  return isStep(summary) ? tell(summary) : '';
}

function changesText(summary: StepSummary): string {
  const lines = summary.changes.map(({ what, ...values }) => {
    const [before, after] = [values.before, values.after].map((text) => amountIn(text, summary));
    return `${what}: ${before} → ${after}`;
  });
  return lines.join('; ') || words().panel.nothing;
}

function moneyText(summary: StepSummary): string {
  const { paid, unknownAccount, none, left } = words().panel;
  const money = (amount: string) => amountText(amount, unitOf(summary));
  const payments = summary.pays.map(({ amount, to = unknownAccount }) => format(paid, { amount: money(amount), to }));
  return [...(payments.length === 0 ? [none] : payments), format(left, { amount: money(summary.left) })].join('\n');
}

const unverified = ({ reasons }: Match): string => reasons.map(core.reasonText).join(' ') || words().panel.nothing;
