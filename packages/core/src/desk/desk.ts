/** The workflow prepare -> sign -> submit -> settled, as adapters see it. */
import type { Network } from '../network.ts';
import type { Balances, Prepared, Settlement } from './results.ts';

export type CallOptions = {
  /** Ends waiting and the HTTP request; the call then throws CANCELLED. */
  readonly signal?: AbortSignal;
  /** Told when a part of a longer call is done. */
  readonly onProgress?: (done: number, total: number) => void;
};

export type Desk = {
  readonly network: Network;
  /** `input`: the deploy request as a person or model wrote it, or `{ id }` to prepare a handle's request again. */
  prepareDeploy(input: unknown, options?: CallOptions): Promise<Prepared>;
  /** `input`: `{ signedXdr, id? }`. */
  submit(input: unknown, options?: CallOptions): Promise<Settlement>;
  /** What is known about a handle, without asking the service. */
  status(id: string): Promise<Prepared | Settlement>;
  /** `input`: `{ signer?, addresses }`. */
  balances(input: unknown, options?: CallOptions): Promise<Balances>;
  close(): Promise<void>;
};
