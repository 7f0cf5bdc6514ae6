/** Why there is no list to see, and how to open one. */
import { words } from '../words/words.ts';

export type Why = 'none' | 'ended' | 'refused' | 'closed';

export function Notice({ why }: { readonly why: Why }) {
  const { session } = words().escrows;
  const { title, what } = session[why];
  return (
    <section class="card notice" role="status">
      <h2>{title}</h2>
      <p>{what}</p>
      <p>{session.how}</p>
      <p>
        <code>{session.command}</code>
      </p>
    </section>
  );
}

export function Away({ isFirst, onTry }: { readonly isFirst: boolean; readonly onTry: () => void }) {
  const { away, awayFirst, tryNow } = words().escrows;
  return (
    <div class="away" role="alert">
      <p>{isFirst ? awayFirst : away}</p>
      <button type="button" class="secondary" onClick={onTry}>
        {tryNow}
      </button>
    </div>
  );
}
