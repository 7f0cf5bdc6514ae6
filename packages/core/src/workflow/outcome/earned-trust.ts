/** What a settled transaction proves to the wallet that signed it: the money that moved, and what was confirmed for it. */

import { isStepName } from '../../escrow/steps.ts';
import { rolesAs, takingRisk } from '../../risk/index.ts';
import type { DeskContext } from '../context.ts';
import { stakeOf } from '../model/at-stake.ts';
import type { PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import { contentOf } from '../people/confirmations.ts';
import { moneyMoved } from '../store/money-moved.ts';

type Settled = Pick<PreparedTransaction, 'hash' | 'contractId' | 'unsignedXdr' | 'offeredAt'> &
  Partial<Pick<PreparedTransaction, 'sentAt'>>;

/** Before the outcome is stored, so that no payment goes unnoticed; again changes nothing. */
export async function noteEarnedTrust(
  { store, network }: Pick<DeskContext, 'store' | 'network'>,
  prepared: PreparedRequest,
  { hash, contractId: escrow, unsignedXdr, sentAt, offeredAt }: Settled,
): Promise<void> {
  const source = { hash, escrow, at: sentAt ?? offeredAt };
  const moved = moneyMoved(prepared, { unsignedXdr }, network);
  if (moved !== undefined) await store.noteMoney(source, moved);
  const stake = stakeOf(prepared, escrow, network);
  if (stake === undefined || isStepName(prepared.action)) return;
  const { signer } = prepared.request;
  const { stops: blockers } = takingRisk(stake.escrow, signer, undefined);
  const isConfirmed = await Promise.all(blockers.map((stop) => store.isConfirmed(prepared.id, contentOf(stop))));
  const takings = blockers
    .filter((_, index) => isConfirmed[index])
    .map(({ params: { address } }) => ({ address, roles: rolesAs(stake.escrow, address), units: stake.units }));
  await store.noteConfirmedTakings(signer, source, takings);
}
