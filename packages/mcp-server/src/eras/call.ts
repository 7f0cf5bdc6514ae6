/** One request, as an adapter passes it on. */
import type { Id } from './message.ts';
export type Call = {
  readonly signal: AbortSignal;
  /** What the host sent along. A progress token is echoed, so it is scanned for secrets. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly sendProgress: (progress: Progress) => Promise<void>;
};

/** Progress of a tool call, sent if the host asked for it. */
type Progress = { progressToken: Id; progress: number; total: number; message: string };

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1_000);

/** What a person reads beside the progress bar, by tool. */
const WORDS: Readonly<Record<string, (done: number, total: number) => string>> = {
  get_balances: (done, total) => `${done} of ${total} balances read`,
  get_transaction: (done, total) => `Waiting for the outcome: ${seconds(done)} of ${seconds(total)} s`,
};

/** Sends progress only where it was requested, and only increasing, as the protocol demands. */
export function createProgress(
  tool: string,
  token: unknown,
  send: (progress: Progress) => Promise<void>,
): { readonly onProgress?: (done: number, total: number) => void } {
  if (typeof token !== 'string' && typeof token !== 'number') return {};
  const words = WORDS[tool] ?? ((done, total) => `${done} of ${total}`);
  let last = -1;
  return {
    onProgress: (done, total) => {
      // The last step is the reply itself; a notification right before it would only race it.
      if (done <= last || done >= total) return;
      last = done;
      // A lost notification must not fail the call; a host that is gone ends the connection anyway.
      send({ progressToken: token, progress: done, total, message: words(done, total) }).catch(() => {});
    },
  };
}
