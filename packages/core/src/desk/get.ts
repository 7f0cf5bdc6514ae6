/** The whole of one escrow: its terms, its state and its money, by the ledger where it stands there. */
import * as z from 'zod';
import { CountersignError } from '../errors/errors.ts';
import { addressProblem, fromBaseUnits } from '../escrow/index.ts';
import { tokenDecimals } from '../escrow/network.ts';
import { parseInput } from '../escrow/parse-input.ts';
import { boundedText } from '../text/bounded.ts';
import { readBalances } from './balances.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { nextOnLedger } from './escrow-next.ts';
import { termsView } from './escrow-terms.ts';
import type { EscrowView } from './escrow-views.ts';
import { escrowsOnLedger } from './escrows-on-ledger.ts';
import { type DeployHandle, keptEscrow } from './kept-escrow.ts';
import type { TransactionStatus } from './results.ts';
import { seenDeploysAt } from './seen-deploys.ts';
import { type SettledNow, settledNow } from './settled-now.ts';
import { findHandle } from './status.ts';
import { describeHandle } from './status-words.ts';
import { truthOf } from './truth/truth-of.ts';

const reference = boundedText(100);
const getSchema = z
  .strictObject({
    id: reference.optional(),
    contractId: z
      .string()
      .check(({ value, issues }) => {
        const message = addressProblem(value, ['contract']);
        if (message !== undefined) issues.push({ code: 'custom', message, input: value });
      })
      .optional(),
    transactionHash: reference.optional(),
  })
  .check(({ value, issues }) => {
    const given = Object.values(value).filter((each) => each !== undefined).length;
    const message = `give exactly one of id, contractId, transactionHash; ${given} were given`;
    if (given !== 1) issues.push({ code: 'custom', message, input: value });
  });

/** @throws CountersignError INPUT_INVALID, HANDLE_NOT_FOUND; SERVICE_UNREACHABLE where the ledger must be asked and does not answer */
export async function getEscrow(context: DeskContext, input: unknown, options: CallOptions = {}): Promise<EscrowView> {
  const { id, contractId, transactionHash } = parseInput(getSchema, input);
  if (contractId !== undefined) return await atAddress(context, contractId, options);
  const handle = await findHandle(context, id ?? transactionHash?.toLowerCase() ?? '');
  if (handle.action === 'trust') {
    throw new CountersignError('HANDLE_NOT_FOUND', {
      message: 'This is a trustline, not an escrow.',
      remedy: 'get_transaction tells what became of it.',
    });
  }
  return handle.action === 'deploy'
    ? await ofHandle(context, handle, options)
    : await atAddress(context, handle.request.escrow, options);
}

/** Of several that were prepared for the same address, the one that settled; else one that has not ended. */
async function atAddress(context: DeskContext, contractId: string, options: CallOptions): Promise<EscrowView> {
  const seen = await seenDeploysAt(context, contractId);
  const best =
    seen.find(({ offer }) => offer.state === 'settled') ??
    seen.find(({ handle }) => handle.end === undefined) ??
    seen[0];
  if (best === undefined) return await notPreparedHere(context, contractId, options);
  const view = await ofHandle(context, best.handle, options);
  if (view.contractId === contractId) return view;
  return {
    ...view,
    message: `Its address changed when it was prepared anew: pay nothing to ${contractId}. ${view.message}`,
  };
}

const WAITING: readonly TransactionStatus['status'][] = ['prepared', 'to-confirm'];
/** Its page renews what has expired or was refused. */
const TO_SIGN: readonly TransactionStatus['status'][] = [...WAITING, 'expired', 'rejected'];

