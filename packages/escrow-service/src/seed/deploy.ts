/** A deploy of the interface in docs/interface.md, as an escrow of the contracts that are live. */
import { createHmac, randomBytes } from 'node:crypto';
import type { DeployRequest } from '@countersign/core/escrow';
import { type EscrowOnChain, escrowOfKind, escrowOnChain, kindOfRequest, releaseOf } from '@countersign/core/kinds';
import { pinsOf } from '@countersign/core/network';
import { accountKey } from '../contract/accounts.ts';
import { beginCall, type Call } from '../contract/call.ts';
import { buildDeploy } from '../contract/deploy.ts';
import { contractValue, readEntries } from '../contract/entries.ts';
import { inclusionFee } from '../contract/inclusion-fee.ts';
import type { EscrowNetwork } from '../contract/network.ts';
import { Refusal } from '../contract/refusal.ts';
import { decimalsOfToken, instanceKey } from '../contract/token.ts';
import { withMeaning } from './meaning.ts';

/** Only this process knows it, so that nobody else can occupy an address. */
const SECRET = randomBytes(32);

/**
 * @param receivers of the milestones that have one of their own
 * @returns the unsigned transaction in base64 XDR
 * @throws Refusal | NetworkTrouble
 */
export async function buildSeedDeploy(
  on: EscrowNetwork,
  request: DeployRequest,
  receivers: readonly (string | undefined)[],
): Promise<string> {
  const call = beginCall(on, on.patience.readMs);
  const { signer } = request;
  const kind = kindOfRequest(request);
  const terms = escrowOfKind(kind, escrowOnChain(request, on.network));
  const milestones = terms.milestones.map((milestone, at) => {
    const receiver = receivers[at];
    return receiver === undefined ? milestone : { ...milestone, receiver };
  });
  const escrow: EscrowOnChain = { ...terms, milestones };
  // In parallel; the fee's failure is handled even if the other request fails first.
  const fee = inclusionFee(call);
  const sequence = await checkParties(call, signer, terms.trustline).finally(() => fee);
  // Transactions with one sequence number exclude each other, so one that is built anew may keep its address.
  const salt = createHmac('sha256', SECRET)
    .update(`${signer} ${sequence} ${kind.id}`)
    .update(kind.encode(escrow).toXdr());
  const asked = { release: releaseOf(request), signer, sequence, escrow, salt: salt.digest(), hasBegin: true };
  const { factory = '' } = pinsOf(on.network, asked.release);
  const build = async () => await buildDeploy(call, { ...asked, inclusionFee: BigInt(await fee) });
  const { transaction } = await withMeaning(call, factory, build).catch((error: unknown) => {
    const isOfHost = error instanceof Refusal && error.message.startsWith('HostError');
    throw isOfHost ? new Refusal(`The network refused the deploy: ${error.message}`) : error;
  });
  return transaction.toXdr();
}

/**
 * Reads the signer's account and the token in one request, and checks the multiplier against the token: with a wrong one
 * every amount on chain would be wrong.
 * @returns the signer's sequence number
 */
async function checkParties(
  call: Call,
  signer: string,
  { address, multiplier }: EscrowOnChain['trustline'],
): Promise<bigint> {
  const entries = await readEntries(call, [accountKey(signer), instanceKey(address)]);
  const account = entries(accountKey(signer));
  if (account?.type !== 'account') {
    throw new Refusal(`Account not found: signer ${signer} does not exist on this network`);
  }
  const ofToken = await decimalsOfToken(call, address, contractValue(entries(instanceKey(address))));
  if (ofToken === undefined) {
    throw new Refusal([`trustline.address: ${address} is not a token contract on ${call.network.name}`]);
  }
  if (multiplier !== 10 ** ofToken) {
    throw new Refusal([
      `trustline.decimals is ${multiplier}, but the token has ${ofToken} decimals; write ${10 ** ofToken}`,
    ]);
  }
  return account.account.seqNum;
}
