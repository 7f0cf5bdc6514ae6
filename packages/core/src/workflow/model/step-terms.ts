/** Binds a step to the escrow that was shown: its terms, and for an approval the report that is approved. */
import { stepOf } from '../../actions/registry.ts';
import { escrowStateOf, milestoneOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { Network } from '../../escrow/network.ts';
import type { StepName } from '../../escrow/steps.ts';
import type { EscrowOnChain, MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import type { DeskWords } from '../../words/all.ts';
import type { ErrorWords } from '../../words/errors.ts';
import type { PreparedRequest } from './requests.ts';

type Read = Pick<StepRequest, 'code' | 'state'>;
/**
 * The request with what it shows now. If that is not what its earlier transactions showed, they are outdated.
 * @param known the request's request, if there is one
 */
export function bindToShownState<Request extends object>(
  name: StepName,
  request: Request & StepRequest,
  known: PreparedRequest | undefined,
  network: Network,
): Request {
  const [newest] = known?.transactions ?? [];
  if (known === undefined || newest === undefined) return request;
  const before = known.request as StepRequest;
  const [was, is] = [reportIn(name, before, network), reportIn(name, request, network)];
  const isSame = isOfSameTerms(name, before, request, network) && (was === is || (was && is && isSameReport(was, is)));
  const outdated = isSame ? before.outdated : newest.hash;
  return outdated === undefined ? request : { ...request, outdated };
}

/** Whether a transaction was prepared while the escrow was another than the request shows. */
export function isOutdatedTransaction(request: object, known: PreparedRequest | undefined, hash: string): boolean {
  const { outdated } = request as Partial<StepRequest>;
  const hashes = (known?.transactions ?? []).map((each) => each.hash);
  return outdated !== undefined && hashes.includes(outdated) && hashes.indexOf(hash) >= hashes.indexOf(outdated);
}

/** Milestones that were added since do not matter to a step, except to new terms, which depend on the whole state. */
export function isOfSameTerms(name: StepName, request: StepRequest, now: Read, network: Network): boolean {
  if (now.code !== request.code) return false;
  if (now.state === request.state) return true;
  if (stepOf(name).setsTerms) return false;
  const before = escrowStateOf(request, network)?.escrow;
  const after = escrowStateOf({ ...request, ...now }, network)?.escrow;
  if (before === undefined || after === undefined) return false;
  return termsOf(before) === termsOf({ ...after, milestones: after.milestones.slice(0, before.milestones.length) });
}

export function reportIn(name: StepName, request: StepRequest, network: Network): MilestoneOnChain | undefined {
  const state = stepOf(name).agreesToReport ? escrowStateOf(request, network) : undefined;
  return state && milestoneOf(state, request.milestone ?? 0);
}

export const isSameReport = (one: MilestoneOnChain, other: MilestoneOnChain): boolean =>
  one.status === other.status && one.evidence === other.evidence;

export const changed = ({ language }: DeskWords, words: ErrorWords): CountersignError =>
  new CountersignError('ESCROW_CHANGED', { ...words, language });

/** All that an update may change. */
export function termsOf({ milestones, flags: _, ...rest }: EscrowOnChain): string {
  const each = milestones.map(({ description, amount, receiver }) => ({ description, amount, receiver }));
  return JSON.stringify({ ...rest, each }, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
}
