/** What is done with a handle, by its owner or by the other person. */
import type { Prepared, Settlement, TransactionStatus } from '@countersign/core/results';
import { call } from './call.ts';
import { note } from './hand-out.ts';
import { checkClaim, checkComplete, must } from './invariants.ts';
import { groupOf, PEOPLE, pickOf } from './memory.ts';
import { isHealthy, type Run } from './run.ts';
import type { Happening } from './step.ts';

export async function ofHandle(run: Run, what: Extract<Happening, { readonly handle: number }>): Promise<void> {
  const { memory, record, world } = run;
  const handle = pickOf(
    memory.handles.filter(({ group }) => group === groupOf(what.seat)),
    what.handle,
  );
  if (handle === undefined) return;
  const { seat, person } = what;
  const { id, amount, pageId = '' } = handle;
  const isOwner = person === handle.owner;
  // A person with the right to read can only look.
  const isShown = memory.shown.has(handle) && ['status', 'open page'].includes(what.does);
  const tell = (told: Settlement | TransactionStatus) => {
    checkClaim(memory, record, handle, told);
    if (isHealthy(run)) checkComplete(record, handle, told);
  };
  const noted = (answer: Prepared<'deploy'> | Prepared<'fund'>) => {
    if (answer.id === id) note(run, answer, handle);
  };
  const asked = await call(
    run,
    seat,
    // On the page it is whoever has its address.
    person,
    async (desk, whole): Promise<unknown> => {
      switch (what.does) {
        case 'renew':
          world.pass(1);
          return noted(await desk.prepare(handle.action, { id }));
        case 'confirm': {
          world.pass(1);
          const { stops, shown } = handle;
          const answer = await desk.confirm(id, { amount, shown });
          const confirmed = memory.confirmed.get(handle) ?? new Set();
          for (const stop of stops) confirmed.add(`${stop.code} ${JSON.stringify(stop.params)}`);
          memory.confirmed.set(handle, confirmed);
          return noted(answer as Prepared<'deploy'>);
        }
        case 'open page':
          return isOwner ? await whole.page(pageId).opened() : await desk.status(id).then(tell);
        case 'decline':
          return tell(isOwner ? await whole.page(pageId).decline('no') : await desk.discard(id));
        case 'discard':
          return tell(await desk.discard(id));
        case 'declare failed': {
          const told = await desk.declareFailed(id);
          const confirmed = memory.confirmed.get(handle) ?? new Set();
          memory.confirmed.set(handle, confirmed.add(`declared failed ${handle.offers.length}`));
          return tell(told);
        }
        case 'send again':
          return tell(await desk.submit({ id }));
        case 'status':
          return tell(await desk.status(id));
        case 'let the other read':
          await desk.grant(id, PEOPLE[person === 0 ? 1 : 0], 'read');
          return void memory.shown.add(handle);
      }
    },
    () => must(isOwner || isShown, 'another’s handle is not found', what),
  );
  if (!isOwner && !isShown && asked !== 'killed')
    must(asked === 'HANDLE_NOT_FOUND', 'another’s handle is not found', what, asked);
}
