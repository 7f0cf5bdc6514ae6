/**
 * What is known here of an escrow's terms, from transactions that settled: a Stellar RPC that reports other ones may be
 * lying.
 */
import type { ActionName } from '../../actions/action.ts';
import { Differences } from '../../actions/differences.ts';
import { expectedOf } from '../../actions/fund/call.ts';
import { stepOf } from '../../actions/registry.ts';
import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
import type { Difference } from '../../errors/differences.ts';
import { crossChainTarget, crossChainText } from '../../escrow/cross-chain.ts';
import { fromBaseUnits, fromBasisPoints, ROLE_NAMES } from '../../escrow/index.ts';
import { knownToken, type Network } from '../../escrow/network.ts';
import { isStepName, STEP_NAMES } from '../../escrow/steps.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { readDeploy } from '../../kinds/read-deploy.ts';
import type { DeskContext } from '../context.ts';
import { termsOf } from '../follow/difference.ts';
import type { Person } from '../people/person.ts';
import type { PreparedRequest, PreparedTransaction } from '../store/requests.ts';

export type KnownTerms = {
  /** As the newest of those transactions set or showed it. */
  readonly escrow: EscrowOnChain;
  /** Whether the ledger itself enforced its terms once: when it was made, updated, or paid by its contract. */
  readonly isEnforced: boolean;
};

/** Their contracts take or compare all terms, so these count for all owners. */
const ENFORCED: readonly ActionName[] = ['deploy', 'fund', ...STEP_NAMES.filter((name) => stepOf(name).setsTerms)];

/** @param owner whose own steps count as well: they showed the terms, and were confirmed if these were unexpected */
export async function knownTerms(
  { store, network }: Pick<DeskContext, 'store' | 'network'>,
  escrow: string,
  owner: Person,
): Promise<KnownTerms | undefined> {
  const offers = (await Promise.all(ENFORCED.map((action) => store.findByContract(action, escrow)))).flat();
  const ids = new Set(offers.flatMap(({ state, handle }) => (state === 'settled' ? (handle ?? []) : [])));
  const handles = await Promise.all([...ids].map((id) => store.find(id)));
  const own = await store.handlesAbout(owner, escrow);
  const known = [...handles, ...own].flatMap((handle) => {
    const settled = handle?.offers.find(({ state }) => state === 'settled');
    const terms = settled && handle && termsAfter(handle, settled, network);
    if (settled === undefined || handle === undefined || terms === undefined) return [];
    const isEnforced = ENFORCED.includes(handle.action);
    return [{ escrow: terms, isEnforced, at: settled.sentAt ?? settled.offeredAt }];
  });
  const [newest] = known.sort((one, other) => other.at - one.at);
  return newest && { escrow: newest.escrow, isEnforced: known.some(({ isEnforced }) => isEnforced) };
}

/** Whether an escrow has the terms that this person's own last update gave it: they signed those. */
export async function isAsUpdatedBy(
  { store, network }: Pick<DeskContext, 'store' | 'network'>,
  owner: Person,
  contractId: string,
  now: EscrowOnChain,
): Promise<boolean> {
  const updates = (await store.handlesAbout(owner, contractId)).flatMap((handle) => {
    const isUpdate = isStepName(handle.action) && stepOf(handle.action).setsTerms;
    const settled = isUpdate ? handle.offers.find(({ state }) => state === 'settled') : undefined;
    return settled === undefined ? [] : [{ handle, settled, at: settled.sentAt ?? settled.offeredAt }];
  });
  const [newest] = updates.sort((one, other) => other.at - one.at);
  const terms = newest && termsAfter(newest.handle, newest.settled, network);
  return terms !== undefined && termsOf(terms) === termsOf(now);
}

function termsAfter(
  handle: PreparedRequest,
  { unsignedXdr }: PreparedTransaction,
  network: Network,
): EscrowOnChain | undefined {
  if (handle.action === 'deploy') {
    const deploy = readDeploy(readTransaction(unsignedXdr, network.passphrase), network.passphrase);
    return 'unreadable' in deploy ? undefined : deploy.escrow;
  }
  if (handle.action === 'fund') return expectedOf(handle.request)?.escrow;
  if (!isStepName(handle.action)) return undefined;
  const request = handle.request as StepRequest;
  const standing = escrowStateOf(request, network);
  return standing && stepOf(handle.action).effect(standing, request).after;
}

/** Where two differ in who is paid, how much, or who decides it. `asked`: as known here; `found`: as reported now. */
export function moneyDifferences(
  known: EscrowOnChain,
  now: EscrowOnChain,
  decimals: number,
  network: Network,
): readonly Difference[] {
  const differences = new Differences();
  const amount = (units: bigint | undefined) => (units === undefined ? undefined : fromBaseUnits(units, decimals));
  const token = ({ trustline: { address } }: EscrowOnChain) => knownToken(network, address)?.address ?? address;
  const elsewhere = ({ crossChainReceiver }: EscrowOnChain) => {
    const target = crossChainTarget(crossChainReceiver);
    return target && crossChainText(target);
  };
  for (const role of ROLE_NAMES) differences.same(`roles.${role}`, known.roles[role], now.roles[role]);
  differences.same('crossChainReceiver', elsewhere(known), elsewhere(now));
  differences.same('platformFee', `${fromBasisPoints(known.platformFee)} %`, `${fromBasisPoints(now.platformFee)} %`);
  differences.same('trustline.address', token(known), token(now));
  differences.same('amount', amount(known.amount), amount(now.amount));
  differences.same('number of milestones', known.milestones.length, now.milestones.length);
  for (const [index, milestone] of known.milestones.entries()) {
    const found = now.milestones[index];
    if (found === undefined) break;
    differences.same(`milestones[${index}].amount`, amount(milestone.amount), amount(found.amount));
    differences.same(`milestones[${index}].receiver`, milestone.receiver, found.receiver);
  }
  return differences.list;
}
