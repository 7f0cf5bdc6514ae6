/** Before somebody pays into an escrow: whether it can succeed, what it is worth, and whether the terms are as agreed. */

import { moneyTermsOf } from '../../actions/agreed-terms.ts';
import { unitsOf } from '../../actions/fund/call.ts';
import type { FundRequest } from '../../actions/fund/request.ts';
import { CountersignError, fieldProblem } from '../../errors/errors.ts';
import { fromBaseUnits } from '../../escrow/index.ts';
import { codeOfToken, knownToken } from '../../escrow/network.ts';
import { stateOf, totalAmount } from '../../kinds/progress.ts';
import { readDeploy } from '../../kinds/read-deploy.ts';
import type { StandingContract } from '../../ledger/ledger.ts';
import {
  crossChainStops,
  deployRisk,
  type EscrowAtStake,
  feeWarnings,
  mergeRisk,
  newTerms,
  paymentRisk,
  type Risk,
  type Trust,
  takingRisk,
  termsRisk,
} from '../../risk/index.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import type { DeskContext } from '../context.ts';
import { stakeOfPayment } from '../model/at-stake.ts';
import type { SignalOptions } from '../model/call-options.ts';
import { keysOf } from '../model/keys.ts';
import type { Person } from '../model/person.ts';
import type { ActionRequest, StoredRisk } from '../model/requests.ts';
import { readStored } from '../model/reverify.ts';
import { tokenAsCompared } from '../model/token-decimals.ts';
import { compareStanding } from '../outcome/terms.ts';
import { isOwn } from '../people/access.ts';
import { type SeenDeploy, seenDeploysAt } from '../people/seen-deploys.ts';
import { trustOf } from '../people/trust.ts';
import { termsSince } from '../read/agreed-terms.ts';
import { type FundedEscrow, fundedEscrow } from '../read/funded-escrow.ts';
import { requireKnownAct } from '../read/interfaces.ts';
import { readPayees } from '../read/payability.ts';
import { requireAllowedParties } from './limits.ts';
import { paidStop } from './repetition.ts';
import { riskOfPayees } from './risk-of-payees.ts';

const NOTHING: Risk = { stops: [], warnings: [], facts: [] };

/**
 * Empty for anything but a payment, and where there is no ledger to ask.
 * @param owner of the payment; a visitor of its page must not learn what else the owner prepared
 * @throws CountersignError ADDRESS_TAKEN where another contract is there than was made here; INPUT_INVALID where the
 *   payer cannot pay it; LIMIT_REACHED where it pays somebody who is not allowed; INTERFACE_DIFFERS; SERVICE_UNREACHABLE
 */
export async function riskOfPayment(
  context: DeskContext,
  actionRequest: ActionRequest,
  owner: Person,
  options: SignalOptions,
): Promise<StoredRisk> {
  if (actionRequest.action !== 'fund' || context.ledger === undefined) return NOTHING;
  const { request } = actionRequest;
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
  const ofEscrow = mergeRisk(mergeRisk(riskOfBalance(context, request, funded), ofTerms), ofPayees);
  return { ...mergeRisk(ofEscrow, { stops: paid }), atStake: `${stakeIn(request, funded).units}` };
}

const stakeIn = (request: FundRequest, { escrow, held }: Pick<Balance, 'escrow' | 'held'>): EscrowAtStake => ({
  contractId: request.escrow,
  escrow,
  units: stakeOfPayment(escrow, unitsOf(request), held),
});

/** Who can take the money once this payment is in, by what the payer's wallet has proven. */
export async function riskOfTaking(
  context: DeskContext,
  request: FundRequest,
  owner: Person,
  balance: Pick<Balance, 'escrow' | 'held'>,
): Promise<Risk & { readonly trust: Trust }> {
  const { signer } = request;
  const { escrow } = balance;
  const trust = await trustOf(context, owner, signer, stakeIn(request, balance));
  const { warnings, ...taking } = takingRisk(escrow, signer, trust.trusted, trust.confirmed);
  return { ...taking, warnings: [...warnings, ...feeWarnings({ signer, escrow }, trust.feeBefore)], trust };
}

type Balance = Pick<FundedEscrow, 'escrow' | 'needed' | 'held' | 'decimals'>;

