/** One call of a desk, by a person. */
import type { PersonalDesk } from '@countersign/core';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { Broken, checkClaim, must } from './invariants.ts';
import type { LedgerRecord } from './ledger-record.ts';
import {
  groupOf,
  isDisturbed,
  type KnownRequest,
  type KnownTransaction,
  type Memory,
  PEOPLE,
  type PersonNumber,
  pickOf,
} from './memory.ts';
import type { SeatNumber, Seats } from './seats.ts';
import type { Happening } from './step.ts';
import type { World } from './world.ts';

export type Asking = { readonly seat: SeatNumber; readonly person: PersonNumber };

/** Calls a desk and checks its answer, unless it was killed meanwhile. An error must be a CountersignError. */
export async function call<T>(
  run: Run,
  { seat, person }: Asking,
  ask: (desk: PersonalDesk, whole: ReturnType<Seats['desk']>) => Promise<T>,
  judge: (answer: T) => void = () => {},
): Promise<string | undefined> {
  const whole = run.seats.desk(seat);
  if (seat === 2) run.memory.isForgetful = true;
  const [result] = await Promise.allSettled([ask(whole.for(PEOPLE[person]), whole)]);
  if (await run.seats.bury()) {
    run.memory.wasKilled = true;
    return 'killed';
  }
  if (result.status === 'fulfilled') {
    mustNotTell(run.memory, person, result.value);
    judge(result.value);
    return undefined;
  }
  const error: unknown = result.reason;
  if (error instanceof Broken || !(error instanceof Error)) throw error;
  const code = 'code' in error ? String(error.code) : undefined;
  must(
    error.name === 'CountersignError' && code !== 'INTERNAL',
    'an error is one of ours',
    error.stack,
    String(error.cause),
  );
  mustNotTell(run.memory, person, { ...error, message: error.message });
  return code;
}

/** Neither of two owners may see anything of the other. */
function mustNotTell({ handles: preparedRequests, shown }: Memory, person: PersonNumber, answer: unknown): void {
  const text = JSON.stringify(answer) ?? '';
  for (const prepared of preparedRequests) {
    const { id, pageId, owner } = prepared;
    if (owner === person || shown.has(prepared)) continue;
    must(
      !text.includes(id) && (pageId === undefined || !text.includes(pageId)),
      'another’s handle stays theirs',
      answer,
    );
  }
}

export type Run = {
  readonly world: World;
  readonly seats: Seats;
  readonly memory: Memory;
  readonly record: LedgerRecord;
};

export function heal({ world, seats: { face } }: Run): void {
  Object.assign(face, { nodes: 'H', isSilent: false, isMute: false });
  face.archived.clear();
  world.freeze();
}

export const transactionOf = ({ memory }: Run, seat: SeatNumber, number: number): KnownTransaction | undefined =>
  pickOf(
    memory.offers.filter(({ prepared }) => prepared.group === groupOf(seat)),
    number,
  );

/** Whether the RPC shows the whole ledger, and the store still has all that was written to it. */
export function isHealthy({ memory, seats: { face } }: Run): boolean {
  if (memory.isTampered || memory.isForgetful) return false;
  return face.nodes === 'H' && !face.isSilent && face.oldest === 1 && face.archived.size === 0;
}

/** Of the 45 s of a call. */
const ALMOST_ALL_MS = 44_500;

export async function submit(
  run: Run,
  { seat, person, offer: number, way, lie }: Extract<Happening, { readonly does: 'submit' }>,
): Promise<void> {
  const { memory, record } = run;
  const transaction = transactionOf(run, seat, number);
  if (transaction === undefined) return;
  const { prepared } = transaction;
  const signedXdr = signWith(memory.signer, transaction.unsignedXdr);
  run.seats.service.next.send = lie;
  // Anyone who sends a payment waits for the ledger's word as long as the call may take.
  const options =
    run.seats.face.isSilent && prepared.action === 'fund' ? { begun: performance.now() - ALMOST_ALL_MS } : {};
  const wasEnded = memory.ended.has(prepared) && !isDisturbed(memory) && record.outcomeOf(transaction.hash) === 'none';
  const isPage = way === 'page' && prepared.pageId !== undefined && person === prepared.owner;
  const code = await call(
    run,
    { seat, person },
    (desk, whole) =>
      isPage
        ? whole.page(prepared.pageId ?? '').submit(signedXdr, options)
        : desk.submit(
            way === 'with id' && person === prepared.owner ? { signedXdr, id: prepared.id } : { signedXdr },
            options,
          ),
    (report) => checkClaim(memory, record, prepared, report),
  );
  must(!wasEnded || record.outcomeOf(transaction.hash) === 'none', 'what has ended is not sent', transaction.hash);
  if (code !== 'killed') transaction.isDelivered = true;
  // Only the owner learns which transaction was sent.
  if (person !== prepared.owner) return;
  // A page of what was forgotten leads nowhere, and a payment's time bounds begin by another clock than the desk's.
  const isForgotten = isPage && code === 'HANDLE_NOT_FOUND';
  const isEarly = prepared.action === 'fund' && run.seats.clocks[seat] < 0;
  mustBeKnown(memory, isForgotten || isEarly ? undefined : code, prepared);
}

/** Nothing that was handed out and signed is strange to the desk afterwards, unless its memory was taken from it. */
export function mustBeKnown(memory: Memory, code: string | undefined, prepared: KnownRequest): void {
  if (isDisturbed(memory)) return;
  const isStrange = ['NOT_PREPARED_HERE', 'TRANSACTION_CHANGED', 'HANDLE_NOT_FOUND', 'STORE_UNUSABLE'].includes(
    code ?? '',
  );
  must(!isStrange, 'what was signed can be reported', code, prepared.id);
}
