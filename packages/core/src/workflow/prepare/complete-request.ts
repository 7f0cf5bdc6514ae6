/** Fills in the parts of a payment or step that the input may leave out, from the ledger or the escrow's own request. */
import { expectedIn } from '../../actions/fund/expected-escrow.ts';
import { type StepRequests, stepOf } from '../../actions/registry.ts';
import { claimsOn } from '../../actions/steps/claims.ts';
import { withAmounts } from '../../actions/steps/distribution.ts';
import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import { contractRole } from '../../actions/steps/obstacles.ts';
import { READ_FROM_LEDGER, type StepRequest } from '../../actions/steps/request.ts';
import { CountersignError, type FieldProblem, fieldProblem, toCountersignError } from '../../errors/errors.ts';
import { addressProblem, fromBaseUnits, isAddress } from '../../escrow/index.ts';
import { codeOfToken, contractOfToken, knownToken } from '../../escrow/network.ts';
import type { StepName } from '../../escrow/steps.ts';
import { withPlainAmounts } from '../../escrow/written-amount.ts';
import { type Fields, givenFields } from '../../text/fields.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import { type PreparedRequest, transactionToReport } from '../model/requests.ts';
import { changed, isOfSameTerms } from '../model/step-terms.ts';
import { findSeen } from '../people/access.ts';
import { deployAt } from '../people/seen-deploys.ts';
import { addressOfTitle } from '../read/escrow-by-title.ts';
import { type FundedEscrow, fundedEscrow } from '../read/funded-escrow.ts';
import { notPossible } from '../risk/risk-of-step.ts';
import { ID_OR_HASH, idOf } from '../status/find-request.ts';

/** @throws CountersignError ADDRESS_TAKEN where another contract is at the address of this escrow */
export function ownAddress(prepared: PreparedRequest): string {
  const { contractId, state, settlement } = transactionToReport(prepared);
  if (state !== 'taken') return contractId;
  throw new CountersignError('ADDRESS_TAKEN', { differences: settlement?.differences });
}

/** An escrow may be named by an id, a transaction hash or its title. @returns the input with its address instead */
export async function escrowOfPrepared(context: DeskContext, input: unknown): Promise<unknown> {
  const fields = givenFields(input);
  const { escrow } = fields;
  return typeof escrow === 'string' ? { ...fields, escrow: await escrowAddress(context, escrow) } : input;
}

/**
 * @param field that names it, for the error
 * @returns the address of the escrow with this id, transaction hash or title; any other text, which may be a name, as it is
 * @throws CountersignError INPUT_INVALID where several have that title
 */
export async function escrowAddress(context: DeskContext, reference: string, field = 'escrow'): Promise<string> {
  if (isAddress(reference.trim(), ['contract', 'account'])) return reference;
  if (!ID_OR_HASH.test(reference)) return (await addressOfTitle(context, reference, field)) ?? reference;
  const prepared = await idOf(context, reference)
    .then((id) => findSeen(context, id))
    .catch((error: unknown) => {
      if (toCountersignError(error).code !== 'HANDLE_NOT_FOUND') throw error;
    });
  if (prepared === undefined || prepared.action === 'trust' || prepared.transactions.length === 0) return reference;
  return prepared.action === 'deploy' ? ownAddress(prepared) : prepared.request.escrow;
}

/** An id may be the address of an escrow, or a transaction hash. @returns the input with `escrow`, or with the id */
export async function withOwnId(context: DeskContext, input: unknown): Promise<Fields> {
  const { id, ...others } = givenFields(input);
  if (typeof id !== 'string') return givenFields(input);
  const isOfEscrow = others['escrow'] === undefined && isAddress(id.trim(), ['contract']);
  return isOfEscrow ? { ...others, escrow: id.trim() } : { ...others, id: await idOf(context, id) };
}

/**
 * @param input with addresses in place of names
 * @throws CountersignError INPUT_INVALID, SERVICE_UNREACHABLE; STEP_NOT_POSSIBLE where only a contract may take it
 */
export async function completeStep(context: RunningContext, name: StepName, input: unknown): Promise<unknown> {
  const fields = givenFields(input);
  const own = READ_FROM_LEDGER.filter((path) => fields[path] !== undefined);
  if (own.length > 0) throw invalid(...own.map((path) => fieldProblem(path, 'READ_FROM_LEDGER')));
  const { escrow: address } = fields;
  if (typeof address !== 'string' || addressProblem(address, ['contract']) !== undefined) return input;
  const read = readFields(context, await fundedEscrow(context, address, context.call()));
  return {
    ...fields,
    ...read,
    ...shares(context, name, fields, read),
    signer: fields['signer'] ?? whoseStep(context, name, fields, read),
  };
}

/** The same request, of the escrow as it is now. @throws CountersignError SERVICE_UNREACHABLE, ESCROW_CHANGED */
export async function refreshedStep<Name extends StepName>(
  context: RunningContext,
  name: Name,
  request: StepRequests[Name],
): Promise<StepRequests[Name]> {
  const now = readFields(context, await fundedEscrow(context, request.escrow, context.call()));
  if (!isOfSameTerms(name, request, now, context.network)) throw changed(context.words, context.words.ESCROW_CHANGED);
  return { ...request, ...now };
}

type ReadFields = Pick<StepRequest, (typeof READ_FROM_LEDGER)[number]>;

