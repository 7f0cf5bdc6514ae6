import { format, pluralForm } from '@countersign/core/text/message';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ContactList, EscrowList } from '../../escrows-view.ts';
import { clockText, KnownPeople, Refusal } from '../escrow-parts/shown.tsx';
import { ask, json, troubleOf, useFresh } from '../parts/ask.ts';
import { Button, download, Form, useTask } from '../parts/controls.tsx';
import { startPage, useHead } from '../parts/elements.tsx';
import { language, words } from '../words/words.ts';
import { addressOf, isPlain, type ListAddress, type PlaceProps, useOpening, usePlace } from './address.ts';
import { List } from './list.tsx';
import { People } from './people.tsx';

const parametersOf = (query: string) => new URLSearchParams({ query }).toString();

type OpenedProps = {
  readonly isRefused: boolean;
  /** How many links were used: with another one the list may be open again. */
  readonly links: number;
  readonly onClose: () => Promise<void>;
};

function Opened({ isRefused, links, onClose }: OpenedProps) {
  const { escrows } = words();
  const [place, go] = usePlace();
  const list = useFresh(place.query, () => json<EscrowList>(`escrows/list?${parametersOf(place.query)}`));
  const contacts = useFresh('contacts', async () => (await json<ContactList>('escrows/contacts')).contacts);
  const used = useRef(links);
  useEffect(() => {
    if (used.current !== links) void list.again();
    used.current = links;
  }, [links, list.again]);
  const wasOpen = useRef(false);
  if (list.reply !== undefined) wasOpen.current = true;
  const isPeople = place.view === 'people';
  const title = isPeople ? escrows.people.title : escrows.title;
  useHead(list.reply?.network, title);
  const kind = list.trouble?.kind;
  const isOver = kind === 'session';
  const why = wasOpen.current ? 'ended' : isRefused ? 'refused' : 'none';
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
            {list.reply !== undefined && (
              <KnownPeople.Provider value={{ ...list.reply, contacts: contacts.reply ?? [] }}>
                <List list={list.reply} place={place} go={go} />
              </KnownPeople.Provider>
            )}
          </>
        )}
      </div>
    </>
  );
}

function Toolbar({ list, place, go }: PlaceProps & { readonly list: EscrowList | undefined }) {
  const { asOf, csv, csvName, found } = words().escrows;
  const count = list === undefined ? 0 : list.escrows.length + list.more;
  const { problem, run } = useTask(troubleOf);
  const onCsv = () =>
    run(async () => download(csvName, await (await ask(`escrows.csv?${parametersOf(place.query)}`)).blob()));
  return (
    <div class="toolbar">
      <Search query={place.query} onQuery={(query) => go({ query, open: undefined }, 'replace')} />
      <Button class="secondary small" onPress={onCsv}>
        {csv}
      </Button>
      <p class="hint" role="status">
        {list !== undefined && place.query !== '' && format(found[pluralForm(language(), count)], { count })}
      </p>
      {list !== undefined && <p class="hint as-of">{format(asOf, { time: clockText(list.now) })}</p>}
      <Refusal trouble={problem} />
    </div>
  );
}

type HeaderProps = PlaceProps & {
  readonly title: string;
  /** Absent where there is nothing to close. */
  readonly onClose: (() => Promise<void>) | undefined;
};

function Header({ title, place, go, onClose }: HeaderProps) {
  const { close, views, viewsLabel } = words().escrows;
  const closing = useTask(troubleOf);
  const goTo = (view: ListAddress['view']) => (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    go({ view });
  };
  return (
    <div class="head">
      <h1 tabIndex={-1}>{title}</h1>
      {onClose !== undefined && (
        <nav aria-label={viewsLabel}>
          {(['escrows', 'people'] as const).map((view) => (
            <a
              key={view}
              href={addressOf({ ...place, view })}
              aria-current={place.view === view ? 'page' : undefined}
              onClick={goTo(view)}
            >
              {views[view]}
            </a>
          ))}
          <Button class="quiet" onPress={() => closing.run(onClose)}>
            {close}
          </Button>
        </nav>
      )}
      <Refusal trouble={closing.problem} />
    </div>
  );
}

/** How long no one has written before it is asked for. */
const QUIET_MS = 300;

function Search({ query, onQuery }: { readonly query: string; readonly onQuery: (query: string) => void }) {
  const { search, searchHint } = words().escrows;
  const [text, setText] = useState(query);
  const timer = useRef<number | undefined>(undefined);
  const queryShown = useRef(query);
  // A query from the address (back, forward) is shown, but never overwrites what is being typed.
  useEffect(() => {
    if (query !== queryShown.current) setText(query);
    queryShown.current = query;
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (wanted: string) => {
    clearTimeout(timer.current);
    queryShown.current = wanted;
    onQuery(wanted);
  };
  const write = (written: string) => {
    setText(written);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => ask(written.trim()), QUIET_MS);
  };
  const clear = () => {
    setText('');
    ask('');
  };
  return (
    <search>
      <Form onSend={() => ask(text.trim())}>
        <label for="search">{search}</label>
        <input
          id="search"
          type="search"
          value={text}
          placeholder={searchHint}
          maxLength={200}
          autocomplete="off"
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            clear();
          }}
        />
      </Form>
    </search>
  );
}

startPage(App, 'escrows');

function App() {
  const { opening, links, tryNow } = useOpening();
  const [isClosed, setClosed] = useState(false);
  useEffect(() => setClosed(false), [links]);
  const close = async () => {
    await ask('session/end', {});
    setClosed(true);
  };
  const { title, loading } = words().escrows;
  const isTried = opening === 'asked' || opening === 'refused';
  if (isTried && !isClosed) return <Opened isRefused={opening === 'refused'} links={links} onClose={close} />;
  return (
    <>
      <h1>{title}</h1>
      {isTried && <Notice why="closed" />}
      {opening === 'away' && <Away isFirst onTry={tryNow} />}
      {opening === 'asking' && <p class="loading">{loading}</p>}
    </>
  );
}

function Notice({ why }: { readonly why: 'none' | 'ended' | 'refused' | 'closed' }) {
  const { session } = words().escrows;
  const { title, what } = session[why];
  return (
    <section class="card notice" role="status">
      <h2>{title}</h2>
      <p>{what}</p>
      <p>{session.how}</p>
      <p>
        <code>{document.documentElement.dataset['command']}</code>
      </p>
    </section>
  );
}

function Away({ isFirst, onTry }: { readonly isFirst: boolean; readonly onTry: () => void }) {
  const { away, awayFirst, tryNow } = words().escrows;
  return (
    <div class="away" role="alert">
      <p>{isFirst ? awayFirst : away}</p>
      <Button onPress={onTry}>{tryNow}</Button>
    </div>
  );
}
