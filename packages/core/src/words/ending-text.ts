/** Plans of several steps, in words: how an escrow is ended together, and several milestones of one request. */
import { format } from '../text/message.ts';
import type { Messages } from './catalogue.ts';
import { type EndingPlan, type EndingReader, type EndingStage, largestFirst, type SeveralPlan } from './data/ending.ts';
import { unnamed } from './naming.ts';
import { obstacleWords } from './obstacles.ts';
import { paymentText } from './payout.ts';
import { aboutText, milestonesText } from './words.ts';

type EndingWords = { readonly lines: readonly string[]; readonly next: string };

/** The plan, a sentence or two in each line, and what comes next. */
export function endingWords(messages: Messages, plan: EndingPlan, reader: EndingReader = {}): EndingWords {
  const { named = unnamed } = reader;
  const { lines, next } = wordsOf(messages, plan, reader);
  return { lines: lines.map(named), next: named(next) };
}

function wordsOf(messages: Messages, plan: EndingPlan, { own = [] }: EndingReader): EndingWords {
  const { ending } = messages;
  const { now, because, released, stuck, unit, stages, platform } = plan;
  const stays = [
    ...(released.length === 0 ? [] : [format(ending.released, { milestones: milestonesText(messages, released) })]),
    ...(stuck === undefined ? [] : [format(ending.stuck, { amount: `${stuck} ${unit}` })]),
  ];
  switch (now) {
    case 'not-signed':
      return { lines: [ending[now].line], next: ending[now].next };
    case 'no-money':
      return { lines: [ending[now].line], next: format(ending[now].next, { platform }) };
    case 'over':
      return { lines: [ending[now].line, ...stays], next: ending[now].next };
    case 'cannot': {
      const reasons = because.map((unmet) => obstacleWords(messages, unmet));
      return {
        lines: [...new Set(reasons.map(({ problem }) => problem)), ...stays],
        next: reasons[0]?.remedy ?? ending[now].next,
      };
    }
    case 'to-return':
      return {
        lines: [
          ...backLines(messages, plan),
          ...stages.map((stage, at) => stageText(messages, stage, at + 1, unit, own)),
          ending.agreement,
          ...stays,
        ],
        next: nextText(messages, plan, own),
      };
  }
}

/** "2 of 5" */
export const partText = ({ ending }: Messages, { done, of }: Pick<EndingPlan, 'done' | 'of'>): string =>
  format(ending.part, { part: done + 1, count: of });

const whatText = (messages: Messages, milestones: readonly number[]): string =>
  milestones.length === 0 ? messages.ending.escrow : milestonesText(messages, milestones);

function stageText(
  messages: Messages,
  { act, milestones, left, isDone, signers, amount }: EndingStage,
  at: number,
  unit: string,
  own: readonly string[],
): string {
  const { stages, does, done } = messages.ending;
  if (isDone) return format(stages.done, { at, what: actText(done, act, whatText(messages, milestones)) });
  const what = milestones.length === 0 ? messages.ending.escrow : milestonesText(messages, left);
  return format(left.length > 1 ? stages.several : stages.one, {
    at,
    does: format(does[act], { what, amount: `${amount} ${unit}` }),
    count: left.length,
    signers: signersText(messages, signers, own),
  });
}

const actText = (
  { withdraw, ...others }: Messages['ending']['done' | 'next'],
  act: EndingStage['act'],
  what: string,
): string => (act === 'withdraw' ? withdraw : format(others[act], { what }));

function signersText(
  { ending, parties, you }: Messages,
  signers: EndingStage['signers'],
  own: readonly string[],
): string {
  const named = signers.map(({ role, address }) =>
    address === undefined ? ending.receiver : `${parties[role]} (${own.includes(address) ? you : address})`,
  );
  return format(named.length > 1 ? ending.signers.any : ending.signers.one, { signers: named.join(', ') });
}

function backLines(messages: Messages, { pays, unit, stays, payers, approver }: EndingPlan): string[] {
  const { ending } = messages;
  const { shown, others } = largestFirst(pays);
  if (shown.length === 0) return [];
  const back = shown.map((payment) =>
    payment.to === undefined
      ? format(ending.payer, { amount: aboutText(messages, `${payment.amount} ${unit}`, payment.about === true) })
      : paymentText(messages, payment, unit),
  );
  const toOthers = others.length === 0 ? [] : [format(ending.others, { count: others.length })];
  const rest = stays === '0' ? ending.nothingStays : format(ending.stays, { amount: `${stays} ${unit}` });
  const fees = pays
    .filter(({ as }) => as !== 'share')
    .map((payment) => paymentText(messages, { ...payment, to: undefined }, unit));
  const line = [
    format(ending.back, { shares: [...back, ...toOthers].join('; '), rest }),
    ...(fees.length === 0 ? [] : [format(ending.fees, { fees: fees.join(', ') })]),
  ].join(' ');
  switch (payers) {
    case 'history':
      return [line, ending.payers.history];
    case 'unknown':
      return [line, format(ending.payers.unknown, { approver })];
    default:
      return [line];
  }
}

function nextText(messages: Messages, plan: EndingPlan, own: readonly string[]): string {
  const { ending } = messages;
  const { next, payers } = plan;
  if (next === undefined) return ending.over.next;
  const { act, milestone, signers } = next;
  const head = format(ending.transaction, {
    part: partText(messages, plan),
    what: actText(ending.next, act, whatText(messages, milestone === undefined ? [] : [milestone])),
    signers: signersText(messages, signers, own),
  });
  return act !== 'dispute' && payers === 'unknown' ? `${head} ${ending.nameFirst}` : head;
}

/** How far several milestones are, and what follows. */
export function severalText(messages: Messages, { milestones, done, already = [], stopped: why }: SeveralPlan): string {
  const { several } = messages;
  const text = (numbers: readonly number[]) => ({ milestones: milestonesText(messages, numbers) });
  const left = milestones.filter((each) => !done.includes(each));
  const [next, ...later] = left;
  const before = [
    ...(already.length === 0 ? [] : [format(several.already, text(already))]),
    ...(done.length === 0 ? [] : [format(several.done, text(done))]),
  ];
  if (next === undefined) return [...before, several.nothing].join(' ');
  if (why !== undefined) return [...before, format(several.stopped, { ...text(left), why })].join(' ');
  const part = partText(messages, { done: milestones.indexOf(next), of: milestones.length });
  const then = later.length > 1 ? several.then.other : several.then.one;
  return [
    ...before,
    format(several.now, { part, ...text([next]) }),
    ...(later.length === 0 ? [] : [format(then, text(later))]),
  ].join(' ');
}

/** @param possible milestones of the request that nothing prevents */
export const othersPossible = (messages: Messages, possible: readonly number[]): string =>
  format(messages.several.possible, { milestones: milestonesText(messages, possible) });
