/** A link opens the list once: its token leaves the address before anything else happens, and is spent at once. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { ListError, startSession } from './api.ts';

/** `refused`: the link was invalid; an earlier session may still be open. */
export type Opening = 'asking' | 'away' | 'asked' | 'refused';

const AGAIN_MS = 4_000;

function takeToken(): string | undefined {
  const token = location.hash.slice(1);
  if (token === '') return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

/** Taken when the script is loaded, before anything is drawn. */
let token = takeToken();

export type Opened = {
  readonly opening: Opening;
  /** How many links were used in this tab. */
  readonly links: number;
  readonly tryNow: () => void;
};

export function useOpening(): Opened {
  const [{ opening, links }, setOpening] = useState<{ opening: Opening; links: number }>({
    opening: token === undefined ? 'asked' : 'asking',
    links: 0,
  });
  const spend = useCallback(async () => {
    const spent = token;
    if (spent === undefined) return;
    const became = await startSession(spent).then(
      (): Opening => 'asked',
      (thrown: unknown): Opening =>
        thrown instanceof ListError && thrown.trouble.kind === 'away' ? 'away' : 'refused',
    );
    if (became !== 'away' && token === spent) token = undefined;
    setOpening((before) => ({ opening: became, links: before.links + 1 }));
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
  return { opening, links, tryNow: () => void spend() };
}
