/** An escrow's history: what was done here, and its contract's events. */
import { isPaying } from '../../../actions/registry.ts';
import { CountersignError } from '../../../errors/errors.ts';
import { fromBaseUnits } from '../../../escrow/index.ts';
import { contractOfToken, tokenDecimals } from '../../../escrow/network.ts';
import { type Act, ESCROW_KINDS, type EscrowKind } from '../../../kinds/index.ts';
import type { ContractEvent } from '../../../ledger/ledger.ts';
import { omitUndefined } from '../../../text/fields.ts';
import type { RunningContext } from '../../context.ts';
import { CHANGE_OF, fundedBy, payerOf } from '../../follow/naming.ts';
import type { PublicHistory } from '../../model/escrow-report.ts';
import type { EscrowLife, Happening } from '../../model/list-views.ts';
import { isOpen } from '../../model/page-actions.ts';
import { personIn } from '../../model/person.ts';
import {
  decidingTransaction,
  milestoneOf,
  type PreparedRequest,
  type PreparedTransaction,
} from '../../model/requests.ts';
import { escrowsOnLedger } from '../../read/escrows-on-ledger.ts';
import { paymentsBy } from '../../read/paid.ts';

type EscrowOfToken = { readonly contractId: string; readonly token: string };
type Dated = Happening & { readonly when: number };

export async function readEscrowHistory(context: RunningContext, escrow: EscrowOfToken): Promise<EscrowLife> {
  return await historyOf(context, escrow, await context.store.requestsAbout(personIn(context), escrow.contractId));
}

/** For everybody who opens the escrow's page: only what the ledger shows, with no word on who prepared what. */
export async function publicHistory(context: RunningContext, contractId: string): Promise<PublicHistory> {
  const { ledger, network, store, now } = context;
  if (ledger === undefined) throw new CountersignError('RPC_UNREACHABLE');
  const readAt = now();
  const settled = (await store.settledAbout(contractId)).filter(({ action }) => action !== 'trust');
  const seen = (await escrowsOnLedger(ledger, network, [contractId], context.call().signal))?.get(contractId);
  const token = seen?.escrow?.trustline.address;
  if (token === undefined) return { happened: [], isWhole: false, rpc: ledger.host, readAt };
  const { happened, isWhole } = await historyOf(context, { contractId, token }, settled);
  const since = isWhole ? undefined : (await ledger.historyOf(context.call().signal))?.oldest;
  return {
    happened: happened.filter(({ by }) => by === 'ledger'),
    isWhole,
    rpc: ledger.host,
    ...(since === undefined ? {} : { since }),
    readAt,
  };
}

async function historyOf(
  context: RunningContext,
  escrow: EscrowOfToken,
  preparedRequests: readonly PreparedRequest[],
): Promise<EscrowLife> {
  const { events, isWhole } = await eventsOf(context, escrow.contractId, preparedRequests);
  const hasBegin = events.some((event) => namedEvent(event)?.kind === 'deployed');
  const decimals = await decimalsOf(context, escrow.token, events);
  const paid = await paidIn(context, escrow, events, decimals);
  const onLedger = inOrder(events.flatMap((event) => ofEvent(event, preparedRequests, decimals, paid)));
  const shownHashes = new Set(events.map(({ transactionHash }) => transactionHash));
  const here = preparedRequests.flatMap((prepared) => ofHandle(prepared, shownHashes));
  const happened = [...here, ...onLedger].sort((one, other) => one.when - other.when);
  return { happened: happened.map(({ when: _, ...happening }) => happening), isWhole: isWhole || hasBegin };
}

/** Sorts by time; events of the same second keep the ledger's order. */
function inOrder(happened: readonly Dated[]): readonly Dated[] {
  let when = 0;
  return happened.map((happening) => {
    when = Math.max(when, happening.when);
    return { ...happening, when };
  });
}

/** @param shownHashes hashes of transactions whose events are shown already */
function ofHandle(prepared: PreparedRequest, shownHashes: ReadonlySet<string | undefined>): readonly Dated[] {
  const { action, request, madeAt, end, pageId } = prepared;
  const milestone = milestoneOf(prepared);
  const what = { action, ...(milestone === undefined ? {} : { milestone }) };
  const happened: Dated[] = [
    { when: madeAt, at: madeAt, by: 'here', kind: 'prepared', ...what, ...(isOpen(prepared) ? { pageId } : {}) },
  ];
  const transaction = decidingTransaction(prepared) ?? prepared.transactions[0];
  const hash = transaction === undefined ? {} : { transactionHash: transaction.hash };
  const actor = request.signer;
  if (transaction?.sentAt !== undefined && transaction.signedXdr !== undefined) {
    const { sentAt } = transaction;
    happened.push({ when: sentAt, at: sentAt, by: 'here', kind: 'signed', ...what, ...hash, actor });
  }
  const { state } = transaction ?? {};
  // Just after it was sent; the exact time comes from the ledger's events, or is not known.
  const when = (transaction?.sentAt ?? transaction?.expiresAt ?? madeAt) + 1;
  if ((state === 'settled' || state === 'taken' || state === 'rejected') && !shownHashes.has(transaction?.hash)) {
    happened.push({ when, by: 'ledger', kind: state, ...what, ...hash, actor });
  }
  if (end !== undefined) happened.push({ when: end.at, at: end.at, by: 'here', kind: end.as, ...what });
  return happened;
}

