/** Reports to one follower the changes between the state it was last told and each poll. */
import { toCountersignError } from '../../errors/errors.ts';
import type { ContractEvent } from '../../ledger/ledger.ts';
import { redactStrings } from '../../secrets/secrets.ts';
import type { EscrowChange } from '../../words/changes.ts';
import type { DeskContext } from '../context.ts';
import { personIn } from '../people/person.ts';
import { tokenContract } from '../prepare/funded-escrow.ts';
import type { OnLedger } from '../read/escrows-on-ledger.ts';
import { differencesOf } from './difference.ts';
import type { TakeChanges } from './following.ts';
import { fundedBy, isDecision, named, withPayees } from './naming.ts';
import type { Seen } from './poller.ts';
import { type EscrowState, nextState, textOfState } from './state.ts';

type Step = { readonly escrow: string; readonly before: EscrowState; readonly now: EscrowState };

/** Processes polls one after the other; of those that arrive meanwhile only the newest counts. */
export function createTeller(
  context: DeskContext,
  follower: string | undefined,
  told: Map<string, EscrowState>,
  take: TakeChanges,
) {
  const doubted = new Set<string>();
  let next: Seen | undefined;
  let working: Promise<void> | undefined;
  let isOver = false;

  const keep = async (states: ReadonlyMap<string, EscrowState>) => {
    for (const [escrow, state] of states) told.set(escrow, state);
    if (follower === undefined) return;
    const cursors = [...states].map(
      ([escrow, state]) => [escrow, { ledger: state.asOf, state: textOfState(state) }] as const,
    );
    await context.store.setTold(personIn(context), follower, new Map(cursors));
  };
  const work = async () => {
    for (let seen = next; seen !== undefined && !isOver; seen = next) {
      next = undefined;
      const { fresh, steps } = compare(context, told, doubted, seen);
      if (fresh.size > 0) await keep(fresh);
      const events = await eventsOf(context, steps);
      for (const { escrow, before, now } of steps) {
        if (isOver) return;
        const own =
          events?.filter((each) => each.contract === escrow && each.ledger > before.asOf && each.ledger <= now.asOf) ??
          [];
        const kind = now.kind ?? before.kind;
        const changes = named(differencesOf(escrow, before, now, context.network, fundedBy(own, kind)), own, kind);
        const told = await namePayees(context, { escrow, before, now }, changes, own);
        await take(redactStrings(told, context.scanner.redact));
        await keep(new Map([[escrow, now]]));
      }
    }
  };
  return {
    see(seen: Seen) {
      next = next === undefined ? seen : new Map([...next, ...seen]);
      working ??= work()
        // The changes are reported again after the next poll.
        .catch((error: unknown) =>
          context.log?.('warn', `Changes were not taken: ${toCountersignError(error).message}`),
        )
        .finally(() => {
          working = undefined;
        });
    },
    async stop() {
      isOver = true;
      await working;
    },
  };
}

/** @returns the escrows seen for the first time, and the changes since the last report */
function compare({ network }: DeskContext, told: Map<string, EscrowState>, doubted: Set<string>, seen: Seen) {
  const fresh = new Map<string, EscrowState>();
  const steps: Step[] = [];
  for (const [escrow, onLedger] of seen) {
    const before = told.get(escrow);
    if (before === undefined) {
      if (isState(onLedger)) fresh.set(escrow, onLedger);
      continue;
    }
    const now = nextState(before, onLedger);
    if (now === undefined) continue;
    const changes = differencesOf(escrow, before, now, network);
    if (changes.length === 0) told.set(escrow, now);
    else if (isTorn(now, changes) && !doubted.has(escrow)) {
      doubted.add(escrow);
      continue;
    } else steps.push({ escrow, before, now });
    doubted.delete(escrow);
  }
  return { fresh, steps };
}

/**
 * A token with its own code reports the balance after the escrow was read, so a release in between would look like a
 * withdrawal. It is one only if the next poll still shows it.
 */
const isTorn = ({ held }: EscrowState, changes: readonly EscrowChange[]): boolean =>
  held !== undefined && held.modified === undefined && changes.some(({ kind }) => kind === 'withdrawn');

const isState = (seen: OnLedger): seen is EscrowState => seen.state !== 'not-listed';

/** Events since the oldest reported state. If the RPC no longer has all of them, only the states count. */
async function eventsOf(
  { ledger }: DeskContext,
  steps: readonly Step[],
): Promise<readonly ContractEvent[] | undefined> {
  if (ledger === undefined || steps.length === 0) return undefined;
  const from = Math.min(...steps.map(({ before }) => before.asOf)) + 1;
  return await ledger.eventsOf(
    steps.map(({ escrow }) => escrow),
    from,
  );
}

async function namePayees(
  { ledger, network }: DeskContext,
  { escrow, before, now }: Step,
  changes: readonly EscrowChange[],
  events: readonly ContractEvent[],
): Promise<readonly EscrowChange[]> {
  const terms = now.escrow ?? before.escrow;
  if (ledger === undefined || terms === undefined || !changes.some(isDecision)) return changes;
  const payer = { token: tokenContract(network, terms.trustline.address), from: escrow };
  const transfers = (await ledger.transfersFrom(payer, before.asOf + 1)) ?? [];
  const fees = [terms.roles.platformAddress, network.feeAddress];
  return withPayees(changes, transfers, events, now.kind ?? before.kind, fees);
}
