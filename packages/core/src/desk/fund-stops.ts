/** Before somebody pays into an escrow that was made here: whether its terms are still what was agreed. */
import { readTransaction } from '../envelope/read-transaction.ts';
import { readDeploy } from '../kinds/read-deploy.ts';
import type { Stop } from '../words/stops.ts';
import { findSeen } from './access.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import type { Asked } from './store/offers.ts';
import { tokenAsCompared } from './token-of-request.ts';
import { compareStanding } from './truth/terms.ts';

/** What decides who is paid how much. Texts may be corrected by an update without being a trap. */
const DECIDES_MONEY =
  /^(?:roles\.|milestones\[\d+\]\.(?:amount|receiver)$|trustline\.|platformFee$|amount$|number of milestones$|contract code$)/;

/** None where the escrow was not made here, or the ledger cannot be asked. Never throws. */
export async function fundStops(
  context: DeskContext,
  asked: Asked,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<readonly Stop[]> {
  const { ledger, store, network } = context;
  if (asked.action !== 'fund' || ledger === undefined) return [];
  const { escrow } = asked.request;
  const made = await store.findByContract('deploy', escrow);
  const handle = await findSeen(context, made?.handle);
  if (made === undefined || handle?.action !== 'deploy') return [];
  const sight = await ledger.lookAt({ contracts: [escrow] }, signal);
  const contract = sight.kind === 'seen' ? sight.contracts.get(escrow) : undefined;
  const deploy = readDeploy(readTransaction(made.unsignedXdr, network.passphrase), network.passphrase);
  if (contract === undefined || 'unreadable' in deploy) return [];
  const asCompared = tokenAsCompared(network, handle.request, made.reasons);
  const changed = compareStanding(contract, deploy, handle.request, asCompared)?.differences ?? [];
  const differences = changed.filter(({ field }) => DECIDES_MONEY.test(field));
  return differences.length === 0 ? [] : [{ code: 'TERMS_CHANGED', params: { differences } }];
}