/** What a step's request has of its escrow. @throws CountersignError SERVICE_UNREACHABLE */
export function readFields(
  { ledger, network, words, call }: RunningContext,
  { contract, value, token, decimals, held, isAgreed }: FundedEscrow,
): ReadFields {
  if (held === undefined) {
    if (call().signal?.aborted) throw new CountersignError('CANCELLED');
    const { HELD_NOT_TOLD: message, ASK_AGAIN: remedy, language } = words;
    throw new CountersignError('SERVICE_UNREACHABLE', { message, remedy, language });
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

/** Shares as amounts, where they are written in percent or as the rest. */
function shares(
  { network }: DeskContext,
  name: StepName,
  { distributions, milestone }: Fields,
  read: ReadFields,
): Fields {
  const state = escrowStateOf(read, network);
  if (state === undefined || !Array.isArray(distributions)) return {};
  const { trustline } = read;
  const plain = givenFields(withPlainAmounts({ distributions, trustline }, network))['distributions'];
  const claims = claimsOn(state);
  const unclaimed = claims.reduce((rest, { units }) => rest - units, state.held);
  const whole = name === 'withdraw' ? unclaimed : (claims[(Number(milestone) || 1) - 1]?.units ?? 0n);
  return { distributions: withAmounts(plain as readonly unknown[], whole, state.decimals) };
}

/** The signer: the only address that may take the step, or of several the installation's own signer. */
function whoseStep(
  { network, policy, words }: DeskContext,
  name: StepName,
  fields: Fields,
  read: ReadFields,
): string | undefined {
  const state = escrowStateOf(read, network);
  if (state === undefined) return policy.defaultSigner;
  // The request is not parsed yet, and only the milestone can decide whose step it is.
  const milestone = Number(fields['milestone']) || undefined;
  const holders = stepOf(name).signers(state, { milestone } as never);
  const ofContract = contractRole(holders);
  if (ofContract !== undefined) throw notPossible({ words }, ofContract, state);
  const parties = holders.map(({ address }) => address).filter((address) => address.startsWith('G'));
  const [only, ...others] = new Set(parties);
  if (others.length === 0) return only;
  return parties.find((address) => address === policy.defaultSigner);
}

export const invalid = (...fields: readonly FieldProblem[]): CountersignError =>
  new CountersignError('INPUT_INVALID', { fields });

/** @returns the input with the address of the escrow whose handle it names, and its signer where no one else pays */
export async function escrowOfId(context: DeskContext, input: unknown): Promise<unknown> {
  const named = await withOwnId(context, input);
  const { id, ...fields } = named;
  const prepared = typeof id === 'string' ? await findSeen(context, id) : undefined;
  if (prepared?.action === 'deploy' && prepared.transactions.length > 0) {
    if (fields['escrow'] !== undefined) throw invalid(fieldProblem('id', 'ESCROW_TWICE'));
    return { ...fields, escrow: ownAddress(prepared), signer: fields['signer'] ?? prepared.request.signer };
  }
  const completed = givenFields(await escrowOfPrepared(context, named));
  const { escrow, signer } = completed;
  const isOpen = typeof escrow === 'string' && signer === undefined && context.policy.defaultSigner === undefined;
  const deploy = isOpen ? await deployAt(context, escrow.trim()) : undefined;
  return deploy === undefined ? completed : { ...completed, signer: deploy.request.signer };
}

/** @param input with addresses in place of names. @throws CountersignError INPUT_INVALID, SERVICE_UNREACHABLE */
export async function completePayment(context: RunningContext, input: unknown): Promise<unknown> {
  const fields = givenFields(input);
  const own = ['code', 'expected'].filter((path) => fields[path] !== undefined);
  if (own.length > 0) throw invalid(...own.map((path) => fieldProblem(path, 'READ_FROM_LEDGER')));
  const { escrow: address } = fields;
  if (typeof address !== 'string' || addressProblem(address, ['contract']) !== undefined) return input;
  const funded = await fundedEscrow(context, address, context.call());
  const problems = [...tokenProblem(context, fields, funded), ...wayProblem(fields, funded)];
  if (problems.length > 0) throw invalid(...problems);
  const { token, decimals, contract, value } = funded;
  return {
    ...fields,
    signer: fields['signer'] ?? context.policy.defaultSigner,
    amount: fields['amount'] ?? missing(context, funded),
    trustline: fields['trustline'] ?? { address: token, decimals: 10 ** decimals },
    code: contract.code,
    expected: value.toXdr('base64'),
  };
}

function missing({ network }: DeskContext, { needed, held, decimals, token }: FundedEscrow): string {
  if (held === undefined) throw invalid(fieldProblem('amount', 'HELD_UNKNOWN'));
  if (held < needed) return fromBaseUnits(needed - held, decimals);
  const unit = knownToken(network, token)?.code ?? 'tokens';
  const [holds, needs] = [fromBaseUnits(held, decimals), fromBaseUnits(needed, decimals)];
  throw invalid(fieldProblem('amount', 'NOTHING_NEEDED', { held: holds, needed: needs, unit }));
}

function tokenProblem({ network }: DeskContext, { trustline }: Fields, { token }: FundedEscrow): FieldProblem[] {
  const [first] = Array.isArray(trustline) ? trustline : [trustline];
  const { address } = givenFields(first);
  if (typeof address !== 'string' || contractOfToken(network, address) === token) return [];
  const wanted = codeOfToken(network, token);
  return [fieldProblem('trustline.address', 'OTHER_TOKEN', { token: wanted })];
}

function wayProblem({ way }: Fields, { value }: FundedEscrow): FieldProblem[] {
  if (way === 'transfer' || expectedIn(value) !== undefined) return [];
  return [fieldProblem('way', 'TRANSFER_ALONE')];
}
