/** Where a person confirms the stops by typing the amount. */
import type { CountersignError } from '@countersign/core/errors';
import { useRef } from 'preact/hooks';
import type { PageView } from '../../page-view.ts';
import { Problem } from '../parts/problem.tsx';
import { words } from '../words/words.ts';
import { StopsBox } from './stops-box.tsx';
import { type AnySummary, amountToConfirm } from './summaries.ts';

type StopFormProps = {
  readonly stops: PageView['judgement']['stops'];
  readonly summary: AnySummary;
  readonly isBusy: boolean;
  readonly problem: CountersignError | undefined;
  /** With the amount as it was typed. */
  readonly onConfirm: (amount: string) => void;
};

export function StopForm({ stops, summary, isBusy, problem, onConfirm }: StopFormProps) {
  const amount = useRef<HTMLInputElement>(null);
  const { confirmTitle, typeTotal, confirm } = words().panel;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isBusy) onConfirm(amount.current?.value.trim() ?? '');
  };
  return (
    <section class="card panel stop" id="stop" aria-labelledby="stop-title" tabIndex={-1}>
      <h2 id="stop-title">{confirmTitle}</h2>
      <StopsBox stops={stops} lead={words().status.against} />
      <form onSubmit={submit}>
        <p>
          <label for="amount">
            {typeTotal}
            <strong>{amountToConfirm(summary)}</strong> ({summary.token.code ?? words().deal.tokens})
          </label>
        </p>
        <input id="amount" ref={amount} type="text" inputMode="decimal" autoComplete="off" />
        <p class="buttons">
          <button type="submit" class="secondary" aria-disabled={isBusy}>
            {confirm}
          </button>
        </p>
        <Problem error={problem} />
      </form>
    </section>
  );
}
