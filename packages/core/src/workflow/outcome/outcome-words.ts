/** What became of a sent transaction, and by what source; its sentences are in `words/messages/desk.<language>.json`. */

import type { Difference } from '../../errors/differences.ts';
import { decimalsOfMultiplier, fromBaseUnits, fromBasisPoints, ROLE_NAMES, type RoleName } from '../../escrow/index.ts';
import { knownToken, type Network, tokenDecimals } from '../../escrow/network.ts';
import { type EscrowOnChain, receivers } from '../../kinds/escrow-on-chain.ts';
import type { SendOutcome } from '../../service/escrow-service.ts';
import type { Signers } from '../../signatures/index.ts';
import { type Fields, isObject, omitUndefined } from '../../text/fields.ts';
import { cleanData, cleanLine } from '../../text/text.ts';
import { type DeskWords, ENGLISH } from '../../words/all.ts';
import type { Because, Outcome, StatusText } from '../../words/data/life.ts';
import type { PreparedTransaction } from '../model/requests.ts';
import type { DeathReading, KeptSettlement, Settlement } from '../model/results.ts';

type Sent = Pick<PreparedTransaction, 'hash' | 'contractId' | 'action'>;

type How = { readonly changedSince?: readonly Difference[]; readonly byAnother?: boolean };

const storedText = ({ action }: Sent, outcome: Outcome): StatusText & Required<Pick<KeptSettlement, 'told'>> => ({
  ...ENGLISH.outcomeWords(outcome, action),
  told: outcome,
});

/** Rows from before outcomes were stored have only their English words. */
export function statusTextIn(words: DeskWords, settlement: KeptSettlement): StatusText {
  const { told: outcome, message, next, action = 'deploy' } = settlement;
  return outcome === undefined ? { message, next } : words.outcomeWords(outcome, action);
}

/** The settlement as callers get it, in the reader's language. */
export function settlementIn(words: DeskWords, settlement: KeptSettlement): Settlement {
  const { told: _, death: __, differences: found, changedSince: changes, ...rest } = settlement;
  const [differences, changedSince] = [found, changes].map((each) => each?.map(words.differenceText));
  return { ...rest, ...omitUndefined({ differences, changedSince }), ...statusTextIn(words, settlement) };
}

/** @param host of the Stellar RPC that says so */
export function settledSettlement(
  transaction: Sent,
  host: string,
  { changedSince = [], byAnother = false }: How = {},
): KeptSettlement {
  const { action, contractId } = transaction;
  const isChanged = changedSince.length > 0;
  const params = { action, contractId, byAnother, isChanged };
  const { message, ...rest } = storedText(transaction, { code: 'settled', params });
  return {
    ...{ status: 'settled', by: 'ledger', ledger: host, ...about(transaction), message },
    ...(isChanged && { changedSince: [...changedSince] }),
    ...rest,
  };
}

export function takenSettlement(transaction: Sent, host: string, differences: readonly Difference[]): KeptSettlement {
  const { message, ...rest } = storedText(transaction, { code: 'taken', params: {} });
  const outcome = { status: 'taken', by: 'ledger', ledger: host, ...about(transaction) } as const;
  return { ...outcome, message, differences: [...differences], ...rest };
}

/** @param result the ledger's name of it */
export const rejectedSettlement = (transaction: Sent, host: string, result: string): KeptSettlement =>
  endedSettlement(transaction, host, {
    code: 'rejected',
    params: { action: transaction.action, result: cleanLine(result, 60) },
  });

/** The ledger shows that it can never be included. @param host absent where none was asked */
export const expiredSettlement = (transaction: Sent, host: string | undefined): KeptSettlement =>
  endedSettlement(transaction, host, { code: 'expired', params: { action: transaction.action } });

/** Another transaction of its account used its sequence number. */
export const displacedSettlement = (transaction: Sent, host: string): KeptSettlement =>
  endedSettlement(transaction, host, { code: 'displaced', params: { action: transaction.action } });

