/** Where a person is on the page, kept in its address: back goes back, and a reload shows the same. */
import { useEffect, useState } from 'preact/hooks';

export type Place = {
  readonly view: 'escrows' | 'people';
  readonly query: string;
  /** Id of the escrow whose details are open. */
  readonly open: string | undefined;
};

export type Go = (to: Partial<Place>, how?: 'push' | 'replace') => void;

function here(): Place {
  const params = new URLSearchParams(location.search);
  return {
    view: params.get('view') === 'people' ? 'people' : 'escrows',
    query: (params.get('q') ?? '').slice(0, 200),
    open: params.get('escrow') ?? undefined,
  };
}

/** Relative to the page, for a link that also opens in a tab of its own. */
export function addressOf({ view, query, open }: Place): string {
  const params = new URLSearchParams({
    ...(view === 'people' ? { view } : {}),
    ...(query === '' ? {} : { q: query }),
    ...(open === undefined ? {} : { escrow: open }),
  });
  return params.size === 0 ? location.pathname : `?${params}`;
}

export function usePlace(): [Place, Go] {
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
