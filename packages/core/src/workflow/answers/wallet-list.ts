/**
 * The escrows of wallets that a visitor has proven. No one can list a wallet's escrows from the ledger alone, so each has
 * its sources; those in which others merely named the wallet are apart (decision 117).
 */

import * as z from 'zod';
import { CountersignError } from '../../errors/errors.ts';
import { fromBaseUnits } from '../../escrow/index.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { contractSchema } from '../../escrow/request.ts';
import { openAmount, totalAmount } from '../../kinds/progress.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { EscrowView } from '../model/escrow-views.ts';
import type { EscrowGroup } from '../model/list-views.ts';
import type { OnLedger } from '../model/on-ledger.ts';
import { isPerson } from '../model/person.ts';
import { type PreparedRequest, transactionToReport } from '../model/requests.ts';
import type { EscrowOfWallet, EscrowsOfWallets, EscrowThatNames, WalletSource } from '../model/wallet-list.ts';
import { assetOf, lifeView, shownLine } from '../read/escrow-terms.ts';
import { escrowsOnLedger } from '../read/escrows-on-ledger.ts';
import { hasRole } from '../read/find-by-service.ts';
import { rowsForVisitor } from '../read/service-rows.ts';
import { isTurnOf } from './grouped-list.ts';

const MOST_OPENED = 30;
const MOST_LISTED = 100;
const MOST_NAMED = 20;

const walletListSchema = z.strictObject({ opened: z.array(contractSchema).max(MOST_OPENED) });

/** @param input `{ opened }`: addresses of escrows that this visitor opened. @throws INPUT_INVALID, PROOF_NEEDED */
export async function listOfWallets(
  context: DeskContext,
  input: unknown,
  options: CallOptions,
): Promise<EscrowsOfWallets> {
  const { opened } = parseInput(walletListSchema, input);
  const wallets = isPerson(context.viewer) ? [] : (context.viewer.wallets ?? []);
  if (wallets.length === 0) throw new CountersignError('PROOF_NEEDED');
  const { store, policy } = context;
  const ofStore = wallets.map((wallet) => store.escrowsOfWallet(wallet, wallet === policy.defaultSigner, opened));
  const ofService = wallets.map((wallet) => rowsForVisitor(context, wallet, options));
  const [found, listed] = await Promise.all([Promise.all(ofStore), Promise.all(ofService)]);
  const toSign = found.flatMap((each) => each.toSign);
  const sources = sourcesOf([
    ['signed', found.flatMap(({ signed }) => signed)],
    ['prepared', found.flatMap(({ prepared }) => prepared)],
    ['to-sign', toSign.map(addressOf)],
    ['opened', opened],
    ['service', listed.flatMap((rows) => rows?.signed ?? []).map(({ contractId }) => contractId)],
  ]);
  const addresses = [...sources.keys()].slice(0, MOST_LISTED);
  const seen = await lookAt(context, addresses, options);
  const escrows = addresses.flatMap((contractId) => {
    const about = toSign.filter((prepared) => addressOf(prepared) === contractId);
    const listed = { contractId, sources: sources.get(contractId) ?? [] };
    const entry = entryOf(context, listed, seen?.get(contractId), about, wallets);
    return entry === undefined ? [] : [entry];
  });
  const named = namedIn(
    found.flatMap((each) => each.named),
    listed.flatMap((rows) => rows?.named ?? []).filter(({ contractId }) => !sources.has(contractId)),
  );
  const answered = listed.filter((rows) => rows !== undefined);
  return {
    wallets,
    escrows,
    more: sources.size - addresses.length,
    named: named.slice(0, MOST_NAMED),
    moreNamed: found.reduce((sum, { more }) => sum + more, Math.max(named.length - MOST_NAMED, 0)),
    service: answered.length === 0 ? 'none' : answered.every(({ isWhole }) => isWhole) ? 'whole' : 'partly',
    isRead: seen !== undefined,
  };
}

const addressOf = (prepared: PreparedRequest): string => transactionToReport(prepared).contractId;

