import { format, pluralForm } from '@countersign/core/text/message';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EscrowList } from '../../escrows-view.ts';
import { clockText, Refusal } from '../escrow-parts/shown.tsx';
import { type Trouble, troubleOf, useFresh } from '../parts/ask.ts';
import { Button } from '../parts/controls.tsx';
import { startPage, useNetwork } from '../parts/elements.tsx';
import { language, words } from '../words/words.ts';
import { addressOf, type Go, isPlain, type ListAddress, useOpening, usePlace } from './address.ts';
import { endSession, readContacts, readCsv, readList } from './api.ts';
import { List } from './list.tsx';
import { People } from './people.tsx';

type OpenedProps = {
  readonly isRefused: boolean;
  /** How many links were used: with another one the list may be open again. */
  readonly links: number;
  readonly onClose: () => void;
};

function Opened({ isRefused, links, onClose }: OpenedProps) {
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
  useNetwork(list.reply?.network);
  if (list.reply !== undefined) wasOpen.current = true;
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

type ToolbarProps = { readonly list: EscrowList | undefined; readonly place: ListAddress; readonly go: Go };

function Toolbar({ list, place, go }: ToolbarProps) {
  const { asOf, csv } = words().escrows;
  const [trouble, setTrouble] = useState<Trouble>();
  const onCsv = () => {
    setTrouble(undefined);
    readCsv(place.query).then(save, (thrown: unknown) => setTrouble(troubleOf(thrown)));
  };
  return (
    <div class="toolbar">
      <Search query={place.query} onQuery={(query) => go({ query, open: undefined }, 'replace')} />
      <Button class="secondary small" onPress={onCsv}>
        {csv}
      </Button>
      <p class="hint" role="status">
        {list !== undefined && place.query !== '' && foundText(list.escrows.length + list.more)}
      </p>
      {list !== undefined && <p class="hint as-of">{format(asOf, { time: clockText(list.now) })}</p>}
      <Refusal trouble={trouble} />
    </div>
  );
}

function foundText(count: number): string {
  const { found } = words().escrows;
  return format(found[pluralForm(language(), count)], { count });
}

function save(csv: Blob): void {
  const address = URL.createObjectURL(csv);
  Object.assign(document.createElement('a'), { href: address, download: words().escrows.csvName }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

type HeaderProps = {
  readonly title: string;
  readonly place: ListAddress;
  readonly go: Go;
  /** Absent where there is nothing to close. */
  readonly onClose: (() => void) | undefined;
};

const VIEWS = ['escrows', 'people'] as const;

function Header({ title, place, go, onClose }: HeaderProps) {
  const { close, views, viewsLabel } = words().escrows;
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
          <Button class="quiet" onPress={onClose}>
            {close}
          </Button>
        </nav>
      )}
    </div>
  );
}

/** How long no one has written before it is asked for. */
const QUIET_MS = 300;

type SearchProps = { readonly query: string; readonly onQuery: (query: string) => void };

/** Searches while a person writes. Escape clears. */
function Search({ query, onQuery }: SearchProps) {
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
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask(text.trim());
        }}
      >
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
      </form>
    </search>
  );
}

await startPage(App, 'escrows');

function App() {
  const { opening, links, tryNow } = useOpening();
  const [isClosed, setClosed] = useState(false);
  useEffect(() => setClosed(false), [links]);
  const close = () => {
    // It ends by itself, too.
    void endSession().catch(() => {});
    setClosed(true);
  };
  if (opening === 'asked' || opening === 'refused') {
    return isClosed ? (
      <>
        <h1>{words().escrows.title}</h1>
        <Notice why="closed" />
      </>
    ) : (
      <Opened isRefused={opening === 'refused'} links={links} onClose={close} />
    );
  }
  return (
    <>
      <h1>{words().escrows.title}</h1>
      {opening === 'away' ? <Away isFirst onTry={tryNow} /> : <p class="loading">{words().escrows.loading}</p>}
    </>
  );
}

type Why = 'none' | 'ended' | 'refused' | 'closed';

function Notice({ why }: { readonly why: Why }) {
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
