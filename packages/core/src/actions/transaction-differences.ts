/** How a transaction that came back differs from the one that was handed out, for a person. */
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { Difference } from '../errors/differences.ts';
import type { Network } from '../escrow/network.ts';
import { isObject } from '../text/fields.ts';
import { actionOf } from './actions.ts';
import { summarise } from './deploy/summary.ts';
import { Differences } from './differences.ts';

/** More than this many help nobody. */
const MOST = 20;

export function transactionDifferences(
  offered: ReadTransaction,
  signed: ReadTransaction,
  network: Network,
): readonly Difference[] {
  const readable = compareLeaves(leaves(describe(offered, network)), leaves(describe(signed, network)));
  if (readable.length > 0) return readable.slice(0, MOST);
  // What a summary does not show (a step, authorisation, footprint, look-alike text) is compared leaf by leaf of the XDR.
  const whole = (read: ReadTransaction) => leaves(JSON.parse(JSON.stringify(read.transaction)));
  return compareLeaves(whole(offered), whole(signed)).slice(0, MOST);
}

function describe(read: ReadTransaction, network: Network): Record<string, unknown> {
  const { transaction } = read;
  return {
    source: read.source,
    sequence: transaction.seqNum,
    begins: read.timeBounds?.minTime,
    ends: read.timeBounds?.maxTime,
    memo: transaction.memo.type,
    operations: transaction.operations.map((operation) => operation.body.type),
    ...describeCall(read, network),
  };
}

function describeCall(read: ReadTransaction, network: Network): Record<string, unknown> {
  const payment = actionOf('fund').read(read, network);
  if (!('unreadable' in payment)) {
    const { token, from, contractId, amount, invocation } = payment;
    return { function: invocation.functionName.toString(), token, payer: from, escrow: contractId, amount };
  }
  const trustline = actionOf('trust').read(read, network);
  if (!('unreadable' in trustline)) return { ...trustline.asset, limit: trustline.limit };
  const deploy = actionOf('deploy').read(read, network);
  if ('unreadable' in deploy) return {};
  // Costs follow from the amounts and the fee, which are compared already.
  const { costs: _, ...summary } = summarise(read, deploy, network);
  return { ...summary, factory: deploy.factory, code: deploy.wasmHash };
}

function leaves(value: unknown, path = '', found: Map<string, string> = new Map()): Map<string, string> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) leaves(item, `${path}[${index}]`, found);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) leaves(item, path === '' ? key : `${path}.${key}`, found);
  } else if (value !== undefined) found.set(path, String(value));
  return found;
}

function compareLeaves(
  offered: ReadonlyMap<string, string>,
  signed: ReadonlyMap<string, string>,
): readonly Difference[] {
  const differences = new Differences();
  for (const path of new Set([...offered.keys(), ...signed.keys()])) {
    differences.same(path, offered.get(path), signed.get(path));
  }
  return differences.list;
}