function endedSettlement(
  transaction: Sent,
  host: string | undefined,
  outcome: Extract<Outcome, { readonly code: 'rejected' | 'expired' | 'displaced' }>,
): KeptSettlement {
  return {
    status: outcome.code,
    ...(host === undefined ? ({ by: 'here' } as const) : ({ by: 'ledger', ledger: host } as const)),
    ...ofAction(transaction),
    transactionHash: transaction.hash,
    ...storedText(transaction, outcome),
  };
}

export function unknownSettlement(transaction: Sent, because: Because): KeptSettlement {
  const text = storedText(transaction, { code: 'unknown', params: { because } });
  return { status: 'unknown', by: 'here', ...about(transaction), ...text };
}

/** So many fields that contradict what was signed are named. */
const MOST_DIFFERING = 8;

/** Until the ledger decides: what the service calls a success is `accepted`, and everything else is `unknown`. */
export function serviceSettlement(
  outcome: SendOutcome,
  transaction: Sent,
  signed: EscrowOnChain | undefined,
  network: Network,
  hasLedger: boolean,
): KeptSettlement {
  const detail = detailOf(outcome.detail);
  if (outcome.kind === 'unknown') return { ...unknownSettlement(transaction, outcome.because), ...detail };
  // The address is computed here and only compared with the service's.
  const namesAnother = outcome.contractId !== undefined && outcome.contractId !== transaction.contractId;
  const { escrow } = outcome;
  const differing = escrow && signed ? contradictionsIn(escrow, signed, network).slice(0, MOST_DIFFERING) : [];
  const params = { hasLedger, namesAnother, differing };
  const { message, ...rest } = storedText(transaction, { code: 'accepted', params });
  return {
    ...{ status: 'accepted', by: 'service', ...about(transaction), message },
    ...(escrow && { escrow: cleanData(escrow) }),
    ...(namesAnother ? detailOf(outcome.contractId) : detail),
    ...rest,
  };
}

/** @param account whose signers are missing; @param now epoch milliseconds */
export function partlySignedSettlement(
  transaction: Sent & Pick<PreparedTransaction, 'expiresAt'>,
  account: string,
  signers: Signers,
  now: number,
  words: DeskWords,
): Settlement {
  const expiresAt = new Date(transaction.expiresAt).toISOString();
  const seconds = Math.max(0, Math.floor((transaction.expiresAt - now) / 1_000));
  const { message, next } = words.partlySignedWords(signers, account, expiresAt, seconds);
  const listed = { ...signers, signers: [...signers.signers] };
  return { status: 'partly-signed', by: 'here', ...about(transaction), message, signers: listed, expiresAt, next };
}

/** It was read as dead once. What the service reported stays with it, for the case that it settled after all. */
export function doubtfulSettlement(transaction: PreparedTransaction, death: DeathReading): KeptSettlement {
  const { escrow } = transaction.settlement ?? {};
  const settlement = withServiceWords(unknownSettlement(transaction, `seems-${death.kind}`), transaction.settlement);
  return { ...settlement, ...omitUndefined({ escrow }), death };
}

/** After a reading which shows that it can still be included. */
export function settlementWithoutDeath(transaction: PreparedTransaction): KeptSettlement | undefined {
  if (transaction.state === 'offered') return undefined;
  return withServiceWords(unknownSettlement(transaction, 'not-said'), transaction.settlement);
}

/** Keeps the service's answer next to the ledger's outcome, as data. */
export function withServiceWords(settlement: KeptSettlement, before: KeptSettlement | undefined): KeptSettlement {
  const { detail, escrow } = before ?? {};
  return { ...settlement, ...omitUndefined({ escrow: settlement.status === 'settled' ? escrow : undefined, detail }) };
}

