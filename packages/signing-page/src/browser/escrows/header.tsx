/** The page's name and its two views. */
import { words } from '../words/words.ts';
import { addressOf, type Go, isPlain, type Place } from './place.ts';

type HeaderProps = {
  readonly title: string;
  readonly place: Place;
  readonly go: Go;
  /** Absent where there is nothing to close. */
  readonly onClose: (() => void) | undefined;
};

const VIEWS = ['escrows', 'people'] as const;

export function Header({ title, place, go, onClose }: HeaderProps) {
  const { close, views, viewsLabel } = words().escrows;
  const goTo = (view: Place['view']) => (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    go({ view });
  };
  return (
    <div class="head">
      <h1 tabIndex={-1}>{title}</h1>
      {onClose !== undefined && (
        <nav aria-label={viewsLabel}>
          {VIEWS.map((view) => (
            <a
              key={view}
              href={addressOf({ ...place, view })}
              aria-current={place.view === view ? 'page' : undefined}
              onClick={goTo(view)}
            >
              {views[view]}
            </a>
          ))}
          <button type="button" class="quiet" onClick={onClose}>
            {close}
          </button>
        </nav>
      )}
    </div>
  );
}
