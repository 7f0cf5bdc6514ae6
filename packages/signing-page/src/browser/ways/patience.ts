/** Waiting for a wallet in a window of its own: until it answers, is closed, never gets ready, or nobody waits any more. */
import { type Named, refusal } from './refusal.ts';

/** From opening its window until the wallet in it says that it is there. */
const READY_MS = 30_000;
const LOOK_MS = 300;

/**
 * @param state of the window
 * @throws CountersignError where no answer will come
 */
export async function patiently<Answer>(
  wallet: Named,
  answer: Promise<Answer>,
  state: () => 'opening' | 'ready' | 'closed',
  signal: AbortSignal,
): Promise<Answer> {
  const begun = Date.now();
  let watch: ReturnType<typeof setInterval> | undefined;
  const hopeless = new Promise<never>((_, reject) => {
    watch = setInterval(() => {
      const now = state();
      if (now === 'closed' || signal.aborted) reject(refusal(wallet, 'closed'));
      else if (now === 'opening' && Date.now() - begun > READY_MS) reject(refusal(wallet, 'silent'));
    }, LOOK_MS);
  });
  try {
    return await Promise.race([answer, hopeless]);
  } finally {
    clearInterval(watch);
  }
}
