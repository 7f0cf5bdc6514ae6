/** Before somebody pays into an escrow: whether it can succeed, what it is worth, and whether the terms are as agreed. */

import { moneyTermsOf } from '../../actions/agreed-terms.ts';
import { unitsOf } from '../../actions/fund/call.ts';
import type { FundRequest } from '../../actions/fund/request.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { CountersignError, fieldProblem } from '../../errors/errors.ts';
import { fromBaseUnits, partiesOf } from '../../escrow/index.ts';
import { knownToken } from '../../escrow/network.ts';
import { stateOf, totalAmount } from '../../kinds/progress.ts';
import { readDeploy } from '../../kinds/read-deploy.ts';
import type { StandingContract } from '../../ledger/ledger.ts';
import {
  crossChainStops,
  deployRisk,
  newTerms,
  paymentRisk,
  type Risk,
  takingRisk,
  termsRisk,
  withMore,
} from '../../risk/index.ts';
import type { BlockingWarning } from '../../words/risk.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';
import { keysOf, keysOfAsked } from '../keys.ts';
import { compareStanding } from '../outcome/terms.ts';
import { isOwn } from '../people/access.ts';
import { trustedAmong } from '../people/familiar.ts';
import type { Person } from '../people/person.ts';
import { termsSince } from '../read/agreed-terms.ts';
import { requireKnownAct } from '../read/interfaces.ts';
import { type SeenDeploy, seenDeploysAt } from '../read/look-up.ts';
import { readPayees } from '../read/payability.ts';
import type { ActionRequest } from '../store/requests.ts';
import { type FundedEscrow, fundedEscrow, tokenContract } from './funded-escrow.ts';
import { addressesIn, requireAllowedParties } from './limits.ts';
import { paidStop } from './repetition.ts';
import { riskOfPayees } from './risk-of-payees.ts';
import { tokenAsCompared } from './token-of-request.ts';

type Options = Pick<CallOptions, 'signal'>;

const NOTHING: Risk = { stops: [], warnings: [], facts: [] };

/**
 * Empty for anything but a payment, and where there is no ledger to ask.
 * @param owner of the payment; a visitor of its page must not learn what else the owner prepared
 * @throws CountersignError ADDRESS_TAKEN where another contract is there than was made here; INPUT_INVALID where the
 *   payer cannot pay it; LIMIT_REACHED where it pays somebody who is not allowed; INTERFACE_DIFFERS; SERVICE_UNREACHABLE
 */
export async function riskOfPayment(
  context: DeskContext,
  asked: ActionRequest,
  owner: Person,
  options: Options,
): Promise<Risk> {
  if (asked.action !== 'fund' || context.ledger === undefined) return NOTHING;
  const { request } = asked;
  const funded = await fundedEscrow(context, request.escrow, options);
  requireAllowedParties(context, request, funded.escrow);
  // A plain transfer calls no function of the escrow.
  if (request.way !== 'transfer') await requireKnownAct(context, 'fund', funded.kind, funded.contract.code);
  const [ofTerms, paid, ofPayees] = await Promise.all([
    judgedTerms({ ...context, viewer: owner }, request, owner, funded),
    paidElsewhere(context, request, owner, funded, options),
    riskOfPayees(context, request, funded.escrow, options),
    requirePayer(context, request, funded, options),
  ]);
  const ofEscrow = withMore(withMore(riskOfBalance(context, request, funded), ofTerms), ofPayees);
  return withMore(ofEscrow, { stops: paid });
}

type Balance = Pick<FundedEscrow, 'escrow' | 'needed' | 'held' | 'decimals'>;

/** What the payment is worth by the escrow's state and balance alone. */
export function riskOfBalance(
  { network }: Pick<DeskContext, 'network'>,
  request: FundRequest,
  { escrow, needed, held, decimals }: Balance,
): Risk {
  const token = tokenContract(network, escrow.trustline.address);
  return paymentRisk({
    amount: unitsOf(request),
    needed,
    ...(held === undefined ? {} : { held }),
    decimals,
    token: knownToken(network, token)?.code ?? token,
    title: escrow.title,
    isInDispute: escrow.milestones.some((milestone) => stateOf(escrow, milestone) === 'disputed'),
    resolver: escrow.roles.disputeResolver,
  });
}

/**
 * An equal payment of this payer that is not known here: from another folder, before a restore, or by the wallet
 * alone. One that this owner made here is a stop already.
 */