type Sources = ReadonlyMap<string, readonly WalletSource[]>;

function sourcesOf(lists: readonly (readonly [WalletSource, readonly string[]])[]): Sources {
  const sources = new Map<string, readonly WalletSource[]>();
  for (const [source, addresses] of lists) {
    for (const address of new Set(addresses)) sources.set(address, [...(sources.get(address) ?? []), source]);
  }
  return sources;
}

/** Of what is not listed nothing more is asked, so that what visitors send costs a few requests at most. */
async function lookAt(
  { ledger, network }: DeskContext,
  addresses: readonly string[],
  { signal }: CallOptions,
): Promise<ReadonlyMap<string, OnLedger> | undefined> {
  if (ledger === undefined) return undefined;
  const unasked = new Map(addresses.map((address) => [address, { state: 'archived', asOf: 0 } as const]));
  return await escrowsOnLedger(ledger, network, addresses, signal, new Map(), unasked);
}

/** By its role a wallet takes part; what others or this browser alone say of an escrow is no reason to list it. */
const BY_ROLE: readonly WalletSource[] = ['opened', 'service'];

function entryOf(
  { network }: DeskContext,
  listed: Pick<EscrowOfWallet, 'contractId' | 'sources'>,
  seen: OnLedger | undefined,
  toSign: readonly PreparedRequest[],
  wallets: readonly string[],
): EscrowOfWallet | undefined {
  const isByRole = listed.sources.every((source) => BY_ROLE.includes(source));
  if (seen?.escrow === undefined || seen.codeIs === 'unknown') {
    const deploy = toSign.find(({ action }) => action === 'deploy');
    if (deploy?.action === 'deploy') {
      const title = shownLine(deploy.request.title);
      return { ...listed, group: 'needs-me', title, pageId: deploy.pageId };
    }
    return isByRole ? undefined : { ...listed, group: 'waiting' };
  }
  const { escrow, held, codeIs, unknownActs, state: found } = seen;
  if (isByRole && !wallets.some((wallet) => hasRole(escrow, wallet))) return undefined;
  const { state, turn } = lifeView(escrow, held?.units, codeIs, unknownActs);
  const isPayer = wallets.some((wallet) => wallet === escrow.roles.approver || !hasRole(escrow, wallet));
  const mine = turn.find(({ address }) => (address === undefined ? isPayer : wallets.includes(address)));
  const page = mine && toSign.find((prepared) => isTurnOf(prepared, mine));
  return {
    ...listed,
    group: groupOf(state, mine),
    title: shownLine(escrow.title),
    asset: assetOf(escrow, network),
    state,
    turn,
    ...(held && {
      total: fromBaseUnits(totalAmount(escrow), held.decimals),
      needed: fromBaseUnits(openAmount(escrow), held.decimals),
      held: fromBaseUnits(held.units, held.decimals),
    }),
    ...(found === 'archived' && { archived: true }),
    ...(mine && { mine }),
    ...(page && { pageId: page.pageId }),
    ...(codeIs !== 'pinned' && { isUnpinned: true }),
  };
}

const groupOf = (state: EscrowView['state'], mine: EscrowOfWallet['mine']): EscrowGroup =>
  mine !== undefined ? 'needs-me' : state === 'finished' ? 'finished' : 'waiting';

type Rows = readonly { readonly contractId: string; readonly title?: string }[];

function namedIn(preparedRequests: readonly PreparedRequest[], rows: Rows): readonly EscrowThatNames[] {
  const here = preparedRequests.map((prepared): EscrowThatNames => {
    const title = prepared.action === 'deploy' ? shownLine(prepared.request.title) : '';
    const isSettled = prepared.transactions.some(({ state }) => state === 'settled');
    return { contractId: addressOf(prepared), title, by: 'here', ...(isSettled ? {} : { pageId: prepared.pageId }) };
  });
  const listed = rows.map(
    ({ contractId, title = '' }): EscrowThatNames => ({ contractId, title: shownLine(title), by: 'service' }),
  );
  return [...new Map([...listed, ...here].map((each) => [each.contractId, each])).values()];
}
