/** Fills in the parts of a step that are read from the ledger: the escrow's state and the signer. */
import { type StepRequests, stepOf } from '../../actions/registry.ts';
import { contractRole } from '../../actions/steps/obstacles.ts';
import { READ_FROM_LEDGER, type StepRequest } from '../../actions/steps/request.ts';
import { standingOf } from '../../actions/steps/standing.ts';
import { CountersignError, type FieldProblem, fieldProblem } from '../../errors/errors.ts';
import { addressProblem } from '../../escrow/index.ts';
import type { StepName } from '../../escrow/steps.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';
import { tellingOffer } from '../outcome/status-words.ts';
import { findSeen } from '../people/access.ts';
import type { Asked, Handle } from '../store/offers.ts';
import { requireSameEscrow } from '../submit/step-terms.ts';
import { type FundedEscrow, fundedEscrow } from './funded-escrow.ts';
import { notPossible } from './judge-step.ts';

type Plain = Readonly<Record<string, unknown>>;
type Options = Pick<CallOptions, 'signal'>;

/** @throws CountersignError ADDRESS_TAKEN where another contract stands at the address of this escrow */
export function ownAddress(handle: Handle): string {
  const { contractId, state, settlement } = tellingOffer(handle);
  if (state !== 'taken') return contractId;
  const differences = settlement?.differences;
  throw new CountersignError('ADDRESS_TAKEN', differences === undefined ? {} : { differences });
}

/** An escrow may be named by the id under which it was prepared here. @returns the input with its address instead */
export async function escrowByHandle(context: DeskContext, input: unknown): Promise<unknown> {
  const given = plain(input);
  const { escrow } = given;
  const handle = typeof escrow === 'string' ? await findSeen(context, escrow.trim()) : undefined;
  if (handle?.action !== 'deploy' || handle.offers.length === 0) return input;
  return { ...given, escrow: ownAddress(handle) };
}

/**
 * @param input with addresses in place of names
 * @throws CountersignError INPUT_INVALID, SERVICE_UNREACHABLE; STEP_NOT_POSSIBLE where only a contract may take it
 */
export async function completeStep(
  context: DeskContext,
  name: StepName,
  input: unknown,
  options: Options,
): Promise<unknown> {
  const given = plain(input);
  const own = READ_FROM_LEDGER.filter((path) => given[path] !== undefined);
  if (own.length > 0) throw invalid(own.map((path) => fieldProblem(path, 'READ_FROM_LEDGER')));
  const { escrow: address } = given;
  if (typeof address !== 'string' || addressProblem(address, ['contract']) !== undefined) return input;
  const read = readFields(context, await fundedEscrow(context, address, options), options);
  return { ...given, ...read, signer: given['signer'] ?? whoseStep(context, name, given, read) };
}

/** The same request, of the escrow as it stands now. @throws CountersignError SERVICE_UNREACHABLE, ESCROW_CHANGED */
export async function refreshedStep<Name extends StepName>(
  context: DeskContext,
  name: Name,
  request: StepRequests[Name],
  options: Options,
): Promise<StepRequests[Name]> {
  const now = readFields(context, await fundedEscrow(context, request.escrow, options), options);
  requireSameEscrow(name, request, now, context);
  return { ...request, ...now };
}

/** Whether the escrow has moved on since this payment or step was asked for. */
export function isOutdated(asked: Asked, known: Asked): boolean {
  if (asked.action === 'fund' && known.action === 'fund') {
    return asked.request.code !== known.request.code || asked.request.expected !== known.request.expected;
  }
  if (!('state' in asked.request) || !('state' in known.request)) return false;
  return asked.request.state !== known.request.state || asked.request.held !== known.request.held;
}

type ReadFields = Pick<StepRequest, (typeof READ_FROM_LEDGER)[number]>;

function readFields(
  { ledger, network, words }: DeskContext,
  { contract, value, token, decimals, held, isAgreed }: FundedEscrow,
  { signal }: Options,
): ReadFields {
  if (held === undefined) {
    if (signal?.aborted) throw new CountersignError('CANCELLED');
    throw new CountersignError('SERVICE_UNREACHABLE', {
      message: words.HELD_NOT_TOLD,
      remedy: words.ASK_AGAIN,
      language: words.language,
    });
  }
  return {
    code: contract.code,
    state: value.toXdr('base64'),
    held: `${held}`,
    trustline: { address: token, decimals: 10 ** decimals },
    // The sandbox's ledger is our own.
    source: isAgreed || network.name === 'sandbox' ? undefined : ledger?.host,
  };
}

/** The signer: the only address that may take the step, or of several the installation's own signer. */
function whoseStep(
  { network, policy, words }: DeskContext,
  name: StepName,
  given: Plain,
  read: ReadFields,
): string | undefined {
  const standing = standingOf(read, network);
  if (standing === undefined) return policy.defaultSigner;
  // The request is not parsed yet, and only the milestone can decide whose step it is.
  const milestone = Number(given['milestone']) || undefined;
  const holders = stepOf(name).signers(standing, { milestone } as never);
  const ofContract = contractRole(holders);
  if (ofContract !== undefined) throw notPossible({ words }, ofContract, standing);
  const parties = holders.map(({ address }) => address).filter((address) => address.startsWith('G'));
  const [only, ...others] = new Set(parties);
  if (others.length === 0) return only;
  return policy.defaultSigner !== undefined && parties.includes(policy.defaultSigner)
    ? policy.defaultSigner
    : undefined;
}

/** Many programs write null for an absent field. */
function plain(input: unknown): Plain {
  if (typeof input !== 'object' || input === null) return {};
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

const invalid = (fields: readonly FieldProblem[]): CountersignError =>
  new CountersignError('INPUT_INVALID', { fields });
