/** A step as a person should see it: who does what, what it changes to the last unit, what it does not do, who is next. */
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { fromBaseUnits, fromBasisPoints } from '../../escrow/amount.ts';
import { knownToken } from '../../escrow/network.ts';
import { MAX_EVIDENCE, ROLE_NAMES, type RoleName } from '../../escrow/steps.ts';
import { type EscrowOnChain, type MilestoneOnChain, receivers } from '../../kinds/escrow-on-chain.ts';
import { isReported, stateOf } from '../../kinds/progress.ts';
import { quotedReveal, revealLine, revealParagraph } from '../../text/text.ts';
import type { Reason } from '../../words/data/risk.ts';
import { summaryWords as english } from '../../words/en-core.ts';
import type { SummaryWords } from '../../words/language.ts';
import type { DoesWords } from '../../words/summary.ts';
import { XLM_DECIMALS } from '../check.ts';
import { expiryOf } from '../deploy/summary.ts';
import { restores } from '../registry.ts';
import type { StepSummary } from '../summary-schema.ts';
import { remainderOf } from './claims.ts';
import { type EscrowState, formatAmount, milestoneOf, numbersOf } from './escrow-state.ts';
import type { StepRequest } from './request.ts';
import { type Effect, type Payment, type Step, stepTotal } from './step.ts';
import type { ReadStep } from './step-call.ts';
import { turnsOf } from './turn.ts';

/** @param reasons why it is only partly verified; none when it is verified. @param words of the reader's language */
export function summariseStep(
  step: Step,
  read: ReadTransaction,
  { contractId }: ReadStep,
  request: StepRequest,
  state: EscrowState,
  reasons: readonly Reason[],
  words: SummaryWords = english,
): StepSummary {
  const { network, escrow, token } = state;
  const effect = step.effect(state, request);
  const { left } = remainderOf(state, effect);
  const role = step.signers(state, request).find(({ address }) => address === request.signer)?.role;
  return {
    network: network.name,
    networkPassphrase: network.passphrase,
    signer: request.signer,
    escrow: contractId,
    title: revealLine(escrow.title),
    step: step.name,
    ...(role === undefined ? {} : { role }),
    does: words.doesText(doesOf(step, role, request, state)),
    ...milestoneView(request, state, revealLine),
    changes: [...changesOf(state, effect, words)],
    ...payoutParts(state, effect),
    ...(effect.isAbout ? { about: words.ABOUT } : {}),
    amount: formatAmount(state, stepTotal(step, request, state)),
    doesNot: words.limitLines({
      step: step.name,
      roles: escrow.roles,
      // The contract lets even what is in dispute be withdrawn.
      disputed: numbersOf(state, (milestone) => stateOf(escrow, milestone) === 'disputed'),
    }),
    turn: [...turnsOf(effect.after, left)],
    token: { address: tokenAddress(state), ...(token === escrow.trustline.address ? {} : { code: token }) },
    feeXlm: fromBaseUnits(read.fee, XLM_DECIMALS),
    expiresAt: expiryOf(read).toISOString(),
    ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
    warnings: restores(read) ? [words.RESTORES] : [],
  };
}

const tokenAddress = ({ escrow, network }: EscrowState): string =>
  knownToken(network, escrow.trustline.address)?.address ?? escrow.trustline.address;

function doesOf(
  { name: step, agreesToReport }: Step,
  role: RoleName | undefined,
  request: StepRequest,
  state: EscrowState,
): DoesWords {
  const milestone = milestoneOf(state, request.milestone ?? 0);
  const quoted = (text: string) => quotedReveal(text, 100);
  return {
    ...{ step, role, title: quoted(state.escrow.title) },
    ...milestoneView(request, state, quoted, ` ${state.token}`),
    ...(milestone !== undefined && agreesToReport && isReported(milestone) ? { report: reportOf(milestone) } : {}),
  };
}

/** The status that the service provider reported, which is what is approved. */
function reportOf(milestone: MilestoneOnChain): NonNullable<DoesWords['report']> {
  const status = quotedReveal(milestone.status, 100);
  return milestone.evidence === '' ? { status } : { status, evidence: quotedReveal(milestone.evidence, MAX_EVIDENCE) };
}

/** The milestone that the step is about. @param show how its description is shown. @param unit what follows its amount */
function milestoneView(
  { milestone: number = 0 }: StepRequest,
  state: EscrowState,
  show: (text: string) => string,
  unit = '',
): Pick<StepSummary, 'milestone'> {
  const milestone = milestoneOf(state, number);
  if (milestone === undefined) return {};
  const amount = milestone.amount === undefined ? {} : { amount: `${formatAmount(state, milestone.amount)}${unit}` };
  const description = show(milestone.description);
  return { milestone: { number, of: state.escrow.milestones.length, description, ...amount } };
}

export function payoutParts(state: EscrowState, effect: Effect) {
  const { left, needed, milestones } = remainderOf(state, effect);
  return {
    pays: effect.pays.map((payment) => paymentView(payment, state, effect)),
    left: formatAmount(state, left),
    leftFor: { amount: formatAmount(state, needed), milestones: [...milestones] },
  };
}

function paymentView(
  { as, to, units, of }: Payment,
  state: EscrowState,
  { isAbout }: Effect,
): StepSummary['pays'][number] {
  return {
    as,
    ...(to === undefined ? {} : { to }),
    ...(as === 'share' ? rolesOf(to, state) : {}),
    amount: formatAmount(state, units),
    ...(of === undefined ? {} : { of: formatAmount(state, of) }),
    ...(isAbout ? { about: true as const } : {}),
  };
}

