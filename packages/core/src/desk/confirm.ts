/** The person's own confirmation of a handle's stops: what it is, what follows from it, and what may be signed then. */
import type { ActionName } from '../actions/action.ts';
import { CountersignError } from '../errors/errors.ts';
import { canonicalDecimal } from '../escrow/amount.ts';
import { contentOf, keyOfStops } from './confirmations.ts';
import type { DeskContext } from './context.ts';
import type { Confirmation } from './desk.ts';
import { otherVersions } from './earlier-offers.ts';
import { supersede } from './end-handle.ts';
import { judgementOf } from './judging.ts';
import { keysOfAsked } from './keys.ts';
import { totalOf } from './limits.ts';
import { confirmer } from './person.ts';
import { prepare } from './prepare.ts';
import { requireGoing } from './require-going.ts';
import type { Prepared } from './results.ts';
import type { RunningCall } from './run-call.ts';
import { tellingOffer } from './status-words.ts';
import { type Handle, isUndecided } from './store/offers.ts';
import { truthOf } from './truth/truth-of.ts';

/** @throws CountersignError as `PersonalDesk.confirm` says */
export async function confirm(
  context: DeskContext,
  handle: Handle,
  { amount, shown }: Confirmation,
  call: RunningCall,
): Promise<Prepared<ActionName>> {
  const { handle: current } = await truthOf(context, handle, call());
  requireGoing(current);
  const total = totalOf(current);
  if (canonicalDecimal(amount.trim()) !== canonicalDecimal(total)) {
    throw new CountersignError('INPUT_INVALID', {
      message: 'This is not the amount that was shown. Nothing was confirmed.',
      fields: [{ path: 'amount', problem: 'is not the total that is shown' }],
      remedy: 'Type the total exactly as it is shown, in the token.',
    });
  }
  const { stops } = judgementOf(context, current, tellingOffer(current));
  if (keyOfStops(stops) !== shown) {
    throw new CountersignError('CONFIRMATION_NEEDED', {
      message: 'What stands against it is another by now than what was shown. Nothing was confirmed.',
      remedy: 'Read it again, then confirm that.',
    });
  }
  const by = confirmer(context.viewer, current.owner);
  for (const stop of stops) await context.store.confirm(current.id, contentOf(stop), by);
  const codes = stops.map(({ code }) => code);
  const { series } = keysOfAsked(current, context.network, current.owner);
  const versions = await otherVersions(context, series, ({ id }) => id !== current.id, call());
  if (codes.includes('NOT_COVERED') || codes.includes('NO_LEDGER_TO_ASK'))
    await giveUp(context, [current, ...versions]);
  if (codes.includes('REPLACES_OPENED')) await supersede(context, versions, current.id);
  return await prepare(context, current.action, { id: current.id }, call);
}

/** The person's word counts for those alone whose time is over; the newest offer is the one that they confirm. */
async function giveUp({ store, now }: DeskContext, handles: readonly Handle[]): Promise<void> {
  const [newest] = handles[0]?.offers ?? [];
  const over = handles
    .flatMap(({ offers }) => offers)
    .filter((offer) => isUndecided(offer) && offer.expiresAt <= now() && offer.hash !== newest?.hash);
  await store.giveUp(over.map(({ hash }) => hash));
}
