/** Escrows found again by what a person remembers of them: their own, and those that they were let in to. */

import * as z from 'zod';
import type { Contact } from '../../contacts/index.ts';
import { type DamagedRecord, damageIn } from '../../errors/damage.ts';
import { createProblem, toCountersignError } from '../../errors/errors.ts';
import { addressProblem, fromBaseUnits } from '../../escrow/index.ts';
import { failWith, report } from '../../escrow/issues.ts';
import { type Network, SANDBOX_ACCOUNTS, SANDBOX_NAMES } from '../../escrow/network.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { openAmount } from '../../kinds/progress.ts';
import type { ServiceRow } from '../../service/escrow-service.ts';
import { omitUndefined } from '../../text/fields.ts';
import { fold } from '../../text/fold.ts';
import type { DeskContext } from '../context.ts';
import type { SignalOptions } from '../model/call-options.ts';
import { type FoundEscrow, type FoundEscrows, PHASES, type ToSign } from '../model/escrow-views.ts';
import type { OnLedger } from '../model/on-ledger.ts';
import { isOpen } from '../model/page-actions.ts';
import { personIn } from '../model/person.ts';
import { hasSettled, type PreparedDeploy, type PreparedRequest, transactionToReport } from '../model/requests.ts';
import type { TransactionStatus } from '../model/results.ts';
import { readLedgerBatch, readOutcome } from '../outcome/read-outcome.ts';
import { openList } from '../page/list/access.ts';
import { isToConfirm } from '../people/confirmations.ts';
import { type Reader, readerOf } from '../people/names-shown.ts';
import { assetOf, shownLine } from '../read/escrow-terms.ts';
import { escrowsOnLedger } from '../read/escrows-on-ledger.ts';
import { entryOfRow, hasWords, rowsFromElsewhere } from '../read/find-by-service.ts';
import { renewedAmong } from '../read/renewed.ts';
import { reportLacking, rowsOfWallet } from '../read/service-rows.ts';
import { riskNow } from '../risk/risk-of-deploy.ts';
import { type KeptEscrow, keptEscrow } from '../status/kept-escrow.ts';
import { describePrepared } from '../status/status-words.ts';
import type { Search } from '../store/search.ts';
import { isWanted, pendingSignatures } from './pending-signatures.ts';
import { type SettledNow, settledNow } from './settled-now.ts';

const MOST_SHOWN = 20;
/** Undecided escrows that the ledger is asked about in one call. */
const MOST_ASKED = 40;
const MOST_WORDS = 10;
/** Concurrent questions to the ledger: a public RPC is shared. */
const AT_ONCE = 10;

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

const findSchema = z.strictObject({
  query: z
    .string()
    .refine((query) => query.length <= 200, failWith(createProblem('LONGER_THAN', { most: 200 })))
    .transform(wordsOf)
    .refine((words) => words.length <= MOST_WORDS, failWith(createProblem('TOO_MANY_WORDS', { most: MOST_WORDS })))
    .optional(),
  wallet: z
    .string()
    .check((context) => report(context, addressProblem(context.value, ['account', 'contract'])))
    .optional(),
  status: z.enum(PHASES).optional(),
  openList: z.boolean().optional(),
  since: z
    .string()
    .refine((time) => TIME.test(time) && !Number.isNaN(Date.parse(time)), failWith(createProblem('NOT_A_TIME')))
    .transform((time) => Date.parse(time))
    .optional(),
});

export type FoundHere = {
  readonly entry: FoundEscrow;
  readonly prepared: PreparedDeploy;
  readonly kept: KeptEscrow;
  readonly status: TransactionStatus;
  /** Absent until it has settled. */
  readonly now?: SettledNow;
};

export type Findings = {
  readonly here: readonly FoundHere[];
  /** Escrows that only the service lists. */
  readonly elsewhere: readonly FoundEscrow[];
  readonly more: number;
  /** Records that are left out, since they cannot be read. */
  readonly damaged: readonly DamagedRecord[];
  /** How many possible matches the ledger was not asked about. */
  readonly notAsked: number;
};

