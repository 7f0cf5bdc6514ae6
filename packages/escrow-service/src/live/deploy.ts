/** Builds a deploy as the live service does today. Changes nothing on the ledger. */
import { randomBytes } from 'node:crypto';
import { contractIdFor, deployInvocation, type EscrowKind, servedKind } from '@countersign/core/kinds';
import { pinsOf, type Release } from '@countersign/core/network';
import { xdr } from '@stellar/stellar-sdk/base';
import { accountKey, sequenceOf, trustlineKey } from '../contract/accounts.ts';
import { buildCall, endOf, hashOf } from '../contract/build-call.ts';
import { beginCall, type Call } from '../contract/call.ts';
import { readEntries } from '../contract/entries.ts';
import { Refusal } from '../contract/refusal.ts';
import { type AskedTerms, escrowOf } from '../contract/terms.ts';
import { decimalsOf, tokenOf } from './asset.ts';
import type { LiveService } from './live-service.ts';
import type { AskedAsset, EscrowRecord } from './record.ts';

/** A body of v1, parsed. */
export type LiveDeploy = AskedTerms & { readonly signer: string; readonly trustline: AskedAsset };

/** In stroops. */
const INCLUSION_FEE = 1_000n;

/**
 * @returns the unsigned transaction; the service remembers it
 * @throws Refusal | NetworkTrouble
 */
export async function buildLiveDeploy({ on, pending }: LiveService, release: Release, asked: LiveDeploy) {
  const call = beginCall(on, on.patience.readMs);
  const kind = servedKind('v1', release) as EscrowKind;
  const { factory, wasmHash } = pinsOf(on.network, release) as { readonly factory: string; readonly wasmHash: string };
  const { signer } = asked;
  const token = tokenOf(asked.trustline, on.network.passphrase);
  const sequence = await checkParties(call, asked);
  const decimals = await decimalsOf(call, asked.trustline);
  const escrow = escrowOf(asked, { decimals, trustline: { address: token }, receiverMemo: 0n });
  const salt = randomBytes(32);
  const invocation = deployInvocation({
    factory,
    deployer: signer,
    wasmHash: Buffer.from(wasmHash, 'hex'),
    salt,
    escrow: kind.encode(escrow),
  });
  const transaction = await buildCall(call, {
    source: signer,
    sequence,
    invocation: new xdr.InvokeContractArgs({ ...invocation, functionName: kind.factoryFunction }),
    inclusionFee: () => INCLUSION_FEE,
  });
  const contractId = contractIdFor(factory, salt, on.network.passphrase);
  const at = on.now();
  const record: EscrowRecord = {
    ...{ contractId, kind, factory, signer, escrow, decimals, balance: 0n, createdAt: at, updatedAt: at },
    asset: asked.trustline,
  };
  pending.add({ action: 'deploy', hash: hashOf(transaction), endsAt: endOf(transaction), record });
  return transaction;
}

/** @returns the signer's sequence number */
async function checkParties(
  call: Call,
  { signer, roles: { platformAddress }, trustline }: LiveDeploy,
): Promise<bigint> {
  // An issuer has no trustline for its own asset, and a contract needs none.
  const platformKey =
    trustline.address.startsWith('G') && platformAddress.startsWith('G') && platformAddress !== trustline.address
      ? trustlineKey(platformAddress, trustline)
      : undefined;
  const entries = await readEntries(call, [accountKey(signer), ...(platformKey === undefined ? [] : [platformKey])]);
  const sequence = sequenceOf(entries, signer);
  if (platformKey !== undefined && entries(platformKey) === undefined) {
    throw new Refusal(`The platform address ${platformAddress} has no trustline for ${trustline.symbol}`);
  }
  return sequence;
}
