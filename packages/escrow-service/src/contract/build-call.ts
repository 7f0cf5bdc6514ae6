/** Builds the unsigned transaction of a deploy, or of one contract call, with the live service’s fees. Changes nothing on the ledger. */
import {
  type Act,
  contractIdFor,
  deployInvocation,
  type EscrowKind,
  type EscrowOnChain,
  encodeCall,
  functionOf,
  type PlainValues,
  servedKind,
} from '@countersign/core/kinds';
import { accountKey, callTransaction, withResources } from '@countersign/core/ledger';
import { type Pins, pinsOf, type Release } from '@countersign/core/network';
import type { Transaction, xdr } from '@stellar/stellar-sdk/base';
import { Api } from '@stellar/stellar-sdk/rpc';
import { type Call, simulate } from './call.ts';
import { readEntries, sequenceOf } from './ledger-reads.ts';
import { contractErrorIn, contractRefusal, firstLine, Refusal, unreadable } from './refusal.ts';
import { type AskedTerms, unitsOf } from './terms.ts';

type CallToBuild = {
  readonly source: string;
  readonly sequence: bigint;
  readonly invocation: xdr.InvokeContractArgs;
  /** The inclusion fee for a resource fee; both in stroops. */
  readonly inclusionFee: (resourceFee: bigint) => bigint;
  /** Whether it names the time from which it holds, as the seed's deploys do; the live service names none. */
  readonly hasBegin?: boolean;
};

/** Has the resources and the authorisation from a simulation. @throws Refusal | NetworkTrouble */
async function buildCall(call: Call, requestedCall: CallToBuild): Promise<Transaction> {
  const { source, sequence, invocation, inclusionFee, hasBegin = false } = requestedCall;
  const life = lifeFrom(call.now());
  const timebounds = hasBegin ? life : { ...life, minTime: 0 };
  const { passphrase } = call.network;
  const plain = (resourceFee: bigint) =>
    callTransaction(
      { source, sequence, call: invocation, passphrase, timebounds },
      inclusionFee(resourceFee).toString(),
    );
  const simulation = await simulate(call, plain(0n));
  if (Api.isSimulationError(simulation)) {
    const { error } = simulation;
    throw new Refusal(contractRefusal(error) ?? firstLine(error), {}, contractErrorIn(error));
  }
  if (Api.isSimulationRestore(simulation)) throw restoreFirst(simulation.restorePreamble);
  const built = withResources(simulation, plain);
  if (built === undefined) throw unreadable();
  return built;
}

export const hashOf = (transaction: Transaction): string => Buffer.from(transaction.hash()).toString('hex');

/** Epoch milliseconds. */
export const endOf = ({ timeBounds }: Transaction): number => Number(timeBounds?.maxTime ?? 0) * 1_000;

/** How long the person has to sign: the real service gives "well under two minutes". */
const LIFE_SECONDS = 100;
/** The time bounds begin a little in the past, so that clocks which differ slightly agree that they have begun. */
const BEGUN_SECONDS = 10;

/** @param now epoch milliseconds */
function lifeFrom(now: number): { readonly minTime: number; readonly maxTime: number } {
  const seconds = Math.floor(now / 1000);
  return { minTime: seconds - BEGUN_SECONDS, maxTime: seconds + LIFE_SECONDS };
}

/**
 * The network has put away what the deploy needs (the factory, its code, the escrow's code), and brings it back in a
 * transaction of its own, which is no one's business who only wants an escrow.
 */
function restoreFirst({ minResourceFee, transactionData }: Api.SimulateTransactionRestoreResponse['restorePreamble']) {
  return new Refusal(
    'The network has archived entries that every deploy needs, and this service restores nothing. Its operator ' +
      'should send one RestoreFootprint transaction with the transactionData of restorePreamble; then ask again.',
    { restorePreamble: { minResourceFee, transactionData: transactionData.build().toXdr('base64') } },
  );
}

type AskedDeploy = {
  readonly release: Release;
  readonly signer: string;
  readonly sequence: bigint;
  readonly escrow: EscrowOnChain;
  /** 32 bytes. Anyone who knew it could occupy the address. */
  readonly salt: Uint8Array;
  /** In stroops. */
  readonly inclusionFee: bigint;
} & Pick<CallToBuild, 'hasBegin'>;

/** @throws Refusal | NetworkTrouble */
export async function buildDeploy(
  call: Call,
  { release, signer, sequence, escrow, salt, inclusionFee, ...times }: AskedDeploy,
) {
  const kind = servedKind(release);
  const { factory, wasmHash } = pinsOf(call.network, release) as Required<Pins>;
  const invocation = deployInvocation(kind, {
    ...{ factory, deployer: signer, salt },
    wasmHash: Buffer.from(wasmHash, 'hex'),
    escrow: kind.encode(escrow),
  });
  const transaction = await buildCall(call, {
    ...{ source: signer, sequence, invocation, ...times },
    inclusionFee: () => inclusionFee,
  });
  return { transaction, kind, factory, contractId: contractIdFor(factory, salt, call.network.passphrase) };
}

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
  readonly request: AskedStep;
  readonly decimals: number;
  /** The escrow that the payer expects, or the updated one. */
  readonly escrow: xdr.ScVal;
};

/** In stroops. The live service prepares a call twice, and each time the resource fee is added. */
const twice = (resourceFee: bigint): bigint => 100n + resourceFee;

/** @throws Refusal | NetworkTrouble */
export async function buildStep(call: Call, step: Step): Promise<Transaction> {
  const { signer } = step.request;
  const invocation = invocationOf(step, call.network);
  const entries = await readEntries(call, [accountKey(signer)]);
  const sequence = sequenceOf(entries, signer);
  return await buildCall(call, { source: signer, sequence, invocation, inclusionFee: twice });
}

/** @throws Refusal */
function invocationOf(
  { kind, act, request: step, decimals, escrow }: Step,
  network: Call['network'],
): xdr.InvokeContractArgs {
  const called = functionOf(kind, act, network);
  if (called === undefined) throw new Refusal('This escrow has no function for that');
  const { contractId, amount, distributions = [], ...plain } = step;
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