/** @throws CountersignError INPUT_INVALID */
export async function findEscrows(
  context: DeskContext,
  input: unknown,
  options: SignalOptions = {},
): Promise<FoundEscrows> {
  const whole = { own: (await readerOf(context)).own };
  const { here, elsewhere, more, notAsked, damaged: unread } = await searchEscrows(context, input, options, whole);
  const escrows = [...here.map(({ entry }) => entry), ...elsewhere];
  const filter = parseInput(findSchema, input);
  const { waiting, damaged: unsigned } = await waitingFor(context, filter, options);
  // One whose action is unknown is among both.
  const damaged = [...new Map([...unread, ...unsigned].map((record) => [record.id, record])).values()];
  const isUnlisted = filter.wallet !== undefined && context.service === undefined;
  const text = context.words.foundNextText(escrows.length, more, notAsked);
  const isNothingElse = escrows.length + more + notAsked + damaged.length === 0;
  const found = [
    ...(damaged.length === 0 ? [] : [context.words.damagedText(damaged)]),
    ...(damaged.length > 0 && escrows.length + more + notAsked === 0 ? [] : [text]),
    ...(isUnlisted ? [context.words.NOT_LISTED_HERE] : []),
  ].join(' ');
  const renewed = await renewedAmong(context, contractsIn(filter.query));
  const led = [...renewed].map(([before, now]) => `${context.words.renewedText(now, [before])} `).join('');
  const whereToSign = context.signUrl === undefined ? context.words.TO_SIGN_ELSEWHERE : context.words.TO_SIGN;
  return {
    network: context.network.name,
    escrows,
    more,
    ...(waiting.length > 0 && { toSign: [...waiting] }),
    ...(damaged.length > 0 && { damaged }),
    ...(filter.openList && { listUrl: (await openList(context, 'reading')).url }),
    next: `${led}${waiting.length === 0 ? found : isNothingElse ? whereToSign : `${found} ${whereToSign}`}`,
  };
}

/** Payments and steps that wait for a signature, as far as they match. */
async function waitingFor(
  context: DeskContext,
  { query = [], wallet, status, since = 0 }: z.output<typeof findSchema>,
  options: SignalOptions,
): Promise<{ readonly waiting: readonly ToSign[]; readonly damaged: readonly DamagedRecord[] }> {
  if (status !== undefined && status !== 'open') return { waiting: [], damaged: [] };
  const { preparedRequests, damaged } = await context.store.requestsToSign(personIn(context), MOST_SHOWN);
  const recent = preparedRequests.filter(({ madeAt }) => madeAt >= since);
  const words = await wordsIn(context, query);
  const { waiting, damaged: unread } = await pendingSignatures(context, recent, options);
  return {
    waiting: waiting.filter((each) => isWanted(each, { words, wallet })),
    damaged: [...damaged, ...unread],
  };
}

async function wordsIn({ network, store, viewer }: DeskContext, query: readonly string[]): Promise<Search['words']> {
  const contacts = query.length === 0 ? [] : await store.contactsOf(personIn({ viewer }));
  return query.map((text) => ({ text, addresses: addressesNamed(text, network, contacts) }));
}

/**
 * @param own the reader’s wallets: their escrows are found too, even if another person prepared them
 * @param most escrows; whatever it is, the ledger is asked what became of 40 undecided ones at most
 * @throws CountersignError INPUT_INVALID
 */
