/** An escrow that whoever asks did not prepare here: what its contract says of itself. */
import { CountersignError } from '../errors/errors.ts';
import { tokenDecimals } from '../escrow/network.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { ARCHIVED, nextOnLedger, SERVICE_LACKS } from './escrow-next.ts';
import { heldView, kindView, lifeView, termsView } from './escrow-terms.ts';
import type { EscrowView } from './escrow-views.ts';
import { escrowsOnLedger, type OnLedger } from './escrows-on-ledger.ts';
import { rowsOf } from './service-rows.ts';

/**
 * Who else prepared it is told to nobody.
 * @throws CountersignError HANDLE_NOT_FOUND, ESCROW_ARCHIVED, SERVICE_UNREACHABLE
 */
export async function notPreparedHere(
  context: DeskContext,
  contractId: string,
  { signal }: CallOptions,
): Promise<EscrowView> {
  const { ledger, network } = context;
  if (ledger === undefined) {
    throw notFound(
      'No escrow that you prepared here has this address, and there is no ledger here that could be asked.',
    );
  }
  const [seen, rows] = await Promise.all([
    escrowsOnLedger(ledger, network, [contractId], signal),
    rowsOf(context, { contractIds: [contractId] }, { signal }),
  ]);
  const isListed = rows?.some((row) => row.contractId === contractId);
  if (seen === undefined) {
    throw new CountersignError('SERVICE_UNREACHABLE', {
      message: 'No escrow that you prepared here has this address, and the ledger could not be asked just now.',
      remedy: 'Ask again in a minute.',
    });
  }
  const { state, kind, escrow, held, codeIs } = seen.get(contractId) as OnLedger;
  const isArchived = state === 'archived';
  if (escrow === undefined || kind === undefined || codeIs === undefined) {
    throw isArchived
      ? new CountersignError('ESCROW_ARCHIVED')
      : notFound(
          `No escrow that you prepared here has this address, and ${UNSEEN[state]}${isListed === true ? ' The service lists an escrow there: that is its word alone, so pay nothing to it.' : ''}`,
        );
  }
  const decimals = held?.decimals ?? tokenDecimals(network, escrow.trustline.address);
  const lacks = codeIs === 'pinned' && isListed === false;
  return {
    status: 'not-prepared-here',
    by: 'ledger',
    ledger: ledger.host,
    network: network.name,
    contractId,
    ...(isArchived ? { archived: true } : {}),
    ...(lacks ? { serviceLacks: true } : {}),
    ...kindView(kind),
    codeIs,
    ...termsView(escrow, network, decimals),
    ...(held === undefined ? {} : heldView(escrow, held)),
    ...lifeView(escrow, held?.units, codeIs),
    message: [
      'You did not prepare this escrow here, so nobody compared it with what was asked for. This is what the contract says of itself.',
      CODE[codeIs],
      ...(isArchived ? [ARCHIVED] : []),
      ...(lacks ? [SERVICE_LACKS] : []),
    ].join(' '),
    next: `${codeIs === 'unknown' ? 'Pay nothing into it before its code is known.' : nextOnLedger(escrow, held, network, codeIs === 'pinned')} Before anybody pays or signs, the person compares every role and the token with what was agreed.`,
  };
}

const UNSEEN: Readonly<Record<OnLedger['state'], string>> = {
  standing:
    'the contract there is no escrow of a kind that is known here, or its terms are not readable: no milestones, or a negative amount.',
  archived: ARCHIVED,
  absent: 'there is no contract there, not even an archived one.',
  'not-listed': 'the ledger lists no contract there; it could not be learned whether one is archived.',
};

const CODE: Readonly<Record<NonNullable<OnLedger['codeIs']>, string>> = {
  pinned: 'Its code is that of the escrows here.',
  known: 'Its code is known here, and is not the one that this service’s escrows run now.',
  unknown:
    'Its code is unknown here: it may do other things than it says, so nobody should pay into it before its code is known.',
};

const notFound = (message: string): CountersignError =>
  new CountersignError('HANDLE_NOT_FOUND', { message, remedy: 'Check the address and the network.' });
