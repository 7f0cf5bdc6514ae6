/** What the comparison found, and what of it may still be unwise. */
import type { Fact, Warning } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { Bullets } from '../parts/bullets.tsx';
import { reasonText, warningText } from '../words/said.ts';
import { words } from '../words/words.ts';
import type { Match } from './read-view.ts';

export function Judgement({ judgement: { warnings, facts } }: { readonly judgement: PageView['judgement'] }) {
  return (
    <>
      {warnings.length > 0 && (
        <div class="verdict partly look-twice">
          <p>{words().status.lookTwice}</p>
          <Bullets lines={(warnings as readonly Warning[]).map(warningText)} />
        </div>
      )}
      {facts.length > 0 && (
        <div class="hint">
          {(facts as readonly Fact[]).map(warningText).map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
        </div>
      )}
    </>
  );
}

/** The tick, and what it is true of. */
export function Verdict({ match: { reasons } }: { readonly match: Match }) {
  const { verified, how, partly } = words().status;
  if (reasons.length === 0) {
    return (
      <p class="verdict verified">
        {verified}
        <span class="how">{how}</span>
      </p>
    );
  }
  return (
    <div class="verdict partly">
      <p>{partly}</p>
      <Bullets lines={reasons.map(reasonText)} />
    </div>
  );
}