export async function searchEscrows(
  context: DeskContext,
  input: unknown,
  { signal }: SignalOptions = {},
  { most = MOST_SHOWN, own = [] }: { readonly most?: number; readonly own?: readonly string[] } = {},
): Promise<Findings> {
  const { store } = context;
  const { query = [], wallet, status: phase, since } = parseInput(findSchema, input);
  const person = personIn(context);
  const words = await wordsIn(context, query);
  const rows =
    wallet !== undefined && canBeListed(phase, since) ? rowsOfWallet(context, wallet, { signal }) : undefined;
  const search: Search = { person, words, wallet, endedSince: since, phase };
  const matches = () => store.search(search, most);
  // The ledger may have decided some since the store was written, which changes who is in a phase, and nothing else.
  const undecided = await (phase === undefined
    ? matches()
    : store.search({ ...search, phase: undefined, isUndecided: true }, MOST_ASKED));
  const current = await askAbout(context, undecided.preparedRequests.slice(0, MOST_ASKED), signal);
  const { preparedRequests, damaged: unread, total } = phase === undefined ? undecided : await matches();
  const read = await Promise.all(
    preparedRequests.map((prepared) => readPrepared(context, current.get(prepared.id) ?? prepared)),
  );
  const found = read.filter((each) => 'kept' in each);
  const damaged = [...unread, ...read.filter((each) => 'part' in each)];
  const ofOwn = wallet === undefined && canBeListed(phase, since) ? await rowsOfOwn(context, own) : [];
  const elsewhere = await rowsFromElsewhere(context, [...((await rows) ?? []), ...ofOwn]);
  const onLedger = await lookAtAll(context, found, elsewhere, signal);
  const settledDeploys = found
    .map(({ prepared, kept: { transaction } }) => ({
      requestId: prepared.id,
      contractId: transaction.contractId,
      hash: transaction.hash,
    }))
    .filter(({ contractId }) => onLedger?.get(contractId)?.escrow !== undefined);
  const lacking = await reportLacking(context, await rows, settledDeploys, signal);
  const reader = await readerOf(context);
  const isShown = (row: ServiceRow) => row.title !== undefined || onLedger?.get(row.contractId)?.escrow !== undefined;
  const listed = elsewhere.filter(
    (row) => (!ofOwn.includes(row) || isShown(row)) && hasWords(row, onLedger?.get(row.contractId) ?? {}, query),
  );
  const shown = listed.slice(0, most - found.length);
  return {
    here: await Promise.all(
      found.map(async (each) => {
        const { entry, ...rest } = await entryOf({ ...context, reader }, each, onLedger);
        const isLacking = lacking.has(each.kept.transaction.contractId);
        return { ...each, ...rest, entry: { ...entry, ...(isLacking && { serviceLacks: true }) } };
      }),
    ),
    elsewhere: shown.map((row) =>
      entryOfRow({ ...context, reader }, row, onLedger?.get(row.contractId) ?? {}, wallet ?? own[0] ?? ''),
    ),
    damaged,
    more: Math.max(total - preparedRequests.length - unread.length, 0) + listed.length - shown.length,
    // The others may be in a different phase by now.
    notAsked:
      phase === undefined || context.ledger === undefined ? 0 : undecided.total - undecided.preparedRequests.length,
  };
}

/** What others prepared for the reader’s own wallet: first what it signed, then what it has a role in. The ledger shows which. */
async function rowsOfOwn(
  { store, policy, ledger }: DeskContext,
  own: readonly string[],
): Promise<readonly ServiceRow[]> {
  if (ledger === undefined) return [];
  const found = await Promise.all(
    own.map((wallet) => store.escrowsOfWallet(wallet, wallet === policy.defaultSigner, [])),
  );
  const signed = found.flatMap(({ signed, prepared }) => [...signed, ...prepared]);
  const named = found.flatMap((each) => each.named.filter(hasSettled).map((it) => transactionToReport(it).contractId));
  return [...new Set([...signed, ...named])].map((contractId) => ({ contractId }));
}

/** Escrows from elsewhere count as settled, and have no known time of preparation to compare with `since`. */
const canBeListed = (phase: string | undefined, since: number | undefined): boolean =>
  since === undefined && (phase === undefined || phase === 'settled');

