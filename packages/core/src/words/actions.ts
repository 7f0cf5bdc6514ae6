/** What every step, payment and trustline is called, and the sentences about it. */
import type { ActionWords, StepWords, TurnWords } from '../actions/words.ts';
import type { StepName } from '../escrow/steps.ts';
import { format } from '../text/message.ts';
import type { CoreMessages } from './catalogue.ts';
import type { Acted } from './data/life.ts';

export function createActions(messages: CoreMessages) {
  const all = {
    deploy: deployWords(messages),
    fund: fundWords(messages),
    trust: trustWords(messages),
    ...stepWords(messages),
  };
  const actions: Readonly<Record<Acted, ActionWords>> & typeof all = all;
  return actions;
}

function stepWords({ actions, someMoney, you }: CoreMessages): Readonly<Record<StepName, StepWords>> {
  const { approve, dispute, release, resolve, withdraw, update, extend, 'change-status': changeStatus } = actions;
  return {
    'change-status': {
      ...changeStatus,
      limits: ({ roles }) => [format(changeStatus.limits.paysNobody, roles)],
      headline: ({ what }) => format(changeStatus.headline, { what }),
      did: (milestone = 1) => format(changeStatus.did, { milestone }),
      life: { ...changeStatus.life, button: (milestone = 1) => format(changeStatus.life.button, { milestone }) },
    },
    approve: {
      ...approve,
      limits: ({ roles }) => [format(approve.limits.paysNobody, roles), approve.limits.final],
      headline: ({ what, amount }) =>
        amount === undefined
          ? format(approve.headline.bare, { what })
          : format(approve.headline.withAmount, { what, amount }),
      did: (milestone = 1) => format(approve.did, { milestone }),
      life: { ...approve.life, button: (milestone = 1) => format(approve.life.button, { milestone }) },
    },
    release: {
      ...release,
      limits: () => [release.limits.final],
      headline: ({ payout }) => payout,
      did: (milestone, amount = someMoney.atStart) =>
        milestone === undefined
          ? format(release.did.whole, { amount })
          : format(release.did.milestone, { milestone, amount }),
      life: {
        ...release.life,
        button: (milestone) =>
          milestone === undefined ? release.life.button.whole : format(release.life.button.milestone, { milestone }),
      },
    },
    dispute: {
      ...dispute,
      limits: ({ roles }) => [format(dispute.limits.decidedBy, roles), dispute.limits.withoutReason],
      headline: ({ what, resolver }) =>
        format(resolver === you ? dispute.headline.you : dispute.headline.other, { what, resolver }),
      did: (milestone) => (milestone === undefined ? dispute.did.whole : format(dispute.did.milestone, { milestone })),
    },
    resolve: {
      ...resolve,
      limits: () => [resolve.limits.final],
      headline: ({ payout }) => payout,
      did: (milestone, amount = someMoney.inSentence) =>
        milestone === undefined
          ? format(resolve.did.whole, { amount })
          : format(resolve.did.milestone, { milestone, amount }),
    },
    withdraw: {
      ...withdraw,
      limits: ({ disputed }) => {
        const { one, other } = withdraw.limits.disputed;
        const line = format(disputed.length === 1 ? one : other, { numbers: disputed.join(', ') });
        return disputed.length === 0 ? [withdraw.limits.final] : [withdraw.limits.final, line];
      },
      headline: ({ payout }) => payout,
      did: (_, amount = someMoney.atStart) => format(withdraw.did, { amount }),
    },
    update: {
      ...update,
      limits: () => [update.limits.movesNoMoney],
      headline: ({ changes }) => changes,
      did: () => update.did,
    },
    extend: {
      ...extend,
      limits: () => [extend.limits.movesNoMoney],
      headline: () => extend.headline,
      did: () => extend.did,
    },
  };
}