async function paidElsewhere(
  { ledger, network, store }: DeskContext,
  request: FundRequest,
  owner: Person,
  { escrow, token, needed, held }: FundedEscrow,
  { signal }: Options,
): Promise<readonly BlockingWarning[]> {
  const amount = unitsOf(request);
  const paidOut = totalAmount(escrow) - needed;
  // While it holds less, none can have arrived.
  if (held !== undefined && held + paidOut < amount) return [];
  const last = await ledger?.lastTransfer({ token, from: request.signer, to: request.escrow, amount }, signal);
  if (last === undefined) return [];
  const hash = last.transactionHash ?? '';
  const made = (await store.findByHash(hash)) ?? (await store.findPast(hash));
  const handle = made?.handle === undefined ? undefined : await store.find(made.handle);
  const { series } = keysOf('fund', request, network, owner);
  if (handle !== undefined && keysOfAsked(handle, network, handle.owner).series === series) return [];
  return [paidStop(network, request, last.at)];
}

/**
 * Of an escrow that the payment's owner prepared here: whether its terms are still as agreed, and who could take the
 * money by roles that came later. Of any other: its terms.
 */
async function judgedTerms(
  context: DeskContext,
  request: FundRequest,
  owner: Person,
  funded: FundedEscrow,
): Promise<Partial<Risk>> {
  const { contract, escrow, decimals } = funded;
  const [seen, since, known] = await Promise.all([
    seenDeploysAt(context, request.escrow),
    termsSince(context, request.signer, request.escrow, moneyTermsOf(escrow, decimals, context.network)),
    trustedAmong(context, owner, addressesIn(escrow)),
  ]);
  const [newest] = seen;
  if (newest !== undefined) requireReachable(context, newest, contract);
  const ofTerms = termsRisk(since);
  const all = seen.filter(({ handle }) => isOwn(context, handle));
  const own = all.find(({ handle }) => handle.request.signer === request.signer) ?? all[0];
  if (own === undefined) return withMore(judgedElsewhere(context, request, funded, known), ofTerms);
  // The deploy's parties were judged with it in their roles of then, and confirmed by its signer, who need not be the payer.
  const parties = partiesOf(own.handle.request);
  const isConfirmed = own.handle.request.signer === request.signer && since.agreed?.length === 0;
  const judged = isConfirmed ? parties : (own.handle.judged.trusted ?? []);
  const trusted = new Set([...known].filter((address) => !parties.includes(address)).concat(judged));
  const taking = takingRisk(escrow, request.signer, trusted);
  return withMore({ ...taking, stops: [...crossChainStops(escrow), ...taking.stops] }, ofTerms);
}

/** An escrow from elsewhere was never judged here: its address may be swapped for one with the same title. */
function judgedElsewhere(
  { network, policy }: DeskContext,
  { signer, escrow: contractId }: FundRequest,
  { escrow, decimals, token }: FundedEscrow,
  trusted: ReadonlySet<string>,
): Risk {
  const { stops } = deployRisk({ signer, contractId, escrow }, { trusted }, { network, feeStop: policy.feeStop });
  const { warnings, facts } = takingRisk(escrow, signer, trusted);
  const unit = knownToken(network, token)?.code ?? token;
  return { stops, warnings: [newTerms(escrow, decimals, unit), ...warnings], facts };
}

/** Another contract may be there than was made here. */
function requireReachable({ network }: DeskContext, own: SeenDeploy, contract: StandingContract): void {
  const deploy = readDeploy(readTransaction(own.offer.unsignedXdr, network.passphrase), network.passphrase);
  if ('unreadable' in deploy) return;
  const asCompared = tokenAsCompared(network, own.handle.request, own.offer.reasons);
  const compared = compareStanding(contract, deploy, own.handle.request, asCompared);
  if (compared?.isReachable === false) {
    throw new CountersignError('ADDRESS_TAKEN', { differences: compared.differences });
  }
}

/** Refuses a payment that the payer cannot make. */
async function requirePayer(
  { ledger, network }: DeskContext,
  request: FundRequest,
  { token, decimals }: FundedEscrow,
  { signal }: Options,
): Promise<void> {
  const { signer } = request;
  const known = knownToken(network, token);
  const unit = known?.code ?? 'tokens';
  const [balance] = (await ledger?.balancesOf([{ holder: signer, token }], signal)) ?? [];
  if (balance !== undefined && balance.units < unitsOf(request)) {
    const held = fromBaseUnits(balance.units, decimals);
    throw new CountersignError('INPUT_INVALID', {
      fields: [fieldProblem('amount', 'PAYER_HOLDS_LESS', { held, unit })],
    });
  }
  if (balance !== undefined || known?.issuer === undefined || signer === known.issuer) return;
  const payer = (await readPayees({ ledger, network }, token, [signer], signal)).accounts?.get(signer);
  if (payer?.exists !== true || payer.trustline !== false) return;
  throw new CountersignError('INPUT_INVALID', {
    fields: [fieldProblem('signer', 'PAYER_WITHOUT_TRUSTLINE', { unit })],
  });
}
