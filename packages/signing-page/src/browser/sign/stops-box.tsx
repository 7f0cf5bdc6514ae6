/** The stops: shown until a person has confirmed them, and beside the button afterwards. */
import type { Stop } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { Bullets } from '../parts/bullets.tsx';
import { stopText } from '../words/said.ts';

type StopsBoxProps = {
  readonly stops: PageView['judgement']['stops'];
  /** What the person is told about them. */
  readonly lead: string;
};

export function StopsBox({ stops, lead }: StopsBoxProps) {
  return (
    <div class="problem stops">
      <p class="message">{lead}</p>
      <Bullets lines={(stops as readonly Stop[]).map(stopText)} />
    </div>
  );
}
