import * as z from 'zod';
import { CountersignError, createProblem, type FieldProblem, fieldProblem } from '../../errors/errors.ts';
import { boundedList } from '../../escrow/bounded.ts';
import { addressProblem, fromBaseUnits } from '../../escrow/index.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { openAmount } from '../../kinds/progress.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { BalancesAndTurns } from '../model/escrow-views.ts';
import type { OnLedger } from '../model/on-ledger.ts';
import type { Balances } from '../model/results.ts';
import { seenDeploysAt } from '../people/seen-deploys.ts';
import { assetOf, lifeView } from './escrow-terms.ts';
import { escrowsOnLedger } from './escrows-on-ledger.ts';
import { renewedAmong } from './renewed.ts';

/** Ten requests of 20 addresses each: what one call has time for at the usual quota. */
const MAX_ADDRESSES = 200;

const querySchema = z.strictObject({
  signer: z.string().optional(),
  addresses: boundedList(z.string(), MAX_ADDRESSES, {
    empty: createProblem('NO_ADDRESSES'),
    tooMany: createProblem('TOO_MANY_ADDRESSES', { most: MAX_ADDRESSES }),
  }),
});

type Entry = Balances['balances'][number];

export async function readBalances(context: DeskContext, input: unknown, options: CallOptions = {}): Promise<Balances> {
  return (await readStanding(context, input, options)).balances;
}

/** Balances from the ledger, else from the service, which needs a signer. Turns follow from the same reading. */
export async function readStanding(
  context: DeskContext,
  input: unknown,
  options: CallOptions = {},
): Promise<BalancesAndTurns> {
  const { addresses, signer } = parseInput(querySchema, input);
  const fields = queryProblems(signer, addresses);
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  const { ledger, network } = context;
  const begun = context.now();
  const seen = ledger && (await escrowsOnLedger(ledger, network, addresses, options.signal));
  const absent = [...(seen ?? [])].filter(([, { contract }]) => contract === undefined).map(([address]) => address);
  const byLedger = entriesBy(context, seen, await renewedAmong(context, absent));
  const rest = addresses.filter((address) => !byLedger.has(address));
  const answer =
    rest.length === 0
      ? undefined
      : await askService(context, signer, rest, { seen, hasSome: byLedger.size > 0 }, options);
  const byService = new Map(answer?.entries.map((entry) => [entry.address, entry]));
  const balances: Balances = {
    network: network.name,
    asOf: new Date(Math.min(begun, answer?.asOf ?? begun)).toISOString(),
    balances: addresses.map((address) => {
      const entry = byLedger.get(address);
      if (entry !== undefined) return entry;
      return byService.get(address) as Entry;
    }),
    ...(ledger === undefined || byLedger.size === 0 ? {} : { ledger: ledger.host }),
  };
  return { balances, turns: turnsBy(seen) };
}

function turnsBy(seen: ReadonlyMap<string, OnLedger> = new Map()): BalancesAndTurns['turns'] {
  return [...seen].flatMap(([address, { escrow, held, codeIs, unknownActs }]) => {
    if (escrow === undefined || held === undefined || codeIs === 'unknown') return [];
    return [{ address, ...lifeView(escrow, held.units, codeIs, unknownActs) }];
  });
}

function entriesBy(
  { network, words }: DeskContext,
  seen: ReadonlyMap<string, OnLedger> = new Map(),
  renewed: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, Entry> {
  return new Map(
    [...seen].flatMap(([address, { state, escrow, held, codeIs }]): [string, Entry][] => {
      const isArchived = state === 'archived';
      const renewedTo = renewed.get(address);
      if (renewedTo !== undefined)
        return [[address, { address, error: words.renewedText(renewedTo, [address]), renewedTo }]];
      if (escrow === undefined || held === undefined) {
        // The service could not know more than that.
        const why = isArchived ? words.ARCHIVED : state === 'absent' ? words.NO_CONTRACT : undefined;
        return why === undefined ? [] : [[address, { address, error: words.notReadText(why) }]];
      }
      const amount = (units: bigint) => fromBaseUnits(units, held.decimals);
      const needed = openAmount(escrow);
      const entry: Entry = {
        address,
        balance: amount(held.units),
        by: 'ledger',
        // No one is to pay into an escrow whose code is unknown, whatever it says that it needs.
        ...(codeIs === 'unknown' ? {} : { needed: amount(needed) }),
        ...(codeIs !== 'unknown' && held.units > needed ? { over: amount(held.units - needed) } : {}),
        asset: assetOf(escrow, network),
        ...(isArchived ? { archived: true } : {}),
      };
      return [[address, entry]];
    }),
  );
}

/** A failing service does not fail the call if the ledger returned some balances (`hasSome`). */
async function askService(
  context: DeskContext,
  signer: string | undefined,
  addresses: readonly string[],
  { seen, hasSome }: { readonly seen: ReadonlyMap<string, OnLedger> | undefined; readonly hasSome: boolean },
  options: CallOptions,
): Promise<{ readonly asOf: number; readonly entries: readonly Entry[] }> {
  const { ledger, service, now, policy, words } = context;
  const unread = (why: string) => ({
    asOf: now(),
    entries: addresses.map((address) => ({ address, error: words.notReadText(why) })),
  });
  const asking = signer ?? policy.defaultSigner ?? (await ownSigner(context, addresses));
  if (asking === undefined || service === undefined) {
    // Where there is a ledger, no one needs to know of the service.
    if (ledger !== undefined) return unread(seen === undefined ? words.NOT_ASKED : words.NO_ESCROW_READ);
    throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('signer', 'OWN_ACCOUNT_MISSING')] });
  }
  try {
    const { asOf, entries } = await service.getBalances({ signer: asking, addresses }, options);
    const balances = entries.map((entry): Entry => {
      if ('balance' in entry) return { ...entry, by: 'service' };
      return { address: entry.address, error: words.unreadText(entry.unread) };
    });
    return { asOf, entries: balances };
  } catch (error) {
    if (!hasSome || !(error instanceof CountersignError) || error.code === 'CANCELLED') throw error;
    return unread(words.errorWords(error).message);
  }
}

/** The signer of one of these escrows, among those prepared here that the caller may see. */
async function ownSigner(context: DeskContext, addresses: readonly string[]): Promise<string | undefined> {
  for (const address of addresses) {
    const [own] = await seenDeploysAt(context, address);
    if (own !== undefined) return own.prepared.request.signer;
  }
  return undefined;
}

function queryProblems(signer: string | undefined, addresses: readonly string[]): FieldProblem[] {
  const signerProblem = signer === undefined ? undefined : addressProblem(signer, ['account']);
  return [
    ...(signerProblem === undefined ? [] : [{ path: 'signer', problem: signerProblem }]),
    ...addresses.flatMap((address, index) => {
      const problem = addressProblem(address, ['contract']);
      return problem === undefined ? [] : [{ path: `addresses[${index}]`, problem }];
    }),
  ];
}
