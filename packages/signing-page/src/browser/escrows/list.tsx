/** The escrows in three groups, and the details of one of them: below its row, or next to the list where there is room. */
import { format } from '@countersign/core/text/message';
import { useEffect, useState } from 'preact/hooks';
import type { EscrowList } from '../../escrows-view.ts';
import { Groups } from '../escrow-parts/list.tsx';
import { words } from '../words/words.ts';
import type { PlaceProps } from './address.ts';
import { Details } from './details.tsx';
import { Row } from './row.tsx';

export function List(props: PlaceProps & { readonly list: EscrowList }) {
  const { list, place, go } = props;
  const isWide = useWide();
  const damaged = list.damagedNote !== undefined && <p class="note">{list.damagedNote}</p>;
  if (list.escrows.length === 0) {
    const { nothingFound, empty } = words().escrows;
    if (damaged !== false) return damaged;
    if (place.query !== '') return <p class="card">{nothingFound}</p>;
    return (
      <section class="card empty">
        <h2>{empty.title}</h2>
        <p>{empty.what}</p>
        <p class="hint">{empty.after}</p>
      </section>
    );
  }
  const listed = list.escrows.find(({ id }) => id !== undefined && id === place.open);
  const details = place.open !== undefined && (
    <Details key={place.open} id={place.open} listed={listed} go={go} isBelow={!isWide && listed !== undefined} />
  );
  return (
    <div class="list" data-beside={isWide && details !== false}>
      <div class="groups">
        {damaged}
        <Groups
          escrows={list.escrows}
          keyOf={({ id, contractId }) => id ?? contractId}
          row={(escrow) => (
            <>
              <Row escrow={escrow} {...props} />
              {!isWide && escrow.id !== undefined && escrow.id === place.open && details}
            </>
          )}
        />
        {list.more > 0 && <p class="hint">{format(words().escrows.more, { count: list.more })}</p>}
        {!isWide && listed === undefined && details}
      </div>
      {isWide && details}
    </div>
  );
}

const WIDE = '(min-width: 1000px)';

function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const changed = () => setWide(media.matches);
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, []);
  return isWide;
}
