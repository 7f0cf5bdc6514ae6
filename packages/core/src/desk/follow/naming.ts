/**
 * What the events of an escrow's contract add to what its entries show: when each change happened, and how much
 * arrived. Only the RPC vouches for events, so they describe changes but never create one.
 */
import { scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import type { ContractEvents } from '../../kinds/functions.ts';
import type { EscrowKind } from '../../kinds/index.ts';
import type { ContractEvent } from '../../ledger/ledger.ts';
import type { EscrowChange } from '../../words/changes.ts';

const ACT_OF: Readonly<Partial<Record<EscrowChange['kind'], keyof ContractEvents>>> = {
  deployed: 'deploy',
  updated: 'update',
  funded: 'fund',
  status: 'change-status',
  approved: 'approve',
  disputed: 'dispute',
  released: 'release',
  resolved: 'resolve',
  withdrawn: 'withdraw',
};

/** @param events of the escrow's own contract, oldest first. @returns in the order in which they happened */
export function named(
  changes: readonly EscrowChange[],
  events: readonly ContractEvent[],
  kind: EscrowKind | undefined,
): EscrowChange[] {
  const withLedger = changes.map((change): EscrowChange => {
    const act = ACT_OF[change.kind];
    const name = act && kind?.events[act];
    const event = name === undefined ? undefined : events.findLast((each) => isNamed(each, name));
    return event === undefined ? change : { ...change, ledger: Math.min(change.ledger, event.ledger) };
  });
  return withLedger.sort((one, other) => one.ledger - other.ledger);
}

/** Base units paid in by calls of the contract; a plain transfer emits no event of the escrow. */
export function fundedBy(events: readonly ContractEvent[], kind: EscrowKind | undefined): bigint {
  const name = kind?.events.fund;
  if (name === undefined) return 0n;
  return events.filter((each) => isNamed(each, name)).reduce((sum, { value }) => sum + amountIn(value), 0n);
}

const isNamed = ({ topics: [first] }: ContractEvent, name: string): boolean =>
  first?.type === 'scvSymbol' && first.sym.toString() === name;

/** The amount of `[signer, amount]`; 0 for any other shape. */
function amountIn(value: xdr.ScVal): bigint {
  const [signer, amount, ...more] = (value.type === 'scvVec' && value.vec) || [];
  if (signer?.type !== 'scvAddress' || amount?.type !== 'scvI128' || more.length > 0) return 0n;
  const units = scValToBigInt(amount) as bigint;
  return units > 0n ? units : 0n;
}
