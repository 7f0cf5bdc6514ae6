/** A deploy of the interface in docs/interface.md, as an escrow of the contracts that are live, and the later steps, which it does not describe. */
import { createHmac, randomBytes } from 'node:crypto';
import type { DeployRequest } from '@countersign/core/escrow';
import {
  type Act,
  type EscrowOnChain,
  errorName,
  escrowOfKind,
  escrowOnChain,
  kindOfRequest,
  releaseOf,
  servedKind,
} from '@countersign/core/kinds';
import { accountKey, instanceKey } from '@countersign/core/ledger';
import { knownToken, pinsOf, type Release } from '@countersign/core/network';
import { BASE_FEE } from '@stellar/stellar-sdk/base';
import { type AskedStep, buildDeploy, buildStep } from '../contract/build-call.ts';
import { beginCall, type Call, type EscrowNetwork } from '../contract/call.ts';
import { codeOf, decimalsOfToken, readDecimals, readEntries, readEscrow } from '../contract/ledger-reads.ts';
import { Refusal } from '../contract/refusal.ts';
import { type AskedTerms, escrowOf } from '../contract/terms.ts';

/** Only this process knows it, so that no one else can occupy an address. */
const SECRET = randomBytes(32);

/** @returns the unsigned transaction in base64 XDR. @throws Refusal | NetworkTrouble */
export async function buildSeedDeploy(on: EscrowNetwork, request: DeployRequest): Promise<string> {
  const call = beginCall(on, on.patience.readMs);
  const { signer } = request;
  const kind = kindOfRequest(request);
  const escrow = escrowOfKind(kind, escrowOnChain(request, on.network));
  // In parallel; the fee's failure is handled even if the other request fails first.
  const fee = inclusionFee(call);
  const sequence = await checkParties(call, signer, escrow.trustline).finally(() => fee);
  // Transactions with one sequence number exclude each other, so one that is built again may keep its address.
  const salt = createHmac('sha256', SECRET)
    .update(`${signer} ${sequence} ${kind.id}`)
    .update(kind.encode(escrow).toXdr());
  const order = { release: releaseOf(request), signer, sequence, escrow, salt: salt.digest(), hasBegin: true };
  const { factory = '' } = pinsOf(on.network, order.release);
  const build = async () => await buildDeploy(call, { ...order, inclusionFee: BigInt(await fee) });
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
  const ofToken = await decimalsOfToken(call, address, entries);
  if (ofToken === undefined) throw noToken(call, address);
  if (multiplier !== 10 ** ofToken) {
    throw new Refusal([
      `trustline.decimals is ${multiplier}, but the token has ${ofToken} decimals; write ${10 ** ofToken}`,
    ]);
  }
  return account.account.seqNum;
}

/** In stroops: 0.1 XLM. A higher price is an error of the RPC, or a reason to try again later. */
const HIGHEST = 1_000_000n;

/**
 * The 90th percentile of recent inclusion fees of contract calls, in stroops. The network charges no more than it needs.
 * Asked only once: without an answer the deploy is still built.
 */
async function inclusionFee({ rpc }: Call): Promise<string> {
  const stats = await rpc.getFeeStats().catch(() => undefined);
  const paid = stats?.sorobanInclusionFee?.p90 ?? '';
  // The real server returns numbers as strings, and 0 if there were no calls lately.
  if (!/^\d{1,12}$/.test(paid) || BigInt(paid) < BigInt(BASE_FEE)) return BASE_FEE;
  return (BigInt(paid) > HIGHEST ? HIGHEST : BigInt(paid)).toString();
}

/** @returns the unsigned transaction in base64 XDR. @throws Refusal | NetworkTrouble */
export async function buildSeedStep(
  on: EscrowNetwork,
  release: Release,
  act: Act,
  request: AskedStep,
): Promise<string> {
  const { contractId, terms } = request;
  const call = beginCall(on, on.patience.readMs);
  const kind = servedKind(release);
  const stored = await readEscrow(call, kind, contractId);
  const { address } = terms?.trustline ?? stored.escrow.trustline;
  const token = knownToken(call.network, address)?.address ?? address;
  const decimals = await unitsOfToken(call, token);
  const escrow = terms === undefined ? stored.value : kind.encode(updated(stored.escrow, terms, token, decimals));
  const step = { kind, act, request, decimals, escrow };
  return (await withMeaning(call, contractId, () => buildStep(call, step))).toXdr();
}

/** The new terms, with the present flags of a single release. Who is paid for a milestone need not be given for each. */
function updated({ flags }: EscrowOnChain, terms: AskedTerms, address: string, decimals: number): EscrowOnChain {
  const { receiver } = terms.roles;
  const receiverMemo = BigInt(terms.receiverMemo ?? 0);
  const next = escrowOf(terms, { decimals, trustline: { address }, receiverMemo });
  const milestones = next.milestones.map((each) => ({ ...(receiver === undefined ? {} : { receiver }), ...each }));
  return flags === undefined ? { ...next, milestones } : { ...next, flags };
}

/** @throws Refusal | NetworkTrouble */
export async function unitsOfToken(call: Call, token: string): Promise<number> {
  const decimals = await readDecimals(call, token);
  if (decimals === undefined) throw noToken(call, token);
  return decimals;
}

const noToken = ({ network }: Call, address: string) =>
  new Refusal([`trustline.address: ${address} is not a token contract on ${network.name}`]);

// What the number of a contract's error means: each code numbers its errors differently.
/** Errors of a Stellar asset's contract (CAP-46-6) that a step can cause. A number does not show which contract's it is. */
const OF_TOKEN: Readonly<Record<number, string>> = {
  6: 'an account does not exist',
  10: 'the balance is too small',
  11: 'an account may not hold it',
  13: 'a trustline is missing',
};

/** @param contract that `work` calls. @throws Refusal with the error's name, if the contract's code is known */
export async function withMeaning<T>(call: Call, contract: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.contractError === undefined) throw error;
    const { message, more, contractError } = error;
    const code = await codeOf(call, contract).catch(() => undefined);
    const ofToken = OF_TOKEN[contractError];
    const meanings = [
      code === undefined ? undefined : errorName(code, contractError),
      ofToken === undefined ? undefined : `if it is the token's: ${ofToken}`,
    ].filter((meaning) => meaning !== undefined);
    throw meanings.length === 0 ? error : new Refusal(`${message} ${meanings.join('; or, ')}`, more, contractError);
  }
}
