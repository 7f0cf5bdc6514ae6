/** The milestones of an escrow with what was reported of each. */
import type { TermsView } from '@countersign/core/escrow-views';
import { format } from '@countersign/core/text/message';
import { useContext } from 'preact/hooks';
import { attempt } from '../parts/attempt.ts';
import { Outside } from '../parts/controls.tsx';
import { Sentence } from '../parts/elements.tsx';
import { sumText } from '../parts/texts.ts';
import { core, words } from '../words/words.ts';
import { KnownPeople, nameOf, unitOf } from './shown.tsx';

export function Milestones({ escrow: { milestones, asset } }: { readonly escrow: TermsView }) {
  const known = useContext(KnownPeople);
  const { amount: amountOf, detail } = words().escrows;
  return (
    <ol class="steps">
      {milestones.map(({ description, amount, state, status, evidence, receiver }, index) => (
        <li key={index}>
          <p class="step">
            <span class="what">{description}</span>
            {amount !== undefined && (
              <span class="amount">{format(amountOf, { amount: sumText(amount), unit: unitOf(asset) })}</span>
            )}
          </p>
          <p class="how">
            {state !== undefined && (
              <span class="state" data-tone={TONES[state]}>
                {core.summaryWords.MILESTONE_STATE_WORDS[state]}
              </span>
            )}
            {status !== undefined && <q>{status}</q>}
          </p>
          {evidence !== undefined && (
            <p class="evidence">
              {detail.evidence}: <Evidence text={evidence} />
            </p>
          )}
          {receiver !== undefined && (
            <p class="evidence">
              <Sentence text={format(detail.receiver, { name: nameOf(receiver, known) ?? receiver })} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

const TONES = { open: 'calm', approved: 'mine', disputed: 'warn', released: 'good', resolved: 'good' } as const;

/** A link only where the text is nothing else, and then whole and as the browser takes it: no name passes as another. */
function Evidence({ text }: { readonly text: string }) {
  const link = /^https:\/\/\S+$/.test(text) ? attempt(() => new URL(text)) : undefined;
  if (link === undefined || link.username !== '' || link.password !== '') return <q>{text}</q>;
  const { href } = link;
  return (
    <Outside href={href} rel="noreferrer nofollow">
      {href}
    </Outside>
  );
}
