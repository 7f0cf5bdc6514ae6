/** A step as a person should see it: who does what, what it changes to the last unit, what it does not do, who is next. */
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { fromBaseUnits } from '../../escrow/amount.ts';
import { knownToken } from '../../escrow/network.ts';
import { ROLE_NAMES, type RoleName } from '../../escrow/roles.ts';
import { MAX_EVIDENCE } from '../../escrow/steps.ts';
import { type MilestoneOnChain, receivers } from '../../kinds/escrow-on-chain.ts';
import { isReported } from '../../kinds/progress.ts';
import { quotedReveal, revealLine } from '../../text/text.ts';
import * as english from '../../words/en/summary.ts';
import type { Reason } from '../../words/reasons.ts';
import type { DoesWords } from '../../words/summary.ts';
import type { SummaryWords } from '../../words/words-of-language.ts';
import { XLM_DECIMALS } from '../check-envelope.ts';
import { expiryOf } from '../deploy/summary.ts';
import { restores } from '../restores.ts';
import type { StepSummary } from '../summary-schema.ts';
import { changesOf } from './changes.ts';
import { stepLimits } from './limits-of-step.ts';
import type { ReadStep } from './read-step.ts';
import type { StepRequest } from './request.ts';
import { milestoneOf, type Standing, written } from './standing.ts';
import type { Effect, Payment, Step } from './step.ts';
import { stepTotal } from './total.ts';
import { turnsOf } from './turn.ts';

/** @param reasons why it is only partly verified; none when it is verified. @param words of the reader's language */
export function summariseStep(
  step: Step,
  read: ReadTransaction,
  { contractId }: ReadStep,
  request: StepRequest,
  standing: Standing,
  reasons: readonly Reason[],
  words: SummaryWords = english,
): StepSummary {
  const { network, escrow, token } = standing;
  const effect = step.effect(standing, request);
  const paid = effect.pays.reduce((sum, { units }) => sum + units, 0n);
  const left = standing.held - paid;
  const role = step.signers(standing, request).find(({ address }) => address === request.signer)?.role;
  return {
    network: network.name,
    networkPassphrase: network.passphrase,
    signer: request.signer,
    escrow: contractId,
    title: revealLine(escrow.title),
    step: step.name,
    ...(role === undefined ? {} : { role }),
    does: words.doesText(doesOf(step, role, request, standing)),
    ...milestoneView(request, standing),
    changes: [...changesOf(standing, effect, words)],
    pays: effect.pays.map((payment) => paymentView(payment, standing, effect)),
    ...(effect.isAbout ? { about: words.ABOUT } : {}),
    amount: written(standing, stepTotal(step, request, standing)),
    left: written(standing, left),
    doesNot: stepLimits(step.name, standing, effect, words),
    turn: [...turnsOf(effect.after, left)],
    token: { address: tokenAddress(standing), ...(token === escrow.trustline.address ? {} : { code: token }) },
    feeXlm: fromBaseUnits(read.fee, XLM_DECIMALS),
    expiresAt: expiryOf(read).toISOString(),
    ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
    warnings: restores(read) ? [words.RESTORES] : [],
  };
}

const tokenAddress = ({ escrow, network }: Standing): string =>
  knownToken(network, escrow.trustline.address)?.address ?? escrow.trustline.address;

function doesOf(
  { name: step, agreesToReport }: Step,
  role: RoleName | undefined,
  request: StepRequest,
  standing: Standing,
): DoesWords {
  const { escrow, token } = standing;
  const number = request.milestone;
  const milestone = number === undefined ? undefined : milestoneOf(standing, number);
  const title = quotedReveal(escrow.title, 100);
  if (number === undefined || milestone === undefined) return { step, role, title };
  return {
    step,
    role,
    title,
    milestone: {
      number,
      of: escrow.milestones.length,
      description: quotedReveal(milestone.description, 100),
      ...(milestone.amount === undefined ? {} : { amount: `${written(standing, milestone.amount)} ${token}` }),
    },
    ...(agreesToReport ? { report: reportOf(milestone) } : {}),
  };
}

/** What the service provider said of it, which is what is approved. */
function reportOf(milestone: MilestoneOnChain): NonNullable<DoesWords['report']> {
  if (!isReported(milestone)) return 'none';
  const status = quotedReveal(milestone.status, 100);
  return milestone.evidence === '' ? { status } : { status, evidence: quotedReveal(milestone.evidence, MAX_EVIDENCE) };
}

function milestoneView(request: StepRequest, standing: Standing): Pick<StepSummary, 'milestone'> {
  const number = request.milestone;
  const milestone = number === undefined ? undefined : milestoneOf(standing, number);
  if (number === undefined || milestone === undefined) return {};
  const { description, amount } = milestone;
  return {
    milestone: {
      number,
      of: standing.escrow.milestones.length,
      description: revealLine(description),
      ...(amount === undefined ? {} : { amount: written(standing, amount) }),
    },
  };
}

function paymentView({ as, to, units }: Payment, standing: Standing, { isAbout }: Effect): StepSummary['pays'][number] {
  return {
    as,
    ...(to === undefined ? {} : { to }),
    ...(as === 'share' ? rolesOf(to, standing) : {}),
    amount: written(standing, units),
    ...(isAbout ? { about: true as const } : {}),
  };
}

function rolesOf(address: string | undefined, { escrow }: Standing): Pick<StepSummary['pays'][number], 'roles'> {
  const own = ROLE_NAMES.filter((role) =>
    role === 'receiver' ? receivers(escrow).some((each) => each === address) : escrow.roles[role] === address,
  );
  return own.length === 0 ? {} : { roles: own };
}
