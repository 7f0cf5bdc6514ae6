/** What a request is judged by: the ledger's facts about its parties, and what its owner used before. */
import { actionOf } from '../../actions/actions.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
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
  type KnownOfDeploy,
  payeesOfEscrow,
  type Risk,
  withMore,
} from '../../risk/index.ts';
import type { BlockingWarning } from '../../words/risk.ts';
import type { DeskContext } from '../context.ts';
import { addressKey, combinationKey, trustedAmong } from '../people/familiar.ts';
import type { Person } from '../people/person.ts';
import { seenIn, wantedParties } from '../read/payability.ts';
import type { ActionRequest, PreparedRequest, PreparedTransaction, StoredRisk } from '../store/requests.ts';
import { reportServiceAccount } from './risk-of-payees.ts';
import { riskOfStepAlone } from './risk-of-step.ts';

const NOTHING: KnownOfDeploy = {
  used: new Set(),
  sameCombinationSettled: false,
};

/** The parties to ask the ledger about, in addition to the signing account. @param asset of the token, where it has one */
export function partiesOf(request: DeployRequest, network: Network, asset: Asset | undefined): WantedParties {
  const accounts = accountsToAsk({ signer: request.signer, escrow: escrowOnChain(request, network) }, network);
  const contracts = partiesOfRequest(request).filter((address) => address.startsWith('C'));
  return wantedParties(network, [...accounts, ...contracts], request.trustline.address, asset);
}

/**
 * Once the factory and the escrow's address are known: a payee of either is refused.
 * @throws CountersignError INPUT_INVALID
 */
export function requirePayees(
  { network }: Pick<DeskContext, 'network'>,
  request: DeployRequest,
  { factory, contractId }: Pick<ReadDeploy, 'factory' | 'contractId'>,
): void {
  const { token } = paidThrough(network, request.trustline.address);
  const fields = refusedPayees(request, { token, escrow: contractId, factories: [factory] });
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
}

/** What is known of a request's parties. @param sight of the ledger; parties that it lacks are not judged */
export async function knownOf(
  context: DeskContext,
  request: DeployRequest,
  owner: Person,
  sight: Promise<LedgerSnapshot | undefined>,
): Promise<KnownOfDeploy> {
  const addresses = partiesOfRequest(request);
  const combination = combinationKey(request);
  const [keys, trusted] = await Promise.all([
    context.store.known(owner, [combination, ...addresses.map(addressKey)]),
    trustedAmong(context, owner, addresses),
  ]);
  const paid = payeesOfEscrow(escrowOnChain(request, context.network), undefined).map(({ address }) => address);
  const contracts = paid.filter((address) => address.startsWith('C'));
  const seen = context.ledger && (await seenIn(context.ledger, await sight, contracts));
  return {
    ...seen,
    used: new Set(addresses.filter((address) => keys.has(addressKey(address)))),
    trusted,
    sameCombinationSettled: keys.has(combination),
  };
}

/** @param more what follows from the offer's place among others */
export function riskOfDeploy(context: DeskContext, deploy: ReadDeploy, known: KnownOfDeploy, more: Risk): StoredRisk {
  const risk = judge(context, deploy, known);
  reportServiceAccount(context, risk);
  return { ...withMore(risk, more), trusted: [...(known.trusted ?? [])] };
}

/**
 * The judgement from when the offer was built, with the stops that follow from the transaction and the request computed
 * again: a stored row may lack some, and the settings may be stricter by now.
 */
export function riskNow(
  context: DeskContext,
  handle: ActionRequest & Pick<PreparedRequest, 'judged'>,
  offer: PreparedTransaction,
): Risk {
  if (isStepName(handle.action)) {
    const { stops } = riskOfStepAlone(
      context,
      handle.action,
      handle.request as StepRequest,
      new Set(handle.judged.trusted),
    );
    return withStops(handle, stops);
  }
  if (handle.action !== 'deploy') return handle.judged;
  const { network } = context;
  const call = actionOf('deploy').read(readTransaction(offer.unsignedXdr, network.passphrase), network);
  return 'unreadable' in call ? handle.judged : riskOfCallNow(context, handle, call);
}

/** The same, for an offer that is decoded already. */
export function riskOfCallNow(context: DeskContext, handle: Pick<PreparedRequest, 'judged'>, call: ReadDeploy): Risk {
  const trusted = new Set(handle.judged.trusted);
  return withStops(handle, judge(context, call, { ...NOTHING, trusted }).stops);
}

function withStops({ judged }: Pick<PreparedRequest, 'judged'>, anew: readonly BlockingWarning[]): Risk {
  const same = (one: BlockingWarning) => (other: BlockingWarning) => JSON.stringify(one) === JSON.stringify(other);
  // This stop depends on the settings, so it is judged by today's.
  const kept = judged.stops.filter((stop) => stop.code !== 'FEE_ABOVE_STOP' && !anew.some(same(stop)));
  return { ...judged, stops: [...anew, ...kept] };
}

function judge({ network, policy }: DeskContext, call: ReadDeploy, known: KnownOfDeploy): Risk {
  const { deployer: signer, contractId, escrow } = call;
  return deployRisk({ signer, contractId, escrow }, known, { network, feeStop: policy.feeStop });
}
