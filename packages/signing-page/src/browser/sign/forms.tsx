/** What a person can say next to a signature: “This is not what I want”. */
import type { CountersignError } from '@countersign/core/errors';
import { useRef } from 'preact/hooks';
import { Problem } from '../parts/problem.tsx';
import { words } from '../words/words.ts';

/** As the desk cuts it. */
const MAX_REASON = 300;

export type DeclineFormProps = {
  readonly problem: CountersignError | undefined;
  /** With the reason, which may be empty. */
  readonly onDecline: (reason: string) => void;
};

/** Ends the transaction, and lets the person who asked for it know. */
export function DeclineForm({ problem, onDecline }: DeclineFormProps) {
  const reason = useRef<HTMLTextAreaElement>(null);
  const { lead, label, hint, end } = words().decline;
  return (
    <>
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
    </>
  );
}
