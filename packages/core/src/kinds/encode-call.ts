/** A call of an escrow as its contract takes it, from values that are easier to read. */
import { Address, xdr } from '@stellar/stellar-sdk/base';
import type { Argument, ContractFunction, PlainValues } from './escrow-kind.ts';
import { address, i128, type Layout, struct, text, u32 } from './layout.ts';

/** By meaning, amounts in base units. An absent value is unknown, except for evidence: the contract keeps its own. */
export type ArgumentValues = PlainValues & {
  readonly escrow?: xdr.ScVal;
  readonly amount?: bigint;
  readonly evidence?: string | undefined;
  readonly distributions?: readonly { readonly address: string; readonly units: bigint }[];
};

/** @returns undefined where the function needs a value that is unknown */
export function encodeCall(
  contractId: string,
  { name, takes }: ContractFunction,
  values: ArgumentValues,
): xdr.InvokeContractArgs | undefined {
  const args = takes.flatMap((argument) => encodeArgument(argument, values) ?? []);
  if (args.length < takes.length) return undefined;
  return new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(contractId).toScAddress(),
    functionName: name,
    args,
  });
}

/** @returns undefined for an unknown value, and for arguments that no escrow of today takes */
export function encodeArgument(argument: Argument, values: ArgumentValues): xdr.ScVal | undefined {
  const { index, status, evidence, distributions } = values;
  switch (argument) {
    case 'signer':
    case 'feeAddress':
      return encoded(address, values[argument]);
    case 'index':
    case 'ledgers':
      return encoded(u32, values[argument]);
    case 'status':
      return encoded(text, status);
    case 'amount':
      return encoded(i128, values.amount);
    case 'escrow':
      return values.escrow;
    case 'evidence':
      return optionalText.write(evidence);
    case 'statusChanges': {
      if (index === undefined || status === undefined) return undefined;
      return xdr.ScVal.scvVec([statusChange.write({ evidence, index, status })]);
    }
    case 'distributions':
      return distributions && distributionsValue(distributions);
    default:
      return undefined;
  }
}

const encoded = <T>(layout: Layout<T>, value: T | undefined): xdr.ScVal | undefined =>
  value === undefined ? undefined : layout.write(value);

const optionalText: Layout<string | undefined> = {
  read: (value, path, problems) => (value.type === 'scvVoid' ? undefined : text.read(value, path, problems)),
  write: (value) => (value === undefined ? xdr.ScVal.scvVoid() : text.write(value)),
};
const statusChange = struct({ evidence: optionalText, index: u32, status: text });

type Shares = NonNullable<ArgumentValues['distributions']>;

/** The host requires a map's keys in byte order. */
const distributionsValue = (shares: Shares): xdr.ScVal =>
  xdr.ScVal.scvMap(
    inHostOrder(shares).map(
      (share) => new xdr.ScMapEntry({ key: address.write(share.address), val: i128.write(share.units) }),
    ),
  );

/** Accounts come before contracts, each in the order of their 32 bytes. */
export function inHostOrder<Entry extends { readonly address: string }>(entries: readonly Entry[]): Entry[] {
  const keys = new Map(entries.map((entry) => [entry, address.write(entry.address).toXdr()]));
  return entries.toSorted((one, other) => compareBytes(keys.get(one) as Uint8Array, keys.get(other) as Uint8Array));
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  for (const [index, byte] of one.entries()) {
    const difference = byte - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
