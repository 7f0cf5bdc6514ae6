/** What a request is judged by: the ledger's facts about its parties, and what its owner used before. */
import { actionOf } from '../../actions/actions.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { type DeployRequest, partiesOf as partiesOfRequest } from '../../escrow/index.ts';
import { assetOf, type Network } from '../../escrow/network.ts';
import { isStepName } from '../../escrow/steps.ts';
import { escrowOnChain } from '../../kinds/escrow-of-request.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import type { LedgerSnapshot, WantedParties } from '../../ledger/ledger.ts';
import { accountsToAsk, deployRisk, type KnownOfDeploy, type Risk, withMore } from '../../risk/index.ts';
import type { BlockingWarning } from '../../words/risk.ts';
import type { DeskContext } from '../context.ts';
import { addressKey, combinationKey, trustedAmong } from '../people/familiar.ts';
import type { Person } from '../people/person.ts';
import type { ActionRequest, PreparedRequest, PreparedTransaction, StoredRisk } from '../store/requests.ts';
import { riskOfStepAlone } from './risk-of-step.ts';

const NOTHING: KnownOfDeploy = {
  accounts: new Map(),
  tokens: new Set(),
  used: new Set(),
  sameCombinationSettled: false,
};

/** The parties to ask the ledger about, in addition to the signing account. */
export function partiesOf(request: DeployRequest, network: Network): WantedParties {
  const asset = assetOf(network, request.trustline.address);
  return {
    accounts: accountsToAsk({ signer: request.signer, escrow: escrowOnChain(request, network) }, network),
    contracts: partiesOfRequest(request).filter((address) => address.startsWith('C')),
    ...(asset === undefined ? {} : { asset }),
  };
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
  const seen = await sight;
  const parties = seen?.kind === 'seen' ? seen.parties : undefined;
  return {
    accounts: parties?.accounts ?? new Map(),
    tokens: parties?.tokens ?? new Set(),
    used: new Set(addresses.filter((address) => keys.has(addressKey(address)))),
    trusted,
    sameCombinationSettled: keys.has(combination),
  };
}

/** @param more what follows from the offer's place among others */
export function riskOfDeploy(context: DeskContext, deploy: ReadDeploy, known: KnownOfDeploy, more: Risk): StoredRisk {
  return { ...withMore(judge(context, deploy, known), more), trusted: [...(known.trusted ?? [])] };
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
