import type { Progress } from './progress.ts';

/** One request, as an adapter passes it on. */
export type Call = {
  readonly signal: AbortSignal;
  /** What the host sent along. A progress token is echoed, so it is scanned for secrets. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly sendProgress: (progress: Progress) => Promise<void>;
};
