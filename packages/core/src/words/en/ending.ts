/** Plans of several steps, in words: how an escrow is ended together, and several milestones of one request. */
import { type EndingPlan, type EndingReader, type EndingStage, largestFirst, type SeveralPlan } from '../ending.ts';
import { unnamed } from '../naming.ts';
import { paymentText } from './life.ts';
import { obstacleWords } from './obstacles.ts';
import { milestonesText, ROLE_WORDS } from './words.ts';

/** The plan, a sentence or two in each line, and what comes next. */
export function endingWords(
  plan: EndingPlan,
  reader: EndingReader = {},
): { readonly lines: readonly string[]; readonly next: string } {
  const { named = unnamed } = reader;
  const { lines, next } = wordsOf(plan, reader);
  return { lines: lines.map(named), next: named(next) };
}

function wordsOf(plan: EndingPlan, { own = [] }: EndingReader): ReturnType<typeof endingWords> {
  const { now, because, released, stuck, unit, stages } = plan;
  const stays = [
    ...(released.length === 0 ? [] : [`What was paid out for ${milestonesText(released)} stays paid out.`]),
    ...(stuck === undefined
      ? []
      : [`${stuck} ${unit} stay in the escrow: its contract has no function by which they can be withdrawn.`]),
  ];
  switch (now) {
    case 'not-signed':
      return { lines: ['This escrow is not on the ledger: nobody can pay into it yet.'], next: DISCARD };
    case 'no-money':
      return { lines: [NO_MONEY], next: `${AGREE} ${platformText(plan.platform)}` };
    case 'over':
      return { lines: ['No money is left in this escrow.', ...stays], next: 'Nothing has to be done.' };
    case 'cannot': {
      const reasons = because.map(obstacleWords);
      return {
        lines: [...new Set(reasons.map(({ problem }) => problem)), ...stays],
        next: reasons[0]?.remedy ?? 'Nothing can be done here.',
      };
    }
    case 'to-return':
      return {
        lines: [
          ...backLines(plan),
          ...stages.map((stage, at) => stageText(stage, at + 1, unit, own)),
          AGREEMENT,
          ...stays,
        ],
        next: nextText(plan, own),
      };
  }
}

/** "2 of 5" */
export const partText = ({ done, of }: Pick<EndingPlan, 'done' | 'of'>): string => `${done + 1} of ${of}`;

const NO_MONEY =
  'No money is in this escrow, so nothing has to be done on the ledger. Nothing is owed, and nothing can be taken.';
const AGREE = 'Agree with the others that nobody pays in.';
const platformText = (platform: string): string =>
  `Its contract has no cancel, so the platform (${platform}) may change its title to say that it is over.`;
const DISCARD = 'Discard it, so that it is not signed by mistake.';
const AGREEMENT =
  'The contract has no cancel: only the dispute resolver can return the money, so ask whether they agree before anybody signs.';

function stageText(
  { act, milestones, left, isDone, signers, amount }: EndingStage,
  at: number,
  unit: string,
  own: readonly string[],
): string {
  if (isDone)
    return `${at}. Done: ${ACTS[act].done(milestones.length === 0 ? 'the escrow' : milestonesText(milestones))}.`;
  const what = milestones.length === 0 ? 'the escrow' : milestonesText(left);
  const each = left.length > 1 ? `, a transaction for each (${left.length})` : '';
  return `${at}. ${ACTS[act].does(what, `${amount} ${unit}`)}${each}. ${signersText(signers, own)}`;
}

const ACTS = {
  dispute: {
    does: (what: string) => `Open a dispute over ${what}; no money moves`,
    done: (what: string) => `a dispute over ${what}`,
  },
  resolve: {
    does: (what: string, amount: string) => `Decide the dispute over ${what}, and return ${amount}`,
    done: (what: string) => `the decision over ${what}`,
  },
  withdraw: {
    does: (_: string, amount: string) => `Withdraw ${amount} that no milestone needs, and return it`,
    done: () => 'the withdrawal of what is left',
  },
} as const;

