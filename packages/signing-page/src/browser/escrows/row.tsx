/** One escrow of the list, with a link that opens its details. */
import { useLayoutEffect } from 'preact/hooks';
import type { ListedEscrow } from '../../escrows-view.ts';
import type { ListedState } from '../escrow-parts/escrow-text.ts';
import { EscrowRow } from '../escrow-parts/list.tsx';
import { isUnread } from '../escrow-parts/shown.tsx';
import { core, words } from '../words/words.ts';
import { addressOf, isPlain, type PlaceProps } from './address.ts';

export const rowId = (id: string): string => `escrow-${id}`;

export function Row({ escrow, place, go }: PlaceProps & { readonly escrow: ListedEscrow }) {
  const { id, title, page } = escrow;
  const isOpen = id !== undefined && place.open === id;
  useKeptFocus(id === undefined ? undefined : rowId(id));
  const toggle = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    go({ open: isOpen ? undefined : id });
  };
  const name = <bdi>{title}</bdi>;
  return (
    <EscrowRow
      escrow={escrow}
      tone={toneOf(escrow)}
      isOpen={isOpen}
      next={page === undefined ? undefined : { href: page, label: words().escrows.page, title }}
      title={
        id === undefined ? (
          name
        ) : (
          <a
            id={rowId(id)}
            href={addressOf({ ...place, open: id })}
            aria-current={isOpen ? 'true' : undefined}
            onClick={toggle}
          >
            {name}
          </a>
        )
      }
    >
      <Notes escrow={escrow} />
    </EscrowRow>
  );
}

/** The row that had the focus when it was removed. */
let left: string | undefined;

/** An escrow that moves to another group keeps the focus. */
function useKeptFocus(id: string | undefined): void {
  useLayoutEffect(() => {
    if (id === undefined) return undefined;
    if (left === id && document.activeElement === document.body) document.getElementById(id)?.focus();
    return () => {
      if (document.activeElement?.id === id) left = id;
    };
  }, [id]);
}

/** What must not be hidden: that the outcome is unknown, or that only the service reported it. */
export function Notes({ escrow }: { readonly escrow: Noted }) {
  const { byService, changedNote, serviceLacks, unread } = words().escrows;
  const notes = [
    escrow.changed && changedNote,
    isUnread(escrow) && !escrow.archived && !escrow.setAside && unread,
    escrow.archived && core.ARCHIVED_WORDS.sentence,
    escrow.by === 'service' && !escrow.setAside && byService,
    escrow.serviceLacks && serviceLacks,
  ];
  return notes.map(
    (note) =>
      note && (
        <p key={note} class="note">
          {note}
        </p>
      ),
  );
}

type Noted = ListedState & Pick<ListedEscrow, 'archived' | 'by' | 'serviceLacks' | 'changed'>;

function toneOf(escrow: ListedEscrow): 'bad' | 'warn' | 'mine' | 'good' | 'calm' {
  if (escrow.status === 'taken') return 'bad';
  if (escrow.setAside) return 'calm';
  if (escrow.state === 'in dispute' || isUnread(escrow) || ['unknown', 'rejected'].includes(escrow.status))
    return 'warn';
  if (escrow.group === 'needs-me') return 'mine';
  return escrow.state === 'finished' ? 'good' : 'calm';
}
