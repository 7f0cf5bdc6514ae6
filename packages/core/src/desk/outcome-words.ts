/** What became of a sent transaction, in our words, with whose word it is and the next step. */

import type { ActionName } from '../actions/action.ts';
import type { Difference } from '../errors/errors.ts';
import type { Network } from '../escrow/network.ts';
import { everyStep } from '../escrow/steps.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import type { SendOutcome } from '../service/escrow-service.ts';
import type { Signers } from '../signatures/index.ts';
import { cleanData, cleanLine } from '../text/text.ts';
import type { Settlement } from './results.ts';
import { saidDifferently } from './said-escrow.ts';
import { byStep } from './step-tools.ts';
import type { Offer } from './store/offers.ts';

type Sent = Pick<Offer, 'hash' | 'contractId' | 'action'>;

type How = { readonly changedSince?: readonly Difference[]; readonly byAnother?: boolean };

/** @param host of the Stellar RPC that says so */
export function settledSettlement(
  offer: Sent,
  host: string,
  { changedSince = [], byAnother = false }: How = {},
): Settlement {
  const what = byAnother ? BY_ANOTHER : TAKEN;
  return {
    status: 'settled',
    by: 'ledger',
    ledger: host,
    ...about(offer),
    message: changedSince.length === 0 ? what : `${what} ${CHANGED}`,
    ...(changedSince.length === 0 ? {} : { changedSince: [...changedSince] }),
    next: changedSince.length === 0 ? AFTER_SETTLING[offer.action](offer) : READ_CHANGES,
  };
}

export function takenSettlement(offer: Sent, host: string, differences: readonly Difference[]): Settlement {
  return {
    status: 'taken',
    by: 'ledger',
    ledger: host,
    ...about(offer),
    message: 'Another escrow than the one that was asked for stands at its address.',
    differences: [...differences],
    next: 'Do not fund it, and sign nothing more for it. Tell the person who runs Countersign, with the differences.',
  };
}

/** @param code the result's name */
export function rejectedSettlement(offer: Sent, host: string, code: string): Settlement {
  return {
    status: 'rejected',
    by: 'ledger',
    ledger: host,
    ...ofAction(offer),
    transactionHash: offer.hash,
    message: `The ledger refused the transaction (${cleanLine(code, 60)}). It can no longer settle.`,
    next: RENEW[offer.action],
  };
}

/** The ledger shows that it can never be included. */
export function expiredSettlement(offer: Sent, host: string | undefined): Settlement {
  return {
    status: 'expired',
    ...(host === undefined ? ({ by: 'here' } as const) : ({ by: 'ledger', ledger: host } as const)),
    ...ofAction(offer),
    transactionHash: offer.hash,
    message: 'The ledger did not take the transaction, and can no longer.',
    next: RENEW[offer.action],
  };
}

export function unknownSettlement(offer: Sent, message: string): Settlement {
  return { status: 'unknown', by: 'here', ...about(offer), message, next: UNKNOWN_NEXT };
}

/**
 * What the service said of a sending, as long as the ledger has not spoken. No word of it decides anything: what it
 * calls a success is `accepted`, and everything else is unknown.
 * @param signed the escrow that the transaction makes, where it can be read
 */
export function saidSettlement(
  outcome: SendOutcome,
  offer: Sent,
  signed: EscrowOnChain | undefined,
  network: Network,
  hasLedger: boolean,
): Settlement {
  const detail = said(outcome.detail);
  if (outcome.kind === 'unknown') return { ...unknownSettlement(offer, outcome.message), ...detail };
  const notes = [contradiction(outcome.contractId, offer.contractId), escrowNote(outcome.escrow, signed, network)];
  return {
    status: 'accepted',
    by: 'service',
    ...about(offer),
    message: [ACCEPTED[hasLedger ? 'message' : 'unasked'], ...notes].filter(Boolean).join(' '),
    ...(outcome.escrow === undefined ? {} : { escrow: cleanData(outcome.escrow) }),
    ...(contradiction(outcome.contractId, offer.contractId) === '' ? detail : said(outcome.contractId)),
    next: hasLedger ? ACCEPTED.next : ACCEPTED.lookUp,
  };
}

/** @param account whose signers are missing; @param now epoch milliseconds */
export function partlySignedSettlement(
  offer: Sent & Pick<Offer, 'expiresAt'>,
  account: string,
  signers: Signers,
  now: number,
): Settlement {
  const expiresAt = new Date(offer.expiresAt).toISOString();
  const seconds = Math.max(0, Math.floor((offer.expiresAt - now) / 1_000));
  return {
    status: 'partly-signed',
    by: 'here',
    ...about(offer),
    message: `The signature is kept, and nothing was sent yet. ${weightWords(signers)} ${missingWords(signers)}`,
    signers: { ...signers, signers: [...signers.signers] },
    expiresAt,
    next: `They sign for the account ${account} before ${expiresAt}, which is in ${seconds} s: on the same signUrl, or the same unsignedXdr. After that everybody signs a new one.`,
  };
}

export function weightWords({ needed, have, signers }: Signers): string {
  const by = signers.filter(({ signed }) => signed).map(({ address }) => address);
  return `The account needs signatures with a weight of ${needed} in all, and has ${have}${by.length === 0 ? '' : `, by ${by.join(', ')}`}.`;
}

