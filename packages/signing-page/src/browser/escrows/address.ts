/** The page's address: it keeps where a person is, so that back goes back and a reload shows the same; and it opens the list. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { AskError, ask } from '../parts/ask.ts';

export type ListAddress = {
  readonly view: 'escrows' | 'people';
  readonly query: string;
  readonly open: string | undefined;
};

/** Of what shows the place on the page, and leads to others. */
export type PlaceProps = { readonly place: ListAddress; readonly go: Go };

export type Go = (to: Partial<ListAddress>, how?: 'push' | 'replace') => void;

function here(): ListAddress {
  const params = new URLSearchParams(location.search);
  return {
    view: params.get('view') === 'people' ? 'people' : 'escrows',
    query: (params.get('q') ?? '').slice(0, 200),
    open: params.get('escrow') ?? undefined,
  };
}

/** Relative to the page, for a link that also opens in a tab of its own. */
export function addressOf({ view, query, open }: ListAddress): string {
  const params = new URLSearchParams({
    ...(view === 'people' ? { view } : {}),
    ...(query === '' ? {} : { q: query }),
    ...(open === undefined ? {} : { escrow: open }),
  });
  return params.size === 0 ? location.pathname : `?${params}`;
}

export function usePlace(): [ListAddress, Go] {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const back = () => setPlace(here());
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  const go: Go = (to, how = 'push') => {
    const next = { ...here(), ...to };
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', addressOf(next));
    setPlace(next);
  };
  return [place, go];
}

/** Whether the click is a plain one; others (new tab, download) are left to the browser. */
export const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** `refused`: the link was invalid; an earlier session may still be open. */
type Opening = 'asking' | 'away' | 'asked' | 'refused';

const AGAIN_MS = 4_000;

function takeToken(): string | undefined {
  const token = location.hash.slice(1);
  if (token === '') return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

/** Taken when the script is loaded, before anything is drawn. */
let token = takeToken();

type Opened = { readonly opening: Opening; readonly links: number };

/** A link opens the list once: its token leaves the address before anything else happens, and is spent at once. */
export function useOpening(): Opened & { readonly tryNow: () => void } {
  const [opened, setOpened] = useState<Opened>({ opening: token === undefined ? 'asked' : 'asking', links: 0 });
  const { opening } = opened;
  const spend = useCallback(async () => {
    const spent = token;
    if (spent === undefined) return;
    const became = await ask('session', { token: spent }).then(
      (): Opening => 'asked',
      (thrown: unknown): Opening => (thrown instanceof AskError && thrown.trouble.kind === 'away' ? 'away' : 'refused'),
    );
    if (became !== 'away' && token === spent) token = undefined;
    setOpened((before) => ({ opening: became, links: before.links + 1 }));
  }, []);
  useEffect(() => {
    void spend();
    // A new link in a tab that already shows the list: the browser does not reload.
    const changed = () => {
      token = takeToken() ?? token;
      void spend();
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, [spend]);
  useEffect(() => {
    if (opening !== 'away') return undefined;
    const timer = setInterval(() => void spend(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [opening, spend]);
  return { ...opened, tryNow: () => void spend() };
}
