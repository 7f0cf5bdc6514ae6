/** Asks the page's own server, whose errors have the reader's words; and again while somebody looks. */
import type { ErrorView } from '@countersign/core/errors';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ContactConflict } from '../../escrows-view.ts';

/** Longer than the desk ever takes for one call (45 s). */
const TIMEOUT_MS = 60_000;

/** @param body absent: it only reads */
export function requestOf(body: object | undefined, signal?: AbortSignal): RequestInit {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return {
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  };
}

/** `away`: no answer, or not from Countersign. `session`: the list is not open here. `refused`: with the error. */
export type Trouble =
  | { readonly kind: 'away' }
  | { readonly kind: 'session' }
  | ({ readonly kind: 'refused' } & Partial<Refused>);

type Refused = { readonly error: ErrorView } & Partial<ContactConflict>;

export class AskError extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble) {
    super(trouble.kind);
    this.trouble = trouble;
  }
}

export async function json<Reply>(path: string, body?: object): Promise<Reply> {
  const reply = await ask(path, body);
  return await reply.json().catch(() => {
    throw new AskError({ kind: 'away' });
  });
}

/** @throws AskError */
export async function ask(path: string, body?: object): Promise<Response> {
  const reply = await fetch(path, requestOf(body)).catch(() => {
    throw new AskError({ kind: 'away' });
  });
  if (reply.ok) return reply;
  if (reply.status === 401) throw new AskError({ kind: 'session' });
  const answer = (await reply.json().catch(() => undefined)) as Partial<Refused> | undefined;
  // From a proxy whose server does not answer.
  if (answer === undefined && reply.status >= 500) throw new AskError({ kind: 'away' });
  throw new AskError({ kind: 'refused', ...answer });
}

export const troubleOf = (thrown: unknown): Trouble =>
  thrown instanceof AskError ? thrown.trouble : { kind: 'refused' };

const EVERY_MS = 15_000;
/** Where no one answered. */
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
      const result = await asker.current().then(
        (reply) => ({ reply }),
        (thrown: unknown) => ({ trouble: troubleOf(thrown) }),
      );
      if (running.current !== mine) return;
      running.current = undefined;
      kind.current = 'trouble' in result ? result.trouble.kind : undefined;
      setState((before) => ('reply' in result ? result : { ...before, ...result }));
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
