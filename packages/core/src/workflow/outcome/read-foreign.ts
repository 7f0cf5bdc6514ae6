/** Decides a transaction that was prepared elsewhere by the same rules, with the request that it states. */
import { statedRequest } from '../../actions/deploy/stated-request.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { readDeploy } from '../../kinds/read-deploy.ts';
import type { DeskContext } from '../context.ts';
import type { KeptSettlement } from '../results.ts';
import type { Offer } from '../store/offers.ts';
import { decisionOf, findingOf, lookFor } from './read-outcome.ts';

/** @returns undefined until the ledger decides */
export async function readForeignOutcome(
  context: DeskContext,
  offer: Offer,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<KeptSettlement | undefined> {
  const { ledger, network, store } = context;
  if (ledger === undefined) return undefined;
  const read = readTransaction(offer.unsignedXdr, network.passphrase);
  const deploy = readDeploy(read, network.passphrase);
  if ('unreadable' in deploy) return undefined;
  const request = statedRequest(read, deploy, network);
  const question = { account: read.source, contracts: [offer.contractId], ends: offer.expiresAt };
  const { sight, isOver } = await lookFor(context, ledger, question, signal);
  if (sight.kind === 'no-answer') return undefined;
  const says = await findingOf(context, ledger, { action: 'deploy', request }, offer, sight, isOver, signal);
  if (says.kind === 'open') return undefined;
  const { state, settlement } = decisionOf(offer, says, ledger.host);
  const told = settlement && { ...settlement, preparedHere: false as const };
  await store.decide(offer.hash, { state, ...(told === undefined ? {} : { settlement: told }) });
  if (says.kind === 'settled') context.service.balancesChanged(offer.contractId);
  return told;
}
