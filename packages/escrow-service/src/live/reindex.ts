/** Indexes a transaction that was not sent through this service. */
import { readTransaction } from '@countersign/core/envelope';
import { type ReadDeploy, readDeploy } from '@countersign/core/kinds';
import { beginCall, type Call } from '../contract/call.ts';
import { calledIn, isFactory } from '../contract/called.ts';
import { lookUp } from '../contract/outcome.ts';
import { Refusal } from '../contract/refusal.ts';
import type { LiveService } from './live-service.ts';
import type { EscrowRecord } from './record.ts';
import { refreshed, tokenNow } from './refreshed.ts';

/**
 * Accepts a deploy by one of its factories, or a call of an indexed escrow.
 * @param hash lower-case hex
 * @returns the escrow
 * @throws Refusal where the transaction is none of these | NetworkTrouble
 */
export async function reindex({ on, index }: LiveService, hash: string): Promise<EscrowRecord> {
  const call = beginCall(on, on.patience.readMs);
  const reply = await lookUp(call, hash);
  if (reply.status !== 'SUCCESS' || reply.envelopeXdr === undefined) {
    throw new Refusal(`Transaction ${hash} was not found, or did not succeed`);
  }
  const { passphrase } = on.network;
  const { transaction, contract, name, signer } = calledIn(reply.envelopeXdr, passphrase);
  if (isFactory(on.network, contract)) {
    const deploy = readDeploy(readTransaction(transaction.toXdr(), passphrase), passphrase);
    if ('unreadable' in deploy) throw new Refusal('Escrow not found');
    const record = index.get(deploy.contractId) ?? (await recordOf(call, deploy, Number(reply.createdAt) * 1_000));
    return index.put(await refreshed(call, record));
  }
  const record = contract === undefined ? undefined : index.get(contract);
  if (record === undefined) throw new Refusal('Escrow not found');
  const now = await refreshed(call, record);
  return index.put(name === 'fund_escrow' ? { ...now, fundedBy: signer } : now);
}

async function recordOf(
  call: Call,
  { contractId, kind, factory, deployer, escrow }: ReadDeploy,
  createdAt: number,
): Promise<EscrowRecord> {
  return {
    ...{ contractId, kind, factory, signer: deployer, escrow, balance: 0n, createdAt, updatedAt: createdAt },
    ...(await tokenNow(call, escrow.trustline.address)),
  };
}