/** The part of a settlement that any holder of the signed transaction may see, in our own words only. */
export function publicSettlement(settlement: KeptSettlement, words: DeskWords): KeptSettlement {
  const { status, by, ledger, transactionHash, contractId, preparedHere, action = 'deploy' } = settlement;
  // An account's signers are public on the ledger.
  if (status === 'partly-signed') return settlement;
  const known = omitUndefined({ status, by, ledger, transactionHash, contractId, preparedHere });
  return { ...known, ...words.publicWords(status, action) };
}

const ofAction = ({ action }: Pick<Sent, 'action'>) => (action === 'deploy' ? {} : { action });

/** A trustline has no escrow, and its token's contract must not look like an address to pay. */
const about = ({ action, hash, contractId }: Sent) => ({
  ...ofAction({ action }),
  transactionHash: hash,
  ...(action === 'trust' ? {} : { contractId }),
});

/** The service's words, as data and never inside our sentences. */
function detailOf(words: string | undefined): Pick<Settlement, 'detail'> {
  return words === undefined ? {} : { detail: cleanLine(words) };
}

/** Other spellings of a role that services of this interface use. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  releaseSigner: ['releaseSigner', 'release'],
  platformAddress: ['platformAddress', 'plataformAddress'],
};

/**
 * The fields in which the service's description contradicts what was signed. Fields that it leaves out, or gives in a
 * shape that the interface does not show, are no contradiction; amounts and fee may come in either unit.
 */
export function contradictionsIn(described: Fields, signed: EscrowOnChain, network: Network): string[] {
  const { address, multiplier } = signed.trustline;
  const own = multiplier === undefined ? tokenDecimals(network, address) : decimalsOfMultiplier(multiplier);
  const inUnits = (units: bigint | undefined) =>
    units === undefined ? undefined : [String(units), ...(own === undefined ? [] : [fromBaseUnits(units, own)])];
  // A live service names a token by its issuer, and its escrow by the contract.
  const tokens = [address, knownToken(network, address)?.issuer ?? address];
  const roles = [described['roles']].flat().filter(isObject);
  const milestones = Array.isArray(described['milestones']) ? described['milestones'] : undefined;
  const token = [described['trustline']].flat().find(isObject)?.['address'];
  // What was signed is undefined where its kind of escrow has no such field.
  const pairs: (readonly [string, unknown, readonly string[] | undefined])[] = [
    ['engagementId', described['engagementId'], [signed.engagementId]],
    ['title', described['title'], [signed.title]],
    ['description', described['description'], [signed.description]],
    ...ROLE_NAMES.flatMap((role) =>
      (SPELLINGS[role] ?? [role]).flatMap((name) =>
        roles.map((part) => [`roles.${role}`, part[name], partiesOf(signed, role)] as const),
      ),
    ),
    ['platformFee', described['platformFee'], [fromBasisPoints(signed.platformFee), String(signed.platformFee)]],
    ['trustline.address', token, tokens],
    ['amount', described['amount'], inUnits(signed.amount)],
    ['number of milestones', milestones?.length, [String(signed.milestones.length)]],
    ...signed.milestones.flatMap(({ description, amount, receiver }, index) => {
      const milestone: unknown = milestones?.[index];
      if (!isObject(milestone)) return [];
      return [
        [`milestones[${index}].description`, milestone['description'], [description]],
        [`milestones[${index}].amount`, milestone['amount'], inUnits(amount)],
        [`milestones[${index}].receiver`, milestone['receiver'], receiver === undefined ? undefined : [receiver]],
      ] as const;
    }),
  ];
  const differing = pairs.filter(
    ([, value, expected]) => expected && isScalar(value) && !expected.includes(String(value)),
  );
  return [...new Set(differing.map(([field]) => field))];
}

const partiesOf = (signed: EscrowOnChain, role: RoleName): readonly string[] =>
  role === 'receiver' ? receivers(signed) : [signed.roles[role]];

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
