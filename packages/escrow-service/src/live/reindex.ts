/** Learns from the ledger what a transaction did that was sent past this service. */
import { readTransaction } from '@countersign/core/envelope';
import { type ReadDeploy, readDeploy } from '@countersign/core/kinds';
import { pinsOf } from '@countersign/core/network';
import { Address, Asset, Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { askContract, beginCall, type Call } from '../contract/call.ts';
import { contractValue, readEntries } from '../contract/entries.ts';
import { lookUp } from '../contract/outcome.ts';
import { Refusal } from '../contract/refusal.ts';
import { decimalsOfToken, instanceKey } from '../contract/token.ts';
import type { LiveService } from './live-service.ts';
import { refreshed } from './read-escrow.ts';
import type { AskedAsset, EscrowRecord } from './record.ts';

/**
 * A deploy by one of its factories, or a call of an escrow that it knows.
 * @param hash lower-case hex
 * @throws Refusal where the transaction is none of these | NetworkTrouble
 */
export async function reindex({ on, index }: LiveService, hash: string): Promise<void> {
  const call = beginCall(on, on.patience.readMs);
  const reply = await lookUp(call, hash);
  if (reply.status !== 'SUCCESS' || reply.envelopeXdr === undefined) {
    throw new Refusal(`Transaction ${hash} was not found, or did not succeed`);
  }
  const { passphrase } = on.network;
  const deploy = readDeploy(readTransaction(reply.envelopeXdr, passphrase), passphrase);
  if (!('unreadable' in deploy) && deploy.factory === pinsOf(on.network, deploy.kind.release).factory) {
    const record = index.get(deploy.contractId) ?? (await recordOf(call, deploy, Number(reply.createdAt) * 1_000));
    index.put(await refreshed(call, record));
    return;
  }
  const { contract, name, signer } = calledIn(reply.envelopeXdr, passphrase);
  const record = contract === undefined ? undefined : index.get(contract);
  if (record === undefined) throw new Refusal('Escrow not found');
  const now = await refreshed(call, record);
  index.put(name === 'fund_escrow' ? { ...now, fundedBy: signer } : now);
}

async function recordOf(
  call: Call,
  { contractId, kind, factory, deployer, escrow }: ReadDeploy,
  createdAt: number,
): Promise<EscrowRecord> {
  const token = escrow.trustline.address;
  const entries = await readEntries(call, [instanceKey(token)]);
  const decimals = await decimalsOfToken(call, token, contractValue(entries(instanceKey(token))));
  return {
    ...{ contractId, kind, factory, signer: deployer, escrow, balance: 0n, createdAt, updatedAt: createdAt },
    asset: await assetOf(call, token),
    decimals: decimals ?? 7,
  };
}

/** The asset that a token says it is of, where its address follows from that; else the contract itself. */
async function assetOf(call: Call, token: string): Promise<AskedAsset> {
  const said = async (name: string) => {
    const value = await askContract(call, token, name);
    return value?.type === 'scvString' ? value.str.toString() : '';
  };
  const [symbol = '', issuer = ''] = (await said('name')).split(':');
  try {
    if (new Asset(symbol, issuer).contractId(call.network.passphrase) === token) return { address: issuer, symbol };
  } catch {
    // It is of no asset.
  }
  return { address: token, symbol: await said('symbol') };
}

function calledIn(envelopeXdr: string, passphrase: string) {
  const transaction = TransactionBuilder.fromXdr(envelopeXdr, passphrase);
  const inner = transaction instanceof Transaction ? transaction : transaction.innerTransaction;
  const [operation] = inner.operations;
  const signer = operation?.source ?? inner.source;
  if (operation?.type !== 'invokeHostFunction' || operation.func.type !== 'hostFunctionTypeInvokeContract') {
    return { contract: undefined, name: undefined, signer };
  }
  const { contractAddress, functionName } = operation.func.invokeContract;
  return { contract: Address.fromScAddress(contractAddress).toString(), name: functionName.toString(), signer };
}
