/** The escrow's life on the page, with a button where the one who reads can go on. */
import type { PageEscrow } from '@countersign/core/desk';
import type { PageView } from '../../page-view.ts';
import { amountText } from '../parts/decimal-text.ts';
import { words } from '../words/words.ts';
import { type LifeStep, lifeOf, type Turn } from './life.ts';
import { TurnLine } from './turn-line.tsx';

type Props = { readonly view: PageView; readonly escrow: PageEscrow; readonly unit: string };

export function LifeList({ view, escrow, unit }: Props) {
  const says = words().afterwards;
  const steps = lifeOf(escrow);
  return (
    <>
      <ol class="life">
        {steps.map((step) => (
          <li
            key={`${step.what} ${step.milestone}`}
            class={step.mark}
            aria-current={step.mark === 'now' ? 'step' : undefined}
          >
            <p class="life-step">
              <span class="mark">{says.marks[step.mark]}</span> <span class="what">{textOf(step, escrow, unit)}</span>
            </p>
            {step.what === 'money' && isPartly(escrow) && (
              <p class="hint">{says.holds(amountText(escrow.held ?? '0', unit))}</p>
            )}
            {step.turns.map((turn) => (
              <TurnLine
                key={turn.action}
                view={view}
                escrow={escrow}
                turn={turn}
                isNow={step.mark === 'now'}
                isFirst={turn === firstOfKind(steps, turn)}
              />
            ))}
          </li>
        ))}
      </ol>
      {escrow.archived && <p class="hint">{says.archived}</p>}
      {escrow.state === 'finished' && escrow.turn.length === 0 && <p>{says.finished}</p>}
    </>
  );
}

/** If the same person does the same to several milestones, only the first is shown in full. */
function firstOfKind(steps: readonly LifeStep[], { role, action }: Turn): Turn | undefined {
  return steps.flatMap(({ turns }) => turns).find((each) => each.role === role && each.action === action);
}

const isPartly = ({ funded }: PageEscrow): boolean => funded === 'partly';

function textOf({ what, milestone, turns }: LifeStep, { milestones, missing }: PageEscrow, unit: string): string {
  const says = words().afterwards;
  if (what === 'money' && turns.length > 0 && missing !== undefined) return says.payIn(amountText(missing, unit));
  if (what !== 'milestone') return says.life[what];
  const { description = '', amount } = milestones[(milestone ?? 1) - 1] ?? {};
  const named = says.milestone(milestone ?? 1, description);
  return amount === undefined ? named : `${named} · ${amountText(amount, unit)}`;
}
