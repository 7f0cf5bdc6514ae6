import { type ErrorCode, toCountersignError } from '@countersign/core/errors';
import { escrowOf } from '../interactions/escrow-of.ts';

import type { Reply, Task } from '../task.ts';
import { statusMessage } from '../views/outcome.ts';
import { preparedMessage } from '../views/prepared.ts';

/** Where the card is behind: it is decided, or may be, or has ended. */
const BEHIND: readonly ErrorCode[] = [
  'ALREADY_SETTLED',
  'OUTCOME_UNKNOWN',
  'ADDRESS_TAKEN',
  'SUPERSEDED',
  'DECLINED',
  // Of a renewal: discarded.
  'TRANSACTION_EXPIRED',
];

/** A fresh transaction for the same request where the old one has too little time left; also what brings a card up to date. */
export async function renew({ desk, call, words }: Task, id: string): Promise<Reply> {
  try {
    const prepared = await desk.renew(id, call);
    return { message: preparedMessage(prepared, undefined, words), card: prepared };
  } catch (thrown) {
    if (!BEHIND.includes(toCountersignError(thrown).code)) throw thrown;
    const status = await desk.status(id, call);
    return { message: statusMessage(status, { escrow: await escrowOf(desk, status, call) }, words), card: status };
  }
}