/** An engagement id such as `ENG-1` stays whole. */
function wordsOf(query: string): string[] {
  return [...new Set(fold(query).split(/[\s,;!?"“”„«»()]+/u))].filter((word) => word !== '');
}

/** The words of a query are in lower case. */
const contractsIn = (query: readonly string[] = []): readonly string[] =>
  query.map((word) => word.toUpperCase()).filter((word) => addressProblem(word, ['contract']) === undefined);

/** SQLite limits an expression to 1,000 alternatives. */
const MOST_ADDRESSES = 500;

/** The addresses that a word names; those that no longer have the name come last. */
function addressesNamed(word: string, network: Network, contacts: readonly Contact[]): string[] {
  const isRemoved = ({ removedAt }: Contact) => removedAt !== undefined;
  const sorted = contacts.toSorted((one, other) => Number(isRemoved(one)) - Number(isRemoved(other)));
  const named = [...(network.name === 'sandbox' ? [...SANDBOX_ACCOUNTS, ...SANDBOX_NAMES] : []), ...sorted];
  const addresses = named.filter(({ name }) => fold(name).split(' ').includes(word)).map(({ address }) => address);
  return [...new Set(addresses)].slice(0, MOST_ADDRESSES);
}

/** The requests by id, as the ledger has them now. Where the ledger does not answer, the stored state is kept. */
async function askAbout(
  context: DeskContext,
  preparedRequests: readonly PreparedRequest[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, PreparedRequest>> {
  const current = new Map<string, PreparedRequest>();
  const lookOf = readLedgerBatch(context, preparedRequests, signal);
  for (let begin = 0; begin < preparedRequests.length; begin += AT_ONCE) {
    const checks = preparedRequests.slice(begin, begin + AT_ONCE).map(async (prepared) => {
      const look = lookOf(prepared);
      const read = await readOutcome(context, prepared, { signal, look }).catch(() => ({ prepared }));
      current.set(prepared.id, read.prepared);
    });
    await Promise.all(checks);
  }
  return current;
}

type Found = Pick<FoundHere, 'prepared' | 'kept' | 'status'>;

/** Or what of it cannot be read: that must not hide the others. */
async function readPrepared(context: DeskContext, prepared: PreparedRequest): Promise<Found | DamagedRecord> {
  if (prepared.action !== 'deploy') return { id: prepared.id, part: 'state' };
  try {
    const kept = keptEscrow(context, prepared);
    return { prepared, kept, status: await describePrepared(context, prepared) };
  } catch (error) {
    context.log?.('warn', `Handle ${prepared.id} is not shown: ${toCountersignError(error).message}`);
    return damageIn(error) ?? { id: prepared.id, part: 'state' };
  }
}

/** Whether the ledger is asked about it. */
const isOnLedger = ({ status: { status, setAside } }: Found): boolean => status === 'settled' && setAside === undefined;

/** Whether it has stops that the person has not confirmed. */
async function hasStops(context: DeskContext, { prepared, kept }: Found): Promise<boolean> {
  const { stops } = await riskNow(context, prepared, kept.transaction);
  return await isToConfirm(context, prepared, stops);
}

async function lookAtAll(
  { ledger, network }: DeskContext,
  found: readonly Found[],
  elsewhere: readonly ServiceRow[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, OnLedger> | undefined> {
  const settled = found.filter(isOnLedger);
  if (ledger === undefined || settled.length + elsewhere.length === 0) return undefined;
  const tokens = new Map(
    settled.map(({ kept: { call, transaction } }) => [transaction.contractId, call.escrow.trustline.address]),
  );
  const addresses = [...tokens.keys(), ...elsewhere.map(({ contractId }) => contractId)];
  return await escrowsOnLedger(ledger, network, addresses, signal, tokens);
}

async function entryOf(
  context: DeskContext & { readonly reader: Reader },
  found: Found,
  onLedger: ReadonlyMap<string, OnLedger> | undefined,
): Promise<Pick<FoundHere, 'entry' | 'now'>> {
  const { network, words } = context;
  const { prepared, kept, status } = found;
  const { call, decimals, transaction } = kept;
  const now = isOnLedger(found) ? await settledNow(context, kept, prepared, onLedger, status.changedSince) : undefined;
  const { held } = now ?? {};
  const escrow = now?.escrow ?? call.escrow;
  const isAside = status.setAside ?? now?.setAside;
  const isKnown = isAside === undefined && (status.status !== 'settled' || now?.escrow !== undefined);
  const nextText = async () => {
    if ((now?.changes.length ?? 0) > 0) return words.CHANGED_SINCE_SETTLED;
    if (status.setAside) return status.message;
    if (status.status === 'rejected' && (await hasStops(context, found))) return words.CONFIRM_AGAIN;
    return now?.next ?? (status.neverSent ? status.next : words.NEXT_STEPS[status.status]);
  };
  const entry = omitUndefined({
    id: prepared.id,
    title: shownLine(call.escrow.title),
    status: status.status,
    by: status.by,
    needed: isKnown ? fromBaseUnits(openAmount(escrow), held?.decimals ?? decimals) : undefined,
    held: held && fromBaseUnits(held.units, held.decimals),
    archived: now?.archived,
    setAside: isAside,
    asset: assetOf(escrow, network),
    contractId: transaction.contractId,
    previousAddresses: status.previousAddresses,
    signer: prepared.request.signer,
    preparedAt: new Date(prepared.madeAt).toISOString(),
    signUrl: isOpen(prepared) ? status.signUrl : undefined,
    next: await nextText(),
  });
  return { entry, ...(now && { now }) };
}
