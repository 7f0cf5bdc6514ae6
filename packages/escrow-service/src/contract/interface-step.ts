/** The later steps of the escrow in docs/interface.md, which that document does not describe. */

import { decimalsOfMultiplier } from '@countersign/core/escrow';
import { type Act, interfaceMulti } from '@countersign/core/kinds';
import { knownToken } from '@countersign/core/network';
import type { xdr } from '@stellar/stellar-sdk/base';
import { beginCall, type Call } from './call.ts';
import { contractValue, readEntries } from './entries.ts';
import type { EscrowNetwork } from './network.ts';
import { readEscrow } from './read-escrow.ts';
import { Refusal } from './refusal.ts';
import { type AskedStep, buildStep } from './step.ts';
import { type AskedTerms, escrowOf } from './terms.ts';
import { decimalsOfToken, instanceKey } from './token.ts';

/**
 * @returns the unsigned transaction in base64 XDR
 * @throws Refusal | NetworkTrouble
 */
export async function buildInterfaceStep(on: EscrowNetwork, act: Act, asked: AskedStep): Promise<string> {
  const call = beginCall(on, on.patience.readMs);
  const stored = await readEscrow(call, interfaceMulti, asked.contractId);
  const decimals = decimalsOfMultiplier(stored.escrow.trustline.multiplier);
  if (decimals === undefined) throw new Refusal('Escrow not readable: its unit multiplier is not a power of ten');
  const escrow = asked.terms === undefined ? stored.value : await updated(call, asked.terms);
  const transaction = await buildStep(call, { kind: interfaceMulti, act, asked, decimals, escrow });
  return transaction.toXdr();
}

/** Uses the token's own multiplier. */
async function updated(call: Call, terms: AskedTerms): Promise<xdr.ScVal> {
  const { network } = call;
  const address = knownToken(network, terms.trustline.address)?.address ?? terms.trustline.address;
  const entries = await readEntries(call, [instanceKey(address)]);
  const decimals = await decimalsOfToken(call, address, contractValue(entries(instanceKey(address))));
  if (decimals === undefined) {
    throw new Refusal([`trustline.address: ${address} is not a token contract on ${network.name}`]);
  }
  const trustline = { address, multiplier: 10 ** decimals };
  const receiverMemo = BigInt(terms.receiverMemo ?? 0);
  return interfaceMulti.encode(
    escrowOf(terms, { decimals, trustline, receiverMemo }) as Parameters<typeof interfaceMulti.encode>[0],
  );
}
