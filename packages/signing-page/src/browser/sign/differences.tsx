/** What differs, both sides whole. */
import type { Difference } from '@countersign/core/errors';
import { differenceText, fieldText } from '../words/said.ts';

type DifferencesProps = {
  readonly differences: readonly Difference[];
  /** What stands in `asked` of each. */
  readonly asked: string;
  /** What stands in `found` of each. */
  readonly found: string;
};

export function Differences({ differences, asked, found }: DifferencesProps) {
  return (
    <dl class="differences">
      {differences.map(differenceText).map((difference) => (
        <div key={difference.field}>
          <dt>{fieldText(difference.field)}</dt>
          <dd>
            <span class="label">{asked}</span>
            {difference.asked}
          </dd>
          <dd>
            <span class="label">{found}</span>
            {difference.found}
          </dd>
        </div>
      ))}
    </dl>
  );
}
