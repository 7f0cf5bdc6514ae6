/** The state of settled pages' escrows: each is read from the ledger at a modest pace, however many look at it. */
import type { PageDesk } from '@countersign/core';
import type { PageEscrow, SigningView } from '@countersign/core/desk';
import { keepNewest } from './shared-reads.ts';

const ASK_EVERY_MS = 10_000;
/** How long a view waits for the ledger. */
const ASK_MS = 3_000;
const MOST = 500;

/** @param note called with the reason why the ledger could not be asked */
export function createStandings(note: (thrown: unknown) => void) {
  const known = new Map<string, { readonly at: number; readonly escrow: PageEscrow | undefined }>();
  const remember = (id: string, at: number, escrow: PageEscrow | undefined) =>
    keepNewest(known, id, { at, escrow }, MOST);
  /** @param asks whether the ledger may be asked; if not, the last known state is used */
  return async (desk: PageDesk, { id: requestId, status }: SigningView, asks: boolean) => {
    if (status.status !== 'settled') return undefined;
    // Some of it is in the reader's words.
    const id = `${requestId} ${desk.language}`;
    const before = known.get(id);
    const isFresh = before !== undefined && Date.now() - before.at < ASK_EVERY_MS;
    if (!asks || isFresh) return before?.escrow;
    // Others who look in the meantime do not ask again.
    remember(id, Date.now(), before?.escrow);
    const escrow = await desk.escrow({ signal: AbortSignal.timeout(ASK_MS) }).catch(note);
    remember(id, Date.now(), escrow ?? before?.escrow);
    return escrow ?? before?.escrow;
  };
}
