/** The milestones of an escrow with what was reported of each. */
import type { TermsView } from '@countersign/core/escrow-views';
import { format } from '@countersign/core/text/message';
import { useContext } from 'preact/hooks';
import { Outside } from '../parts/controls.tsx';
import { Sentence } from '../parts/elements.tsx';
import { sumText } from '../parts/texts.ts';
import { summaryWords } from '../words/core-words.ts';
import { words } from '../words/words.ts';
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
                {summaryWords.MILESTONE_STATE_WORDS[state]}
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
  const link = linkIn(text);
  if (link === undefined) return <q>{text}</q>;
  return (
    <Outside href={link} rel="noreferrer nofollow">
      {link}
    </Outside>
  );
}

function linkIn(text: string): string | undefined {
  if (!/^https:\/\/\S+$/.test(text) || !URL.canParse(text)) return undefined;
  const { href, username, password } = new URL(text);
  return username === '' && password === '' ? href : undefined;
}
