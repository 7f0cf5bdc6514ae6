/** What a person can say next to a signature: “This is not what I want”. */
import type { CountersignError } from '@countersign/core/errors';
import { useRef } from 'preact/hooks';
import { Problem } from '../parts/problem.tsx';
import { words } from '../words/words.ts';

/** As the desk cuts it. */
const MAX_REASON = 300;

type DeclineFormProps = {
  readonly isHidden: boolean;
  readonly problem: CountersignError | undefined;
  /** With the reason, which may be empty. */
  readonly onDecline: (reason: string) => void;
};

/** Next to the button that signs: leads to the form below. */
export function DeclineButton() {
  const open = () => {
    const form = document.getElementById('decline');
    const details = form?.querySelector('details');
    if (details) details.open = true;
    form?.scrollIntoView({ block: 'center' });
    form?.querySelector('textarea')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" class="secondary" onClick={open}>
      {words().decline.button}
    </button>
  );
}

/** Ends the transaction, and lets the person who asked for it know. */
export function DeclineForm({ isHidden, problem, onDecline }: DeclineFormProps) {
  const reason = useRef<HTMLTextAreaElement>(null);
  const { title, lead, label, hint, end } = words().decline;
  return (
    <section class="card aside decline" id="decline" tabIndex={-1} hidden={isHidden}>
      <details>
        <summary>{title}</summary>
        <p>{lead}</p>
        <p>
          <label for="reason">{label}</label>
        </p>
        <textarea id="reason" ref={reason} rows={3} maxLength={MAX_REASON} aria-describedby="reason-hint" />
        <p id="reason-hint" class="hint">
          {hint}
        </p>
        <p class="buttons">
          <button type="button" class="danger" onClick={() => onDecline(reason.current?.value.trim() ?? '')}>
            {end}
          </button>
        </p>
        <Problem error={problem} />
      </details>
    </section>
  );
}
