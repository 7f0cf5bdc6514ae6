/** What is new in a transaction, as it is shown beside the buttons. */
import { words } from '../words/words.ts';
import type { Change } from './changes.ts';

export function ChangesList({ changes }: { readonly changes: readonly Change[] }) {
  const { fields, before: label } = words().panel;
  return (
    <dl>
      {changes.map(({ field, before, after, matters }) => (
        <div key={field}>
          <dt>{fields[field]}</dt>
          <dd>{after}</dd>
          {matters && (
            <dd>
              <span class="label">{label}</span>
              {before}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Above the buttons, when the transaction on screen has replaced an earlier one. */
export function ChangedNow({ changes }: { readonly changes: readonly Change[] }) {
  const { changedReview, changedSame } = words().panel;
  const matters = changes.some((change) => change.matters);
  return (
    <div class={matters ? 'changes review' : 'changes'}>
      <p>{matters ? changedReview : changedSame}</p>
      <ChangesList changes={changes} />
    </div>
  );
}
