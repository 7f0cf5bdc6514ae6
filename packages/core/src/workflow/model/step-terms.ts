/** Binds a step to the escrow that was shown: its terms, and for an approval the report that is approved. */
import { stepOf } from '../../actions/registry.ts';
import { escrowStateOf, milestoneOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { Network } from '../../escrow/network.ts';
import type { StepName } from '../../escrow/steps.ts';
import type { MilestoneOnChain } from '../../kinds/escrow-on-chain.ts';
import type { ErrorWords } from '../../words/errors.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';
import { termsOf } from '../follow/difference.ts';
import { fundedEscrow } from '../read/funded-escrow.ts';
import type { PreparedRequest, PreparedTransaction } from './requests.ts';

type Read = Pick<StepRequest, 'code' | 'state'>;
type Scene = Pick<DeskContext, 'network' | 'words'>;

/** @throws CountersignError ESCROW_CHANGED */
export function requireSameEscrow(name: StepName, request: StepRequest, now: Read, { network, words }: Scene): void {
  if (!isOfSameTerms(name, request, now, network)) throw changed(words, words.ESCROW_CHANGED);
}

/**
 * Reads the escrow again before a step is sent.
 * @param offer what was signed: an older one of the handle may have shown another escrow
 * @throws CountersignError ESCROW_CHANGED; RPCS_DISAGREE and SERVICE_UNREACHABLE, which are retryable
 */
export async function requireAsShown(
  context: DeskContext,
  handle: PreparedRequest,
  { hash }: PreparedTransaction,
  options: Pick<CallOptions, 'signal'>,
): Promise<void> {
  const { words, network } = context;
  const name = handle.action as StepName;
  const request = handle.request as StepRequest;
  if (isOutdatedOffer(request, handle, hash)) throw changed(words, words.SHOWN_BEFORE_CHANGE);
  const { contract, value } = await fundedEscrow(context, request.escrow, options);
  const now = { code: contract.code, state: value.toXdr('base64') };
  // If another call has sent it by now, what changed may be its own effect.
  if ((await context.store.findByHash(hash))?.state !== 'offered') return;
  requireSameEscrow(name, request, now, context);
  const [before, after] = [reportIn(name, request, network), reportIn(name, { ...request, ...now }, network)];
  if (before === undefined || after === undefined || isSameReport(before, after)) return;
  throw changed(words, words.reportChanged(request.milestone ?? 0, ...whereTheyDiffer(before, after)));
}

/**
 * The request with what it shows now. If that is not what its earlier transactions showed, they are outdated.
 * @param known the request's handle, if there is one
 */
export function asShown<Request extends object>(
  name: StepName,
  request: Request & StepRequest,
  known: PreparedRequest | undefined,
  network: Network,
): Request {
  const [newest] = known?.offers ?? [];
  if (known === undefined || newest === undefined) return request;
  const before = known.request as StepRequest;
  const [was, is] = [reportIn(name, before, network), reportIn(name, request, network)];
  const isSame = isOfSameTerms(name, before, request, network) && (was === is || (was && is && isSameReport(was, is)));
  const outdated = isSame ? before.outdated : newest.hash;
  return outdated === undefined ? request : { ...request, outdated };
}

/** Whether a transaction was prepared while the escrow was another than the request shows. */
export function isOutdatedOffer(request: object, known: PreparedRequest | undefined, hash: string): boolean {
  const { outdated } = request as Partial<StepRequest>;
  const hashes = (known?.offers ?? []).map((each) => each.hash);
  return outdated !== undefined && hashes.includes(outdated) && hashes.indexOf(hash) >= hashes.indexOf(outdated);
}

/** Milestones that were added since do not matter to a step, except to new terms, which depend on the whole state. */
function isOfSameTerms(name: StepName, request: StepRequest, now: Read, network: Network): boolean {
  if (now.code !== request.code) return false;
  if (now.state === request.state) return true;
  if (stepOf(name).setsTerms) return false;
  const before = escrowStateOf(request, network)?.escrow;
  const after = escrowStateOf({ ...request, ...now }, network)?.escrow;
  if (before === undefined || after === undefined) return false;
  return termsOf(before) === termsOf({ ...after, milestones: after.milestones.slice(0, before.milestones.length) });
}

/** The milestone whose report the signer agrees to; undefined where a step agrees to none. */
function reportIn(name: StepName, request: StepRequest, network: Network): MilestoneOnChain | undefined {
  const standing = stepOf(name).agreesToReport ? escrowStateOf(request, network) : undefined;
  return standing && milestoneOf(standing, request.milestone ?? 0);
}

/** Long evidence is shown from shortly before the first difference. */
function whereTheyDiffer(
  one: MilestoneOnChain,
  other: MilestoneOnChain,
): readonly [MilestoneOnChain, MilestoneOnChain] {
  const [first, second] = [[...one.evidence], [...other.evidence]];
  const at = first.findIndex((character, index) => character !== second[index]);
  const from = (at === -1 ? first.length : at) - 20;
  if (from <= 60) return [one, other];
  const part = (milestone: MilestoneOnChain, characters: readonly string[]) => ({
    ...milestone,
    evidence: `…${characters.slice(from).join('')}`,
  });
  return [part(one, first), part(other, second)];
}

const isSameReport = (one: MilestoneOnChain, other: MilestoneOnChain): boolean =>
  one.status === other.status && one.evidence === other.evidence;

const changed = ({ language }: DeskContext['words'], words: ErrorWords): CountersignError =>
  new CountersignError('ESCROW_CHANGED', { ...words, language });
