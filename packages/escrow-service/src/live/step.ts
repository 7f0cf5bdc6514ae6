/** Builds a call of an existing escrow, from funding it to extending its life. */
import type { Act, EscrowKind, EscrowOnChain } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import type { Transaction } from '@stellar/stellar-sdk/base';
import { endOf, hashOf } from '../contract/build-call.ts';
import { beginCall, type Call } from '../contract/call.ts';
import { readEscrow } from '../contract/read-escrow.ts';
import { Refusal } from '../contract/refusal.ts';
import { type AskedStep, buildStep } from '../contract/step.ts';
import { type AskedTerms, escrowOf } from '../contract/terms.ts';
import { decimalsOf, tokenOf } from './asset.ts';
import type { LiveService } from './live-service.ts';
import { rebuildIndex } from './rebuild-index.ts';
import type { AskedAsset } from './record.ts';

/**
 * @returns the unsigned transaction; the service remembers it
 * @throws Refusal | NetworkTrouble
 */
export async function buildLiveStep(
  service: LiveService,
  release: Release,
  act: Act,
  asked: AskedStep,
): Promise<Transaction> {
  const { on, index, pending } = service;
  const { contractId, signer, terms } = asked;
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
  const transaction = await buildStep(call, { kind, act, asked, decimals, escrow });
  pending.add({ action: act, hash: hashOf(transaction), endsAt: endOf(transaction), contractId, signer });
  return transaction;
}

/** The new terms, with the present values of fields that v1 does not have. */
async function updated(call: Call, kind: EscrowKind, terms: AskedTerms, { flags, receiverMemo = 0n }: EscrowOnChain) {
  const asset = terms.trustline as AskedAsset;
  const trustline = { address: tokenOf(asset, call.network.passphrase) };
  const escrow = escrowOf(terms, { decimals: await decimalsOf(call, asset), trustline, receiverMemo });
  return kind.encode(flags === undefined ? escrow : { ...escrow, flags });
}
