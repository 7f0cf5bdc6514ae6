/** Fills in the parts of a payment that the input may leave out, from the ledger or from the escrow's own handle. */
import { expectedIn } from '../../actions/fund/expected-escrow.ts';
import { CountersignError, type FieldProblem, fieldProblem } from '../../errors/errors.ts';
import { addressProblem, fromBaseUnits } from '../../escrow/index.ts';
import { knownToken } from '../../escrow/network.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';
import { findSeen } from '../people/access.ts';
import { type FundedEscrow, fundedEscrow, tokenContract } from './funded-escrow.ts';
import { ownAddress } from './step-input.ts';

type Plain = Readonly<Record<string, unknown>>;

/** @returns the input with the address of the escrow whose handle it names, and its signer where nobody else pays */
export async function escrowOfId(context: DeskContext, input: unknown): Promise<unknown> {
  const { id, ...given } = plain(input);
  const handle = typeof id === 'string' ? await findSeen(context, id) : undefined;
  if (handle?.action !== 'deploy' || handle.offers.length === 0) return input;
  if (given['escrow'] !== undefined) throw invalid([fieldProblem('id', 'ESCROW_TWICE')]);
  return { ...given, escrow: ownAddress(handle), signer: given['signer'] ?? handle.request.signer };
}

/**
 * @param input with addresses in place of names
 * @throws CountersignError INPUT_INVALID, SERVICE_UNREACHABLE
 */
export async function completeFunding(
  context: DeskContext,
  input: unknown,
  options: Pick<CallOptions, 'signal'>,
): Promise<unknown> {
  const given = plain(input);
  const own = ['code', 'expected'].filter((path) => given[path] !== undefined);
  if (own.length > 0) throw invalid(own.map((path) => fieldProblem(path, 'READ_FROM_LEDGER')));
  const { escrow: address } = given;
  if (typeof address !== 'string' || addressProblem(address, ['contract']) !== undefined) return input;
  const funded = await fundedEscrow(context, address, options);
  const problems = [...tokenProblem(context, given, funded), ...wayProblem(given, funded)];
  if (problems.length > 0) throw invalid(problems);
  const { token, decimals, contract, value } = funded;
  return {
    ...given,
    signer: given['signer'] ?? context.policy.defaultSigner,
    amount: given['amount'] ?? missing(context, funded),
    trustline: given['trustline'] ?? { address: token, decimals: 10 ** decimals },
    code: contract.code,
    expected: value.toXdr('base64'),
  };
}

/** What the escrow still needs. */
function missing({ network }: DeskContext, { needed, held, decimals, token }: FundedEscrow): string {
  if (held === undefined) throw invalid([fieldProblem('amount', 'HELD_UNKNOWN')]);
  if (held < needed) return fromBaseUnits(needed - held, decimals);
  const unit = knownToken(network, token)?.code ?? 'tokens';
  const [holds, needs] = [fromBaseUnits(held, decimals), fromBaseUnits(needed, decimals)];
  throw invalid([fieldProblem('amount', 'NOTHING_NEEDED', { held: holds, needed: needs, unit })]);
}

function tokenProblem({ network }: DeskContext, { trustline }: Plain, { token }: FundedEscrow): FieldProblem[] {
  const [first] = Array.isArray(trustline) ? trustline : [trustline];
  const { address } = plain(first);
  if (typeof address !== 'string' || tokenContract(network, address) === token) return [];
  const wanted = knownToken(network, token)?.code ?? token;
  return [fieldProblem('trustline.address', 'OTHER_TOKEN', { token: wanted })];
}

function wayProblem({ way }: Plain, { value }: FundedEscrow): FieldProblem[] {
  if (way === 'transfer' || expectedIn(value) !== undefined) return [];
  return [fieldProblem('way', 'TRANSFER_ALONE')];
}

/** Many programs write null for an absent field. */
function plain(input: unknown): Plain {
  if (typeof input !== 'object' || input === null) return {};
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

const invalid = (fields: readonly FieldProblem[]): CountersignError =>
  new CountersignError('INPUT_INVALID', { fields });
