/** The later steps, which docs/interface.md does not describe. */
import { type Act, type EscrowOnChain, servedKind } from '@countersign/core/kinds';
import { knownToken, type Release } from '@countersign/core/network';
import { beginCall, type Call } from '../contract/call.ts';
import { contractValue, readEntries } from '../contract/entries.ts';
import type { EscrowNetwork } from '../contract/network.ts';
import { readEscrow } from '../contract/read-escrow.ts';
import { Refusal } from '../contract/refusal.ts';
import { type AskedStep, buildStep } from '../contract/step.ts';
import { type AskedTerms, escrowOf } from '../contract/terms.ts';
import { decimalsOfToken, instanceKey } from '../contract/token.ts';
import { withMeaning } from './meaning.ts';

/**
 * @returns the unsigned transaction in base64 XDR
 * @throws Refusal | NetworkTrouble
 */
export async function buildSeedStep(on: EscrowNetwork, release: Release, act: Act, asked: AskedStep): Promise<string> {
  const call = beginCall(on, on.patience.readMs);
  const kind = servedKind(release);
  const stored = await readEscrow(call, kind, asked.contractId);
  const { address } = asked.terms?.trustline ?? stored.escrow.trustline;
  const token = knownToken(call.network, address)?.address ?? address;
  const decimals = await unitsOfToken(call, token);
  const escrow =
    asked.terms === undefined ? stored.value : kind.encode(updated(stored.escrow, asked.terms, token, decimals));
  const step = { kind, act, asked, decimals, escrow };
  return (await withMeaning(call, asked.contractId, () => buildStep(call, step))).toXdr();
}

/** The new terms, with the present flags of a single release. Who is paid for a milestone need not be said for each. */
function updated({ flags }: EscrowOnChain, terms: AskedTerms, address: string, decimals: number): EscrowOnChain {
  const { receiver } = terms.roles;
  const receiverMemo = BigInt(terms.receiverMemo ?? 0);
  const next = escrowOf(terms, { decimals, trustline: { address }, receiverMemo });
  const milestones = next.milestones.map((each) => ({ ...(receiver === undefined ? {} : { receiver }), ...each }));
  return flags === undefined ? { ...next, milestones } : { ...next, flags };
}

/** @throws Refusal | NetworkTrouble */
export async function unitsOfToken(call: Call, token: string): Promise<number> {
  const entries = await readEntries(call, [instanceKey(token)]);
  const decimals = await decimalsOfToken(call, token, contractValue(entries(instanceKey(token))));
  if (decimals !== undefined) return decimals;
  throw new Refusal([`trustline.address: ${token} is not a token contract on ${call.network.name}`]);
}
