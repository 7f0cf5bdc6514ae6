/** What a request is judged by: the ledger's facts about its parties, and whom the signing wallet trusts. */
import { actionOf } from '../../actions/actions.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { CountersignError } from '../../errors/errors.ts';
import { paidThrough, refusedPayees } from '../../escrow/check-payees.ts';
import { type DeployRequest, partiesOf as partiesOfRequest } from '../../escrow/index.ts';
import type { Asset, Network } from '../../escrow/network.ts';
import { isStepName } from '../../escrow/steps.ts';
import { escrowOnChain } from '../../kinds/escrow-of-request.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { LedgerSnapshot, WantedParties } from '../../ledger/ledger.ts';
import {
  accountsToAsk,
  deployRisk,
  type EscrowAtStake,
  type KnownOfDeploy,
  mergeRisk,
  payeesOfEscrow,
  type Risk,
  type Trust,
  takingRisk,
} from '../../risk/index.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import type { DeskContext } from '../context.ts';
import { stakeOf } from '../model/at-stake.ts';
import type { Person } from '../model/person.ts';
import { hasSettled, type PreparedRequest, type PreparedTransaction, type StoredRisk } from '../model/requests.ts';
import { readStored } from '../model/reverify.ts';
import { trustOf } from '../people/trust.ts';
import { seenIn, wantedParties } from '../read/payability.ts';
import { reportServiceAccount } from './risk-of-payees.ts';
import { riskOfStepAlone } from './risk-of-step.ts';

/** The parties to ask the ledger about, in addition to the signing account. @param asset of the token, where it has one */
export function partiesOf(request: DeployRequest, network: Network, asset: Asset | undefined): WantedParties {
  const accounts = accountsToAsk({ signer: request.signer, escrow: escrowOnChain(request, network) }, network);
  const contracts = partiesOfRequest(request).filter((address) => address.startsWith('C'));
  return wantedParties(network, [...accounts, ...contracts], request.trustline.address, asset);
}

/** Refuses a payee that is the factory or the escrow, once both are known. @throws CountersignError INPUT_INVALID */
export function requirePayees(
  { network }: Pick<DeskContext, 'network'>,
  request: DeployRequest,
  { factory, contractId }: Pick<ReadDeploy, 'factory' | 'contractId'>,
): void {
  const { token } = paidThrough(network, request.trustline.address);
  const fields = refusedPayees(request, { token, escrow: contractId, factories: [factory] });
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
}

/** What is known of a request's parties. @param snapshot of the ledger; parties that it lacks are not judged */
export async function knownOf(
  context: DeskContext,
  request: DeployRequest,
  owner: Person,
  snapshot: Promise<LedgerSnapshot | undefined>,
): Promise<KnownOfDeploy & Trust> {
  const stake = stakeOf({ action: 'deploy', request }, NOT_BUILT, context.network) as EscrowAtStake;
  const paid = payeesOfEscrow(stake.escrow, undefined).map(({ address }) => address);
  const contracts = paid.filter((address) => address.startsWith('C'));
  const [trust, seen] = await Promise.all([trustOf(context, owner, request.signer, stake), snapshot]);
  return { ...(context.ledger && (await seenIn(context.ledger, seen, contracts))), ...trust };
}

/** The address of an escrow that is still to be built; nothing is known of it. */
const NOT_BUILT = '';

/** @param more what follows from the transaction's place among others */
export function riskOfDeploy(context: DeskContext, deploy: ReadDeploy, known: KnownOfDeploy, more: Risk): StoredRisk {
  const risk = judge(context, deploy, known);
  reportServiceAccount(context, risk);
  return mergeRisk(risk, more);
}

/**
 * The stored judgement, with the blocking warnings computed again: a stored row may lack some, settings may be stricter,
 * and money may be at stake elsewhere. Of what has settled it stays as it was.
 */
export async function riskNow(
  context: DeskContext,
  prepared: PreparedRequest,
  transaction: PreparedTransaction,
  call?: ReadDeploy,
): Promise<Risk> {
  const { action, request, risk, owner } = prepared;
  if (hasSettled(prepared)) return risk;
  const { network } = context;
  const stake = stakeOf(prepared, transaction.contractId, network);
  // In most escrows no one could take the money alone.
  const isNeeded = stake !== undefined && takingRisk(stake.escrow, request.signer, undefined).stops.length > 0;
  const trust = isNeeded ? await trustOf(context, owner, request.signer, stake) : undefined;
  if (isStepName(action)) {
    return withStops(risk, riskOfStepAlone(context, action, request as StepRequest, trust).stops);
  }
  if (action === 'fund') {
    if (trust === undefined || stake === undefined) return risk;
    return withStops(risk, takingRisk(stake.escrow, request.signer, trust.trusted, trust.confirmed).stops, []);
  }
  if (action !== 'deploy') return risk;
  const read = call ?? actionOf('deploy').read(readStored(transaction, network), network);
  return 'unreadable' in read ? risk : withStops(risk, judge(context, read, trust ?? {}).stops);
}

/** Of a deploy that was not prepared here: no one is known. */
export const stopsOfCall = (context: DeskContext, call: ReadDeploy): readonly BlockingWarning[] =>
  judge(context, call, {}).stops;

/** These depend on the settings, so they are judged by today's. */
const OF_SETTINGS: readonly BlockingWarning['code'][] = ['FEE_ABOVE_STOP'];

function withStops(risk: Risk, again: readonly BlockingWarning[], replaced = OF_SETTINGS): Risk {
  const found = new Set(again.map((stop) => JSON.stringify(stop)));
  const kept = risk.stops.filter((stop) => !replaced.includes(stop.code) && !found.has(JSON.stringify(stop)));
  const takers = new Set(again.flatMap((stop) => (stop.code === 'CAN_TAKE_ALONE' ? [stop.params.address] : [])));
  // What was a warning may be a stop by now.
  const warnings = risk.warnings.filter(
    (each) => each.code !== 'KNOWN_CAN_TAKE_ALONE' || !takers.has(each.params.address),
  );
  return { ...risk, stops: [...again, ...kept], warnings };
}

function judge({ network, policy }: DeskContext, call: ReadDeploy, known: KnownOfDeploy): Risk {
  const { deployer: signer, contractId, escrow } = call;
  return deployRisk({ signer, contractId, escrow }, known, { network, feeStop: policy.feeStop });
}