async function ofHandle(context: DeskContext, asked: DeployHandle, options: CallOptions): Promise<EscrowView> {
  const handle = (await truthOf(context, asked, options)).handle as DeployHandle;
  const kept = keptEscrow(context, handle);
  const { call, network, offer, decimals } = kept;
  const { contractId } = offer;
  const described = await describeHandle(context, handle);
  const { neverSent, expiresAt, signUrl, changedSince: noted, ...status } = described;
  const isToSign = TO_SIGN.includes(status.status) || neverSent === true;
  const isSettled = status.status === 'settled';
  const now = isSettled ? settledNow(kept, handle, await lookAt(context, contractId, options), noted) : undefined;
  const changes = now?.changes ?? noted ?? [];
  const isKnown = !isSettled || now?.escrow !== undefined;
  return {
    ...status,
    contractId,
    signer: handle.request.signer,
    ...termsView(now?.escrow ?? call.escrow, network, now?.held?.decimals ?? decimals, isKnown),
    ...(await moneyOf(context, contractId, status.status, now?.held, options)),
    preparedAt: new Date(handle.madeAt).toISOString(),
    ...(WAITING.includes(status.status) ? { expiresAt } : {}),
    ...(handle.replaces === undefined ? {} : { replaces: handle.replaces.id }),
    ...(changes.length === 0 ? {} : { changedSince: [...changes] }),
    next:
      changes.length > 0
        ? 'Tell the person what was changed since it settled (changedSince) before anything is paid.'
        : (now?.next ?? status.next),
    ...(isToSign && signUrl !== undefined ? { signUrl } : {}),
  };
}

async function lookAt(
  { ledger, network }: DeskContext,
  contractId: string,
  { signal }: CallOptions,
): ReturnType<typeof escrowsOnLedger> {
  return ledger && (await escrowsOnLedger(ledger, network, [contractId], signal));
}

/** The service is asked only where there is no ledger, and what it cannot tell is left out. */
async function moneyOf(
  context: DeskContext,
  contractId: string,
  status: TransactionStatus['status'],
  held: SettledNow['held'],
  options: CallOptions,
): Promise<Pick<EscrowView, 'held' | 'heldBy'>> {
  if (held !== undefined) return { held: fromBaseUnits(held.units, held.decimals), heldBy: 'ledger' };
  if (context.ledger !== undefined || status !== 'accepted') return {};
  const told = await readBalances(context, { addresses: [contractId] }, options).catch((error: unknown) => {
    if (!(error instanceof CountersignError) || error.code === 'CANCELLED') throw error;
  });
  const balance = told?.balances[0]?.balance;
  return balance === undefined ? {} : { held: balance, heldBy: 'service' };
}

/** What a contract says of itself, for whoever did not prepare it here. Who else did is told to nobody. */
async function notPreparedHere(
  { ledger, network }: DeskContext,
  contractId: string,
  { signal }: CallOptions,
): Promise<EscrowView> {
  if (ledger === undefined) {
    throw notFound(
      'No escrow that you prepared here has this address, and there is no ledger here that could be asked.',
    );
  }
  const seen = await escrowsOnLedger(ledger, network, [contractId], signal);
  if (seen === undefined) {
    throw new CountersignError('SERVICE_UNREACHABLE', {
      message: 'No escrow that you prepared here has this address, and the ledger could not be asked just now.',
      remedy: 'Ask again in a minute.',
    });
  }
  const { contract, escrow, held } = seen.get(contractId) ?? {};
  if (contract === undefined) {
    throw notFound('No escrow that you prepared here has this address, and the ledger lists no contract there.');
  }
  if (escrow === undefined) {
    throw notFound(
      'The contract at this address is no escrow of a kind that is known here, or its terms are not readable: no milestones, or a negative amount.',
    );
  }
  const decimals = held?.decimals ?? tokenDecimals(network, escrow.trustline.address);
  const isPinned = network.wasmHash !== undefined && network.wasmHash === contract.code;
  const code = isPinned
    ? 'Its code is that of the escrows here.'
    : 'Its code is unknown here: it may do other things than it says.';
  return {
    status: 'not-prepared-here',
    by: 'ledger',
    ledger: ledger.host,
    network: network.name,
    contractId,
    ...termsView(escrow, network, decimals),
    ...(held === undefined ? {} : { held: fromBaseUnits(held.units, held.decimals), heldBy: 'ledger' }),
    message: `You did not prepare this escrow here, so nobody compared it with what was asked for. This is what the contract says of itself. ${code}`,
    next: `${nextOnLedger(escrow, held, network)} Before anybody pays or signs, the person compares every role and the token with what was agreed.`,
  };
}

const notFound = (message: string): CountersignError =>
  new CountersignError('HANDLE_NOT_FOUND', { message, remedy: 'Check the address and the network.' });