type Named = { readonly kind: Happening['kind']; readonly escrowKind: EscrowKind; readonly isPaying: boolean };

/** By the event's name. Where several kinds of escrow have it, it means the same in each. */
const EVENTS: ReadonlyMap<string, Named> = new Map(
  ESCROW_KINDS.flatMap((escrowKind) =>
    Object.entries(escrowKind.events).flatMap(([act, name]): [string, Named][] => {
      const kind = CHANGE_OF.get(act as Act | 'deploy');
      return kind === undefined || name === undefined ? [] : [[name, { kind, escrowKind, isPaying: isPaying(act) }]];
    }),
  ),
);

function namedEvent({ topics: [topic] }: ContractEvent): Named | undefined {
  return topic?.type === 'scvSymbol' ? EVENTS.get(topic.sym.toString()) : undefined;
}

function ofEvent(
  event: ContractEvent,
  preparedRequests: readonly PreparedRequest[],
  decimals: number | undefined,
  payments: ReturnType<typeof paymentsBy>,
): readonly Dated[] {
  const named = namedEvent(event);
  if (named === undefined) return [];
  const { at, transactionHash } = event;
  const isIt = ({ hash }: PreparedTransaction) => hash === transactionHash;
  const prepared = preparedRequests.find(({ transactions }) => transactions.some(isIt));
  const milestone = prepared && milestoneOf(prepared);
  // A ledger's time is in whole seconds, and by a different clock.
  const sentAt = prepared?.transactions.find(isIt)?.sentAt ?? prepared?.madeAt ?? 0;
  const amount = fundedBy([event], named.escrowKind);
  return [
    omitUndefined({
      when: Math.max(at ?? 0, sentAt + 1),
      at,
      by: 'ledger',
      kind: named.kind,
      milestone,
      amount: amount === 0n || decimals === undefined ? undefined : fromBaseUnits(amount, decimals),
      paid: named.isPaying ? payments.get(transactionHash ?? '') : undefined,
      actor: named.kind === 'funded' ? payerOf([event]) : prepared?.request.signer,
      transactionHash,
    }),
  ];
}

/** What left the escrow, by transaction; asked only where something did. */
async function paidIn(
  { ledger, network, call }: RunningContext,
  { contractId, token }: EscrowOfToken,
  events: readonly ContractEvent[],
  decimals: number | undefined,
): Promise<ReturnType<typeof paymentsBy>> {
  const first = events.find((event) => namedEvent(event)?.isPaying);
  if (first === undefined || ledger === undefined || decimals === undefined) return new Map();
  const payer = { token: contractOfToken(network, token), from: contractId };
  return paymentsBy((await ledger.transfersFrom(payer, first.ledger, call().signal)) ?? [], decimals);
}

/** Events from when the escrow can have begun, as far back as the RPC keeps them. */
async function eventsOf(
  { ledger, call }: RunningContext,
  contractId: string,
  preparedRequests: readonly PreparedRequest[],
): Promise<{ readonly events: readonly ContractEvent[]; readonly isWhole: boolean }> {
  const none = { events: [], isWhole: false };
  const { signal } = call();
  const history = await ledger?.historyOf(signal);
  if (ledger === undefined || history === undefined) return none;
  const begun = preparedRequests
    .filter(({ action }) => action === 'deploy')
    .flatMap(({ transactions }) => transactions);
  const ledgers = begun.map(({ offeredLedger }) => offeredLedger ?? 0);
  const first = ledgers.length === 0 ? 0 : Math.min(...ledgers);
  const from = Math.max(first, history.oldestLedger);
  const events = await ledger.eventsOf([contractId], Math.min(from, history.latestLedger), signal);
  return events === undefined ? none : { events, isWhole: first >= history.oldestLedger };
}

async function decimalsOf(
  { ledger, network, call }: RunningContext,
  token: string,
  events: readonly ContractEvent[],
): Promise<number | undefined> {
  if (events.length === 0) return undefined;
  return tokenDecimals(network, token) ?? (await ledger?.decimalsOf(token, call().signal));
}
