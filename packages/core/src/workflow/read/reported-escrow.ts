/** Decodes what an RPC reported of a contract, and compares its code with pinned code. This module also runs in a browser. */

import { xdr } from '@stellar/stellar-sdk/base';
import { codeOwnerOf, NETWORKS, type Network } from '../../escrow/network.ts';
import { kindOfCode } from '../../kinds/registry.ts';
import { contractIn, instanceIn } from '../../ledger/contract-entries.ts';
import { type Entries, entriesOf, type FoundEntry, keyOfData } from '../../ledger/entry-keys.ts';
import type { RawEntry, StandingContract, TokenBalance } from '../../ledger/ledger.ts';
import { ASSET_DECIMALS, amountIn, assetAt, balanceKey } from '../../ledger/token-entries.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { EscrowReport } from '../model/escrow-report.ts';
import type { PageEscrow } from '../model/escrow-views.ts';
import type { ReadStanding } from '../model/on-ledger.ts';
import { escrowNow } from './escrow-terms.ts';
import { readStanding, tokenContract } from './read-standing.ts';

/** Why there is no escrow to show. `other-code`: whatever it keeps, its code may do other things than an escrow. */
export type NoEscrow =
  | { readonly kind: 'absent' | 'not-listed' | 'archived' | 'token' | 'unreadable' }
  | { readonly kind: 'other-code'; readonly code: string }
  /** Its owner can replace its code at any time. */
  | { readonly kind: 'replaceable'; readonly owner: string };

export type ReportedEscrow = {
  readonly kind: 'escrow';
  /** `pinned`: verified, by code that is pinned for this network. `known`: code of a known kind, and no more. */
  readonly codeIs: 'pinned' | 'known';
  /** The hash of its code in lower-case hex. */
  readonly code: string;
  readonly read: ReadStanding;
  /** Of its own token; absent where it could not be read. */
  readonly held?: TokenBalance;
  /** In token units, for people. */
  readonly shown: PageEscrow;
  /** When it last changed, in epoch milliseconds, where that is known. */
  readonly changedAt?: number;
};

/** @throws Error of any kind where the entries are not what they should be */
export function readEscrowReport(report: EscrowReport): ReportedEscrow | NoEscrow {
  const { contractId, found, unknownActs } = report;
  // The constants of this build: only the pins and tokens of an installation come with the report.
  const network: Network = { ...report.network, passphrase: NETWORKS[report.network.name].passphrase };
  const entries = entriesIn(report.entries, report.ledger);
  const contract = contractOf(report, entries);
  if (contract === undefined) return { kind: found === 'listed' ? 'unreadable' : found };
  const none = noEscrow(contract.code);
  if (none !== undefined) return none;
  const read = readStanding(contract, network);
  if (read === undefined || read.codeIs === 'unknown') return { kind: 'unreadable' };
  const { codeIs } = read;
  const held = heldIn(report, entries, read, network);
  const state = found === 'archived' ? 'archived' : 'standing';
  const seen = { ...read, state, ...omitUndefined({ held, unknownActs }) } as const;
  const shown = { contractId, ...escrowNow(seen, codeIs, network), asOf: report.readAt, ledger: report.rpc };
  const { changedAt } = report;
  return omitUndefined({ kind: 'escrow', codeIs, code: contract.code, read, held, shown, changedAt });
}

/** Of a contract as it is listed; nothing is shown of what unknown code keeps. */
function noEscrow(code: string): NoEscrow | undefined {
  const owner = codeOwnerOf(code);
  if (owner !== undefined) return { kind: 'replaceable', owner };
  if (code === 'stellar-asset') return { kind: 'token' };
  return kindOfCode(code) === undefined ? { kind: 'other-code', code } : undefined;
}

/** Each under the key that its own content gives it, so that no entry passes as another contract's. */
export function entriesIn(raw: readonly RawEntry[], ledger: number): Entries {
  const found = raw.map(({ xdr: text, modified }): [string, FoundEntry] => {
    const contractData = xdr.ContractDataEntry.fromXdr(text, 'base64');
    return [keyOfData(contractData), { data: { type: 'contractData', contractData }, modified }];
  });
  return entriesOf(new Map(found), ledger);
}

function contractOf({ contractId, found, archived }: EscrowReport, entries: Entries): StandingContract | undefined {
  const listed = contractIn(entries, contractId);
  if (found !== 'archived') return found === 'listed' ? listed : undefined;
  const code = listed?.code ?? archived?.code;
  if (code === undefined) return undefined;
  return omitUndefined({
    code,
    escrow: archived?.escrow === undefined ? undefined : xdr.ScVal.fromXdr(archived.escrow, 'base64'),
  });
}

/** By its entry where its token is a Stellar asset; else as the token returned it. */
function heldIn(
  { contractId, held }: EscrowReport,
  entries: Entries,
  { escrow }: ReadStanding,
  network: Network,
): TokenBalance | undefined {
  const token = tokenContract(escrow.trustline.address, network);
  if (token === undefined) return undefined;
  const units = amountIn(entries.at(balanceKey({ holder: contractId, token })));
  const instance = instanceIn(entries, token);
  const isAsset =
    instance?.executable.type === 'contractExecutableStellarAsset' &&
    assetAt(instance, token, network.passphrase) !== undefined;
  if (isAsset && units !== undefined && units >= 0n) return { units, decimals: ASSET_DECIMALS };
  return held && { units: BigInt(held.units), decimals: isAsset ? ASSET_DECIMALS : held.decimals };
}
