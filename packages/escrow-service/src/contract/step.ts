/** Builds a call of an existing escrow. Changes nothing on the ledger. */
import {
  type Act,
  ARGUMENTS,
  type Argument,
  type EscrowKind,
  functionOf,
  type PlainValues,
} from '@countersign/core/kinds';
import { Address, type Transaction, xdr } from '@stellar/stellar-sdk/base';
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
  const { contractId, signer } = step.asked;
  const called = functionOf(step.kind, step.act, call.network);
  if (called === undefined) throw new Refusal('This escrow has no function for that');
  const entries = await readEntries(call, [accountKey(signer)]);
  return await buildCall(call, {
    source: signer,
    sequence: sequenceOf(entries, signer),
    invocation: new xdr.InvokeContractArgs({
      contractAddress: Address.fromString(contractId).toScAddress(),
      functionName: called.name,
      args: called.takes.map((argument) => written(argument, step, call.network.feeAddress)),
    }),
    inclusionFee,
  });
}

/** @throws Refusal */
export function written(
  argument: Argument,
  { asked, decimals, escrow }: Omit<Step, 'kind' | 'act'>,
  feeAddress: string | undefined,
): xdr.ScVal {
  const { index = 0, status = '', distributions = [] } = asked;
  switch (argument) {
    case 'feeAddress':
      if (feeAddress !== undefined) return addressValue(feeAddress);
      throw new Refusal('This service does not know who gets its fee on this network; its operator can set that');
    case 'escrow':
      return escrow;
    case 'amount':
      return i128(unitsOf(asked.amount ?? '', decimals, 'amount'));
    case 'evidence':
      return evidenceOf(asked);
    case 'statusChanges':
      return xdr.ScVal.scvVec([
        mapOf([
          [xdr.ScVal.scvSymbol('evidence'), evidenceOf(asked)],
          [xdr.ScVal.scvSymbol('index'), xdr.ScVal.scvU32(index)],
          [xdr.ScVal.scvSymbol('status'), xdr.ScVal.scvString(status)],
        ]),
      ]);
    case 'distributions': {
      const units = (amount: string, at: number) => i128(unitsOf(amount, decimals, `distributions.${at}.amount`));
      const shares = distributions.map(
        ({ address, amount }, at) => [addressValue(address), units(amount, at)] as const,
      );
      return mapOf(shares.toSorted(([one], [other]) => Buffer.compare(bytesOf(one), bytesOf(other))));
    }
    default:
      return plainValue(argument, (asked as Readonly<Record<string, unknown>>)[argument]);
  }
}

function plainValue(argument: Argument, value: unknown): xdr.ScVal {
  switch (ARGUMENTS[argument]) {
    case 'address':
      return addressValue(String(value));
    case 'u32':
      return xdr.ScVal.scvU32(Number(value ?? 0));
    case 'string':
      return xdr.ScVal.scvString(String(value ?? ''));
    default:
      throw new TypeError(`no escrow that a service makes takes ${argument}`);
  }
}

const evidenceOf = ({ evidence }: AskedStep): xdr.ScVal =>
  evidence === undefined ? xdr.ScVal.scvVoid() : xdr.ScVal.scvString(evidence);

const addressValue = (address: string): xdr.ScVal => Address.fromString(address).toScVal();

/** The network requires sorted keys; addresses sort by their bytes. */
const mapOf = (entries: readonly (readonly [key: xdr.ScVal, val: xdr.ScVal])[]): xdr.ScVal =>
  xdr.ScVal.scvMap(entries.map(([key, val]) => new xdr.ScMapEntry({ key, val })));

const bytesOf = (value: xdr.ScVal): Buffer => Buffer.from(value.toXdr());

const i128 = (value: bigint): xdr.ScVal =>
  xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: value >> 64n, lo: value & 0xffff_ffff_ffff_ffffn }));
