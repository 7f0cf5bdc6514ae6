/** A transaction's result in words. Always includes the network's code, by which clients recognise refusals. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { contractErrorIn, contractRefusal, firstLine, Refusal } from './refusal.ts';

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
