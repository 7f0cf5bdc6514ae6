/** The arguments of a call, by meaning. A value of the wrong type ends the call. */
import { ARGUMENTS, type Argument, type ContractFunction, type PlainValues } from '@countersign/core/kinds';
import type { xdr } from '@stellar/stellar-sdk/base';
import { asAddress, asI128, asString, asU32, HostError, takeArguments } from '../../host/values.ts';

export type Share = { readonly address: string; readonly amount: bigint };

/** Only the arguments that the function takes. */
export type CallArguments = Required<PlainValues> & {
  readonly escrow: xdr.ScVal;
  readonly amount: bigint;
  readonly evidence: string | undefined;
  readonly distributions: readonly Share[];
};

/** @param checkEscrow throws unless it is given an escrow of the contract's kind */
export function readArguments(
  { takes }: ContractFunction,
  args: readonly xdr.ScVal[],
  checkEscrow: (value: xdr.ScVal) => unknown,
): CallArguments {
  const values = takeArguments(args, takes.length) as readonly xdr.ScVal[];
  const callArguments = takes.map((argument, at) => [argument, valueFor(argument, values[at] as xdr.ScVal)]);
  const read = Object.fromEntries(callArguments) as CallArguments;
  if (takes.includes('escrow')) checkEscrow(read.escrow);
  return read;
}

function valueFor(argument: Argument, value: xdr.ScVal): unknown {
  switch (argument) {
    case 'amount':
      return asI128(value);
    case 'evidence':
      return value.type === 'scvVoid' ? undefined : asString(value);
    case 'distributions':
      return sharesOf(value);
    case 'escrow':
      return value;
    default:
      return plainValue(argument, value);
  }
}

function plainValue(argument: Argument, value: xdr.ScVal): unknown {
  switch (ARGUMENTS[argument]) {
    case 'address':
      return asAddress(value);
    case 'u32':
      return asU32(value);
    case 'string':
      return asString(value);
    default:
      throw HostError.host('Value', 'UnexpectedType', `no function of this ledger's escrows takes a ${argument}`);
  }
}

/** A map on the network always has unique keys in ascending order. */
function sharesOf(value: xdr.ScVal): Share[] {
  if (value.type !== 'scvMap' || value.map === null) {
    throw HostError.host('Value', 'UnexpectedType', `expected a map, found ${value.type}`);
  }
  const keys = value.map.map(({ key }) => Buffer.from(key.toXdr()));
  if (keys.some((key, at) => at > 0 && Buffer.compare(keys[at - 1] as Buffer, key) >= 0)) {
    throw HostError.host('Object', 'InvalidInput', 'the keys of a map must ascend, each once');
  }
  return value.map.map(({ key, val }) => ({ address: asAddress(key), amount: asI128(val) }));
}