export function missingWords({ needed, have, signers }: Signers): string {
  const left = signers.filter(({ signed }) => !signed).map(({ address, weight }) => `${address} (weight ${weight})`);
  return `A weight of ${needed - have} is missing. These can still sign the same transaction: ${left.join(', ')}.`;
}

/** What the service said stays beside the ledger's word: as data. */
export function withServiceWords(settlement: Settlement, before: Settlement | undefined): Settlement {
  const { detail, escrow } = before ?? {};
  return {
    ...settlement,
    ...(escrow === undefined || settlement.status !== 'settled' ? {} : { escrow }),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** What anybody may be told who holds the signed transaction, in our own words alone. */
export function publicSettlement(settlement: Settlement): Settlement {
  const { status, by, ledger, transactionHash, contractId, preparedHere } = settlement;
  // Who signs for an account stands on the ledger.
  if (status === 'partly-signed') return settlement;
  return {
    status,
    by,
    ...(ledger === undefined ? {} : { ledger }),
    transactionHash,
    ...(contractId === undefined ? {} : { contractId }),
    ...(preparedHere === undefined ? {} : { preparedHere }),
    ...PUBLIC_WORDS[status],
  };
}

const ofAction = ({ action }: Pick<Sent, 'action'>) => (action === 'deploy' ? {} : { action });

/** A trustline has no escrow: its token's contract must not be taken for an address to pay. */
const about = ({ action, hash, contractId }: Sent) => ({
  ...ofAction({ action }),
  transactionHash: hash,
  ...(action === 'trust' ? {} : { contractId }),
});

/** The address is computed here; the service's word about it is only compared. */
function contradiction(named: string | undefined, computed: string): string {
  return named === undefined || named === computed ? '' : 'It named another address (in detail), which is wrong.';
}

/** What was signed counts; a description that says otherwise must not pass for it. */
function escrowNote(
  described: Readonly<Record<string, unknown>> | undefined,
  signed: EscrowOnChain | undefined,
  network: Network,
): string {
  const differing = described === undefined || signed === undefined ? [] : saidDifferently(described, signed, network);
  if (differing.length === 0) return '';
  const named = differing.slice(0, 8).join(', ');
  return `It describes another escrow than the one that was signed (${named}). What was signed counts; tell the operator of the service.`;
}

/** The service's words, never within ours. */
function said(words: string | undefined): Pick<Settlement, 'detail'> {
  return words === undefined ? {} : { detail: cleanLine(words) };
}

const ACCEPTED = {
  message: 'The service says that it succeeded. The ledger has not said so yet.',
  next: 'Ask again in a minute. Do not fund it before the ledger says that it settled.',
  unasked: 'The service says that it succeeded. No ledger can be asked here.',
  lookUp: 'Look the transaction hash up in an explorer before you fund it.',
} as const;
const TAKEN = 'The ledger took the transaction.';
const BY_ANOTHER = 'The escrow stands on the ledger with these terms. Another transaction than this one made it.';
const CHANGED = 'It differs from the request by now (changedSince).';
const READ_CHANGES = 'Read what differs before you fund it.';
const UNKNOWN_NEXT =
  'Submit the same signed XDR again to learn the outcome, or look the transaction hash up in an explorer. Until you know, do not sign another one for this escrow.';
const PUBLIC_WORDS: Readonly<
  Record<Exclude<Settlement['status'], 'partly-signed'>, Pick<Settlement, 'message' | 'next'>>
> = {
  settled: { message: TAKEN, next: 'get_balances shows what the escrow holds.' },
  taken: { message: 'Another contract stands at this address.', next: 'Do not fund it.' },
  rejected: {
    message: 'The ledger refused the transaction. It can no longer settle.',
    next: 'Ask the person who prepared it for a new one.',
  },
  expired: {
    message: 'The ledger did not take the transaction, and can no longer.',
    next: 'Ask the person who prepared it for a new one.',
  },
  accepted: {
    message: 'The service says that it succeeded. The ledger has not said so yet.',
    next: 'Ask again in a minute. Do not fund it before the ledger says that it settled.',
  },
  unknown: {
    message: 'It was sent, and what became of it is not known.',
    next: 'Submit the same signed XDR again to learn the outcome. Until you know, do not sign another one for this escrow.',
  },
};
const AFTER_SETTLING: Readonly<Record<ActionName, (offer: Sent) => string>> = {
  deploy: () => 'Fund it with fund_escrow; get_balances shows what it holds.',
  trust: () => 'The account can hold the token now.',
  fund: ({ contractId }) => `The payment arrived at ${contractId}; get_balances shows what it holds.`,
  ...everyStep(() => 'get_escrow tells whose turn it is now.'),
};
export const RENEW: Readonly<Record<ActionName, string>> = {
  deploy: 'Prepare it again with deploy_escrow and the id, sign the new transaction and submit that.',
  trust: 'Prepare it again with add_trustline and the id, sign the new transaction and submit that.',
  fund: 'Prepare it again with fund_escrow and the id, sign the new transaction and submit that.',
  ...byStep((tool) => `Prepare it again with ${tool} and the id, sign the new transaction and submit that.`),
};
