/** What the service said became of a sending, as a settlement with its next step. */

import type { ActionName } from '../actions/action.ts';
import type { InterfaceEscrow } from '../kinds/interface-multi.ts';
import type { RejectionReason, SendOutcome } from '../service/escrow-service.ts';
import { cleanData, cleanLine } from '../text/text.ts';
import type { Settlement } from './results.ts';
import { saidDifferently } from './said-escrow.ts';
import type { Offer } from './store/offers.ts';

type Sent = Pick<Offer, 'hash' | 'contractId' | 'action'>;

/**
 * @param sentBefore whether this very transaction may have reached the ledger by an earlier sending
 * @param signed the escrow that the transaction makes, where it can be read
 */
export function settlementFrom(
  outcome: SendOutcome,
  offer: Sent,
  sentBefore: boolean,
  signed?: InterfaceEscrow,
): Settlement {
  switch (outcome.kind) {
    case 'settled': {
      const noted = contractNote(outcome.contractId, offer.contractId);
      const differing =
        outcome.escrow === undefined || signed === undefined ? [] : saidDifferently(outcome.escrow, signed);
      return {
        ...settledSettlement(offer),
        ...(outcome.escrow === undefined ? {} : { escrow: cleanData(outcome.escrow) }),
        ...noted,
        message: differing.length === 0 ? noted.message : `${noted.message} ${escrowNote(differing)}`,
      };
    }
    case 'rejected':
      // A second sending may be refused just because the first one went through.
      if (sentBefore && outcome.isFinal !== true) return unknownSettlement(offer, REFUSED_AGAIN);
      return {
        status: 'rejected',
        transactionHash: offer.hash,
        message: outcome.message,
        ...said(outcome.detail),
        next: `${AFTER_REJECTION[outcome.reason]}${RENEW[offer.action]}`,
      };
    case 'unknown':
      return { ...unknownSettlement(offer, outcome.message), ...said(outcome.detail) };
  }
}

/** Settled, by the network's own word. */
export function settledSettlement(offer: Sent): Settlement {
  return {
    status: 'settled',
    transactionHash: offer.hash,
    contractId: offer.contractId,
    message: TAKEN,
    next: AFTER_SETTLING[offer.action](offer),
  };
}

/** Not settled and never to be. @param why a result's name, or our own words */
export function failedSettlement(offer: Sent, why: string): Settlement {
  return {
    status: 'rejected',
    transactionHash: offer.hash,
    message: `The transaction did not settle (${cleanLine(why, 60)}), and can no longer.`,
    next: RENEW[offer.action],
  };
}

/** What anybody may be told who holds the signed transaction: what the ledger says of it, in our own words alone. */
export function publicSettlement({ status, transactionHash, contractId, preparedHere }: Settlement): Settlement {
  return {
    status,
    transactionHash,
    ...(contractId === undefined ? {} : { contractId }),
    ...(preparedHere === undefined ? {} : { preparedHere }),
    ...PUBLIC_WORDS[status],
  };
}

/** The address is computed here; the service's word about it is only compared. */
function contractNote(named: string | undefined, computed: string): Pick<Settlement, 'message' | 'detail'> {
  return named === undefined || named === computed
    ? { message: TAKEN }
    : { message: `${TAKEN} The service named another address (in detail), which is wrong.`, ...said(named) };
}

/** What was signed is on chain; a description that says otherwise must not pass for it. */
function escrowNote(differing: readonly string[]): string {
  const named = differing.slice(0, 8).join(', ');
  return `But the service describes another escrow than the one that was signed (${named}). What was signed counts; tell the operator of the service.`;
}

export function unknownSettlement(offer: Sent, message: string): Settlement {
  return {
    status: 'unknown',
    transactionHash: offer.hash,
    contractId: offer.contractId,
    message,
    next: 'Submit the same signed XDR again to learn the outcome, or look the transaction hash up in an explorer. Until you know, do not sign another one for this escrow.',
  };
}

const TAKEN = 'The ledger took the transaction.';
const REFUSED_AGAIN =
  'It was sent before, and the ledger refuses it now; that may be because the first sending settled.';
const PUBLIC_WORDS: Readonly<Record<Settlement['status'], Pick<Settlement, 'message' | 'next'>>> = {
  settled: { message: TAKEN, next: 'get_balances, asked with the signer, shows what the escrow holds.' },
  rejected: {
    message: 'The transaction did not settle, and can no longer.',
    next: 'Ask the person who prepared it for a new one.',
  },
  unknown: {
    message: 'It was sent, and what became of it is not known.',
    next: 'Submit the same signed XDR again to learn the outcome. Until you know, do not sign another one for this escrow.',
  },
};
const AFTER_SETTLING: Readonly<Record<ActionName, (offer: Sent) => string>> = {
  deploy: ({ contractId }) =>
    `The escrow stands at ${contractId}. Fund it by sending the token there; get_balances, asked with the signer, shows what it holds.`,
  fund: ({ contractId }) =>
    `The payment arrived at ${contractId}; get_balances, asked with the signer, shows what it holds.`,
};
const RENEW: Readonly<Record<ActionName, string>> = {
  deploy: 'Prepare it again with deploy_escrow and the id, sign the new transaction and submit that.',
  fund: 'Prepare it again with the id, sign the new transaction and submit that.',
};
/** Before preparing it again. */
const AFTER_REJECTION: Readonly<Record<RejectionReason, string>> = {
  'bad-sequence': '',
  'too-late': '',
  'bad-auth': 'Check that the account signs with its own key alone. ',
  'insufficient-balance': 'Add XLM to the signer’s account. ',
  'contract-refused': 'Correct what the contract refused. ',
};

/** The service's words, never within ours. */
function said(words: string | undefined): Pick<Settlement, 'detail'> {
  return words === undefined ? {} : { detail: cleanLine(words) };
}
