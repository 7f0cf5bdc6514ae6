/** The button for a step that the signer of this page can take: prepared here, read and signed on its own page. */
import type { NextInput } from '@countersign/core/desk';
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import { useId, useRef, useState } from 'preact/hooks';
import { Problem } from '../parts/problem.tsx';
import { prepareNext } from '../sign/api.ts';
import { given } from '../sign/given.ts';
import { actions } from '../words/said.ts';
import { words } from '../words/words.ts';
import type { Turn } from './life.ts';

/** The others need more than a press: who gets how much. */
export const isPressed = ({ action }: Turn): boolean => actions[action].life?.button !== undefined;

type Props = {
  readonly turn: Turn;
  /** Whether it is the first of its kind; later reports are folded away. */
  readonly isFirst: boolean;
};

export function NextStep({ turn, isFirst }: Props) {
  if (isFirst || turn.action !== 'change-status') return <NextForm turn={turn} isFirst={isFirst} />;
  return (
    <details>
      <summary>{words().afterwards.reportEarly(turn.milestone ?? 1)}</summary>
      <NextForm turn={turn} isFirst={false} />
    </details>
  );
}

function NextForm({ turn: { action, milestone }, isFirst }: Props) {
  const says = words().afterwards;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CountersignError>();
  const evidence = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const press = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const report = evidence.current?.value.trim() ?? '';
      (await given()).refuseSecretsIn({ evidence: report });
      const { next } = await prepareNext({
        action: action as NextInput['action'],
        ...(milestone === undefined ? {} : { milestone }),
        ...(report === '' ? {} : { evidence: report }),
      });
      location.assign(next);
    } catch (thrown) {
      setProblem(toCountersignError(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="next-step"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void press();
      }}
    >
      {action === 'change-status' && (
        <>
          <label for={`${id}-evidence`}>{says.evidence}</label>
          <textarea id={`${id}-evidence`} ref={evidence} rows={2} maxLength={1_000} aria-describedby={`${id}-hint`} />
          <p class="hint" id={`${id}-hint`}>
            {says.evidenceHint}
          </p>
        </>
      )}
      <button type="submit" class={isFirst ? 'primary' : 'secondary'} aria-disabled={isBusy}>
        {isBusy ? says.preparing : actions[action].life?.button?.(milestone)}
      </button>
      <p class="hint">{says.notSignedYet}</p>
      <Problem error={problem} />
    </form>
  );
}