/** What the payment is worth by the escrow's state and balance alone. */
export function riskOfBalance(
  { network }: Pick<DeskContext, 'network'>,
  request: FundRequest,
  { escrow, needed, held, decimals }: Balance,
): Risk {
  return paymentRisk({
    amount: unitsOf(request),
    needed,
    ...omitUndefined({ held }),
    decimals,
    token: codeOfToken(network, escrow.trustline.address),
    title: escrow.title,
    isInDispute: escrow.milestones.some((milestone) => stateOf(escrow, milestone) === 'disputed'),
    resolver: escrow.roles.disputeResolver,
  });
}

/** An equal payment that is not known here: from another folder, before a restore, or by the wallet alone. */
async function paidElsewhere(
  { ledger, network, store }: DeskContext,
  request: FundRequest,
  owner: Person,
  { escrow, token, needed, held }: FundedEscrow,
  { signal }: SignalOptions,
): Promise<readonly BlockingWarning[]> {
  const amount = unitsOf(request);
  const paidOut = totalAmount(escrow) - needed;
  // While it holds less, none can have arrived.
  if (held !== undefined && held + paidOut < amount) return [];
  const last = await ledger?.lastTransfer({ token, from: request.signer, to: request.escrow, amount }, signal);
  if (last === undefined) return [];
  const hash = last.transactionHash ?? '';
  const made = (await store.findByHash(hash)) ?? (await store.findPast(hash));
  const prepared = made?.requestId === undefined ? undefined : await store.find(made.requestId);
  const { series } = keysOf({ action: 'fund', request }, network, owner);
  if (prepared !== undefined && keysOf(prepared, network, prepared.owner).series === series) return [];
  return [paidStop(network, request, last.at)];
}

/** Whether its terms are still as agreed, and who could take the money. Of an escrow from elsewhere, all of its terms. */
async function judgedTerms(
  context: DeskContext,
  request: FundRequest,
  owner: Person,
  funded: FundedEscrow,
): Promise<Partial<Risk>> {
  const { contract, escrow, decimals } = funded;
  const [seen, terms, { trust, ...taking }] = await Promise.all([
    seenDeploysAt(context, request.escrow),
    termsSince(context, request.signer, request.escrow, moneyTermsOf(escrow, decimals, context.network)),
    riskOfTaking(context, request, owner, funded),
  ]);
  const [newest] = seen;
  if (newest !== undefined) requireReachable(context, newest, contract);
  const ofTerms = termsRisk(terms);
  const isFromElsewhere = !seen.some(({ prepared }) => isOwn(context, prepared));
  if (isFromElsewhere) return mergeRisk(judgedElsewhere(context, request, funded, taking, trust), ofTerms);
  return mergeRisk({ ...taking, stops: [...crossChainStops(escrow), ...taking.stops] }, ofTerms);
}

/** An escrow from elsewhere was never judged here: its address may be swapped for one with the same title. */
function judgedElsewhere(
  { network, policy }: DeskContext,
  { signer, escrow: contractId }: FundRequest,
  { escrow, decimals, token }: FundedEscrow,
  { warnings, facts }: Risk,
  trust: Trust,
): Risk {
  const { stops: blockers } = deployRisk({ signer, contractId, escrow }, trust, { network, feeStop: policy.feeStop });
  const terms = newTerms(escrow, decimals, codeOfToken(network, token));
  return { stops: blockers, warnings: [terms, ...warnings], facts };
}

/** Another contract may be there than was made here. */
function requireReachable({ network }: DeskContext, own: SeenDeploy, contract: StandingContract): void {
  const deploy = readDeploy(readStored(own.transaction, network), network.passphrase);
  if ('unreadable' in deploy) return;
  const asCompared = tokenAsCompared(network, own.prepared.request, own.transaction.reasons);
  const compared = compareStanding(contract, deploy, own.prepared.request, asCompared);
  if (compared?.isReachable === false) {
    throw new CountersignError('ADDRESS_TAKEN', { differences: compared.differences });
  }
}

/** Refuses a payment that the payer cannot make. */
async function requirePayer(
  { ledger, network }: DeskContext,
  request: FundRequest,
  { token, decimals }: FundedEscrow,
  { signal }: SignalOptions,
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
