/** Decodes and compares the transaction in the reader's own browser: nothing shown relies on the server alone. */
import {
  type Check,
  type CheckPolicy,
  checkFund,
  checkStep,
  checkTrust,
  checkUnsigned,
  escrowStateOf,
  expectedOf,
  expiryOf,
  obstaclesOf,
  paymentTerms,
  type ReadFunding,
  type ReadStep,
  type ReadTrust,
  type StepSummary,
  type Summary,
  stepOf,
  summarise,
  summariseFunding,
  summariseStep,
  summariseTrust,
  type TrustSummary,
} from '@countersign/core/actions';
import { type ReadTransaction, readTransaction } from '@countersign/core/envelope/read';
import { createSide, type Difference, toCountersignError } from '@countersign/core/errors';
import { isStepName, type StepName } from '@countersign/core/escrow';
import { type EscrowOnChain, isReported, type ReadDeploy } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import type { Reason, UnmetPrecondition, Words } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import type { AnySummary, PaymentSummary } from './summaries.ts';

type Compared = {
  readonly kind: 'match';
  readonly read: ReadTransaction;
  /** Why it is only partly verified; empty: verified. */
  readonly reasons: readonly Reason[];
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};
type Described =
  | { readonly action: 'deploy'; readonly call: ReadDeploy; readonly summary: Summary }
  | { readonly action: 'fund'; readonly call: ReadFunding; readonly summary: PaymentSummary }
  | { readonly action: 'trust'; readonly call: ReadTrust; readonly summary: TrustSummary }
  | {
      readonly action: StepName;
      readonly call: ReadStep;
      readonly summary: StepSummary;
      /** All that was reported of the milestone that is approved; empty: nothing. The summary may shorten it. */
      readonly report: string;
    };
export type Match = Compared & Described;
export type Mismatch = { readonly kind: 'mismatch'; readonly differences: readonly Difference[] };
/** Without anything to sign there is nothing to decode: the summary is the server's word. */
export type Withheld = { readonly kind: 'withheld'; readonly summary: AnySummary | undefined };
export type Reading = Match | Mismatch | Withheld;

/** In the reader's language. */
export type ReadingWords = {
  readonly summaryWords: Words['summaryWords'];
  /** A step as its signer reads it, where they are known to be the reader. */
  readonly youDo: (does: string) => string;
  readonly obstacleText: (unmet: UnmetPrecondition) => string;
};

/** Core's check requires this many seconds left; an expired transaction is compared as of its last valid moment. */
const LEAST_LIFE_SECONDS = 20;

/** @param now epoch milliseconds */
export function readView(view: PageView, now: number, words: ReadingWords): Reading {
  const { offer: transaction, summary, network, maxFee } = view;
  if (transaction.unsignedXdr === undefined) return { kind: 'withheld', summary: withTerms(view, summary) };
  try {
    const pinned = { ...network, passphrase: NETWORKS[network.name].passphrase };
    const read = readTransaction(transaction.unsignedXdr, pinned.passphrase);
    const expiresAt = expiryOf(read).getTime();
    const lastMoment = Math.floor(expiresAt / 1_000) - LEAST_LIFE_SECONDS;
    const moment = Math.min(Math.floor(now / 1_000), lastMoment);
    const policy = { network: pinned, maxFee: BigInt(maxFee), now: moment };
    const compared: Compare = (check, describe) => {
      if (check.level === 'mismatch') return { kind: 'mismatch', differences: check.differences };
      const differences = [
        { field: 'network passphrase', asked: network.passphrase, found: pinned.passphrase },
        { field: 'transaction hash', asked: transaction.hash, found: read.hashHex },
        { field: 'escrow address', asked: transaction.contractId, found: check.call.contractId },
      ].filter(({ asked, found }) => asked !== found);
      if (differences.length > 0) return { kind: 'mismatch', differences };
      // Usually the server names the same reasons.
      const named = [...transaction.reasons, ...check.reasons].map((each) => [JSON.stringify(each), each] as const);
      const reasons = [...new Map(named).values()];
      return { kind: 'match', read, reasons, expiresAt, ...describe(check.call, reasons) };
    };
    return readAction(view, read, policy, words, compared);
  } catch (thrown) {
    const { code, reason, message, remedy } = toCountersignError(thrown);
    const found = createSide('ERROR', { code, reason, message, remedy });
    const requested = createSide('TRANSACTION', { action: view.action });
    return { kind: 'mismatch', differences: [{ field: 'transaction', asked: requested, found }] };
  }
}

