import * as z from 'zod';
import { CountersignError, createProblem, fieldProblem } from '../../errors/errors.ts';
import { boundedList } from '../../escrow/bounded.ts';
import { fromBaseUnits } from '../../escrow/index.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { contractSchema, signerSchema } from '../../escrow/request.ts';
import { openAmount } from '../../kinds/progress.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { BalancesAndTurns } from '../model/escrow-views.ts';
import type { OnLedger } from '../model/on-ledger.ts';
import type { Balances } from '../model/results.ts';
import { seenDeploysAt } from '../people/seen-deploys.ts';
import { assetOf, lifeView } from './escrow-terms.ts';
import { escrowsOnLedger } from './escrows-on-ledger.ts';
import { tokenContract } from './read-standing.ts';
import { renewedAmong } from './renewed.ts';

/** Ten requests of 20 addresses each: what one call has time for at the usual quota. */
const MAX_ADDRESSES = 200;

const querySchema = z.strictObject({
  signer: signerSchema.optional(),
  wallet: signerSchema.optional(),
  addresses: boundedList(contractSchema, MAX_ADDRESSES, {
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
  const { addresses, signer, wallet } = parseInput(querySchema, input);
  const { ledger, network } = context;
  const begun = context.now();
  const seen = ledger && (await escrowsOnLedger(ledger, network, addresses, options.signal));
  const absent = [...(seen ?? [])].filter(([, { contract }]) => contract === undefined).map(([address]) => address);
  const byLedger = entriesBy(context, seen, await renewedAmong(context, absent));
  const rest = addresses.filter((address) => !byLedger.has(address));
  const hasSome = byLedger.size > 0;
  const answer = rest.length === 0 ? undefined : await askService(context, signer, rest, { seen, hasSome }, options);
  const byService = new Map(answer?.entries.map((entry) => [entry.address, entry]));
  const balances: Balances = {
    network: network.name,
    asOf: new Date(Math.min(begun, answer?.asOf ?? begun)).toISOString(),
    balances: addresses.map((address) => byLedger.get(address) ?? (byService.get(address) as Entry)),
    ...omitUndefined({
      ledger: hasSome ? ledger?.host : undefined,
      wallet: wallet === undefined ? undefined : await heldBy(context, wallet, seen, options),
    }),
  };
  return { balances, turns: turnsBy(seen) };
}

/** What a wallet holds of the tokens of these escrows. */
async function heldBy(
  { ledger, network }: DeskContext,
  address: string,
  seen: ReadonlyMap<string, OnLedger> = new Map(),
  { signal }: CallOptions,
): Promise<NonNullable<Balances['wallet']>> {
  const escrows = [...seen.values()].flatMap(({ escrow }) => escrow ?? []);
  const tokens = new Map(escrows.map((escrow) => [tokenContract(escrow.trustline.address, network), escrow]));
  const wanted = [...tokens].flatMap(([token, escrow]) => (token === undefined ? [] : [{ token, escrow }]));
  const found =
    (await ledger?.balancesOf(
      wanted.map(({ token }) => ({ holder: address, token })),
      signal,
    )) ?? [];
  const holds = wanted.map(({ escrow }, at) => {
    const balance = found[at];
    const held = balance && { balance: fromBaseUnits(balance.units, balance.decimals) };
    return { asset: assetOf(escrow, network), ...held };
  });
  return { address, holds };
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
      const archived = state === 'archived' ? true : undefined;
      const renewedTo = renewed.get(address);
      if (renewedTo !== undefined)
        return [[address, { address, error: words.renewedText(renewedTo, [address]), renewedTo }]];
      if (escrow === undefined || held === undefined) {
        // The service could not know more than that.
        const why = archived ? words.ARCHIVED : state === 'absent' ? words.NO_CONTRACT : undefined;
        return why === undefined ? [] : [[address, { address, error: words.notReadText(why) }]];
      }
      const amount = (units: bigint) => fromBaseUnits(units, held.decimals);
      const open = openAmount(escrow);
      // No one is to pay into an escrow whose code is unknown, whatever it says that it needs.
      const needed = codeIs === 'unknown' ? undefined : amount(open);
      const over = codeIs !== 'unknown' && held.units > open ? amount(held.units - open) : undefined;
      const asset = assetOf(escrow, network);
      return [
        [address, omitUndefined({ address, balance: amount(held.units), by: 'ledger', needed, over, asset, archived })],
      ];
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
