/** The server's answer, refreshed while somebody looks at the page. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Trouble, troubleOf } from './api.ts';

const EVERY_MS = 15_000;
/** Where nobody answered. */
const AWAY_MS = 4_000;

export type Fresh<Reply> = {
  readonly reply: Reply | undefined;
  /** Why the last request failed; the earlier answer stays. */
  readonly trouble: Trouble | undefined;
  readonly again: () => Promise<void>;
};

/** @param key of the request: a new key is requested at once, and answers for the old one are dropped */
export function useFresh<Reply>(key: string, ask: () => Promise<Reply>): Fresh<Reply> {
  const [state, setState] = useState<{ reply?: Reply; trouble?: Trouble }>({});
  const asker = useRef(ask);
  asker.current = ask;
  const running = useRef<{ key: string; promise: Promise<void> } | undefined>(undefined);
  const kind = useRef<Trouble['kind'] | undefined>(undefined);

  const again = useCallback((): Promise<void> => {
    if (running.current?.key === key) return running.current.promise;
    const mine = { key, promise: Promise.resolve() };
    running.current = mine;
    mine.promise = (async () => {
      const said = await asker.current().then(
        (reply) => ({ reply }),
        (thrown: unknown) => ({ trouble: troubleOf(thrown) }),
      );
      if (running.current !== mine) return;
      running.current = undefined;
      kind.current = 'trouble' in said ? said.trouble.kind : undefined;
      setState((before) => ('reply' in said ? said : { ...before, ...said }));
    })();
    return mine.promise;
  }, [key]);

  useEffect(() => {
    let timer: number | undefined;
    let isOver = false;
    const round = async () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      await again();
      clearTimeout(timer);
      // A closed list can only be opened in another tab, after which this tab becomes visible again.
      if (!isOver && kind.current !== 'session')
        timer = setTimeout(round, kind.current === 'away' ? AWAY_MS : EVERY_MS);
    };
    const look = () => void round();
    const events = [
      [document, 'visibilitychange'],
      [globalThis, 'focus'],
      [globalThis, 'online'],
    ] as const;
    for (const [target, name] of events) target.addEventListener(name, look);
    look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const [target, name] of events) target.removeEventListener(name, look);
    };
  }, [again]);

  return { reply: state.reply, trouble: state.trouble, again };
}
