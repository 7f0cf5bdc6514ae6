/** What a desk hands out to be signed: held against the request, and remembered. */
import type { PersonalDesk } from '@countersign/core';
import { readTransaction } from '@countersign/core/envelope';
import type { Prepared } from '@countersign/core/results';
import { type Asking, call } from './call.ts';
import { checkHandedOut, checkPlace, must } from './invariants.ts';
import { groupOf, isDisturbed, type KnownHandle, type KnownOffer } from './memory.ts';
import { isHealthy, type Run } from './run.ts';
import { NETWORK } from './world.ts';

export async function prepared(
  run: Run,
  { seat, person }: Asking,
  known: Pick<KnownHandle, 'action' | 'terms' | 'series' | 'amount'>,
  ask: (desk: PersonalDesk) => Promise<Prepared<'deploy'> | Prepared<'fund'>>,
): Promise<void> {
  await call(run, seat, person, ask, (answer) => note(run, answer, { ...known, owner: person, group: groupOf(seat) }));
}

type Made = Pick<KnownHandle, 'action' | 'terms' | 'series' | 'amount' | 'owner' | 'group'>;

export function note(run: Run, answer: Prepared<'deploy'> | Prepared<'fund'>, made: Made): void {
  const { memory } = run;
  const pageId = 'signUrl' in answer ? answer.signUrl?.replace('page:', '') : undefined;
  let handle = memory.handles.find(({ id }) => id === answer.id);
  if (handle === undefined) {
    handle = { ...made, id: answer.id, pageId, shown: '', stops: [], offers: [] };
    memory.handles.push(handle);
  }
  must(handle.owner === made.owner && handle.terms === made.terms, 'a handle is of one owner and request', answer.id);
  handle.stops = answer.judgement.stops;
  handle.shown = answer.judgement.key;
  checkHandedOut(memory, handle, answer);
  const { unsignedXdr, transactionHash: hash, contractId } = answer;
  if (unsignedXdr === undefined) return;
  const confirmed = memory.confirmed.get(handle);
  const open = answer.judgement.stops.filter(
    ({ code, params }) => !confirmed?.has(`${code} ${JSON.stringify(params)}`),
  );
  must(open.length === 0 || isDisturbed(memory), 'nothing is handed out that nobody confirmed', open);
  if (isHealthy(run) && !memory.isAtOnce) {
    const { seqNum } = readTransaction(unsignedXdr, NETWORK.passphrase).transaction;
    const next = run.world.sequenceOf(memory.signer.publicKey()) + 1n;
    must(seqNum === next, 'what is offered is the account’s next transaction', `${seqNum}`, `${next}`);
  }
  if (handle.offers.some((offer) => offer.hash === hash)) return;
  const offer: KnownOffer = { hash, contractId, unsignedXdr, handle, isDelivered: false };
  checkPlace(memory, offer);
  handle.offers.push(offer);
  memory.offers.push(offer);
}
