/** The steps of an escrow, each with its amount and how far it is. */
import type { EscrowView } from '@countersign/core/escrow-views';
import { decimalText } from '../parts/decimal-text.ts';
import { words } from '../words/words.ts';
import { type Known, nameOf, unitOf } from './shown.ts';

type MilestonesProps = { readonly escrow: EscrowView; readonly known: Known };

export function Milestones({ escrow: { milestones, asset }, known }: MilestonesProps) {
  const { amount: amountOf, detail } = words().escrows;
  return (
    <>
      <h3>{detail.milestones}</h3>
      <ol class="steps">
        {milestones.map(({ description, amount, state, status, evidence, receiver }, index) => (
          <li key={index}>
            <p class="step">
              <span class="what">{description}</span>
              {amount !== undefined && <span class="amount">{amountOf(decimalText(amount), unitOf(asset))}</span>}
            </p>
            <p class="how">
              {state !== undefined && (
                <span class="state" data-tone={TONES[state]}>
                  {detail.milestoneStates[state]}
                </span>
              )}
              {status !== undefined && <q>{status}</q>}
            </p>
            {evidence !== undefined && (
              <p class="evidence">
                {detail.evidence}: <q>{evidence}</q>
              </p>
            )}
            {receiver !== undefined && <p class="evidence">{detail.receiver(nameOf(receiver, known) ?? receiver)}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}

const TONES = { open: 'calm', approved: 'mine', disputed: 'warn', released: 'good', resolved: 'good' } as const;
