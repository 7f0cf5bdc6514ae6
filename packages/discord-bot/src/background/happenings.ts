/** What is queued for posting: a change on the ledger, a reminder, or the current state after an interruption. */
import { createHash } from 'node:crypto';
import type { EscrowChange } from '@countersign/core/words';
import type { Happening } from '../state/watch-rows.ts';

export type QueuedPost =
  | { readonly kind: 'change'; readonly change: EscrowChange }
  | { readonly kind: 'reminder'; readonly since: number }
  | { readonly kind: 'interrupted' }
  /** The first one, when following begins. */
  | { readonly kind: 'began' };

/** A change has the same key in every process. Two equal changes in one poll differ by their position. */
export function happeningsOf(changes: readonly EscrowChange[]): Happening[] {
  const seen = new Map<string, number>();
  return changes.map((change) => {
    const text = JSON.stringify(Object.entries(change).sort(([one], [other]) => (one < other ? -1 : 1)));
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    const hash = createHash('sha256').update(`${text}#${count}`).digest('hex').slice(0, 32);
    return { key: `change.${hash}`, what: textOfQueued({ kind: 'change', change }) };
  });
}

export function reminderOf({ changed, due }: { readonly changed: number; readonly due: number | null }): Happening {
  return { key: `reminder.${changed}.${due}`, what: textOfQueued({ kind: 'reminder', since: changed }) };
}

export const textOfQueued = (queued: QueuedPost): string => JSON.stringify(queued);

/** Only this program writes it. */
export const queuedIn = (text: string): QueuedPost => JSON.parse(text) as QueuedPost;
