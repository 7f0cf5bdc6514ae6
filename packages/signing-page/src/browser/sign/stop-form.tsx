import type { CountersignError } from '@countersign/core/errors';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { PageView } from '../../page-view.ts';
import { confirmationOf, isTyped } from '../deal/confirmation.ts';
import type { Person } from '../deal/people.ts';
import { Problem, StopsBox } from '../parts/problem.tsx';
import type { AnySummary } from '../transaction/summaries.ts';
import { words } from '../words/words.ts';

type StopFormProps = {
  readonly stops: PageView['judgement']['stops'];
  readonly names: PageView['names'];
  readonly summary: AnySummary;
  readonly people: readonly Person[];
  readonly isBusy: boolean;
  readonly problem: CountersignError | undefined;
  readonly decline: ComponentChildren;
  /** @param isAsShown whether the text was typed that is shown */
  readonly onConfirm: (isAsShown: boolean) => void;
};

/** The person's own confirmation, typed. */
export function StopForm({ stops: blockers, names, isBusy, problem, decline, onConfirm, ...of }: StopFormProps) {
  const typed = useRef<HTMLInputElement>(null);
  const { confirmTitle, type, confirm } = words().panel;
  const confirmation = confirmationOf(of.summary, of.people);
  const { kind, text, unit } = confirmation;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isBusy) onConfirm(isTyped(typed.current?.value ?? '', confirmation));
  };
  return (
    <section class="card panel stop" id="stop" aria-labelledby="stop-title" tabIndex={-1}>
      <h2 id="stop-title">{confirmTitle}</h2>
      <StopsBox stops={blockers} names={names} lead={words().status.against} />
      <form onSubmit={submit}>
        <p>
          <label for="amount">
            {type[kind]}
            <strong>{text}</strong>
            {unit !== undefined && ` (${unit})`}
          </label>
        </p>
        <input
          id="amount"
          ref={typed}
          type="text"
          inputMode={unit === undefined ? 'text' : 'decimal'}
          autoComplete="off"
        />
        <p class="buttons">
          <button type="submit" class="secondary" aria-disabled={isBusy}>
            {confirm}
          </button>
        </p>
        <Problem error={problem} />
      </form>
      {decline}
    </section>
  );
}
