/** A signed transaction given to a desk. */
import { call } from './call.ts';
import { checkClaim, must } from './invariants.ts';
import { groupOf, isDisturbed, type KnownHandle, type Memory, pickOf } from './memory.ts';
import { type Run, signed } from './run.ts';
import type { Happening } from './step.ts';

/** Of the 45 s of a call. */
const ALMOST_ALL_MS = 44_500;

export async function submit(
  run: Run,
  { seat, person, offer: number, way, lie }: Extract<Happening, { readonly does: 'submit' }>,
): Promise<void> {
  const { memory, record } = run;
  const offer = pickOf(
    memory.offers.filter(({ handle }) => handle.group === groupOf(seat)),
    number,
  );
  if (offer === undefined) return;
  const { handle } = offer;
  const signedXdr = signed(memory.signer, offer);
  run.seats.service.next.send = lie;
  // Whoever sends a payment waits for the ledger's word as long as the call may take.
  const options =
    run.seats.face.isSilent && handle.action === 'fund' ? { begun: performance.now() - ALMOST_ALL_MS } : {};
  const wasEnded = memory.ended.has(handle) && !isDisturbed(memory) && record.outcomeOf(offer.hash) === 'none';
  const isPage = way === 'page' && handle.pageId !== undefined && person === handle.owner;
  const code = await call(
    run,
    seat,
    person,
    (desk, whole) =>
      isPage
        ? whole.page(handle.pageId ?? '').submit(signedXdr, options)
        : desk.submit(
            way === 'with id' && person === handle.owner ? { signedXdr, id: handle.id } : { signedXdr },
            options,
          ),
    (told) => checkClaim(memory, record, handle, told),
  );
  must(!wasEnded || record.outcomeOf(offer.hash) === 'none', 'what has ended is not sent', offer.hash);
  if (code !== 'killed') offer.isDelivered = true;
  // Of which offer was sent only its owner is told.
  if (person !== handle.owner) return;
  // A page of what was forgotten leads nowhere, and a payment's time bounds begin by another clock than the desk's.
  const isForgotten = isPage && code === 'HANDLE_NOT_FOUND';
  const isEarly = handle.action === 'fund' && run.seats.clocks[seat] < 0;
  mustBeKnown(memory, isForgotten || isEarly ? undefined : code, handle);
}

/** Nothing that was handed out and signed is strange to the desk afterwards, unless its memory was taken from it. */
export function mustBeKnown(memory: Memory, code: string | undefined, handle: KnownHandle): void {
  if (isDisturbed(memory)) return;
  const isStrange = ['NOT_PREPARED_HERE', 'TRANSACTION_CHANGED', 'HANDLE_NOT_FOUND', 'STORE_UNUSABLE'].includes(
    code ?? '',
  );
  must(!isStrange, 'what was signed can be told about', code, handle.id);
}
