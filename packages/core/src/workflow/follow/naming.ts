/** Events add time, amount and payer to changes. Only the RPC vouches for them, so they never create a change. */
import { Address, scValToBigInt, type xdr } from '@stellar/stellar-sdk/base';
import { stepOf } from '../../actions/registry.ts';
import { STEP_NAMES } from '../../escrow/steps.ts';
import type { ContractEvents } from '../../kinds/escrow-kind.ts';
import type { EscrowKind } from '../../kinds/index.ts';
import type { ContractEvent, OutgoingTransfer } from '../../ledger/ledger.ts';
import type { EscrowChange } from '../../words/data/schemas.ts';

type Act = keyof ContractEvents;

export const CHANGE_OF: ReadonlyMap<Act, EscrowChange['kind']> = new Map<Act, EscrowChange['kind']>([
  ['deploy', 'deployed'],
  ['fund', 'funded'],
  ...STEP_NAMES.flatMap((name) => {
    const { change } = stepOf(name);
    return change === undefined ? [] : [[name, change] as const];
  }),
]);
const ACT_OF = new Map([...CHANGE_OF].map(([act, change]) => [change, act]));

/** @param events of the escrow's own contract, oldest first. @returns in the order in which they happened */
export function named(
  changes: readonly EscrowChange[],
  events: readonly ContractEvent[],
  kind: EscrowKind | undefined,
): EscrowChange[] {
  const withLedger = changes.map((change): EscrowChange => {
    const own = eventsNamed(events, change, kind);
    const event = own.at(-1);
    if (event === undefined) return change;
    const by = change.kind === 'funded' ? payerOf(own) : undefined;
    return { ...change, ledger: Math.min(change.ledger, event.ledger), ...(by === undefined ? {} : { by }) };
  });
  return withLedger.sort((one, other) => one.ledger - other.ledger);
}

/** Base units paid in by calls of the contract; a plain transfer emits no event of the escrow. */
export function fundedBy(events: readonly ContractEvent[], kind: EscrowKind | undefined): bigint {
  const name = kind?.events.fund;
  if (name === undefined) return 0n;
  return events
    .filter((each) => isNamed(each, name))
    .reduce((sum, { value }) => sum + (paymentIn(value)?.units ?? 0n), 0n);
}

/** Who paid in, where one account did. */
export function payerOf(events: readonly ContractEvent[]): string | undefined {
  const [payer, ...others] = new Set(events.flatMap(({ value }) => paymentIn(value)?.payer ?? []));
  return others.length === 0 ? payer : undefined;
}

/** Adds who was paid by decisions and withdrawals. @param fees addresses that take the fees */
export function withPayees(
  changes: readonly EscrowChange[],
  transfers: readonly OutgoingTransfer[],
  events: readonly ContractEvent[],
  kind: EscrowKind | undefined,
  fees: readonly (string | undefined)[],
): EscrowChange[] {
  return changes.map((change): EscrowChange => {
    if (!isDecision(change)) return change;
    const acts = new Set(eventsNamed(events, change, kind).flatMap(({ transactionHash }) => transactionHash ?? []));
    const paid = transfers.filter(({ transactionHash = '' }) => acts.has(transactionHash)).map(({ to }) => to);
    const payees = [...new Set(paid)].filter((to) => !fees.includes(to));
    return payees.length === 0 ? change : { ...change, payees };
  });
}

/** Pays whom the resolver chose; a release has its receiver in the terms. */
export const isDecision = ({ kind }: EscrowChange): boolean => kind === 'resolved' || kind === 'withdrawn';

function eventsNamed(
  events: readonly ContractEvent[],
  change: EscrowChange,
  kind: EscrowKind | undefined,
): readonly ContractEvent[] {
  const act = ACT_OF.get(change.kind);
  const name = act && kind?.events[act];
  return name === undefined ? [] : events.filter((each) => isNamed(each, name));
}

const isNamed = ({ topics: [first] }: ContractEvent, name: string): boolean =>
  first?.type === 'scvSymbol' && first.sym.toString() === name;

/** Of `[signer, amount]`; nothing for any other shape. */
function paymentIn(value: xdr.ScVal): { readonly payer: string; readonly units: bigint } | undefined {
  const [signer, amount, ...more] = (value.type === 'scvVec' && value.vec) || [];
  if (signer?.type !== 'scvAddress' || amount?.type !== 'scvI128' || more.length > 0) return undefined;
  const units = scValToBigInt(amount) as bigint;
  return units > 0n ? { payer: Address.fromScVal(signer).toString(), units } : undefined;
}
