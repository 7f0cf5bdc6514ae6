/** Builds a deploy as the live service does today. Changes nothing on the ledger. */
import { randomBytes } from 'node:crypto';
import type { Release } from '@countersign/core/network';
import { accountKey, sequenceOf, trustlineKey } from '../contract/accounts.ts';
import { endOf, hashOf } from '../contract/build-call.ts';
import { beginCall, type Call } from '../contract/call.ts';
import { buildDeploy } from '../contract/deploy.ts';
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
  const { signer } = asked;
  const sequence = await checkParties(call, asked);
  const decimals = await decimalsOf(call, asked.trustline);
  const trustline = { address: tokenOf(asked.trustline, on.network.passphrase) };
  const escrow = escrowOf(asked, { decimals, trustline, receiverMemo: 0n });
  const built = await buildDeploy(call, {
    ...{ release, signer, sequence, escrow },
    salt: randomBytes(32),
    inclusionFee: INCLUSION_FEE,
  });
  const { transaction, contractId, kind, factory } = built;
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
