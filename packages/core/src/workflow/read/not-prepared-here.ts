/** The view of an escrow that the caller did not prepare here: its contract's own state. */
import { CountersignError } from '../../errors/errors.ts';
import { tokenDecimals } from '../../escrow/network.ts';
import type { DeskWords } from '../../words/desk-words.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';
import { nextOnLedger } from './escrow-next.ts';
import { heldView, kindView, lifeView, termsView } from './escrow-terms.ts';
import type { EscrowView } from './escrow-views.ts';
import { escrowsOnLedger, type OnLedger } from './escrows-on-ledger.ts';
import { rowsOf } from './service-rows.ts';

/**
 * Nothing tells whether somebody else prepared it here.
 * @throws CountersignError HANDLE_NOT_FOUND, ESCROW_ARCHIVED, SERVICE_UNREACHABLE
 */
export async function notPreparedHere(
  context: DeskContext,
  contractId: string,
  { signal }: CallOptions,
): Promise<EscrowView> {
  const { ledger, network, words } = context;
  if (ledger === undefined) {
    throw notFound(context, 'no-ledger');
  }
  const [seen, rows] = await Promise.all([
    escrowsOnLedger(ledger, network, [contractId], signal),
    rowsOf(context, { contractIds: [contractId] }, { signal }),
  ]);
  const isListed = rows?.some((row) => row.contractId === contractId);
  if (seen === undefined) {
    throw new CountersignError('SERVICE_UNREACHABLE', {
      message: words.notFoundText('no-answer'),
      remedy: words.ASK_AGAIN,
      language: words.language,
    });
  }
  const { state, kind, escrow, held, codeIs } = seen.get(contractId) as OnLedger;
  const isArchived = state === 'archived';
  if (escrow === undefined || kind === undefined || codeIs === undefined) {
    throw isArchived ? new CountersignError('ESCROW_ARCHIVED') : notFound(context, state, isListed);
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
      words.elsewhereText(codeIs),
      ...(isArchived ? [words.ARCHIVED] : []),
      ...(lacks ? [words.SERVICE_LACKS] : []),
    ].join(' '),
    next: `${codeIs === 'unknown' ? words.CODE_FIRST : nextOnLedger(escrow, held, context, codeIs === 'pinned')} ${words.COMPARE_FIRST}`,
  };
}

const notFound = (
  { words }: Pick<DeskContext, 'words'>,
  ...because: Parameters<DeskWords['notFoundText']>
): CountersignError =>
  new CountersignError('HANDLE_NOT_FOUND', {
    message: words.notFoundText(...because),
    remedy: words.CHECK_ADDRESS,
    language: words.language,
  });