function deployWords({ actions: { deploy }, you }: CoreMessages) {
  const { setUp, when, fees, movesNothing, noDeadline } = deploy.sentences;
  return {
    ...deploy,
    did: () => deploy.did,
    /** @param whom with whom the signer agrees; empty for a reader who is not the signer */
    headline: (amount: string, whom: string) =>
      format(whom === '' ? deploy.headline.terms : deploy.headline.with, { amount, whom }),
    /** What the page shows before it is signed. */
    sentences: {
      /** @param who sets it up; empty where that is not known by name */
      setUp: (who: string, total: string, amount: string, whom: string) =>
        format(setUp[agentOf(who, you)], { who, total, amount, whom }),
      when: (steps: number, approver: string, releaser: string) => {
        const { same, different } = steps === 1 ? when.one : when.other;
        return format(approver === releaser ? same : different, { steps, approver, releaser });
      },
      fees: (platform: string, service: string) => format(fees, { platform, service }),
      movesNothing: (later: string) => format(movesNothing, { later }),
      noDeadline: (resolver: string) => format(noDeadline, { resolver }),
    },
  } satisfies ActionWords & Readonly<Record<string, unknown>>;
}

function fundWords({ actions: { fund }, someMoney, you }: CoreMessages) {
  const { pays, pay, payNow, ways, gets, agree, steps: inSteps, allFees, final, resolver, noWayBack } = fund.sentences;
  const paysText = (who: string, amount: string) => format(pays[agentOf(who, you)], { who, amount });
  const agreeText = (approver: string, releaser: string) => {
    if (approver === releaser) return approver === you ? agree.you : format(agree.same, { approver });
    if (approver === you) return format(agree.youApprove, { releaser });
    return format(releaser === you ? agree.youPay : agree.different, { approver, releaser });
  };
  return {
    ...fund,
    did: (_: number | undefined, amount: string = someMoney.atStart) => format(fund.did, { amount }),
    life: { ...fund.life, button: () => fund.life.button },
    /**
     * @param whom who is paid from it; empty where that is not known
     * @param who pays, for a reader who is not the signer; empty where that is not known by name
     */
    headline: (amount: string, whom: string, who?: string) => {
      const { pay: own, pays: others } = fund.headline;
      const key = whom === '' ? 'plain' : 'to';
      return who === undefined
        ? format(own[key], { amount, whom })
        : format(others[key], { pays: paysText(who, amount), whom });
    },
    /** What the page shows before it is signed. */
    sentences: {
      /** @param who pays; empty where that is not known by name */
      pay: (who: string, amount: string, title: string | undefined) =>
        title === undefined
          ? format(pay.untitled, { pays: paysText(who, amount) })
          : format(pay.titled, { pays: paysText(who, amount), title }),
      ways,
      payNow: (who: string, amount: string) => format(payNow, { pays: paysText(who, amount) }),
      gets: (whom: string, amount: string, count: number) =>
        format(count > 1 ? gets.other : whom === you ? gets.you : gets.one, { whom, amount }),
      steps: (steps: number, approver: string, releaser: string) =>
        format(steps === 1 ? inSteps.one : inSteps.other, { steps, agree: agreeText(approver, releaser) }),
      allFees: (amount: string) => format(allFees, { amount }),
      final: (decider: string) => (decider === you ? final.you : format(final.other, { resolver: decider })),
      resolver,
      noWayBack: (mover: string) => format(noWayBack, { resolver: mover }),
    },
  } satisfies TurnWords & Readonly<Record<string, unknown>>;
}

function trustWords({ actions: { trust } }: CoreMessages) {
  return {
    ...trust,
    did: () => trust.did,
    headline: (code: string) => format(trust.headline, { code }),
    /** What the page shows before it is signed. @param reserve in XLM */
    heldBack: (reserve: string) => format(trust.heldBack, { reserve }),
  } satisfies ActionWords & Readonly<Record<string, unknown>>;
}

const agentOf = (who: string, you: string) => (who === '' ? 'unknown' : who === you ? 'you' : 'other');
