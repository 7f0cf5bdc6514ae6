/** Leads from an escrow's earlier address to its present one: a payment to the earlier one would be lost. */
import { CountersignError, fieldProblem } from '../../errors/errors.ts';
import type { DeskContext } from '../context.ts';
import type { PreparedDeploy } from '../model/requests.ts';
import { hasSettled, previousAddresses, transactionToReport } from '../model/requests.ts';
import type { Settlement } from '../model/results.ts';
import { findSeen } from '../people/access.ts';

export type Renewed = { readonly prepared: PreparedDeploy; readonly contractId: string };

/** The escrow that was renewed under another address, if it is the caller's or on the ledger. */
export async function renewedAt(
  context: Pick<DeskContext, 'store' | 'viewer'>,
  address: string,
): Promise<Renewed | undefined> {
  const preparedRequests = await context.store.deploysAt(address);
  if (preparedRequests.some((prepared) => transactionToReport(prepared).contractId === address)) return undefined;
  for (const prepared of preparedRequests) {
    if (prepared.action !== 'deploy') continue;
    const isKnown = hasSettled(prepared) || (await findSeen(context, prepared.id)) !== undefined;
    if (isKnown) return { prepared, contractId: transactionToReport(prepared).contractId };
  }
  return undefined;
}

export async function renewedAmong(
  context: Pick<DeskContext, 'store' | 'viewer'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    addresses.map(async (address) => [address, (await renewedAt(context, address))?.contractId] as const),
  );
  return new Map(found.flatMap(([address, now]): [string, string][] => (now === undefined ? [] : [[address, now]])));
}

/** @throws CountersignError INPUT_INVALID, with the present address */
export async function requireNotRenewed(context: DeskContext, address: string): Promise<void> {
  const renewed = await renewedAt(context, address);
  if (renewed === undefined) return;
  const { contractId: now } = renewed;
  throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('escrow', 'ESCROW_RENEWED', { now })] });
}

/** The outcome of a deploy, with the addresses that its escrow had before. */
export async function withPreviousAddresses(context: DeskContext, settlement: Settlement): Promise<Settlement> {
  if (settlement.action !== undefined || settlement.contractId === undefined) return settlement;
  const transaction = await context.store.findByHash(settlement.transactionHash);
  const prepared = await findSeen(context, transaction?.requestId);
  const previous = prepared === undefined ? [] : previousAddresses(prepared, settlement.contractId);
  if (previous.length === 0) return settlement;
  const text = context.words.renewedText(settlement.contractId, previous);
  return { ...settlement, previousAddresses: [...previous], message: `${settlement.message} ${text}` };
}
