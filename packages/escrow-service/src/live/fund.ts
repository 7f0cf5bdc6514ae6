/** Builds the transaction that funds an escrow through its contract, which refuses where its terms have changed since. */
import type { Release } from '@countersign/core/network';
import { Address, type Transaction, xdr } from '@stellar/stellar-sdk/base';
import { beginCall } from '../contract/call.ts';
import { readEntries } from '../contract/entries.ts';
import { Refusal } from '../contract/refusal.ts';
import { accountKey, sequenceOf } from './accounts.ts';
import { buildCall, endOf, hashOf } from './build-call.ts';
import type { LiveService } from './live-service.ts';
import { readEscrow } from './read-escrow.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { unitsOf } from './units.ts';

export type LiveFund = {
  readonly contractId: string;
  readonly signer: string;
  /** Token units, as an exact decimal. */
  readonly amount: string;
};

/** In stroops. The live service prepares a call twice, and each time the resource fee is added. */
const inclusionFee = (resourceFee: bigint): bigint => 100n + resourceFee;

/**
 * @returns the unsigned transaction; the service remembers it
 * @throws Refusal | NetworkTrouble
 */
export async function buildFund(
  service: LiveService,
  release: Release,
  { contractId, signer, amount }: LiveFund,
): Promise<Transaction> {
  const { on, index, pending } = service;
  // Another process may have made it since.
  if (service.isShared && index.get(contractId) === undefined) await rebuildIndex(service);
  const record = index.get(contractId);
  if (record === undefined || record.kind.release !== release) throw new Refusal('Escrow not found');
  // So it was seen where a deploy had named a contract in place of the issuer; why is not known.
  if (record.asset.address.startsWith('C')) throw new Refusal('HostError: Error(Storage, MissingValue)');
  const units = unitsOf(amount, record.decimals, 'amount');
  const call = beginCall(on, on.patience.readMs);
  const { value } = await readEscrow(call, record.kind, contractId);
  const entries = await readEntries(call, [accountKey(signer)]);
  const transaction = await buildCall(call, {
    source: signer,
    sequence: sequenceOf(entries, signer),
    invocation: new xdr.InvokeContractArgs({
      contractAddress: Address.fromString(contractId).toScAddress(),
      functionName: 'fund_escrow',
      args: [Address.fromString(signer).toScVal(), value, i128(units)],
    }),
    inclusionFee,
  });
  pending.add({ action: 'fund', hash: hashOf(transaction), endsAt: endOf(transaction), contractId, signer });
  return transaction;
}

const i128 = (value: bigint): xdr.ScVal =>
  xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: value >> 64n, lo: value & 0xffff_ffff_ffff_ffffn }));
