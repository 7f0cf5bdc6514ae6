/** Builds a call of an existing escrow. Changes nothing on the ledger. */
import { type Act, type EscrowKind, encodeCall, functionOf, type PlainValues } from '@countersign/core/kinds';
import type { Transaction, xdr } from '@stellar/stellar-sdk/base';
import { buildCall } from './build-call.ts';
import type { Call } from './call.ts';
import { accountKey, readEntries, sequenceOf } from './ledger-reads.ts';
import { Refusal } from './refusal.ts';
import { type AskedTerms, unitsOf } from './terms.ts';

/** A parsed body; each act has some of these fields. Amounts are exact decimals in token units. */
export type AskedStep = PlainValues & {
  readonly contractId: string;
  readonly signer: string;
  readonly amount?: string;
  readonly evidence?: string;
  readonly distributions?: readonly { readonly address: string; readonly amount: string }[];
  readonly terms?: AskedTerms;
};

type Step = {
  readonly kind: Pick<EscrowKind, 'functions' | 'functionsOnPublic'>;
  readonly act: Act;
  readonly asked: AskedStep;
  readonly decimals: number;
  /** The escrow that the payer expects, or the updated one. */
  readonly escrow: xdr.ScVal;
};

/** In stroops. The live service prepares a call twice, and each time the resource fee is added. */
const inclusionFee = (resourceFee: bigint): bigint => 100n + resourceFee;

/** @throws Refusal | NetworkTrouble */
export async function buildStep(call: Call, step: Step): Promise<Transaction> {
  const { signer } = step.asked;
  const invocation = invocationOf(step, call.network);
  const entries = await readEntries(call, [accountKey(signer)]);
  return await buildCall(call, { source: signer, sequence: sequenceOf(entries, signer), invocation, inclusionFee });
}

/** @throws Refusal */
function invocationOf({ kind, act, asked, decimals, escrow }: Step, network: Call['network']): xdr.InvokeContractArgs {
  const called = functionOf(kind, act, network);
  if (called === undefined) throw new Refusal('This escrow has no function for that');
  const { contractId, amount, distributions = [], ...plain } = asked;
  const { feeAddress } = network;
  const invocation = encodeCall(contractId, called, {
    ...{ ...plain, escrow },
    ...(feeAddress === undefined ? {} : { feeAddress }),
    ...(amount === undefined ? {} : { amount: unitsOf(amount, decimals, 'amount') }),
    distributions: distributions.map((share, at) => ({
      address: share.address,
      units: unitsOf(share.amount, decimals, `distributions.${at}.amount`),
    })),
  });
  if (invocation !== undefined) return invocation;
  throw new Refusal('This service does not know who gets its fee on this network; its operator can set that');
}
