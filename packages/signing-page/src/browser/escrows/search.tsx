/** Searches while a person writes. Escape clears. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { words } from '../words/words.ts';

/** How long nobody has written before it is asked for. */
const QUIET_MS = 300;

type SearchProps = { readonly query: string; readonly onQuery: (query: string) => void };

export function Search({ query, onQuery }: SearchProps) {
  const { search, searchHint } = words().escrows;
  const [text, setText] = useState(query);
  const timer = useRef<number | undefined>(undefined);
  const asked = useRef(query);
  // A query from the address (back, forward) is shown, but never overwrites what is being typed.
  useEffect(() => {
    if (query !== asked.current) setText(query);
    asked.current = query;
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (wanted: string) => {
    clearTimeout(timer.current);
    asked.current = wanted;
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
