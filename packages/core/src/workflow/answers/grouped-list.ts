/** The list of a person's escrows, grouped by who has to act. */
import { fromBaseUnits } from '../../escrow/index.ts';
import { totalAmount } from '../../kinds/progress.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { EscrowView, Phase } from '../model/escrow-views.ts';
import type { EscrowGroup, ListedEscrow, ListedEscrows } from '../model/list-views.ts';
import { isOpen } from '../model/page-actions.ts';
import { personIn } from '../model/person.ts';
import { milestoneOf, type PreparedRequest } from '../model/requests.ts';
import type { TransactionStatus } from '../model/results.ts';
import { lifeView } from '../read/escrow-terms.ts';
import { type FoundHere, searchEscrows } from './find.ts';

type Turn = NonNullable<EscrowView['turn']>[number];

const PHASES: Readonly<Record<TransactionStatus['status'], Phase>> = {
  prepared: 'open',
  'to-confirm': 'open',
  expired: 'open',
  displaced: 'open',
  rejected: 'open',
  sending: 'sent',
  accepted: 'sent',
  unknown: 'sent',
  settled: 'settled',
  taken: 'ended',
  superseded: 'ended',
  declined: 'ended',
  discarded: 'ended',
};

const GROUPS: Readonly<Record<Phase, EscrowGroup>> = {
  open: 'needs-me',
  sent: 'waiting',
  settled: 'waiting',
  ended: 'finished',
};

const MOST_LISTED = 200;

export async function listEscrows(context: DeskContext, input: unknown, call: CallOptions): Promise<ListedEscrows> {
  const person = personIn(context);
  const { here, more, damaged } = await searchEscrows(context, input, call, { most: MOST_LISTED });
  const mine = new Set(await context.store.signersOf(person));
  const escrows = here.map(async (found) => {
    const about = found.now === undefined ? [] : await context.store.requestsAbout(person, found.entry.contractId);
    return listed(found, mine, about);
  });
  // Somebody else may sign what was prepared for them here.
  const me = await context.store.signedBy(person);
  const note = damaged.length === 0 ? {} : { damagedNote: context.words.damagedText(damaged) };
  return { me, escrows: await Promise.all(escrows), more, ...note };
}

/** @param mine the accounts that something was prepared for here. @param about newest first */
function listed(found: FoundHere, mine: ReadonlySet<string>, about: readonly PreparedRequest[]): ListedEscrow {
  const { entry, prepared, kept, now, status } = found;
  const terms = now?.escrow ?? kept.call.escrow;
  const phase = entry.setAside ? 'ended' : status.neverSent === true ? 'open' : PHASES[status.status];
  const { state, turn = [] } =
    now?.escrow === undefined ? {} : lifeView(now.escrow, now.held?.units, 'pinned', now.unknownActs);
  const own = turn.filter(({ address }) => address === undefined || mine.has(address));
  const changed = (now?.changes.length ?? 0) > 0;
  const page =
    phase === 'open' ? prepared : about.find((other) => isOpen(other) && own.some((each) => isTurnOf(other, each)));
  return {
    ...entry,
    group: groupOf(phase, state, own, changed),
    phase,
    total: fromBaseUnits(totalAmount(terms), now?.held?.decimals ?? kept.decimals),
    ...(state && { state, turn }),
    ...(changed && { changed }),
    ...(page && { pageId: page.pageId }),
  };
}

function groupOf(phase: Phase, state: EscrowView['state'], own: readonly Turn[], changed: boolean): EscrowGroup {
  if (phase !== 'settled') return GROUPS[phase];
  // A finished escrow with money left waits for no one, though its resolver may withdraw it.
  if (own.length > 0 || (changed && state !== 'finished')) return 'needs-me';
  return state === 'finished' ? 'finished' : 'waiting';
}

/** Whether the turn is taken by what was prepared. */
export const isTurnOf = (prepared: PreparedRequest, { action, milestone }: Turn): boolean =>
  action === prepared.action && (milestone === undefined || milestoneOf(prepared) === milestone);
