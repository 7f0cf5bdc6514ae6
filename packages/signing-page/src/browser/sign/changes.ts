/** What differs between two transactions for the same request. The request never does; its comparison saw to that. */
import type { StepSummary } from '@countersign/core/actions';
import { reasonText, turnsText } from '@countersign/core/words';
import { codeText } from '../parts/code-text.ts';
import { type Child, h } from '../parts/dom.ts';
import { timeText } from '../parts/time-text.ts';
import type { Match } from './read-view.ts';
import { isStep } from './summaries.ts';

/** Named as the fact it stands beside. */
export type Change = {
  readonly field: string;
  readonly before: Child;
  readonly after: Child;
  /** Whether it is more than the hash and the time, which are new in every transaction. */
  readonly matters: boolean;
};

export function changesBetween(before: Match, after: Match): readonly Change[] {
  const fields = [
    ['Escrow address', before.call.contractId, after.call.contractId, codeText],
    ['Network fee', `${before.summary.feeXlm} XLM`, `${after.summary.feeXlm} XLM`],
    ['Factory contract', ofDeploy(before, 'factory'), ofDeploy(after, 'factory'), codeText],
    ['Contract code', ofDeploy(before, 'wasmHash'), ofDeploy(after, 'wasmHash'), codeText],
    ['What you do', ofStep(before, ({ does }) => does), ofStep(after, ({ does }) => does)],
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
    { field: 'Valid until', before: timeText(before.expiresAt), after: timeText(after.expiresAt), matters: false },
    {
      field: 'Transaction hash',
      before: codeText(before.read.hashHex),
      after: codeText(after.read.hashHex),
      matters: false,
    },
  ];
  return before.read.hashHex === after.read.hashHex ? [] : [...matters, ...always];
}

function ofDeploy(match: Match, name: 'factory' | 'wasmHash'): string {
  return match.action === 'deploy' ? match.call[name] : '';
}

/** A step is prepared again of the escrow as it stands by then. */
function ofStep({ summary }: Match, tell: (summary: StepSummary) => string): string {
  return isStep(summary) ? tell(summary) : '';
}

const changesText = ({ changes }: StepSummary): string =>
  changes.map(({ what, before, after }) => `${what}: ${before} → ${after}`).join('; ') || 'nothing';

function moneyText({ pays, left }: StepSummary): string {
  const paid = pays.map(({ amount, to = 'an unknown account' }) => `${amount} to ${to}`);
  return [...(paid.length === 0 ? ['none'] : paid), `left: ${left}`].join('; ');
}

function unverified({ reasons }: Match): string {
  return reasons.map(reasonText).join(' ') || 'nothing';
}

export function changesList(changes: readonly Change[]): HTMLElement {
  return h(
    'dl',
    {},
    changes.map(({ field, before, after, matters }) =>
      h(
        'div',
        {},
        h('dt', {}, field),
        h('dd', {}, after),
        matters && h('dd', {}, h('span', { class: 'label' }, 'before'), before),
      ),
    ),
  );
}

/** Above the buttons, when the transaction on screen is another than the one before. */
export function changedNow(changes: readonly Change[]): HTMLElement {
  const matters = changes.some((change) => change.matters);
  return h(
    'div',
    { class: matters ? 'changes review' : 'changes' },
    h(
      'p',
      {},
      matters
        ? 'This is a newer transaction for the same request, compared again. Nothing is signed yet. Read what is new in it, then sign:'
        : 'Prepared again from the same request, with the same terms and address, and compared again. New in it:',
    ),
    changesList(changes),
  );
}
