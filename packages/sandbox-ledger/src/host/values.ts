/** Converts contract values to plain ones and back. A value of the wrong type ends the call, as in a real contract. */
import { Address, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';

export const symbol = (text: string) => xdr.ScVal.scvSymbol(text);
/** The key of a contract's enum variant without a value. */
export const unitKey = (name: string) => xdr.ScVal.scvVec([symbol(name)]);
export const addressValue = (address: string) => Address.fromString(address).toScVal();

export function i128(value: bigint): xdr.ScVal {
  return xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: value >> 64n, lo: value & 0xffff_ffff_ffff_ffffn }));
}

/** A map with symbol keys, in the order that the network wants them in. */
export function structValue(fields: Readonly<Record<string, xdr.ScVal>>): xdr.ScVal {
  return xdr.ScVal.scvMap(
    Object.entries(fields)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, val]) => new xdr.ScMapEntry({ key: symbol(key), val })),
  );
}

export function field(value: xdr.ScVal, name: string): xdr.ScVal | undefined {
  if (value.type !== 'scvMap') return undefined;
  return value.map?.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === name)?.val;
}

/** @throws HostError unless there are exactly `count` arguments */
export function takeArguments(args: readonly xdr.ScVal[], count: number): readonly xdr.ScVal[] {
  if (args.length === count) return args;
  throw HostError.host('WasmVm', 'UnexpectedSize', `the function takes ${count} arguments, not ${args.length}`);
}

export function asAddress(value: xdr.ScVal | undefined): string {
  if (value?.type === 'scvAddress') {
    const { type } = value.address;
    if (type === 'scAddressTypeAccount' || type === 'scAddressTypeContract') {
      return Address.fromScAddress(value.address).toString();
    }
  }
  throw unexpected('an address', value);
}

export function asI128(value: xdr.ScVal | undefined): bigint {
  if (value?.type === 'scvI128') return scValToBigInt(value);
  throw unexpected('an i128', value);
}

export function asU32(value: xdr.ScVal | undefined): number {
  if (value?.type === 'scvU32') return value.u32;
  throw unexpected('a u32', value);
}

/** Real contracts accept any bytes; those of this ledger accept only valid text. */
export function asString(value: xdr.ScVal | undefined): string {
  if (value?.type !== 'scvString') throw unexpected('a string', value);
  try {
    return value.str.toStringStrict();
  } catch {
    throw HostError.host('Value', 'InvalidInput', 'the text is not UTF-8');
  }
}

export function asBytes(value: xdr.ScVal | undefined, length: number): Uint8Array {
  if (value?.type === 'scvBytes' && value.bytes.toBytes().length === length) return value.bytes.toBytes();
  throw unexpected(`${length} bytes`, value);
}

export function asSymbol(value: xdr.ScVal | undefined): string {
  if (value?.type === 'scvSymbol') return value.sym.toString();
  throw unexpected('a symbol', value);
}

export function asList(value: xdr.ScVal | undefined): xdr.ScVal[] {
  if (value?.type === 'scvVec' && value.vec !== null) return value.vec;
  throw unexpected('a list', value);
}

function unexpected(wanted: string, value: xdr.ScVal | undefined): HostError {
  return HostError.host('Value', 'UnexpectedType', `expected ${wanted}, found ${value?.type ?? 'nothing'}`);
}

type HostErrorKind = 'Auth' | 'Budget' | 'Context' | 'Crypto' | 'Storage' | 'Value' | 'WasmVm' | 'Object';
type HostErrorCode =
  | 'InvalidInput'
  | 'MissingValue'
  | 'ExistingValue'
  | 'ExceededLimit'
  | 'InvalidAction'
  | 'UnexpectedType'
  | 'UnexpectedSize';

/** A call that failed. Its transaction's writes are undone; its fee and sequence number are consumed. */
export class HostError extends Error {
  readonly value: xdr.ScError;
  /** As the host writes the value: `Error(Auth, InvalidAction)`. */
  readonly label: string;
  readonly why: string;

  private constructor(value: xdr.ScError, label: string, why: string) {
    super(`HostError: Error(${label})\n\n${why}`);
    this.value = value;
    this.label = `Error(${label})`;
    this.why = why;
  }

  static host(kind: HostErrorKind, code: HostErrorCode, why: string): HostError {
    return new HostError(xdr.ScError[`sce${kind}`](xdr.ScErrorCode[`scec${code}`]), `${kind}, ${code}`, why);
  }

  /** `number` and `name` as the contract's source has them. */
  static contract(number: number, name: string): HostError {
    return new HostError(xdr.ScError.sceContract(number), `Contract, #${number}`, name);
  }

  /** The error as RPC servers show it among a transaction's diagnostic events. */
  toDiagnosticEvent(): xdr.DiagnosticEvent {
    return new xdr.DiagnosticEvent({
      inSuccessfulContractCall: false,
      event: new xdr.ContractEvent({
        ext: xdr.ExtensionPoint.v0(),
        contractId: null,
        type: xdr.ContractEventType.diagnostic,
        body: xdr.ContractEventBody.v0(
          new xdr.ContractEventV0({
            topics: [xdr.ScVal.scvSymbol('error'), xdr.ScVal.scvError(this.value)],
            data: xdr.ScVal.scvString(this.message),
          }),
        ),
      }),
    });
  }
}
