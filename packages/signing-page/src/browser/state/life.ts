/** An escrow's life as a short list: what is done, what is next, and what comes later. */
import type { PageEscrow } from '@countersign/core/desk';
import { SANDBOX_NAMES } from '@countersign/core/network';
import { format } from '@countersign/core/text/message';
import type { PageView } from '../../page-view.ts';
import { amountText } from '../parts/texts.ts';
import { core, words } from '../words/words.ts';

export type Turn = PageEscrow['turn'][number];
type GroupedTurn = Turn & { readonly milestones?: readonly number[] | undefined };

export type LifeStep = {
  readonly what: 'set-up' | 'money' | 'milestone' | 'payout' | 'rest';
  /** Counted from 1. */
  readonly milestone?: number;
  readonly mark: 'done' | 'now' | 'later';
  /** Who does something about it: now, or when its time has come. */
  readonly turns: readonly Turn[];
};

export function lifeOf({ turn, milestones, funded }: PageEscrow): readonly LifeStep[] {
  const at = (milestone: number | undefined, isMeant: (action: Turn['action']) => boolean = isOfWork) =>
    turn.filter((each) => each.milestone === milestone && isMeant(each.action));
  const toPay = at(undefined, (action) => action === 'fund');
  const isPaid = funded === 'fully' || funded === 'over';
  // The contract takes a report before the money is there; anyone who works is better off waiting for it.
  const isPaidFirst = toPay.length > 0 && funded === 'none';
  const markOf = (turns: readonly Turn[], isDone: boolean): LifeStep['mark'] => {
    if (isDone) return 'done';
    return turns.length > 0 && !isPaidFirst ? 'now' : 'later';
  };
  const isSingle = milestones.every(({ amount }) => amount === undefined);
  const isOver = ({ state }: PageEscrow['milestones'][number]) => state === 'released' || state === 'resolved';
  const ofMilestones = milestones.map((milestone, index): LifeStep => {
    const turns = at(index + 1);
    const isDone = isOver(milestone) || (isSingle && milestone.state === 'approved');
    return { what: 'milestone', milestone: index + 1, mark: markOf(turns, isDone), turns };
  });
  const toPayOut = at(undefined);
  const toWithdraw = at(undefined, (action) => action === 'withdraw');
  return [
    { what: 'set-up', mark: 'done', turns: [] },
    { what: 'money', mark: toPay.length > 0 ? 'now' : isPaid ? 'done' : 'later', turns: toPay },
    ...ofMilestones,
    ...(isSingle || toPayOut.length > 0
      ? [{ what: 'payout', mark: markOf(toPayOut, milestones.every(isOver)), turns: toPayOut } as const]
      : []),
    ...(toWithdraw.length > 0 ? [{ what: 'rest', mark: 'now', turns: toWithdraw } as const] : []),
  ];
}

/** From the first report to the payout: all that neither pays in nor takes out what is left. */
const isOfWork = (action: Turn['action']): boolean => action !== 'fund' && action !== 'withdraw';

/** Whose turn it is: "Ben reports progress on milestones 1–3." @param isYours whether the reader does it */
export function sentenceOf(turn: GroupedTurn, view: PageView, isYours = false): string {
  const { roles, yours, paysIn, whereAsked } = words().afterwards;
  const { address, action, role } = turn;
  const { verb, life } = core.actions[action];
  if (isYours) return format(yours, { does: life?.youDo ?? format(whereAsked, { verb }) });
  const name = address === undefined ? undefined : nameOfParty(view, address);
  if (action !== 'fund') return core.turnText({ ...turn, address: undefined, name });
  const { missing, asset } = view.escrow ?? {};
  if (missing === undefined) return words().deal.payIn.unknown;
  return format(paysIn, { who: name ?? roles[role], amount: amountText(missing, asset ?? words().deal.tokens) });
}

/** All steps in which one party does the same at the same time. */
export const alike = (steps: readonly LifeStep[], { mark }: LifeStep, turn: Turn): readonly Turn[] =>
  steps
    .filter((step) => step.mark === mark)
    .flatMap(({ turns }) => turns)
    .filter(({ role, address, action }) => role === turn.role && address === turn.address && action === turn.action);

/** "please look at the work" */
export const askOf = ({ action }: Turn): string => core.actions[action].life?.ask ?? core.actions[action].verb;

export function nameOfParty({ names = [], network }: PageView, address: string): string | undefined {
  const known = names.filter(({ setBy, from }) => setBy !== undefined || from === 'sandbox');
  const demo = network.name === 'sandbox' ? SANDBOX_NAMES : [];
  return [...known, ...demo].find((each) => each.address === address)?.name;
}
