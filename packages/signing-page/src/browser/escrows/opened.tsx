/** The two views of an open list, and what is said when the server no longer lets one see them. */
import { useEffect, useRef } from 'preact/hooks';
import { showNetwork } from '../parts/band.tsx';
import { words } from '../words/words.ts';
import { readContacts, readList } from './api.ts';
import { useFresh } from './fresh.ts';
import { Header } from './header.tsx';
import { List } from './list.tsx';
import { Away, Notice } from './notice.tsx';
import { People } from './people.tsx';
import { usePlace } from './place.ts';
import { Refusal } from './refusal.tsx';
import { Toolbar } from './toolbar.tsx';

type OpenedProps = {
  readonly isRefused: boolean;
  /** How many links were used: with another one the list may be open again. */
  readonly links: number;
  readonly onClose: () => void;
};

export function Opened({ isRefused, links, onClose }: OpenedProps) {
  const { escrows } = words();
  const [place, go] = usePlace();
  const list = useFresh(place.query, () => readList(place.query));
  const contacts = useFresh('contacts', readContacts);
  const used = useRef(links);
  useEffect(() => {
    if (used.current !== links) void list.again();
    used.current = links;
  }, [links, list.again]);
  const wasOpen = useRef(false);
  const network = list.reply?.network;
  useEffect(() => {
    if (network === undefined) return;
    wasOpen.current = true;
    showNetwork(network);
  }, [network]);
  const isPeople = place.view === 'people';
  const title = isPeople ? escrows.people.title : escrows.title;
  useEffect(() => {
    document.title = `${title} · Countersign`;
  }, [title]);

  const kind = list.trouble?.kind;
  const isOver = kind === 'session';
  const why = wasOpen.current ? 'ended' : isRefused ? 'refused' : 'none';
  const known = { me: list.reply?.me ?? [], contacts: contacts.reply ?? [] };
  return (
    <>
      <Header title={title} place={place} go={go} onClose={isOver ? undefined : onClose} />
      {kind === 'away' && <Away isFirst={list.reply === undefined} onTry={() => void list.again()} />}
      {isOver && <Notice why={why} />}
      {/* Input stays for when the list is open again. */}
      <div hidden={isOver}>
        {isPeople ? (
          <People contacts={contacts} />
        ) : (
          <>
            <Toolbar list={list.reply} place={place} go={go} />
            {kind === 'refused' && <Refusal trouble={list.trouble} />}
            {list.reply === undefined && list.trouble === undefined && <p class="loading">{escrows.loading}</p>}
            {list.reply !== undefined && <List list={list.reply} known={known} place={place} go={go} />}
          </>
        )}
      </div>
    </>
  );
}
