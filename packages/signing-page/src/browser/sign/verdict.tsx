/** What the comparison found. */
import { Bullets } from '../parts/bullets.tsx';
import { reasonText } from '../words/said.ts';
import { words } from '../words/words.ts';
import type { Match } from './read-view.ts';

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