function signersText(signers: EndingStage['signers'], own: readonly string[]): string {
  const named = signers.map(({ role, address }) =>
    address === undefined
      ? 'the milestone’s receiver'
      : `${ROLE_WORDS[role as keyof typeof ROLE_WORDS]} (${own.includes(address) ? 'you' : address})`,
  );
  return `${named.length > 1 ? 'Any one of these signs' : 'Signed by'}: ${named.join(', ')}.`;
}

function backLines({ pays, unit, stays, payers, approver }: EndingPlan): string[] {
  const { shown, others } = largestFirst(pays);
  const toOthers =
    others.length === 0 ? [] : [`${others.length} others who paid in get the rest, in the same proportion`];
  const back = shown.map((payment) =>
    payment.to === undefined
      ? `${payment.about ? 'about ' : ''}${payment.amount} ${unit} to whoever paid in`
      : paymentText(payment, unit),
  );
  const fees = pays
    .filter(({ as }) => as !== 'share')
    .map((payment) => paymentText({ ...payment, to: undefined }, unit));
  const after = fees.length === 0 ? '' : ` Fees: ${fees.join(', ')}.`;
  const rest = stays === '0' ? 'nothing stays in the escrow' : `${stays} ${unit} stays in the escrow`;
  return back.length === 0
    ? []
    : [`Comes back: ${[...back, ...toOthers].join('; ')}; ${rest}.${after}`, ...payersLine(payers, approver)];
}

function payersLine(payers: EndingPlan['payers'], approver: string): string[] {
  switch (payers) {
    case 'history':
      return [
        'Who paid in is read from the ledger’s history. Check each address: an exchange may not credit what comes back.',
      ];
    case 'unknown':
      return [
        `The ledger’s history does not show who paid in. Name the address that gets it back; ask the approver (${approver}) whether they paid.`,
      ];
    default:
      return [];
  }
}

function nextText(plan: EndingPlan, own: readonly string[]): string {
  const { next, payers } = plan;
  if (next === undefined) return 'Nothing has to be done.';
  const { act, milestone, signers } = next;
  const what = milestone === undefined ? 'the escrow' : milestonesText([milestone]);
  const head = `Transaction ${partText(plan)}: ${NEXT[act](what)}. ${signersText(signers, own)}`;
  return act !== 'dispute' && payers === 'unknown' ? `${head} First name the address that gets the money back.` : head;
}

const NEXT = {
  dispute: (what: string) => `a dispute over ${what}`,
  resolve: (what: string) => `the decision of the dispute over ${what}`,
  withdraw: () => 'the withdrawal of what is left',
} as const;

/** How far several milestones are, and what follows. */
export function severalText({ milestones, done, already = [], stopped }: SeveralPlan): string {
  const left = milestones.filter((each) => !done.includes(each));
  const [next, ...later] = left;
  const before = [
    ...(already.length === 0 ? [] : [`Nothing is left to do for ${milestonesText(already)}.`]),
    ...(done.length === 0 ? [] : [`Done: ${milestonesText(done)}.`]),
  ];
  const now =
    next === undefined
      ? 'Nothing is left of this request.'
      : stopped === undefined
        ? `${partText({ done: milestones.indexOf(next), of: milestones.length })}: ${milestonesText([next])}.`
        : `Not done: ${milestonesText(left)}. ${stopped}`;
  const after =
    later.length === 0 || stopped !== undefined
      ? []
      : [
          `Then ${milestonesText(later)}: ${later.length > 1 ? 'each' : 'it'} is prepared when the one before has settled.`,
        ];
  return [...before, now, ...after].join(' ');
}

/** @param possible milestones of the request that nothing prevents */
export const othersPossible = (possible: readonly number[]): string =>
  `To go on without it, ask for ${milestonesText(possible)} alone.`;
