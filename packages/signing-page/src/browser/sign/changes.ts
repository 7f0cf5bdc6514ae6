/** What differs between two transactions for the same request, both of which match it. */
import type { StepSummary } from '@countersign/core/actions';
import { revealParagraph } from '@countersign/core/text';
import { type ComponentChildren, h } from 'preact';
import { Code } from '../parts/code.tsx';
import { TimeText } from '../parts/time-text.tsx';
import { reasonText, turnsText } from '../words/said.ts';
import { type PageWords, words } from '../words/words.ts';
import type { Match } from './read-view.ts';
import { isStep } from './summaries.ts';

export type ChangedField = keyof PageWords['panel']['fields'];

/** Named as the fact it stands beside. */
export type Change = {
  readonly field: ChangedField;
  readonly before: ComponentChildren;
  readonly after: ComponentChildren;
  /** Whether it is more than the hash and the time, which are new in every transaction. */
  readonly matters: boolean;
};

export function changesBetween(before: Match, after: Match): readonly Change[] {
  const fields = [
    ['Escrow address', before.call.contractId, after.call.contractId, asCode],
    ['Network fee', `${before.summary.feeXlm} XLM`, `${after.summary.feeXlm} XLM`],
    ['Factory contract', ofDeploy(before, 'factory'), ofDeploy(after, 'factory'), asCode],
    ['Contract code', ofDeploy(before, 'wasmHash'), ofDeploy(after, 'wasmHash'), asCode],
    ['What you do', ...doneIn(before, after)],
    ['What it changes', ofStep(before, changesText), ofStep(after, changesText)],
    ['Money that moves', ofStep(before, moneyText), ofStep(after, moneyText)],
    [
      'Once it has settled',
      ofStep(before, ({ turn }) => turnsText(turn)),
      ofStep(after, ({ turn }) => turnsText(turn)),
    ],
    ['Not verified', unverified(before), unverified(after)],
  ] as const;
  const matters = fields
    .filter(([, was, is]) => was !== is)
    .map(([field, was, is, show = String]) => ({ field, before: show(was), after: show(is), matters: true }));
  const always = [
    {
      field: 'Valid until',
      before: h(TimeText, { time: before.expiresAt }),
      after: h(TimeText, { time: after.expiresAt }),
      matters: false,
    },
    {
      field: 'Transaction hash',
      before: asCode(before.read.hashHex),
      after: asCode(after.read.hashHex),
      matters: false,
    },
  ] as const;
  return before.read.hashHex === after.read.hashHex ? [] : [...matters, ...always];
}

/** More characters than an entry of the ledger can hold. */
const ALL = 100_000;

const asCode = (code: string) => h(Code, { code });

function ofDeploy(match: Match, name: 'factory' | 'wasmHash'): string {
  return match.action === 'deploy' ? match.call[name] : '';
}

/** The sentence that says it; with the whole report where only what the sentence leaves out has changed. */
function doneIn(...matches: readonly [Match, Match]): readonly [string, string] {
  const [was, is] = matches.map((match) => ofStep(match, ({ does }) => does)) as [string, string];
  const [before, after] = matches.map((match) => ('report' in match ? match.report : '')) as [string, string];
  return was === is && before !== after ? [revealParagraph(before, ALL), revealParagraph(after, ALL)] : [was, is];
}

/** A renewed step starts from the escrow's current state. */
function ofStep({ summary }: Match, tell: (summary: StepSummary) => string): string {
  return isStep(summary) ? tell(summary) : '';
}

const changesText = ({ changes }: StepSummary): string =>
  changes.map(({ what, before, after }) => `${what}: ${before} → ${after}`).join('; ') || words().panel.nothing;

function moneyText({ pays, left }: StepSummary): string {
  const { paid, unknownAccount, none, left: leftOver } = words().panel;
  const payments = pays.map(({ amount, to = unknownAccount }) => paid(amount, to));
  return [...(payments.length === 0 ? [none] : payments), leftOver(left)].join('; ');
}

function unverified({ reasons }: Match): string {
  return reasons.map(reasonText).join(' ') || words().panel.nothing;
}