type Compare = <Call extends Described['call']>(
  check: Check<Call>,
  describe: (call: Call, reasons: readonly Reason[]) => Described,
) => Reading;

function readAction(
  view: PageView,
  read: ReadTransaction,
  policy: CheckPolicy,
  words: ReadingWords,
  compared: Compare,
): Reading {
  const { network } = policy;
  const { summaryWords } = words;
  if (isStepView(view)) {
    const { action, request } = view;
    const step = stepOf(action);
    const state = escrowStateOf(request, network);
    // The desk offers no step that the escrow's state rules out, so such a state was altered on its way here.
    const contradicted = (state === undefined ? [] : obstaclesOf(action, request, state)).map((unmet) => ({
      field: 'escrow',
      asked: createSide('ESCROW_FOR_STEP'),
      found: words.obstacleText(unmet),
    }));
    if (contradicted.length > 0) return { kind: 'mismatch', differences: contradicted };
    return compared(checkStep(step, read, request, policy), (call, reasons) => {
      const escrow = state as NonNullable<typeof state>;
      const summary = summariseStep(step, read, call, request, escrow, reasons, toReader(view, words));
      return { action, call, summary, report: reportIn(view, escrow.escrow) };
    });
  }
  switch (view.action) {
    case 'deploy':
      return compared(checkUnsigned(read, view.request, policy), (call, reasons) => {
        const { decimals } = view.request.trustline;
        return { action: 'deploy', call, summary: summarise(read, call, network, reasons, decimals, summaryWords) };
      });
    case 'fund':
      return compared(checkFund(read, view.request, policy), (call, reasons) => {
        const summary = summariseFunding(read, call, view.request, network, reasons, summaryWords);
        return { action: 'fund', call, summary: withTerms(view, summary) };
      });
    case 'trust':
      return compared(checkTrust(read, view.request, policy), (call) => ({
        action: 'trust',
        call,
        summary: summariseTrust(read, call, network, summaryWords),
      }));
  }
}

/** A payment with its terms, which only the request states, and which the transaction was compared with. */
function withTerms<Shown extends AnySummary | undefined>(view: PageView, summary: Shown): Shown {
  if (summary === undefined || view.action !== 'fund') return summary;
  const expected = expectedOf(view.request);
  const terms = expected && paymentTerms(expected.escrow, view.request.trustline.decimals, NETWORKS[view.network.name]);
  return { ...summary, terms };
}

function reportIn({ action, request }: StepView, { milestones }: EscrowOnChain): string {
  const { milestone = 0 } = 'milestone' in request ? request : {};
  const reported = stepOf(action).agreesToReport ? milestones[milestone - 1] : undefined;
  return reported === undefined || !isReported(reported) ? '' : `${reported.status}: ${reported.evidence}`;
}

/** A step is described to its signer only where they are known to be the reader; else its role, or their name, does it. */
function toReader(
  { reader, request, names = [] }: StepView,
  { summaryWords, youDo }: ReadingWords,
): Words['summaryWords'] {
  const { doesText } = summaryWords;
  const isReaders = reader === request.signer;
  const name = names.find(({ address, setBy }) => address === request.signer && setBy !== undefined)?.name;
  if (!isReaders && name === undefined) return summaryWords;
  const reportOf = (does: string) => (isReaders ? youDo(does) : `${name}: ${does}`);
  return { ...summaryWords, doesText: ({ role: _, ...does }) => reportOf(doesText(does)) };
}

type StepView = Extract<PageView, { readonly action: StepName }>;

const isStepView = (view: PageView): view is StepView => isStepName(view.action);
