/** Builds a deploy, or a call of an existing escrow, as the live service does today. Changes nothing on the ledger. */
import { randomBytes } from 'node:crypto';
import type { Act, EscrowKind, EscrowOnChain } from '@countersign/core/kinds';
import { accountKey, trustlineKey } from '@countersign/core/ledger';
import type { Release } from '@countersign/core/network';
import type { Transaction } from '@stellar/stellar-sdk/base';
import { type AskedStep, buildDeploy, buildStep, endOf, hashOf } from '../contract/build-call.ts';
import { beginCall, type Call } from '../contract/call.ts';
import { readEntries, readEscrow, sequenceOf } from '../contract/ledger-reads.ts';
import { Refusal } from '../contract/refusal.ts';
import { type AskedTerms, escrowOf } from '../contract/terms.ts';
import { type AskedAsset, addPending, type EscrowRecord, type LiveService } from './live-service.ts';
import { decimalsOf, rebuildIndex, tokenOf } from './reindex.ts';

/** A body of v1, parsed. */
export type LiveDeploy = AskedTerms & { readonly signer: string; readonly trustline: AskedAsset };

/** In stroops. */
const INCLUSION_FEE = 1_000n;

/** @returns the unsigned transaction; the service remembers it. @throws Refusal | NetworkTrouble */
export async function buildLiveDeploy(service: LiveService, release: Release, deploy: LiveDeploy) {
  const { on } = service;
  const call = beginCall(on, on.patience.readMs);
  const { signer } = deploy;
  const sequence = await checkParties(call, deploy);
  const decimals = await decimalsOf(call, deploy.trustline);
  const trustline = { address: tokenOf(deploy.trustline, on.network.passphrase) };
  const escrow = escrowOf(deploy, { decimals, trustline, receiverMemo: 0n });
  const built = await buildDeploy(call, {
    ...{ release, signer, sequence, escrow },
    salt: randomBytes(32),
    inclusionFee: INCLUSION_FEE,
  });
  const { transaction, contractId, kind, factory } = built;
  const at = on.now();
  const record: EscrowRecord = {
    ...{ contractId, kind, factory, signer, escrow, decimals, balance: 0n, createdAt: at, updatedAt: at },
    asset: deploy.trustline,
  };
  addPending(service, { action: 'deploy', hash: hashOf(transaction), endsAt: endOf(transaction), record });
  return transaction;
}

/** @returns the signer's sequence number */
async function checkParties(
  call: Call,
  { signer, roles: { platformAddress }, trustline }: LiveDeploy,
): Promise<bigint> {
  const { address: issuer, symbol: code } = trustline;
  // An issuer has no trustline for its own asset, and a contract needs none.
  const needsTrustline = issuer.startsWith('G') && platformAddress.startsWith('G') && platformAddress !== issuer;
  const trustlines = needsTrustline ? [trustlineKey(platformAddress, { code, issuer })] : [];
  const entries = await readEntries(call, [accountKey(signer), ...trustlines]);
  const sequence = sequenceOf(entries, signer);
  if (trustlines.some((key) => entries(key) === undefined)) {
    throw new Refusal(`The platform address ${platformAddress} has no trustline for ${trustline.symbol}`);
  }
  return sequence;
}

/** @returns the unsigned transaction; the service remembers it. @throws Refusal | NetworkTrouble */
export async function buildLiveStep(
  service: LiveService,
  release: Release,
  act: Act,
  step: AskedStep,
): Promise<Transaction> {
  const { on, index } = service;
  const { contractId, signer, terms } = step;
  // Another process may have created it since.
  if (service.isShared && index.get(contractId) === undefined) await rebuildIndex(service);
  const record = index.get(contractId);
  if (record === undefined || record.kind.release !== release) throw new Refusal('Escrow not found');
  // As seen in the live service where a deploy had named a contract in place of the issuer; the reason is not known.
  if (act === 'fund' && record.asset.address.startsWith('C')) {
    throw new Refusal('HostError: Error(Storage, MissingValue)');
  }
  const call = beginCall(on, on.patience.readMs);
  const { kind, decimals } = record;
  const stored = await readEscrow(call, kind, contractId);
  const escrow = terms === undefined ? stored.value : await updated(call, kind, terms, stored.escrow);
  const transaction = await buildStep(call, { kind, act, request: step, decimals, escrow });
  addPending(service, { action: act, hash: hashOf(transaction), endsAt: endOf(transaction), contractId, signer });
  return transaction;
}

/** The new terms, with the present values of fields that v1 does not have. */
async function updated(call: Call, kind: EscrowKind, terms: AskedTerms, { flags, receiverMemo = 0n }: EscrowOnChain) {
  const asset = terms.trustline as AskedAsset;
  const trustline = { address: tokenOf(asset, call.network.passphrase) };
  const escrow = escrowOf(terms, { decimals: await decimalsOf(call, asset), trustline, receiverMemo });
  return kind.encode(flags === undefined ? escrow : { ...escrow, flags });
}
