/** The button for a step that the signer of this page can take: prepared here, read and signed on its own page. */
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import { useId, useRef, useState } from 'preact/hooks';
import { Problem } from '../parts/problem.tsx';
import { prepareNext } from '../sign/api.ts';
import { given } from '../sign/given.ts';
import { words } from '../words/words.ts';
import type { Turn } from './life.ts';

type NextAction = 'fund' | 'change-status' | 'approve' | 'release';

/** The others need more than a press: who gets how much. */
export function isPressed({ action }: Turn): boolean {
  return action === 'fund' || action === 'change-status' || action === 'approve' || action === 'release';
}

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
        action: action as NextAction,
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
        {isBusy ? says.preparing : labelOf(action as NextAction, milestone)}
      </button>
      <p class="hint">{says.notSignedYet}</p>
      <Problem error={problem} />
    </form>
  );
}

function labelOf(action: NextAction, milestone: number | undefined): string {
  const { buttons } = words().afterwards;
  if (action === 'fund') return buttons.fund;
  return action === 'release' ? buttons.release(milestone) : buttons[action](milestone ?? 1);
}