export function rolesOf(
  address: string | undefined,
  { escrow }: EscrowState,
): Pick<StepSummary['pays'][number], 'roles'> {
  const own = ROLE_NAMES.filter((role) =>
    role === 'receiver' ? receivers(escrow).some((each) => each === address) : escrow.roles[role] === address,
  );
  return own.length === 0 ? {} : { roles: own };
}

/** Texts are cleaned for showing, addresses are whole. */
type Change = StepSummary['changes'][number];

function changesOf(state: EscrowState, { after, pays, isAbout }: Effect, words: SummaryWords): readonly Change[] {
  const { FIELD_NAMES, NONE, ROLE_WORDS, aboutText } = words;
  const { changeOf, textChangeOf, amountText, wholeState } = changeWords(state, words);
  const { escrow: before, held } = state;
  const paid = pays.reduce((sum, { units }) => sum + units, 0n);
  const rest = money(state, held - paid);
  const left = isAbout ? aboutText(rest) : rest;
  return [
    ...textChangeOf(FIELD_NAMES.title, before.title, after.title, revealLine),
    ...textChangeOf(FIELD_NAMES.engagementId, before.engagementId, after.engagementId, revealLine),
    ...textChangeOf(FIELD_NAMES.description, before.description, after.description, revealParagraph),
    ...changeOf(
      FIELD_NAMES.platformFee,
      `${fromBasisPoints(before.platformFee)} %`,
      `${fromBasisPoints(after.platformFee)} %`,
    ),
    ...ROLE_NAMES.flatMap((role) => changeOf(ROLE_WORDS[role], before.roles[role] ?? NONE, after.roles[role] ?? NONE)),
    ...changeOf(FIELD_NAMES.amount, amountText(before.amount), amountText(after.amount)),
    ...changeOf(FIELD_NAMES.escrow, wholeState(before), wholeState(after)),
    ...milestoneChanges(state, after, words),
    ...changeOf(FIELD_NAMES.held, money(state, held), paid === 0n ? money(state, held) : left),
  ];
}

function milestoneChanges(state: EscrowState, after: EscrowOnChain, words: SummaryWords): readonly Change[] {
  const { escrow: before } = state;
  const { MILESTONE_FIELD_NAMES: names, MILESTONE_STATE_WORDS: states, NONE, milestoneName } = words;
  const { changeOf, textChangeOf, amountText, summed } = changeWords(state, words);
  const count = Math.max(before.milestones.length, after.milestones.length);
  return Array.from({ length: count }, (_, index) => {
    const [one, other] = [before.milestones[index], after.milestones[index]];
    const name = milestoneName(index + 1);
    if (one === undefined || other === undefined) {
      return changeOf(name, summed(one), summed(other)).map((change) => ({
        ...change,
        ...addedView(state, one, other),
      }));
    }
    return [
      ...textChangeOf(`${name}: ${names.description}`, one.description, other.description, revealParagraph),
      ...changeOf(`${name}: ${names.amount}`, amountText(one.amount), amountText(other.amount)),
      ...changeOf(`${name}: ${names.receiver}`, one.receiver ?? NONE, other.receiver ?? NONE),
      // Flags of the whole escrow are shown once, for the escrow.
      ...changeOf(name, states[stateOf(ownFlags, one)], states[stateOf(ownFlags, other)]),
      ...textChangeOf(`${name}: ${names.status}`, one.status, other.status, revealLine),
      ...textChangeOf(`${name}: ${names.evidence}`, one.evidence, other.evidence, revealParagraph),
    ];
  }).flat();
}

/** With one amount for all, a milestone adds none. */
function addedView(
  state: EscrowState,
  before: MilestoneOnChain | undefined,
  after: MilestoneOnChain | undefined,
): Pick<Change, 'added'> {
  if (before !== undefined || after?.amount === undefined) return {};
  const { description, amount, receiver } = after;
  return {
    added: {
      description: addedText(description),
      amount: formatAmount(state, amount),
      ...(receiver === undefined ? {} : { receiver }),
    },
  };
}

const addedText = (description: string): string => revealParagraph(description, 200);

const ownFlags = { flags: {} } as EscrowOnChain;

const money = (state: EscrowState, units: bigint): string => `${formatAmount(state, units)} ${state.token}`;

function changeWords(state: EscrowState, { MILESTONE_STATE_WORDS, NONE, toText }: SummaryWords) {
  return {
    changeOf: (what: string, before: string, after: string): Change[] =>
      before === after ? [] : [{ what, before, after }],
    /** A difference past the cut, or in white space only, is a change too. */
    textChangeOf: (what: string, before: string, after: string, show: (text: string) => string): Change[] =>
      before === after ? [] : [{ what, before: show(before) || NONE, after: show(after) || NONE }],
    amountText: (units: bigint | undefined): string => (units === undefined ? NONE : money(state, units)),
    wholeState: ({ flags }: EscrowOnChain): string =>
      flags === undefined ? '' : MILESTONE_STATE_WORDS[stateOf(ownFlags, { flags } as MilestoneOnChain)],
    summed(milestone: MilestoneOnChain | undefined): string {
      if (milestone === undefined) return NONE;
      const { description, amount, receiver } = milestone;
      const parts = [addedText(description), amount === undefined ? undefined : money(state, amount)];
      return [...parts, receiver === undefined ? undefined : toText(receiver)].filter(Boolean).join(', ');
    },
  };
}
