/** Errors that end a contract call: the host's own, and those that a contract returns by number. */
import { xdr } from '@stellar/stellar-sdk/base';

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
