/** One call of a desk, by a person. */
import type { PersonalDesk } from '@countersign/core';
import { Broken, must } from './invariants.ts';
import { type Memory, PEOPLE, type PersonNumber } from './memory.ts';
import type { Run } from './run.ts';
import type { SeatNumber, Seats } from './seats.ts';

export type Asking = { readonly seat: SeatNumber; readonly person: PersonNumber };

/** Calls a desk and checks its answer, unless it was killed meanwhile. An error must be a CountersignError. */
export async function call<T>(
  run: Run,
  seat: SeatNumber,
  person: PersonNumber,
  ask: (desk: PersonalDesk, whole: ReturnType<Seats['desk']>) => Promise<T>,
  judge: (answer: T) => void,
): Promise<string | undefined> {
  const whole = run.seats.desk(seat);
  if (seat === 2) run.memory.isForgetful = true;
  const result = await ask(whole.for(PEOPLE[person]), whole).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if (await run.seats.bury()) {
    run.memory.wasKilled = true;
    return 'killed';
  }
  if ('answer' in result) {
    mustNotTell(run.memory, person, result.answer);
    judge(result.answer);
    return undefined;
  }
  const { error } = result;
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
function mustNotTell({ handles, shown }: Memory, person: PersonNumber, answer: unknown): void {
  const text = JSON.stringify(answer) ?? '';
  for (const handle of handles) {
    const { id, pageId, owner } = handle;
    if (owner === person || shown.has(handle)) continue;
    must(
      !text.includes(id) && (pageId === undefined || !text.includes(pageId)),
      'another’s handle stays theirs',
      answer,
    );
  }
}
