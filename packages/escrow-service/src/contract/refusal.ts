/** Errors of requests to the network, in a form that both people and clients can distinguish. */
import { cleanLine } from '@countersign/core/text';
import type { xdr } from '@stellar/stellar-sdk/base';

/** The request is invalid, or the network definitely refused it; nothing was executed. */
export class Refusal extends Error {
  /** One sentence, or one for each problem. */
  readonly reasons: string | readonly string[];
  /** Further fields of the answer, for debugging. */
  readonly more: Readonly<Record<string, unknown>>;
  /** The number of a contract's own error, if a contract refused. */
  readonly contractError: number | undefined;

  constructor(
    reasons: string | readonly string[],
    more: Readonly<Record<string, unknown>> = {},
    contractError?: number,
  ) {
    super(typeof reasons === 'string' ? reasons : reasons.join('; '));
    this.reasons = reasons;
    this.more = more;
    this.contractError = contractError;
  }
}

/** The network could not be asked, or the outcome of a transaction is not known. */
export class NetworkTrouble extends Error {}

export const unreadable = (cause?: unknown) =>
  new NetworkTrouble('The network could not be reached: its RPC answered something unreadable', { cause });

/** The first line of the network's text; the rest is a log. */
export const firstLine = (text: string) => cleanLine(text.split('\n', 1)[0] ?? '', 300);

/** The number of a contract's own error in a simulation's or a transaction's diagnostics: `Error(Contract, #3)`. */
export function contractErrorIn(text: string): number | undefined {
  const number = /Error\(Contract, #(\d{1,9})\)/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

export function contractRefusal(text: string): string | undefined {
  const number = contractErrorIn(text);
  return number === undefined ? undefined : `The contract refused: Error(Contract, #${number})`;
}

const MEANINGS: Readonly<Record<string, string>> = {
  txBadSeq: 'bad sequence number; another transaction of this account came first',
  txTooLate: 'its time bounds are over',
  txTooEarly: 'its time bounds have not begun',
  txBadAuth: 'a signature is missing or wrong',
  txBadAuthExtra: 'a signature is not needed',
  txInsufficientBalance: 'insufficient balance for the fee',
  txInsufficientFee: 'insufficient fee',
  txNoAccount: 'source account not found',
  txSorobanInvalid: 'its declared resources or their fee are not enough',
  txNotSupported: 'a transaction of this kind is not supported',
};

/** @param diagnostics the network's diagnostic events, which include a contract's error */
export function refusalOf(
  result: xdr.TransactionResult | undefined,
  diagnostics: readonly xdr.DiagnosticEvent[] = [],
): Refusal {
  const reason = diagnostics.map(({ event }) => errorText(event)).find((text) => text !== undefined);
  return new Refusal(refusalText(result, reason), {}, contractErrorIn(reason ?? ''));
}

function refusalText(result: xdr.TransactionResult | undefined, reason: string | undefined): string {
  if (result?.result.type !== 'txFailed') {
    const code = result?.result.type ?? 'no result was given';
    const why = [MEANINGS[code], reason && firstLine(reason)].filter((text) => text !== undefined).join('; ');
    return `The network refused the transaction: ${code}${why === '' ? '' : ` (${why})`}`;
  }
  const [operation] = result.result.results;
  const inner = operation?.type === 'opInner' ? operation.tr.value.type : operation?.type;
  return (
    contractRefusal(reason ?? '') ??
    `The transaction failed: txFailed, ${inner}${reason === undefined ? '' : `, ${firstLine(reason)}`}`
  );
}

/** The text of an error event; other events say nothing about why. */
function errorText(event: xdr.ContractEvent): string | undefined {
  const { topics, data } = event.body.v0;
  const [kind, error] = topics;
  if (kind?.type !== 'scvSymbol' || kind.sym.toString() !== 'error' || error?.type !== 'scvError') return undefined;
  if (error.error.type === 'sceContract') return `Error(Contract, #${error.error.contractCode})`;
  // Real networks put the text first in a list, followed by values.
  const text = data.type === 'scvVec' ? data.vec?.[0] : data;
  return text?.type === 'scvString' ? text.str.toString() : error.error.type;
}
